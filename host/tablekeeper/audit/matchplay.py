"""Audit of Swing, couples and round robin: matches of two, written from rules/backgammon.md, "Events".

The round robin's steps are our own: docs/formats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tablekeeper.audit.recount import Recount, Step, ladder, step
from tablekeeper.audit.retelling import Retold
from tablekeeper.formats.place import Place


def swing(event: Retold) -> Recount:
    """Recount a Swing: points x cube x chips move, never more than either holds."""
    players, chips = event.players, event.option("cpp", [])
    held = dict.fromkeys(players, event.option("stake", 0))
    total = sum(held.values())
    playing: dict[int, set[str]] = {}
    latest = 1
    for result in event.places():
        if total in held.values():
            raise result.refuse("somebody holds everything before this game")
        keys = ("players", "winner", "points", "cube", "round")
        fields = result.fields(keys, keys)
        pair = fields["players"].pair(players)
        winner = fields["winner"].player(pair)
        loser = next(player for player in pair if player != winner)
        number = fields["round"].whole(latest, latest + 1)
        latest = number
        seen = playing.setdefault(number, set())
        if seen & set(pair):
            raise fields["players"].refuse("nobody plays twice in a round")
        if not (held[winner] and held[loser]):
            raise fields["players"].refuse("who holds nothing plays no more")
        seen |= set(pair)
        cube = fields["cube"].whole(1)
        if cube.bit_count() != 1:
            raise fields["cube"].refuse("this is on no cube")
        cpp = chips[number - 1] if number <= len(chips) else chips[-1]
        worth = fields["points"].whole(1, 3) * cube * min(cpp, held[winner], held[loser])
        moved = min(worth, held[loser])
        held[winner] += moved
        held[loser] -= moved
    winner_of_all = next((player for player in players if held[player] == total), None)
    lines = ladder(
        players, [step("most victory points", held)], {player: {"vp": held[player]} for player in players}
    )
    over = winner_of_all is not None
    return Recount(over, winner_of_all, not over, lines, [] if over else None, [], ("the seeded pairings",))


def _signed(figure: int) -> str:
    return "0" if figure == 0 else f"{figure:+d}"


def couples(event: Retold) -> Recount:
    """Recount couples: five matches an encounter; most matches, then points difference, wins it."""
    teams: dict[str, list[str]] = event.options["couples"]
    names = list(teams)
    side = {person: team for team, two in teams.items() for person in two} | {team: team for team in names}
    played: dict[frozenset[str], list[tuple[int, frozenset[str], str, int]]] = {
        frozenset(pair): [] for pair in combinations(names, 2)
    }
    for result in event.places():
        fields = result.fields(
            ("couples", "phase", "players", "winner", "score"), ("couples", "phase", "winner", "score")
        )
        pair = fields["couples"].pair(names)
        phase = fields["phase"].whole(1, 3)
        who = fields["players"].pair(list(side)) if "players" in fields else pair
        matches = played[frozenset(pair)]
        done = [frozenset(match[1]) for match in matches if match[0] == phase]
        wanted = _fixtures(pair, teams, phase)
        if frozenset(who) not in wanted or frozenset(who) in done:
            raise result.refuse(f"this is not to be played in phase {phase}")
        if len(matches) not in ((0, 1), (2,), (3, 4))[phase - 1]:
            raise fields["phase"].refuse("the phases are played one after the other")
        winner = fields["winner"].player(who)
        matches.append((phase, frozenset(who), side[winner], _margin(fields["score"], who, winner)))
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    matches_won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    over = all(len(matches) == 5 for matches in played.values())
    for both, matches in played.items():
        one, other = sorted(both)
        tally = {one: [0, 0], other: [0, 0]}
        for _, _, winner, margin in matches:
            loser = other if winner == one else one
            tally[winner][0] += 1
            tally[winner][1] += margin
            tally[loser][1] -= margin
        for team, (count, margin) in tally.items():
            matches_won[team] += count
            points[team] += margin
        if len(matches) == 5 and tally[one] != tally[other]:
            best = max(both, key=tally.__getitem__)
            won[best] += 1
            lost[other if best == one else one] += 1
    steps: list[Step] = [step("encounters won", {team: won[team] for team in names})]
    if over:
        steps.append(step("matches won", {team: matches_won[team] for team in names}))
        steps.append(step("points difference", {team: points[team] for team in names}, _signed))
    lines = ladder(names, steps, {team: {"won": won[team], "lost": lost[team]} for team in names})
    alone = over and sum(line.rank == 1 for line in lines) == 1
    return Recount(over, lines[0].player if alone else None, not over, lines, [] if over else None, [])


def _fixtures(pair: Sequence[str], teams: Mapping[str, list[str]], phase: int) -> set[frozenset[str]]:
    (a1, a2), (b1, b2) = teams[pair[0]], teams[pair[1]]
    return {
        1: {frozenset((a1, b2)), frozenset((a2, b1))},
        2: {frozenset(pair)},
        3: {frozenset((a1, b1)), frozenset((a2, b2))},
    }[phase]


def _margin(place: Place, pair: Sequence[str], winner: str) -> int:
    first, second = (item.whole(0) for item in place.items(2, 2))
    margin = first - second if winner == pair[0] else second - first
    if margin <= 0:
        raise place.refuse("the winner has more points")
    return margin


def round_robin(event: Retold) -> Recount:
    """Recount a round robin: wins, then among the level ones, then over all matches."""
    players, length = event.players, event.option("length", None)
    times = 2 if event.option("double", False) else 1
    met: Counter[frozenset[str]] = Counter()
    #: (player, opponent, won, points for, points against), from both sides
    sides: list[tuple[str, str, int, int, int]] = []
    for result in event.places():
        fields = result.fields(("players", "winner", "score", "forfeit"), ("players", "winner"))
        pair = fields["players"].pair(players)
        met[frozenset(pair)] += 1
        if met[frozenset(pair)] > times:
            raise fields["players"].refuse("these two have met already")
        winner = fields["winner"].player(pair)
        loser = next(player for player in pair if player != winner)
        forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
        if "score" in fields:
            one, other = (item.whole(0) for item in fields["score"].items(2, 2))
            high, low = (one, other) if winner == pair[0] else (other, one)
            if not forfeit and (low >= high or (length is not None and high != length)):
                raise fields["score"].refuse("the winner has not won by this score")
        elif forfeit:
            high, low = length or 0, 0
        else:
            raise result.at("score").refuse("is missing")
        sides += [(winner, loser, 1, high, low), (loser, winner, 0, low, high)]
    total = times * len(players) * (len(players) - 1)
    over = len(sides) == total
    won = {player: sum(one[2] for one in sides if one[0] == player) for player in players}
    lost = {player: sum(1 - one[2] for one in sides if one[0] == player) for player in players}

    def wins(level: Sequence[str]) -> dict[str, Any]:
        return {one: sum(x[2] for x in sides if x[0] == one and x[1] in level) for one in level}

    def margin(level: Sequence[str]) -> dict[str, Any]:
        return {one: sum(x[3] - x[4] for x in sides if x[0] == one and x[1] in level) for one in level}

    if over:
        steps: list[Step] = [
            step("matches won", won),
            ("head-to-head matches won", wins, str),
            ("head-to-head points difference", margin, _signed),
            step("points difference", margin(players), _signed),
            step("points won", {one: sum(x[3] for x in sides if x[0] == one) for one in players}),
        ]
    else:
        fewer = {one: -count for one, count in lost.items()}
        steps = [step("matches won", won), step("fewer matches lost", fewer, lambda count: str(-count))]
    figures = {player: {"won": won[player], "lost": lost[player]} for player in players}
    lines = ladder(players, steps, figures, restart=over)
    alone = over and sum(line.rank == 1 for line in lines) == 1
    return Recount(over, lines[0].player if alone else None, not over, lines, [] if over else None, [])
