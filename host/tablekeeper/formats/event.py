"""An event: a format with its options, the players in order of entry, and the results in order.

The document is the one of event files (docs: "Event and ranking files"); everything an event says is
computed from it, so that it can be recomputed by anybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.place import Place, Refusal

#: what an exported event carries beside the event itself: read by `check`, not by the standings
ASIDE = ("name", "journal", "standings")
KEYS = ("format", "options", "players", "results", *ASIDE)
#: half a character, as JSON can write it: no text that can be stored or printed
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Event:
    """An event whose outer form has been read; options and results are read by its format."""

    format: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    results: tuple[Place, ...]


def loads(text: str | bytes) -> Place:
    """Return the document in a JSON text; refuse what is no JSON, or names a key twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise Refusal("", f'the key "{key}" stands twice in one object')
            found[key] = value
        return found

    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        found = json.loads(written, object_pairs_hook=once)
        if _HALF.search(written) or not written.isascii():
            json.dumps(found, ensure_ascii=False).encode()
        return Place(found)
    except Refusal:
        raise
    except UnicodeDecodeError:
        raise Refusal("", "the file is not UTF-8 text") from None
    except UnicodeEncodeError:
        raise Refusal("", "a text holds half a character (\\ud800 to \\udfff)") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refusal("", f"{where}: this is no JSON ({error.msg})") from None
    except RecursionError:
        raise Refusal("", "objects and lists lie in each other too deeply") from None
    except ValueError:
        # what is left is a whole number of more digits than Python reads
        raise Refusal("", "a number has thousands of digits") from None


def read_players(place: Place, least: int, most: int | None) -> tuple[str, ...]:
    """Return the players' names, all different."""
    names: list[str] = []
    for item in place.items(least, most):
        name = item.name()
        if name in names:
            raise item.refuse(f'"{name}" is entered twice')
        names.append(name)
    return tuple(names)
