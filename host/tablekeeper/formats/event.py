"""An event: a format with its options, the players in order of entry, and the results in order.

The document has the shape of event files (docs/event-files.md). All answers of an event are computed from
it, so anybody can recompute them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablekeeper.strictjson import Cursor

if TYPE_CHECKING:
    from tablekeeper.formats.colours import GameColours

#: additional keys of an exported event: `check` reads them, the standings do not
ASIDE = ("name", "journal", "standings", "colours")
KEYS = ("format", "options", "players", "results", *ASIDE)


@dataclass(frozen=True, slots=True)
class Event:
    """An event after parsing its outer form; its format reads options and results."""

    format: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    results: tuple[Cursor, ...]
    #: of races: the chosen or played colours, in journal order; an event file has none
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
