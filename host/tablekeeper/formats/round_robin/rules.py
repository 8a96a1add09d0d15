"""The rules: valid results, the standings, the next matches, and the end of the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.completions import span_text, summary
from tablekeeper.formats.departure import ABSENT, LATE, arrived, departed, leaver, newcomer
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.knockout.rules import check_score
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.formats.round_robin import picture
from tablekeeper.formats.round_robin.futures import NOTE, futures_by_wins
from tablekeeper.formats.round_robin.match import RoundRobinMatch
from tablekeeper.formats.round_robin.schedule import Slot, schedule, with_newcomer
from tablekeeper.languages import _
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Criterion, Standing, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed

#: most completions to search with every score, and with every winner; beyond it flows give bounds
_SCORES, _WINNERS = 3_000, 4_096


@dataclass(slots=True)
class RoundRobinCourse:
    """An event so far: its players with late arrivals, the schedule, and the settled matches."""

    players: list[str]
    slots: list[Slot]
    played: list[RoundRobinMatch] = field(default_factory=list)
    #: the number of settled matches by pair; and without the matches of players who have left
    settled: Counter[frozenset[str]] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)

    def settle(self, match: RoundRobinMatch) -> None:
        """Record a settled match."""
        self.played.append(match)
        self.settled[frozenset((match.winner, match.loser))] += 1

    def open(self) -> list[Slot]:
        """Return the open matches, in order."""
        return _without(self.slots, self.settled)


class RoundRobin(Format):
    """A round robin of matches to N points."""

    key = "round-robin"
    listed = 120
    title = _("Round robin (match play)")
    asks = ("length", "double")
    presets = (Preset("round-robin-5", _("Backgammon round robin, matches to 5 points"), {"length": 5}),)
    is_rated = True
    board = MatchBoard()
    most = 64
    arrival = LATE
    departure = ABSENT
    keeps = (LATE,)
    unplayed = ("forfeit",)
    options = (
        Option("length", _("Points of a match"), "whole", None, low=1, high=999, empty=True,
               help=_("If left out, any score is accepted.")),
        Option("double", _("Everybody meets twice"), "flag", False),
        PRECEDENCE,
    )  # fmt: skip
    result = (
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("score", _("Score"), "wholes", None, low=0),
        Option(
            "forfeit", _("Forfeited"), "flag", False, help=_("Without a score it counts as won to nothing.")
        ),
        *arrived(_("Plays from the next round on.")),
        departed(_("The opponents win all open matches to 0.")),
    )

    def course(self, event: Event) -> RoundRobinCourse:
        """Return the matches after the event's results; refuse an impossible one."""
        double, full = bool(event.options["double"]), event.options["length"] or 0
        course = RoundRobinCourse(list(event.players), schedule(event.players, double))
        absent: list[str] = []
        for result in event.results:
            if result.has(LATE):
                player, kept = newcomer(result, course.players)
                course.players.append(player)
                course.slots = with_newcomer(course.slots, course.players, kept, double)
            elif result.has(ABSENT):
                absent.append(leaver(result, course.players, absent))
            else:
                match = self._match(event, course, result)
                course.settle(match)
                course.met[frozenset((match.winner, match.loser))] += 1
            for _number, two in course.open() if absent else ():
                gone = next((player for player in two if player in absent), None)
                if gone is not None:
                    other = two[1] if two[0] == gone else two[0]
                    course.settle(RoundRobinMatch(other, gone, (full, 0)))
        return course

    @staticmethod
    def _match(event: Event, course: RoundRobinCourse, result: Cursor) -> RoundRobinMatch:
        fields = result.fields(("players", "winner", "score", "forfeit", ABSENT), ("players", "winner"))
        pair = fields["players"].pair(course.players)
        times = 2 if event.options["double"] else 1
        if course.settled[frozenset(pair)] == times:
            met = _("twice") if times == 2 else _("once")
            raise fields["players"].refuse(
                "%(pair)s and %(pair2)s meet only %(met)s",
                pair=pair[0], pair2=pair[1], met=met,
            )
        winner = fields["winner"].player(pair)
        seat = pair.index(winner)
        forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
        full = event.options["length"] or 0
        if "score" in fields:
            score = check_score(fields["score"], event.options["length"], seat, forfeit)
        elif forfeit:
            score = (0, full) if seat else (full, 0)
        else:
            raise result.at("score").refuse("is missing: only a forfeited match has no score")
        return RoundRobinMatch(winner, pair[1 - seat], (score[seat], score[1 - seat]))

    def kept(self, event: Event, seated: Iterable[Mapping[str, Any]]) -> int:
        """Return the last round with a match that is played or was at a table, or the first open round."""
        course = self.course(event)
        waiting = [number for number, _ in course.open()]
        begun: list[int] = [one["round"] for one in seated if isinstance(one.get("round"), int)]
        unplayed = _without(course.slots, course.met)
        begun += [slot[0] for slot in course.slots if slot not in unplayed]
        return max([*begun, waiting[0] if waiting else course.slots[-1][0]])

    def answer(self, event: Event) -> Answer:
        """Return the standings; level players are separated once every match is played."""
        course = self.course(event)
        players, played, waiting = course.players, course.played, course.open()
        over = not waiting
        won = _count(players, played, lambda match: (1, 0))
        lost = _count(players, played, lambda match: (0, 1))
        fewer = {player: -count for player, count in lost.items()}
        running = [
            Criterion(_("matches won"), lambda level: won),
            Criterion(_("fewer matches lost"), lambda level: fewer, shows=lambda count: str(-count)),
        ]
        order = table(players, played) if over else rank(players, running)
        lines = rows(order, lambda player: {"won": won[player], "lost": lost[player]})
        length = event.options["length"]
        following = tuple(
            {"round": number, "players": list(pair)} | ({} if length is None else {"length": length})
            for number, pair in waiting
        )
        first = [row.player for row in lines if row.rank == 1]
        winner = first[0] if over and len(first) == 1 else None
        notes = (_("First place is shared: the director decides."),) if over and winner is None else ()
        return Answer(self.key, over, winner, not over, lines, following, (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places, over all scores or winners of open matches, or by flows."""
        course = self.course(event)
        players, played = course.players, course.played
        pairs = [pair for _, pair in course.open()]
        length = event.options["length"]
        scores = length is not None and (2 * length) ** len(pairs) <= _SCORES
        if not scores and 2 ** len(pairs) > _WINNERS:
            won = _count(players, played, lambda match: (1, 0))
            return futures_by_wins(players, won, pairs)
        exact = scores or not pairs
        tables: set[tuple[tuple[str, int], ...]] = set()
        #: smallest number of further wins that is enough in any matches
        enough = dict.fromkeys(players, 0)
        for further in _courses(pairs, length if scores else None):
            order = table(players, [*played, *further], exact)
            best = {one.player: one.rank for one in order}
            worst = best if exact else _latest(order)
            tables |= {tuple(best.items()), tuple(worst.items())}
            for player, wins in _count(players, further, lambda match: (1, 0)).items():
                if worst[player] > 1:
                    enough[player] = max(enough[player], wins + 1)
        own = {player: sum(player in pair for pair in pairs) for player in players}

        def magic(player: str) -> int | None:
            return enough[player] if enough[player] <= own[player] else None

        found = summary(players, tables, span_text, magic)
        if exact:
            return found
        return Futures(found.determined, found.contenders, found.needs, False, NOTE)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the matches played to their end."""
        length = event.options["length"]
        for result in event.results:
            one = result.value
            if length is not None and "winner" in one and not one.get("forfeit"):
                yield rated_pair(one["winner"], one["players"], length)

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstable."""
        return (PaperTable("Crosstable", answer.rows, picture.cells(self.course(event).played)),)

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the crosstable."""
        picture.draw(sheet, answer.rows, self.course(event).played)
        return True


def _without(slots: Sequence[Slot], met: Counter[frozenset[str]]) -> list[Slot]:
    left, found = Counter(met), []
    for slot in slots:
        if left[frozenset(slot[1])]:
            left[frozenset(slot[1])] -= 1
        else:
            found.append(slot)
    return found


def table(
    players: Sequence[str], played: Sequence[RoundRobinMatch], margins: bool = True
) -> tuple[Standing, ...]:
    """Return the final order by matches won, then by matches among level players, then by points.

    Without `margins` skip the steps that need points.
    """

    def among(level: Sequence[str]) -> list[RoundRobinMatch]:
        return [match for match in played if match.winner in level and match.loser in level]

    def wins(match: RoundRobinMatch) -> tuple[int, int]:
        return 1, 0

    def difference(match: RoundRobinMatch) -> tuple[int, int]:
        margin = match.points[0] - match.points[1]
        return margin, -margin

    criteria = [
        Criterion(_("matches won"), lambda level: _count(level, played, wins)),
        Criterion(_("head-to-head matches won"), lambda level: _count(level, among(level), wins)),
    ]
    if margins:
        criteria += [
            Criterion(
                _("head-to-head points difference"),
                lambda level: _count(level, among(level), difference),
                shows=signed,
            ),
            Criterion(_("points difference"), lambda level: _count(level, played, difference), shows=signed),
            Criterion(_("points won"), lambda level: _count(level, played, lambda match: match.points)),
        ]
    return rank(players, criteria, "after a split")


def _count(
    players: Sequence[str],
    played: Sequence[RoundRobinMatch],
    figure: Callable[[RoundRobinMatch], tuple[int, int]],
) -> dict[str, int]:
    found = dict.fromkeys(players, 0)
    for match in played:
        for player, count in zip((match.winner, match.loser), figure(match), strict=True):
            if player in found:
                found[player] += count
    return found


def _courses(pairs: Sequence[tuple[str, str]], length: int | None) -> Iterator[tuple[RoundRobinMatch, ...]]:
    """Yield all combinations of results: with every score, or (without a length) with every winner."""
    points = [(length, less) for less in range(length)] if length is not None else [(0, 0)]
    outcomes = [
        [
            RoundRobinMatch(winner, loser, score)
            for winner, loser in (pair, pair[::-1])
            for score in points
        ]
        for pair in pairs
    ]  # fmt: skip
    return product(*outcomes)


def _latest(order: Sequence[Standing]) -> dict[str, int]:
    """Return every player's worst place if players with the same rank can be in any order."""
    return {one.player: one.rank + sum(other.rank == one.rank for other in order) - 1 for one in order}
