"""Audit of couples and round robin: matches of two, written from docs/rules/backgammon.md, "Events".

The steps of the round robin are Tablekeeper's: docs/formats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, Step, ladder, step
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed


def couples(event: AuditedEvent) -> Recount:
    """Recount couples: an encounter has five matches; more matches, then points difference, win it."""
    teams: dict[str, list[str]] = event.options["couples"]
    names = list(teams)
    side = {person: team for team, two in teams.items() for person in two} | {team: team for team in names}
    played: dict[frozenset[str], list[tuple[int, frozenset[str], str, int]]] = {
        frozenset(pair): [] for pair in combinations(names, 2)
    }
    gone: set[str] = set()
    for result in event.places():
        if result.has("absent"):
            name = result.fields(("absent",))["absent"].player(event.players)
            if name in gone:
                raise result.at("absent").refuse("this one has left before")
            gone.add(name)
            for rival in set(names) - {side[name]}:
                # the other couple wins the rest of the encounter, without points
                left = played[frozenset((side[name], rival))]
                left += [(0, frozenset(), rival, 0)] * (5 - len(left))
            continue
        fields = result.fields(
            ("couples", "phase", "players", "winner", "score"), ("couples", "phase", "winner", "score")
        )
        pair = fields["couples"].pair(names)
        phase = fields["phase"].whole(1, 3)
        who = _who(fields, phase, pair, teams, side)
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
        steps.append(step("points difference", {team: points[team] for team in names}, signed))
    lines = ladder(names, steps, {team: {"won": won[team], "lost": lost[team]} for team in names})
    alone = over and sum(line.rank == 1 for line in lines) == 1
    # the open games of an encounter's present phase; player 1 of the first couple comes first
    following = []
    for one, other in combinations(names, 2):
        count = len(played[frozenset((one, other))])
        if count == 5:
            continue
        phase = 1 if count < 2 else 2 if count < 3 else 3
        told = {match[1] for match in played[frozenset((one, other))] if match[0] == phase}
        (a1, a2), (b1, b2) = teams[one], teams[other]
        order = {1: [(a1, b2), (a2, b1)], 2: [(one, other)], 3: [(a1, b1), (a2, b2)]}[phase]
        following += [
            {"couples": [one, other], "phase": phase, "players": list(two)}
            for two in order if frozenset(two) not in told
        ]  # fmt: skip
    first = lines[0].player if alone else None
    return Recount(over, first, not over, lines, following, [], _shared(over, first))


def _who(
    fields: Mapping[str, Cursor],
    phase: int,
    pair: tuple[str, ...],
    teams: Mapping[str, list[str]],
    side: Mapping[str, str],
) -> tuple[str, ...]:
    if "players" not in fields:
        return pair
    if phase == 2 and len(fields["players"].items()) == 4:
        # the four consulting players, in the order of their couples
        four = fields["players"].pair([name for team in pair for name in teams[team]], 4)
        return tuple(dict.fromkeys(side[name] for name in four))
    return fields["players"].pair(list(side))


def _shared(over: bool, winner: str | None) -> list[str]:
    return ["First place is shared: the director decides."] if over and winner is None else []


def _fixtures(pair: Sequence[str], teams: Mapping[str, list[str]], phase: int) -> set[frozenset[str]]:
    (a1, a2), (b1, b2) = teams[pair[0]], teams[pair[1]]
    return {
        1: {frozenset((a1, b2)), frozenset((a2, b1))},
        2: {frozenset(pair)},
        3: {frozenset((a1, b1)), frozenset((a2, b2))},
    }[phase]


def _margin(cursor: Cursor, pair: Sequence[str], winner: str) -> int:
    first, second = (item.whole(0) for item in cursor.items(2, 2))
    margin = first - second if winner == pair[0] else second - first
    if margin <= 0:
        raise cursor.refuse("the winner has more points")
    return margin


def round_robin(event: AuditedEvent) -> Recount:
    """Recount a round robin: wins, then matches among the level players, then all matches."""
    players, length = list(event.players), event.option("length", None)
    times = 2 if event.option("double", False) else 1
    met: Counter[frozenset[str]] = Counter()
    #: (player, opponent, won, points for, points against), from both sides
    sides: list[tuple[str, str, int, int, int]] = []
    absent: set[str] = set()
    rounds = _rounds(players, times)

    def forfeits(name: str, rivals: set[str]) -> None:
        # the remaining matches against all others are lost without points
        for rival in rivals:
            for _ in range(times - met[frozenset((name, rival))]):
                met[frozenset((name, rival))] += 1
                sides.extend(((rival, name, 1, length or 0, 0), (name, rival, 0, 0, length or 0)))

    for result in event.places():
        if result.has("late"):
            fields = result.fields(("late", "kept"), ("late", "kept"))
            if fields["late"].name() in players:
                raise fields["late"].refuse("this player is in the event already")
            players.append(fields["late"].value)
            rounds = _joined(rounds, players, fields["kept"].whole(0), times)
            for name in absent:
                forfeits(name, {players[-1]})
            continue
        if result.has("absent"):
            name = result.fields(("absent",))["absent"].player(players)
            if name in absent:
                raise result.at("absent").refuse("this player has left before")
            absent.add(name)
            forfeits(name, set(players) - {name})
            continue
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
            ("head-to-head points difference", margin, signed),
            step("points difference", margin(players), signed),
            step("points won", {one: sum(x[3] for x in sides if x[0] == one) for one in players}),
        ]
    else:
        fewer = {one: -count for one, count in lost.items()}
        steps = [step("matches won", won), step("fewer matches lost", fewer, lambda count: str(-count))]
    figures = {player: {"won": won[player], "lost": lost[player]} for player in players}
    lines = ladder(players, steps, figures, restart=over)
    alone = over and sum(line.rank == 1 for line in lines) == 1
    first = lines[0].player if alone else None
    following: list[dict[str, Any]] = []
    for number, two in rounds:
        if met[frozenset(two)]:
            met[frozenset(two)] -= 1
        else:
            pairing: dict[str, Any] = {"round": number, "players": two}
            following.append(pairing if length is None else pairing | {"length": length})
    return Recount(over, first, not over, lines, following, [], _shared(over, first))


def _rounds(players: Sequence[str], times: int) -> list[tuple[int, list[str]]]:
    """Return every match with its round: seat 0 stays, the others rotate; the second time reversed."""
    seats = len(players) + len(players) % 2
    found = []
    for number in range(times * (seats - 1)):
        # the player at place p in round r has moved r steps on the circle of all seats except the first
        at = [0, *((place - 1 - number) % (seats - 1) + 1 for place in range(1, seats))]
        for place in range(seats // 2):
            one, other = at[place], at[seats - 1 - place]
            if max(one, other) < len(players):
                two = [players[one], players[other]]
                found.append((number + 1, two[::-1] if number >= seats - 1 else two))
    return found


def _joined(
    rounds: Sequence[tuple[int, list[str]]], players: Sequence[str], kept: int, times: int
) -> list[tuple[int, list[str]]]:
    """Return the rounds after the last of the players has joined: those up to `kept` stay.

    Seats are given so that a round-robin of all would begin with the last kept round; its free players sit
    first. Each other match moves up to the first round after it with both free, those of that round last.
    """
    stay = [(number, two) for number, two in rounds if number <= kept]
    now = [two for number, two in stay if number == kept]
    free: list[str | None] = [one for one in players if not any(one in two for two in now)]
    if len(free) % 2:
        free.append(None)
    tables = [(free[place], free[len(free) - 1 - place]) for place in range(len(free) // 2)]
    tables += [(two[0], two[1]) for two in now]
    seats = [one for one, _ in tables] + [other for _, other in tables[::-1]]
    found, again = list(stay), [sorted(two) for _, two in stay]
    drawn = [(number, two) for number, two in _rounds([one or "" for one in seats], times) if "" not in two]
    for _, two in [one for one in drawn if one[0] > 1] + [one for one in drawn if one[0] == 1]:
        if sorted(two) in again:
            again.remove(sorted(two))
            continue
        first = next((other for _, other in found if set(other) == set(two)), None)
        taken = {number for number, other in found if set(other) & set(two)}
        number = next(one for one in range(kept + 1, len(found) + kept + 2) if one not in taken)
        found.append((number, two if first is None else first[::-1]))
    return sorted(found, key=lambda one: one[0])


COUPLES = Auditor(couples, departure="absent")
ROUND_ROBIN = Auditor(round_robin, arrival="late", departure="absent", keeps=True)
