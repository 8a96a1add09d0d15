"""Who is kept apart in a draw: groups of players, such as a club, a family or two who shall not meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing

#: each player's companions, of a kind of groups
Companions = Mapping[str, frozenset[str]]

#: the options of the wishes, in the formats that know them; also what a draw is asked for
WISHES = (
    Option("apart", _("Kept apart, always"), "lists", None, empty=True,
           help=_("One group in a line, such as a club, or two who must not meet. An impossible wish is"
                  " refused.")),
    Option("rather_apart", _("Kept apart as long as possible"), "lists", None, empty=True,
           help=_("One group in a line. What cannot be kept is said with the draw.")),
)  # fmt: skip
#: asked by a draw that can place the best players far from each other
SEEDS = Option("seeds", _("Seeded players, best first"), "texts", (), help=_(
    "Far from each other on the board, with the first byes; the others are placed by chance."))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Apart:
    """The wishes of an event: each player's companions, of absolute groups and of the others."""

    never: Companions = field(default_factory=dict)
    rather: Companions = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.never or self.rather)

    def pairs(self) -> list[tuple[str, str]]:
        """Return all pairs of companions, of both kinds, in order of names."""
        told = (self.never, self.rather)
        return sorted({(one, other) for of in told for one in of for other in of[one] if one < other})


def chosen(choices: Mapping[str, Cursor | None]) -> dict[str, Cursor | None]:
    """Return the wishes among what a draw was asked for."""
    return {option.key: choices.get(option.key) for option in WISHES}


def recorded(wishes: Mapping[str, Cursor | None], former: Mapping[str, Any]) -> dict[str, Any]:
    """Return the wishes as options for the journal; those of an earlier draw (`former` options) end."""
    return {
        key: None if told is None else told.value
        for key, told in wishes.items()
        if told is not None or former[key] is not None
    }


def read_apart(wishes: Mapping[str, Cursor | None], players: Iterable[str]) -> Apart:
    """Return the wishes; refuse names that are not among the players, and groups of one."""
    known = tuple(players)
    return Apart(*(_companions(wishes[option.key], known) for option in WISHES))


def wishes_of(event: Event) -> Apart:
    """Return the wishes in an event's options; refuse names that are not among its players."""
    return read_apart(event.options, event.players)


def refuse_meeting(place: Cursor, pairs: Iterable[tuple[str, ...]]) -> None:
    """Refuse a draw in which players meet who are always kept apart."""
    for pair in pairs:
        raise place.refuse(
            "%(players)s must not meet, but no pairing of all players keeps every wish: take one away, or"
            " keep them apart as long as possible", players=listing(pair),
        )


def _companions(cursor: Cursor | None, players: tuple[str, ...]) -> Companions:
    found: dict[str, set[str]] = {}
    for group in () if cursor is None else cursor.items():
        names = [item.player(players) for item in group.items(2)]
        for one, other in combinations(dict.fromkeys(names), 2):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {name: frozenset(others) for name, others in found.items()}
