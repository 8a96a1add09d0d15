"""The results of a Tric Trac Tourney in order: its matches and withdrawals.

A player who withdraws is removed, as after too many timeouts, or times out in every open game with nothing
played. A later result does not change a game settled in this way: the later match is friendly.
Source: docs/rules/ttt.md, "Withdrawals".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from tablekeeper.formats.adjudication import OPENING, adjudicated
from tablekeeper.formats.departure import LATE
from tablekeeper.formats.ttt.matches import TttMatch, official, read_match
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import versus

#: what happens to the games of a player who withdraws
TIMEOUTS, REMOVED = "timeouts", "removed"
RULINGS = {
    TIMEOUTS: _("each open game is a timeout with nothing played"),
    REMOVED: _("removed with all games, as after too many timeouts"),
}


#: the readings of a tie for first of three or more players (docs/rules/ttt.md, "Ties for first")
WINS, POINTS = "wins", "points"
ALL, BEST = "all", "best"


@dataclass(frozen=True, slots=True)
class TieReading:
    """How a tie for first of three or more players is decided.

    Their games are compared by wins, or by points. If several are best in these, all of the tied play a
    mini-TTT, or only those who are best.
    """

    by_points: bool = False
    of_best: bool = False


@dataclass(slots=True)
class TttCourse:
    """The state after the results so far: matches by id, and players who have left with their rulings."""

    groups: Sequence[Sequence[str]]
    cap: Decimal
    reading: TieReading
    left: dict[str, str] = field(default_factory=dict)
    #: the late arrivals, in order
    late: list[str] = field(default_factory=list)
    _found: dict[int, TttMatch] = field(default_factory=dict)
    #: games that a withdrawal settled before they were started
    _settled: list[TttMatch] = field(default_factory=list)

    @property
    def matches(self) -> list[TttMatch]:
        """Every match once."""
        return [*self._found.values(), *self._settled]

    @property
    def official(self) -> dict[frozenset[str], TttMatch]:
        """The official matches by pair of players."""
        return official(self.matches, self.groups)

    @property
    def removed(self) -> frozenset[str]:
        """The players who were removed by a ruling."""
        return frozenset(player for player, ruling in self.left.items() if ruling == REMOVED)

    def take(self, result: Cursor) -> None:
        """Add a result: a match, a later result of a started one, or a withdrawal."""
        if result.has("absent"):
            self._leave(result)
            return
        if result.has(LATE):
            self.late.append(result.at(LATE).value)
            return
        match = read_match(result, self.cap)
        before = self._found.get(match.number)
        if before is not None:
            if set(before.players) != set(match.players) or before.mini != match.mini:
                raise result.at("match").refuse(
                    "match %(number)s is another one: %(players)s",
                    number=match.number,
                    players=versus(before.players),
                )
            if before.points is not None:
                raise result.at("match").refuse("match %(number)s has a result already", number=match.number)
            if match.points is None:
                raise result.at("match").refuse(
                    "match %(number)s has been started already",
                    number=match.number,
                )
        gone = next((player for player in match.players if player in self.left), None)
        if match.mini and gone is not None:
            raise result.at("players").refuse("%(gone)s has withdrawn", gone=gone)
        self._found[match.number] = match

    def _leave(self, result: Cursor) -> None:
        fields = result.fields(("absent", "ruling"), ("absent", "ruling"))
        player = fields["absent"].player([one for group in self.groups for one in group])
        ruling = fields["ruling"].choice(tuple(RULINGS))
        if player in self.left:
            raise fields["absent"].refuse("%(player)s has withdrawn already", player=player)
        group = next(one for one in self.groups if player in one)
        if ruling == REMOVED and any(one.mini and set(one.players) <= set(group) for one in self.matches):
            raise fields["ruling"].refuse("a mini-TTT is being played: rule timeouts")
        self.left[player] = ruling
        if ruling == REMOVED:
            return
        met = self.official
        for other in group:
            pair = frozenset((player, other))
            if other == player or other in self.removed or (pair in met and met[pair].points is not None):
                continue
            lost = self.timeout(met.get(pair), player, other, result)
            if lost.number:
                self._found[lost.number] = lost
            else:
                self._settled.append(lost)

    def timeout(self, match: TttMatch | None, player: str, other: str, why: Cursor) -> TttMatch:
        """Return a game as a player's timeout with nothing played; `match` is the started match, if any."""
        if match is None:
            match = TttMatch(0, (other, player), None, None, None, 0, why)
        won = adjudicated(*OPENING, self.cap)
        points = (won, Decimal(0)) if match.players[0] == other else (Decimal(0), won)
        return replace(match, points=points, winner=other, absent=player, settled=True, cursor=why)

    def settled(
        self, games: Mapping[frozenset[str], TttMatch], pairs: Iterable[tuple[str, str]]
    ) -> dict[frozenset[str], TttMatch]:
        """Return games of a mini-TTT, with the open games of players who have left as timeouts."""
        found = dict(games)
        for pair in map(frozenset, pairs):
            absent = next((player for player in self.left if player in pair), None)
            if absent is not None and (pair not in found or found[pair].points is None):
                [other] = pair - {absent}
                found[pair] = self.timeout(found.get(pair), absent, other, Cursor(None))
        return found


def read_course(
    results: Iterable[Cursor], options: Mapping[str, Any], groups: Sequence[Sequence[str]]
) -> TttCourse:
    """Return the state after all results; a result of a started match replaces the start."""
    reading = TieReading(options["tie_by"] == POINTS, options["mini_of"] == BEST)
    course = TttCourse(groups, options["cap"], reading)
    for result in results:
        course.take(result)
    return course
