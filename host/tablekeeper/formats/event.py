"""An event: a format with its options, the players in order of entry, and the results in order.

The document has the shape of event files (docs/event-files.md). All answers of an event are computed from
it, so that everybody can recompute them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.colours import GameColours
from tablekeeper.strictjson import Cursor

#: what an exported event carries beside the event itself: read by `check`, not by the standings
ASIDE = ("name", "journal", "standings", "colours")
KEYS = ("format", "options", "players", "results", *ASIDE)


@dataclass(frozen=True, slots=True)
class Event:
    """An event whose outer form has been read; options and results are read by its format."""

    format: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    results: tuple[Cursor, ...]
    #: of races: what was chosen or played, in the order of the journal; an event file has none
    colours: tuple[GameColours, ...] = ()


def read_players(cursor: Cursor, least: int, most: int | None) -> tuple[str, ...]:
    """Return the players' names, all different."""
    names: list[str] = []
    for item in cursor.items(least, most):
        name = item.name()
        if name in names:
            raise item.refuse('"%(name)s" is entered twice', name=name)
        names.append(name)
    return tuple(names)
