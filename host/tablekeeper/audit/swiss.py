"""Audit of the Swiss: wins and tie-breaks from the list of matches, and the pairs of each round.

Source: docs/formats.md, "Swiss". Rounds of up to 12 players are paired by going through all subsets of them;
larger ones by a matching of costs that are written here a second time.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, Step, ladder, step
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed

#: the most players of a round whose pairings are all gone through
SMALL = 12
_USUAL = ("head-to-head", "buchholz-1", "buchholz", "sonneborn-berger")
_NAMES = {
    "head-to-head": "head-to-head matches won",
    "buchholz-1": "Buchholz cut 1 (opponents' wins without the fewest)",
    "buchholz": "Buchholz (opponents' wins)",
    "median": "median Buchholz (opponents' wins without the fewest and the most)",
    "sonneborn-berger": "Sonneborn-Berger (wins of beaten opponents)",
    "progressive": "progressive (sum of the wins after each round)",
    "difference": "points difference",
}
#: a player before a round: wins, opponents, whether there was a bye, and -1, 0 or 1 for fewer, as many or
#: more wins of the opponent of the round before
_Player = tuple[int, frozenset[str], bool, int]
#: groups who are always kept apart, and as long as possible
_Groups = tuple[list[list[str]], list[list[str]]]
_Cost = tuple[int, ...]


class _Swiss:
    """The matches as each player sees them: (round, opponent or "", 1 if won, points difference)."""

    def __init__(self, event: AuditedEvent) -> None:
        self.players = list(event.players)
        self.rounds = event.option("rounds", None) or 1
        if event.option("rounds", None) is None:
            while 2**self.rounds < len(self.players):
                self.rounds += 1
        self.neighbours = event.option("pairing", "halves") == "neighbours"
        self.seed = event.option("seed", None)
        never, rather = event.option("apart", None), event.option("rather_apart", None)
        self.groups: _Groups = never or [], rather or []
        self.seen: dict[str, list[tuple[int, str, int, int]]] = {player: [] for player in self.players}
        self.first = dict.fromkeys(self.players, 1)
        self.gone: list[str] = []
        self.number = 0
        #: who has won without play in the present round
        self.free: set[str] = set()
        self.waiting: list[list[str]] = []
        self.begin()

    def over(self) -> bool:
        here = [player for player in self.players if player not in self.gone]
        return not self.waiting and (self.number >= self.rounds or len(here) <= 1)

    def won(self, player: str, until: int = 999) -> int:
        return sum(one[2] for one in self.seen[player] if one[0] <= until)

    def begin(self) -> None:
        if self.waiting or self.over():
            return
        self.number += 1
        self.free = set()
        here = [player for player in self.players if player not in self.gone]
        early = [player for player in here if self.first[player] <= self.number]
        line = list(early if len(early) >= 2 else here)
        if self.seed is not None:
            random.Random(f"swiss {self.seed} round {self.number}").shuffle(line)
        line = [one for wins in range(self.number, -1, -1) for one in line if self.won(one) == wins]
        self.waiting = matched(line, {one: self._before(one) for one in line}, self.neighbours,
                               self.groups)  # fmt: skip
        for alone in [pair for pair in self.waiting if len(pair) == 1]:
            self.waiting.remove(alone)
            self.seen[alone[0]].append((self.number, "", 1, 0))
            self.free.add(alone[0])

    def _before(self, player: str) -> _Player:
        last = [one for one in self.seen[player] if one[0] == self.number - 1]
        way = 0
        for _, other, _, _ in last:
            gap = self.won(other, self.number - 2) - self.won(player, self.number - 2) if other else -1
            way = 1 if gap > 0 else -1 if gap < 0 else 0
        rivals = frozenset(one[1] for one in self.seen[player])
        return self.won(player), rivals - {""}, "" in rivals, way

    def match(self, winner: str, loser: str, points: int) -> None:
        mine = [pair for pair in self.waiting if winner in pair or loser in pair]
        others = [one for pair in mine for one in pair if one not in {winner, loser}]
        at = self.waiting.index(mine[0])
        self.waiting = [pair for pair in self.waiting if pair not in mine]
        for free in {winner, loser} & self.free:
            # who was to meet the other one is free instead
            [other] = others
            self.free = self.free - {free} | {other}
            self.seen[other].append(self.seen[free].pop())
            if absent := self.seen[other][-1][1]:
                self.seen[absent][-1] = (self.number, other, 0, self.seen[absent][-1][3])
            others = []
        if others:
            self.waiting.insert(at, others)
        self.seen[winner].append((self.number, loser, 1, points))
        self.seen[loser].append((self.number, winner, 0, -points))

    def others(self, player: str) -> list[int]:
        """Return the wins of the opponents, by size; a missed round has 0, a bye the player's own."""
        told = [self.won(other or player) for _, other, _, _ in self.seen[player]]
        now = sum(player in pair for pair in self.waiting)
        return sorted(told + [0] * (self.number - now - len(told)))

    def figure(self, key: str, player: str) -> int:
        others = self.others(player)
        match key:
            case "buchholz":
                return sum(others)
            case "buchholz-1":
                return sum(others) - (others[0] if others else 0)
            case "median":
                return sum(others[1:-1])
            case "sonneborn-berger":
                return sum(self.won(other or player) for _, other, won, _ in self.seen[player] if won)
            case "progressive":
                return sum(self.won(player, number) for number in range(1, self.number + 1))
        return sum(one[3] for one in self.seen[player])

    def head_to_head(self, level: Sequence[str]) -> dict[str, Any] | None:
        for one in level:
            if not set(level) - {one} <= {other for _, other, _, _ in self.seen[one]}:
                return None
        return {one: sum(won for _, other, won, _ in self.seen[one] if other in level) for one in level}


def matched(
    line: Sequence[str], about: Mapping[str, _Player], neighbours: bool, kept_apart: _Groups = ([], [])
) -> list[list[str]]:
    """Return the pairs of a round in the order of their first players; the last, if alone, has the bye."""
    seats = list(line) + [""] * (len(line) % 2)
    groups: dict[int, int] = defaultdict(int)
    for one in line:
        groups[about[one][0]] += 1

    def cost(one: int, other: int) -> _Cost:
        wins, rivals, had_bye, way = about[seats[one]]
        if not seats[other]:
            return 0, 0, int(had_bye), len(seats) - one, 0, 0, int(way == -1), 0
        wins2, _, _, way2 = about[seats[other]]
        apart = 1 if neighbours or wins != wins2 else max(groups[wins] // 2, 1)
        same = 0
        if wins != wins2:
            ways = (-1, 1) if wins > wins2 else (1, -1)
            same = (way == ways[0]) + (way2 == ways[1])
        met = int(seats[other] in rivals)
        never, rather = (any({seats[one], seats[other]} <= {*group} for group in told) for told in kept_apart)
        return int(never), met, 0, 0, (wins - wins2) ** 2, int(rather), same, abs(other - one - apart)

    solve = _all_subsets if len(seats) <= SMALL else _by_library
    found = solve(len(seats), cost)
    pairs = [[seats[one], seats[other]] if seats[other] else [seats[one]] for one, other in found]
    return sorted(pairs, key=lambda pair: len(pair) == 1)


def _all_subsets(count: int, cost: Any) -> list[tuple[int, int]]:
    """Return the best of all pairings: the least sums of the costs, then the earliest opponents."""

    @lru_cache(None)
    def best(left: frozenset[int]) -> tuple[_Cost, tuple[int, ...], tuple[tuple[int, int], ...]]:
        if not left:
            return (0,) * 8, (), ()
        one = min(left)
        tried = []
        for other in sorted(left - {one}):
            costs, opponents, pairs = best(left - {one, other})
            total = tuple(a + b for a, b in zip(costs, cost(one, other), strict=True))
            tried.append((total, (other, *opponents), ((one, other), *pairs)))
        return min(tried)

    return list(best(frozenset(range(count)))[2])


def _by_library(count: int, cost: Any) -> list[tuple[int, int]]:
    from networkx import Graph, max_weight_matching

    graph: Graph[int] = Graph()
    base = 4 * count**3
    for one in range(count):
        for other in range(one + 1, count):
            number = 0
            for figure in cost(one, other):
                number = number * base + figure
            # earlier players choose first, then the earlier opponent
            bits = count.bit_length()
            weight = (number << count * bits) + (other << (count - 1 - one) * bits)
            graph.add_edge(one, other, weight=-weight)
    return sorted((min(pair), max(pair)) for pair in max_weight_matching(graph, maxcardinality=True))


def swiss(event: AuditedEvent) -> Recount:
    """Recount a Swiss: its rounds one after the other, then wins and the tie-breaks."""
    course = _Swiss(event)
    length = event.option("length", None)
    for result in event.places():
        if result.has("late"):
            fields = result.fields(("late", "kept"), ("late", "kept"))
            if fields["late"].name() in course.players:
                raise fields["late"].refuse("this player is in the event already")
            _up_to(course, fields["kept"].whole(0))
            player = fields["late"].value
            course.players.append(player)
            course.seen[player] = []
            course.first[player] = 1 + max(course.number, fields["kept"].value)
        elif result.has("absent"):
            fields = result.fields(("absent", "kept"), ("absent",))
            name = fields["absent"].player(course.players)
            if name in course.gone:
                raise fields["absent"].refuse("this player has left before")
            _up_to(course, fields["kept"].whole(0) if "kept" in fields else 0)
            course.gone.append(name)
            for pair in list(course.waiting):
                if name in pair:
                    other = pair[0] if pair[1] == name else pair[1]
                    course.match(other, name, length or 0)
                    course.free.add(other)
        else:
            _up_to(course, course.number + 1)
            course.match(*_result(result, course, length))
    over = course.over()
    course.begin()
    keys = event.option("ties", list(_USUAL))
    told = {key: {one: course.figure(key, one) for one in course.players} for key in keys if key in _NAMES}
    steps: list[Step] = [step("matches won", {one: course.won(one) for one in course.players})]
    for key in keys:
        if key == "head-to-head":
            steps.append((_NAMES[key], course.head_to_head, str))
        else:
            steps.append(step(_NAMES[key], told[key], signed if key == "difference" else str))
    figures = {
        one: {"won": course.won(one), "lost": sum(not won for _, _, won, _ in course.seen[one])}
        | {key.replace("-", "_"): told[key][one] for key in keys if key != "head-to-head"}
        for one in course.players
    }
    lines = ladder(course.players, steps, figures)
    first = lines[0].player if over and sum(line.rank == 1 for line in lines) == 1 else None
    shared = ["First place is shared: the director decides."] if over and first is None else []
    following: list[dict[str, Any]] = [
        {"round": course.number, "players": pair} | ({} if length is None else {"length": length})
        for pair in course.waiting
    ]
    return Recount(over, first, not over, lines, following, [], shared)


def _up_to(course: _Swiss, number: int) -> None:
    if number > course.number:
        course.begin()


def _result(result: Cursor, course: _Swiss, length: int | None) -> tuple[str, str, int]:
    fields = result.fields(("players", "winner", "score", "forfeit"), ("players", "winner"))
    waiting = {one for two in course.waiting for one in two}
    pair = fields["players"].pair([*waiting, *course.free - waiting])
    if not waiting & {*pair}:
        raise fields["players"].refuse("neither has a match to play")
    winner = fields["winner"].player(pair)
    forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
    if "score" in fields:
        high, low = (item.whole(0) for item in fields["score"].items(2, 2))
        if winner == pair[1]:
            high, low = low, high
        if not forfeit and (low >= high or length not in (None, high)):
            raise fields["score"].refuse("the winner has not won by this score")
    elif forfeit:
        high, low = length or 0, 0
    else:
        raise result.at("score").refuse("is missing")
    return winner, pair[1] if winner == pair[0] else pair[0], high - low


def drawn(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return the seed itself: every round is drawn from it."""
    return {"seed": seed}


SWISS = Auditor(swiss, drawn, counts=("rounds",), arrival="late", departure="absent", keeps=True,
                wishes=("apart", "rather_apart"))  # fmt: skip
