"""A player who leaves a running event: the result that says so, where open matches become walkovers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablekeeper.formats.option import Option
from tablekeeper.strictjson import Cursor

#: the field of a result that names who has left
ABSENT = "absent"


def departed(help: str) -> Option:
    """Return the field for a format's table of results; `help` says what becomes of open matches."""
    return Option(ABSENT, "Has left", "text", None, help=help)


def leaver(result: Cursor, players: Sequence[str], gone: Collection[str]) -> str:
    """Return who leaves by a result; refuse a player who is not there, or has left already."""
    cursor = result.fields((ABSENT,))[ABSENT]
    player = cursor.player(players)
    if player in gone:
        raise cursor.refuse("%(player)s has left already", player=player)
    return player
