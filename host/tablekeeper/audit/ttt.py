"""Audit of the Tric Trac Tourney: official matches, adjudications, removals, ties for first place.

Source: docs/rules/ttt.md; the file's shape.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, RecountLine
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted

_WORTH = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass(slots=True)
class _TttMatch:
    """A match: points by player once it is finished, who won it, and who let it time out."""

    number: int
    pair: frozenset[str]
    mini: int
    points: dict[str, Fraction] = field(default_factory=dict)
    winner: str | None = None
    absent: str | None = None


def _shown(points: Fraction) -> str:
    return format((Decimal(points.numerator) / Decimal(points.denominator)).normalize(), "f")


def _read(results: Sequence[Cursor], cap: Fraction) -> list[_TttMatch]:
    found: dict[int, _TttMatch] = {}
    for result in results:
        number = result.at("match").whole(1)
        pair = [item.text() for item in result.at("players").items(2, 2)]
        mini = result.at("mini").whole(1) if result.has("mini") else 0
        match = found.setdefault(number, _TttMatch(number, frozenset(pair), mini))
        if match.points or match.pair != set(pair):
            raise result.at("match").refuse(f"there is a match {number} already")
        if result.at("started").value is True:
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


def _adjudicated(result: Cursor, cap: Fraction) -> Fraction:
    w, g, b = (
        Fraction(result.at(key).decimal(0, 100)) / 100 for key in ("wins", "gammons", "backgammons")
    )
    score = w + g + b + (1 - w) / 2 + Fraction(1, 2)
    rounded = Fraction(floor(score * 10 + Fraction(1, 2)), 10)
    return max(Fraction(1), min(cap, rounded))


def _official(
    matches: Sequence[_TttMatch], group: Sequence[str], mini: int
) -> dict[frozenset[str], _TttMatch]:
    found: dict[frozenset[str], _TttMatch] = {}
    for match in sorted(matches, key=lambda one: -one.number):
        if match.mini == mini and match.pair <= set(group):
            found[match.pair] = match
    return found


@dataclass(slots=True)
class _Group:
    lines: list[RecountLine]
    winner: str | None
    provisional: bool
    next: list[dict[str, Any]]
    notes: list[str]


@dataclass(slots=True)
class _Tie:
    """The winner among level players and the deciding step, or the mini-TTT and its open matches."""

    winner: str | None = None
    by: str | None = None
    why: str | None = None
    mini: int = 0
    open: list[tuple[str, str]] = field(default_factory=list)


def ttt(event: AuditedEvent) -> Recount:
    """Recount a Tric Trac Tourney, group by group."""
    cap = Fraction(Cursor(event.option("cap", "2.7"), "options.cap").decimal())
    matches = _read(event.places(), cap)
    given = event.option("groups", None)
    groups: list[list[str]] = given if given is not None else [event.players]
    lines: list[RecountLine] = []
    found: list[_Group] = []
    for number, group in enumerate(groups, 1):
        extra = {"group": number} if given is not None else {}
        found.append(_recount(group, matches, event.option("removal_at", 12), extra))
        lines += found[-1].lines
    provisional = any(one.provisional for one in found)
    following = [pairing for one in found for pairing in one.next]
    notes = [
        (f"Group {number}: " if len(groups) > 1 else "") + note
        for number, one in enumerate(found, 1) for note in one.notes
    ]  # fmt: skip
    friendly = sum(not _counts(match, matches, groups) for match in matches)
    if friendly:
        notes.append(f"{counted(friendly, 'friendly match does', 'friendly matches do')} not count.")
    if len(groups) > 1:
        notes += [f"Group {n}: {one.winner} has won." for n, one in enumerate(found, 1) if one.winner]
    winner = found[0].winner if len(found) == 1 else None
    over = not provisional and not following
    return Recount(over, winner, provisional, tuple(lines), following, [], notes)


def _counts(match: _TttMatch, matches: Sequence[_TttMatch], groups: Sequence[Sequence[str]]) -> bool:
    # within a group, and of a mini-TTT or the pair's first
    if not any(match.pair <= set(group) for group in groups):
        return False
    return bool(match.mini) or not any(
        one.pair == match.pair and not one.mini and one.number < match.number for one in matches
    )


def _invitations(group: Sequence[str]) -> list[tuple[str, str]]:
    """Return who invites whom: in a circle everybody the next half of the others, by places."""
    count = len(group)
    found = []
    for place, player in enumerate(group):
        found += [(player, group[(place + step) % count]) for step in range(1, (count + 1) // 2)]
    # those opposite are invited by the first half
    if count % 2 == 0:
        found += [(group[place], group[place + count // 2]) for place in range(count // 2)]
    return found


def _recount(
    group: Sequence[str], matches: Sequence[_TttMatch], removal_at: int, extra: Mapping[str, Any]
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
    following: list[dict[str, Any]] = []
    for one, other in _invitations(staying):
        match = kept.get(frozenset((one, other)))
        if match is None:
            following.append({"players": [one, other]})
        elif not match.points:
            following.append({"match": match.number, "players": [one, other], "started": True})
    notes = [f"{one} is removed with all games: {timeouts[one]} timeouts." for one in group
             if one not in staying]  # fmt: skip
    tie = _Tie()
    if order and not provisional:
        leaders = [one for one in order if points[one] == levels[0]]
        tie = _first(leaders, kept, matches, 1)
        if tie.winner is not None:
            order = [tie.winner, *(one for one in order if one != tie.winner)]
        following += [{"mini": tie.mini, "players": list(pair)} for pair in tie.open]
        if tie.open:
            notes.append(f"Mini-TTT {tie.mini} decides first place.")
    lines: list[RecountLine] = []
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
            lines.append(RecountLine(len(order) + 1, player, figures))
            continue
        ahead = [one for one in order if points[one] > points[player]]
        rank = len(ahead) + 1
        if tie.by is not None and rank == 1 and player != tie.winner:
            rank = 2
        if place + 1 < len(order):
            after = order[place + 1]
            if tie.by is not None and place == 0:
                reason = (tie.by, tie.why)
            elif points[after] != points[player]:
                reason = ("most points", f"{_shown(points[player])} v {_shown(points[after])}")
        lines.append(RecountLine(rank, player, figures, *reason))
    return _Group(lines, tie.winner, provisional, following, notes)


def _first(
    level: Sequence[str], table: Mapping[frozenset[str], _TttMatch], matches: Sequence[_TttMatch], mini: int
) -> _Tie:
    before = "".join(f"mini-TTT {number}, " for number in range(1, mini))
    if len(level) == 1:
        return _Tie(level[0])
    wins = dict.fromkeys(level, 0)
    for pair, match in table.items():
        if match.winner is not None and pair <= set(level):
            wins[match.winner] += 1
    ranked = sorted(level, key=wins.__getitem__, reverse=True)
    if wins[ranked[0]] > wins[ranked[1]]:
        what = "their game" if len(level) == 2 else "most wins among the tied"
        return _Tie(ranked[0], before + what, f"{wins[ranked[0]]} v {wins[ranked[1]]}")
    games = _official(matches, level, mini)
    pairs = [frozenset(pair) for pair in combinations(level, 2)]
    if any(pair not in games or not games[pair].points for pair in pairs):
        waiting = [
            pair for pair in _invitations(level)
            if frozenset(pair) not in games or not games[frozenset(pair)].points
        ]  # fmt: skip
        return _Tie(mini=mini, open=waiting)
    points = {one: sum((games[pair].points.get(one, Fraction(0)) for pair in pairs), Fraction(0))
              for one in level}  # fmt: skip
    best = sorted(level, key=points.__getitem__, reverse=True)
    if points[best[0]] > points[best[1]]:
        return _Tie(best[0], f"mini-TTT {mini}", f"{_shown(points[best[0]])} v {_shown(points[best[1]])}")
    top = [one for one in level if points[one] == points[best[0]]]
    return _first(top, games, matches, mini + 1)


def drawn(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return the groups of a draw: the players shuffled by the seed, dealt out one after the other."""
    order = list(players)
    random.Random(f"ttt {seed}").shuffle(order)
    asked = choices.get("groups", 1) if isinstance(choices, dict) else 1
    groups: list[list[str]] = [[] for _ in range(asked if isinstance(asked, int) else 1)]
    for place, player in enumerate(order):
        groups[place % len(groups)].append(player)
    return {"groups": groups}


TTT = Auditor(ttt, drawn)
