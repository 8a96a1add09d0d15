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
#: the figures of docs/rules/ttt.md for "the opening position"
_OPENING = (Fraction(516, 10), Fraction(146, 10), Fraction(6, 10))


@dataclass(slots=True)
class _TttMatch:
    """A match: points by player when it is finished, its winner, and the player who let it time out."""

    number: int
    pair: frozenset[str]
    mini: int
    points: dict[str, Fraction] = field(default_factory=dict)
    winner: str | None = None
    absent: str | None = None


def _shown(points: Fraction) -> str:
    return format((Decimal(points.numerator) / Decimal(points.denominator)).normalize(), "f")


class _Reading:
    """Processes the results one after the other."""

    def __init__(
        self, cap: Fraction, groups: Sequence[Sequence[str]], measure: str, invited: str
    ) -> None:
        self.cap, self.groups = cap, groups
        #: what is counted in the games of three or more level players, and who plays a mini-TTT
        self.measure, self.invited = measure, invited
        self.matches: dict[int, _TttMatch] = {}
        #: games that a withdrawal ended; and withdrawn players -> whether they were removed
        self.ended: dict[frozenset[str], _TttMatch] = {}
        self.gone: dict[str, bool] = {}
        self.late: list[str] = []

    def take(self, result: Cursor) -> None:
        if result.has("absent"):
            self._depart(result)
            return
        if result.has("late"):
            fields = result.fields(("late", "kept"), ("late", "kept"))
            fields["kept"].whole(0)
            self.late.append(fields["late"].name())
            return
        number = result.at("match").whole(1)
        pair = [item.text() for item in result.at("players").items(2, 2)]
        mini = result.at("mini").whole(1) if result.has("mini") else 0
        if mini and not self.gone.keys().isdisjoint(pair):
            raise result.at("players").refuse("one of them has withdrawn")
        match = self.matches.setdefault(number, _TttMatch(number, frozenset(pair), mini))
        if match.points or match.pair != set(pair):
            raise result.at("match").refuse(f"there is a match {number} already")
        if result.at("started").value is True:
            return
        if result.has("winner"):
            match.winner = result.at("winner").player(pair)
            won = Fraction(_WORTH[result.at("kind").choice(tuple(_WORTH))])
            lost = Fraction(1, 2)
        else:
            way = "timeout" if result.has("timeout") else "resigned"
            match.absent = result.at(way).player(pair)
            match.winner = next(player for player in pair if player != match.absent)
            won, lost = _adjudicated(result, self.cap), Fraction(0)
        match.points = {player: won if player == match.winner else lost for player in pair}

    def _depart(self, result: Cursor) -> None:
        name = result.at("absent").player([one for group in self.groups for one in group])
        ruling = result.at("ruling").choice(("timeouts", "removed"))
        if name in self.gone:
            raise result.at("absent").refuse(f"{name} has withdrawn already")
        [group] = [group for group in self.groups if name in group]
        if ruling == "removed" and any(one.mini and one.pair <= set(group) for one in self.matches.values()):
            raise result.at("ruling").refuse("nobody is removed once a mini-TTT has begun")
        if ruling == "timeouts":
            known = self.official(group)
            for rival in group:
                pair = frozenset((name, rival))
                if rival == name or self.gone.get(rival) or (pair in known and known[pair].points):
                    continue
                self.ended[pair] = self.lost(name, rival, known.get(pair))
        self.gone[name] = ruling == "removed"

    def lost(self, name: str, rival: str, started: _TttMatch | None = None) -> _TttMatch:
        """Return a game that `name` let time out at its opening position; change a started one."""
        match = started or _TttMatch(0, frozenset((name, rival)), 0)
        match.points = {name: Fraction(0), rival: _score(_OPENING, self.cap)}
        match.winner, match.absent = rival, name
        return match

    def official(self, group: Sequence[str], mini: int = 0) -> dict[frozenset[str], _TttMatch]:
        """Return the official matches between the players of a group, or those of mini-TTT number `mini`."""
        found = _official(list(self.matches.values()), group, mini)
        if mini:
            for one, other in combinations(group, 2):
                pair = frozenset((one, other))
                first = next((name for name in self.gone if name in pair), None)
                if first is not None and not (pair in found and found[pair].points):
                    found[pair] = self.lost(first, other if first == one else one)
            return found
        return found | {pair: match for pair, match in self.ended.items() if pair <= set(group)}

    def is_friendly(self, match: _TttMatch) -> bool:
        """Return whether a match is neither official nor of a mini-TTT."""
        home = [group for group in self.groups if match.pair <= set(group)]
        return not home or not (match.mini or self.official(home[0]).get(match.pair) is match)


def _adjudicated(result: Cursor, cap: Fraction) -> Fraction:
    keys = ("wins", "gammons", "backgammons")
    return _score([Fraction(result.at(key).decimal(0, 100)) for key in keys], cap)


def _score(percentages: Sequence[Fraction], cap: Fraction) -> Fraction:
    w, g, b = (one / 100 for one in percentages)
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
    given = event.option("groups", None)
    late = [result["late"] for _, result in event.results if isinstance(result, dict) and "late" in result]
    groups: list[list[str]] = given if given is not None else [[*event.players, *late]]
    reading = _Reading(cap, groups, event.option("tie_by", "wins"), event.option("mini_of", "all"))
    for place in event.places():
        reading.take(place)
    lines: list[RecountLine] = []
    found: list[_Group] = []
    for number, group in enumerate(groups, 1):
        extra = {"group": number} if given is not None else {}
        found.append(_recount(group, reading, event.option("removal_at", 12), extra))
        lines += found[-1].lines
    provisional = any(one.provisional for one in found)
    following = [pairing for one in found for pairing in one.next]
    notes = [
        (f"Group {number}: " if len(groups) > 1 else "") + note
        for number, one in enumerate(found, 1) for note in one.notes
    ]  # fmt: skip
    friendly = sum(map(reading.is_friendly, reading.matches.values()))
    if friendly:
        notes.append(f"{counted(friendly, 'friendly match does', 'friendly matches do')} not count.")
    if len(groups) > 1:
        notes += [f"Group {n}: {one.winner} has won." for n, one in enumerate(found, 1) if one.winner]
    winner = found[0].winner if len(found) == 1 else None
    over = not provisional and not following
    return Recount(over, winner, provisional, tuple(lines), following, [], notes)


def _invitations(group: Sequence[str]) -> list[tuple[str, str]]:
    """Return (inviting, invited) pairs: on a circle everybody invites the next half of the others."""
    count = len(group)
    found = []
    for place, player in enumerate(group):
        found += [(player, group[(place + step) % count]) for step in range(1, (count + 1) // 2)]
    # players of the first half invite those opposite
    if count % 2 == 0:
        found += [(group[place], group[place + count // 2]) for place in range(count // 2)]
    return found


def _recount(
    group: Sequence[str], reading: _Reading, removal_at: int, extra: Mapping[str, Any]
) -> _Group:
    official = reading.official(group)
    timeouts = {one: sum(match.absent == one for match in official.values()) for one in group}
    staying = [one for one in group if timeouts[one] < removal_at and not reading.gone.get(one)]
    kept = {pair: match for pair, match in official.items() if pair <= set(staying)}
    finished = [match for match in kept.values() if match.points]
    points = {one: sum((match.points.get(one, Fraction(0)) for match in finished), Fraction(0))
              for one in group}  # fmt: skip
    played = {one: sum(one in match.pair for match in finished) for one in group}
    provisional = 2 * len(finished) < len(staying) * (len(staying) - 1)
    levels = sorted({points[one] for one in staying}, reverse=True)
    order = [one for level in levels for one in staying if points[one] == level]
    following: list[dict[str, Any]] = []
    early = [one for one in group if one not in reading.late]
    invited = _invitations(early)
    for place, name in enumerate(group[len(early):], len(early)):
        # every second player of the first ones invites a late arrival; later ones invite earlier ones
        invited += [(one, name) if seat % 2 and seat < len(early) else (name, one)
                    for seat, one in enumerate(group[:place])]  # fmt: skip
    for one, other in invited:
        if one not in staying or other not in staying:
            continue
        match = kept.get(frozenset((one, other)))
        if match is None:
            following.append({"players": [one, other]})
        elif not match.points:
            following.append({"match": match.number, "players": [one, other], "started": True})
    notes = []
    for one in group:
        mine = [match for match in reading.ended.values() if match.absent == one]
        if timeouts[one] >= removal_at:
            notes.append(f"{one} is removed with all games: {timeouts[one]} timeouts.")
        elif one not in staying:
            notes.append(f"{one} is removed with all games: withdrawn.")
        elif one in reading.gone:
            told = counted(len(mine), "open game is a timeout", "open games are timeouts")
            notes.append(f"{one} has withdrawn: {told} with nothing played.")
    tie = _Tie()
    if order and not provisional:
        leaders = [one for one in order if points[one] == levels[0]]
        tie = _first(leaders, kept, reading, 1)
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
    level: Sequence[str], table: Mapping[frozenset[str], _TttMatch], reading: _Reading, mini: int
) -> _Tie:
    before = f"mini-TTT {mini - 1}, " if mini > 1 else ""
    if len(level) == 1:
        return _Tie(level[0])
    ours = [match for pair, match in table.items() if match.points and pair <= set(level)]
    what, scores = "most wins among the tied", {one: Fraction(0) for one in level}
    by_points = reading.measure == "points" and len(level) > 2
    for match in ours:
        for one in match.pair:
            scores[one] += match.points[one] if by_points else int(match.winner == one)
    if by_points:
        what = "most points among the tied"
    elif len(level) == 2:
        what = "their game"
    ranked = sorted(level, key=scores.__getitem__, reverse=True)
    if scores[ranked[0]] > scores[ranked[1]]:
        return _Tie(ranked[0], before + what, f"{_shown(scores[ranked[0]])} v {_shown(scores[ranked[1]])}")
    if reading.invited == "best":
        level = [one for one in level if scores[one] == scores[ranked[0]]]
    games = reading.official(level, mini)
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
    return _first(top, games, reading, mini + 1)


def drawn(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return the groups of a draw: the players are shuffled by the seed and dealt to the groups in turn."""
    order = list(players)
    random.Random(f"ttt {seed}").shuffle(order)
    asked = choices.get("groups", 1) if isinstance(choices, dict) else 1
    groups: list[list[str]] = [[] for _ in range(asked if isinstance(asked, int) else 1)]
    for place, player in enumerate(order):
        groups[place % len(groups)].append(player)
    return {"groups": groups}


TTT = Auditor(ttt, drawn, arrival="late", departure="absent", keeps=True)
