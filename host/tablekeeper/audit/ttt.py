"""Audit of the Tric Trac Tourney: official matches, adjudications, removals, first place among the level.

Source: rules/ttt.md and seeds/tric-trac-tourney.txt; the file's shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

from tablekeeper.audit.recount import Line, Recount
from tablekeeper.audit.retelling import Retold
from tablekeeper.formats.place import Place

_WORTH = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass(slots=True)
class _Match:
    """A match: points by player once it is finished, who won it, and who let it time out."""

    number: int
    pair: frozenset[str]
    mini: int
    points: dict[str, Fraction] = field(default_factory=dict)
    winner: str | None = None
    absent: str | None = None


def _shown(points: Fraction) -> str:
    return format((Decimal(points.numerator) / Decimal(points.denominator)).normalize(), "f")


def _read(results: Sequence[Place], cap: Fraction) -> list[_Match]:
    found: dict[int, _Match] = {}
    for result in results:
        number = result.at("match").whole(1)
        pair = [item.text() for item in result.at("players").items(2, 2)]
        mini = result.at("mini").whole(1) if result.has("mini") else 0
        match = found.setdefault(number, _Match(number, frozenset(pair), mini))
        if match.points or match.pair != set(pair):
            raise result.at("match").refuse(f"there is a match {number} already")
        if result.has("started"):
            continue
        if result.has("winner"):
            match.winner = result.at("winner").player(pair)
            won = Fraction(_WORTH[result.at("kind").choice(tuple(_WORTH))])
            lost = Fraction(1, 2)
        else:
            way = "timeout" if result.has("timeout") else "resigned"
            match.absent = result.at(way).player(pair)
            match.winner = next(player for player in pair if player != match.absent)
            won, lost = _adjudicated(result, cap), Fraction(0)
        match.points = {player: won if player == match.winner else lost for player in pair}
    return list(found.values())


def _adjudicated(result: Place, cap: Fraction) -> Fraction:
    w, g, b = (
        Fraction(result.at(key).decimal(0, 100)) / 100 for key in ("wins", "gammons", "backgammons")
    )
    score = w + g + b + (1 - w) / 2 + Fraction(1, 2)
    rounded = Fraction(floor(score * 10 + Fraction(1, 2)), 10)
    return max(Fraction(1), min(cap, rounded))


def _official(matches: Sequence[_Match], group: Sequence[str], mini: int) -> dict[frozenset[str], _Match]:
    found: dict[frozenset[str], _Match] = {}
    for match in sorted(matches, key=lambda one: -one.number):
        if match.mini == mini and match.pair <= set(group):
            found[match.pair] = match
    return found


@dataclass(frozen=True, slots=True)
class _Group:
    lines: list[Line]
    winner: str | None
    provisional: bool


def ttt(event: Retold) -> Recount:
    """Recount a Tric Trac Tourney, group by group."""
    cap = Fraction(Place(event.option("cap", "2.7"), "options.cap").decimal())
    matches = _read(event.places(), cap)
    given = event.option("groups", None)
    groups: list[list[str]] = given if given is not None else [event.players]
    lines: list[Line] = []
    found: list[_Group] = []
    for number, group in enumerate(groups, 1):
        extra = {"group": number} if given is not None else {}
        found.append(_recount(group, matches, event.option("removal_at", 12), extra))
        lines += found[-1].lines
    provisional = any(one.provisional for one in found)
    # a group whose players are all removed has nobody to win it
    waiting = any(one.winner is None and not all(line.figures["removed"] for line in one.lines)
                  for one in found)  # fmt: skip
    over = not provisional and not waiting
    winner = found[0].winner if len(found) == 1 else None
    return Recount(over, winner, provisional, tuple(lines), [] if over else None, [])


def _recount(
    group: Sequence[str], matches: Sequence[_Match], removal_at: int, extra: Mapping[str, Any]
) -> _Group:
    official = _official(matches, group, 0)
    timeouts = {one: sum(match.absent == one for match in official.values()) for one in group}
    staying = [one for one in group if timeouts[one] < removal_at]
    kept = {pair: match for pair, match in official.items() if pair <= set(staying)}
    finished = [match for match in kept.values() if match.points]
    points = {one: sum((match.points.get(one, Fraction(0)) for match in finished), Fraction(0))
              for one in group}  # fmt: skip
    played = {one: sum(one in match.pair for match in finished) for one in group}
    provisional = 2 * len(finished) < len(staying) * (len(staying) - 1)
    levels = sorted({points[one] for one in staying}, reverse=True)
    order = [one for level in levels for one in staying if points[one] == level]
    winner = by = why = None
    if order and not provisional:
        leaders = [one for one in order if points[one] == levels[0]]
        winner, by, why = _first(leaders, kept, matches, 1)
        if winner is not None:
            order = [winner, *(one for one in order if one != winner)]
    lines: list[Line] = []
    for place, player in enumerate([*order, *(one for one in group if one not in staying)]):
        figures = {
            "points": _shown(points[player]),
            "played": played[player],
            "timeouts": timeouts[player],
            "removed": player not in staying,
            **extra,
        }
        reason: tuple[str | None, str | None] = (None, None)
        if place >= len(order):
            lines.append(Line(len(order) + 1, player, figures))
            continue
        ahead = [one for one in order if points[one] > points[player]]
        rank = len(ahead) + 1
        if by is not None and rank == 1 and player != winner:
            rank = 2
        if place + 1 < len(order):
            following = order[place + 1]
            if by is not None and place == 0:
                reason = (by, why)
            elif points[following] != points[player]:
                reason = ("most points", f"{_shown(points[player])} v {_shown(points[following])}")
        lines.append(Line(rank, player, figures, *reason))
    return _Group(lines, winner, provisional)


def _first(
    level: Sequence[str], table: Mapping[frozenset[str], _Match], matches: Sequence[_Match], mini: int
) -> tuple[str | None, str | None, str | None]:
    # winner, what decided, its figures
    before = "".join(f"mini-TTT {number}, " for number in range(1, mini))
    if len(level) == 1:
        return level[0], None, None
    wins = dict.fromkeys(level, 0)
    for pair, match in table.items():
        if match.winner is not None and pair <= set(level):
            wins[match.winner] += 1
    ranked = sorted(level, key=wins.__getitem__, reverse=True)
    if wins[ranked[0]] > wins[ranked[1]]:
        what = "their game" if len(level) == 2 else "most wins among the tied"
        return ranked[0], before + what, f"{wins[ranked[0]]} v {wins[ranked[1]]}"
    games = _official(matches, level, mini)
    pairs = [frozenset(pair) for pair in combinations(level, 2)]
    if any(pair not in games or not games[pair].points for pair in pairs):
        return None, None, None
    points = {one: sum((games[pair].points.get(one, Fraction(0)) for pair in pairs), Fraction(0))
              for one in level}  # fmt: skip
    best = sorted(level, key=points.__getitem__, reverse=True)
    if points[best[0]] > points[best[1]]:
        return best[0], f"mini-TTT {mini}", f"{_shown(points[best[0]])} v {_shown(points[best[1]])}"
    top = [one for one in level if points[one] == points[best[0]]]
    return _first(top, games, matches, mini + 1)
