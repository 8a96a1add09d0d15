"""The positions of a league's double round-robins: recorded, from throws, or derived from the games.

Source: docs/rules/races.md, "League": the round of die-roll before each double round-robin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.formats.event import Event
from tablekeeper.formats.league.table import LeagueDice
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor

#: games 1 to 6 of a double round-robin, as positions from 0
SCHEDULE = ((0, 1), (2, 0), (1, 2), (1, 0), (0, 2), (2, 1))


@dataclass(frozen=True, slots=True)
class LeagueLots:
    """Positions of the double round-robins so far, and the players who throw now for the next one."""

    positions: tuple[tuple[str, ...], ...] = ()
    throwing: tuple[str, ...] = ()

    def position(self, number: int, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the positions of a double round-robin (from 0); without positions, the order of entry."""
        return self.positions[number] if number < len(self.positions) else players


def read_throws(event: Event, key: str) -> list[tuple[str, int, Cursor]]:
    """Return the throws in an option; refuse numbers that are not on a die."""
    cursor: Cursor | None = event.options[key]
    if cursor is None:
        return []
    found = []
    for item in cursor.items():
        player, die = item.items(2, 2)
        found.append((player.player(event.players), die.whole(1, 6), item))
    return found


def read_lots(event: Event) -> LeagueLots:
    """Return recorded and thrown positions, and the players who throw now; refuse needless throws."""
    cursor: Cursor | None = event.options["positions"]
    throws = LeagueDice(read_throws(event, "lots"))
    drr: int = event.options["drr"]
    found: list[tuple[str, ...]] = []
    by_entry = cursor is None
    if cursor:
        found = [item.pair(event.players, 3) for item in cursor.items(0, drr)]
    while len(found) < drr and not (by_entry and throws.used == len(throws.throws)):
        order = rank(event.players, (Criterion(_("die-roll"), throws.round),), "after a split")
        if throws.wanted:
            break
        found.append(tuple(standing.player for standing in order))
    if throws.used < len(throws.throws):
        raise throws.throws[throws.used][2].refuse("nobody throws for positions any more")
    if by_entry:
        # completed rounds of throws stay valid; an incomplete round does not count
        return LeagueLots((*found, *[event.players] * (drr - len(found))))
    return LeagueLots(tuple(found), throws.wanted[0] if throws.wanted else ())


def played_positions(top: Sequence[frozenset[str]], players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the positions that follow from the first games of a double round-robin.

    `top` are the pairs of its first one, two or three games. After one game its two players keep the
    order of entry.

    >>> played_positions([frozenset(("Bob", "Cid")), frozenset(("Ann", "Bob"))], ("Ann", "Bob", "Cid"))
    ('Bob', 'Cid', 'Ann')
    """
    [third] = set(players) - top[0]
    first, second = (name for name in players if name in top[0])
    if len(top) > 1 and second in top[1]:
        first, second = second, first
    return first, second, third
