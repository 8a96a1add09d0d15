"""The possible places of couples over all results of the remaining matches.

An encounter has five matches, so it always has a winner by matches. The table counts won encounters first,
then won matches, then the difference of points. Margins have no limit: a couple with one more match to win
or lose can reach any difference. If a couple's own difference is fixed, the remaining matches move points
between the others, from losers to winners. For each set of level couples a flow shows whether enough points
can move away from them (or to them).

The search takes one encounter after another and merges states without a relevant difference.
Source: docs/rules/backgammon.md, "Couples"; docs/formats.md for the order of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tablekeeper.formats.completions import settled, span_clause, span_text
from tablekeeper.formats.format import Futures, Need
from tablekeeper.languages import _, joined, ngettext

#: matches of an encounter
MATCHES = 5
#: most states of one search; with more, only bounds are given
STATES = 2_000

_BOUNDS = _(
    "For some couples the places are only bounds: there are too many possible outcomes to check each one."
)
_NO_MAGIC = _(
    "How many more matches are enough is not shown for everybody: there are too many possible "
    "outcomes to check each one."
)
#: a couple that is certain to be ahead of the examined couple, or behind it
_AHEAD, _BEHIND = "ahead", "behind"


@dataclass(frozen=True, slots=True)
class CouplesMeeting:
    """An encounter in the search: two couples (by number), and the matches won by each; the rest is open."""

    couples: tuple[int, int]
    won: tuple[int, int]

    @property
    def open(self) -> int:
        """The number of open matches."""
        return MATCHES - sum(self.won)


@dataclass(frozen=True, slots=True)
class _Couple:
    """A couple in the search: encounters and matches won, and the difference of points so far."""

    encounters: int
    matches: int
    points: int


#: a couple in a state: its figures, or its certain side (`_AHEAD`, `_BEHIND`)
_Seat = _Couple | str
#: pairs (loser, winner) of open matches; -1 stands for any couple that is not level
_Arcs = frozenset[tuple[int, int]]
_State = tuple[tuple[_Seat, ...], _Arcs, int]


#: least and most (encounters, matches) won
_Span = tuple[tuple[int, int], tuple[int, int]]


class TooMany(Exception):
    """A search has more than `STATES` states."""


def _span(meetings: Iterable[CouplesMeeting], seat: int) -> _Span:
    """Return the least and most encounters and matches that a couple can win in these meetings."""
    its = [one for one in meetings if seat in one.couples]
    least = [one.won[one.couples.index(seat)] for one in its]
    most = [count + one.open for count, one in zip(least, its, strict=True)]
    return (
        (sum(2 * count > MATCHES for count in least), sum(least)),
        (sum(2 * count > MATCHES for count in most), sum(most)),
    )


class _Walk:
    """A search of all ends of the meetings, for the place of one couple.

    The couple wins `wins` of its open matches; `highest` asks for its worst place, else the best.
    """

    def __init__(
        self, meetings: Sequence[CouplesMeeting], points: Sequence[int], couple: int, wins: int, highest: bool
    ) -> None:
        own = [one for one in meetings if couple in one.couples]
        others = [one for one in meetings if couple not in one.couples]
        self.couple, self.wins, self.highest = couple, wins, highest
        # the couple's own meetings come first, so its figures are fixed during the other meetings
        self.meetings = [*own, *others]
        self.own = len(own)
        #: for each number of searched meetings, the least and most that each couple can still win
        self.spans = [
            [_span(self.meetings[number:], seat) for seat in range(len(points))]
            for number in range(len(self.meetings) + 1)
        ]
        self.open = sum(one.open for one in own)
        #: whether its points are fixed: no open match that it can lose (win) by any margin
        self.fixed = wins == self.open if highest else not wins
        self.points = points

    def place(self) -> int:
        """Return the best place, or with `highest` the worst one."""
        states: set[_State] = {
            (tuple(_Couple(0, 0, points) for points in self.points), frozenset(), self.wins)
        }
        for number in range(len(self.meetings)):
            before, states = states, set()
            for state in before:
                states.update(self._after(state, number))
                if len(states) > STATES:
                    raise TooMany
        found = [self._ahead(seats, arcs) for seats, arcs, left in states if not left]
        return 1 + (max(found) if self.highest else min(found))

    def _after(self, state: _State, number: int) -> Iterable[_State]:
        seats, arcs, left = state
        meeting = self.meetings[number]
        rest = self.spans[number + 1] if number + 1 >= self.own else None
        later = sum(here.open for here in self.meetings[number + 1 : self.own])
        one, other = meeting.couples
        for won in range(meeting.open + 1):
            lost = meeting.open - won
            mine = won if self.couple == one else lost if self.couple == other else 0
            if not (0 <= left - mine <= later):
                continue
            after = list(seats)
            matches = (meeting.won[0] + won, meeting.won[1] + lost)
            for seat, count, more in ((one, matches[0], won - lost), (other, matches[1], lost - won)):
                before = after[seat]
                if isinstance(before, _Couple):
                    after[seat] = _Couple(
                        before.encounters + (2 * count > MATCHES),
                        before.matches + count,
                        before.points + more,
                    )
            found = set(arcs)
            if self.fixed and self.couple not in meeting.couples:
                found |= {(other, one)} if won else set()
                found |= {(one, other)} if lost else set()
            yield self._known(after, found, left - mine, rest)

    def _known(
        self, seats: list[_Seat], arcs: set[tuple[int, int]], left: int, rest: Sequence[_Span] | None
    ) -> _State:
        """Simplify a state: drop irrelevant facts; `rest` is None during the couple's own meetings."""
        if rest is None:
            return tuple(seats), frozenset(arcs), left
        asked = seats[self.couple]
        assert isinstance(asked, _Couple)
        key = (asked.encounters, asked.matches)
        for seat, (here, (least, most)) in enumerate(zip(seats, rest, strict=True)):
            if seat == self.couple or not isinstance(here, _Couple):
                continue
            low = (here.encounters + least[0], here.matches + least[1])
            high = (here.encounters + most[0], here.matches + most[1])
            if low > key:
                seats[seat] = _AHEAD
            elif high < key:
                seats[seat] = _BEHIND
            elif low == high and not self.fixed:
                # certainly level in wins: the examined couple can reach any margin, which decides
                seats[seat] = _AHEAD if self.highest else _BEHIND
            elif not self.fixed:
                seats[seat] = _Couple(here.encounters, here.matches, 0)
        level = {seat for seat, here in enumerate(seats) if isinstance(here, _Couple)}
        kept = {(one if one in level else -1, other if other in level else -1) for one, other in arcs} - {
            (-1, -1)
        }
        return tuple(seats), frozenset(kept), left

    def _ahead(self, seats: tuple[_Seat, ...], arcs: _Arcs) -> int:
        """Return the number of couples ahead of the examined one at an end."""
        asked = seats[self.couple]
        assert isinstance(asked, _Couple)
        ahead = sum(here == _AHEAD for here in seats)
        level = {
            seat: here.points - asked.points
            for seat, here in enumerate(seats)
            if isinstance(here, _Couple) and seat != self.couple
        }
        if self.highest:
            # the same problem reversed: points can flow to couples that lack them
            missing = {seat: 1 - lead for seat, lead in level.items()}
            turned = frozenset((other, one) for one, other in arcs)
            return ahead + len(level) - _left_over(missing, turned)
        return ahead + _left_over(level, arcs)


def _left_over(excess: dict[int, int], arcs: _Arcs) -> int:
    """Return the smallest number of couples that keep an excess if points flow along the arcs freely."""
    for count in range(len(excess) + 1):
        for kept in combinations(excess, count):
            if _drains(excess, arcs, frozenset((*kept, -1))):
                return count
    raise AssertionError("when all keep what they have nothing has to flow")


def _drains(excess: dict[int, int], arcs: _Arcs, sinks: frozenset[int]) -> bool:
    full = [seat for seat, points in excess.items() if points > 0 and seat not in sinks]
    for count in range(1, len(full) + 1):
        for some in combinations(full, count):
            reached = set(some)
            while more := {other for one, other in arcs if one in reached} - reached:
                reached |= more
            # points only flow to reachable couples, which cannot take more than their room
            if not reached & sinks:
                room = sum(-excess[seat] for seat in reached if excess[seat] < 0)
                if sum(excess[seat] for seat in some) > room:
                    return False
    return True


def _bounds(meetings: Sequence[CouplesMeeting], couple: int, count: int) -> tuple[int, int]:
    """Return safe bounds of a couple's places, from a separate comparison with each other couple."""

    low, high = _span(meetings, couple)
    others = [_span(meetings, seat) for seat in range(count) if seat != couple]
    return 1 + sum(worst > high for worst, _ in others), 1 + sum(best >= low for _, best in others)


def futures_of(names: Sequence[str], meetings: Sequence[CouplesMeeting], points: Sequence[int]) -> Futures:
    """Return the futures of all couples; `points` are their differences of points so far."""
    needs: list[Need] = []
    notes: set[str] = set()
    for couple, name in enumerate(names):
        left = sum(one.open for one in meetings if couple in one.couples)
        magic = None
        try:
            best = _Walk(meetings, points, couple, left, False).place()
            worst = _Walk(meetings, points, couple, 0, True).place()
        except TooMany:
            notes.add(_BOUNDS)
            best, worst = _bounds(meetings, couple, len(names))
        else:
            try:
                magic = _magic(meetings, points, couple, left) if best == 1 else None
            except TooMany:
                notes.add(_NO_MAGIC)
        needs.append(Need(name, best, worst, magic, _sentence(name, best, worst, magic)))
    found = settled(needs)
    # bounds with only one place are certain, too
    note = " ".join(sorted(notes))
    return Futures(found.determined, found.contenders, found.needs, not notes, note) if notes else found


def _magic(meetings: Sequence[CouplesMeeting], points: Sequence[int], couple: int, left: int) -> int | None:
    # more won matches never make a place worse, so a binary search finds the smallest number
    low, high = 0, left + 1
    while low < high:
        middle = (low + high) // 2
        if middle <= left and _Walk(meetings, points, couple, middle, True).place() > 1:
            low = middle + 1
        else:
            high = middle
    return low if low <= left else None


def _sentence(name: str, best: int, worst: int, magic: int | None) -> str:
    if not magic:
        return span_text(name, best, worst)
    more = ngettext(
        "%(num)s more match won makes it first for certain.",
        "%(num)s more matches won make it first for certain.", magic,
    )  # fmt: skip
    return joined((span_clause(name, best, worst), more), "; ")
