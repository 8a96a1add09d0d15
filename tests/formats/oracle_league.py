"""A second, slow league table, written from the rules alone: lists of plain results, no sums kept.

A result is (winner, loser, winner's pawns, loser's pawns, winner's colours, loser's colours, minutes);
`minutes` None is a time that is not known yet.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product


def losers(extra_large):
    """Return what a loser can have: (pawns, colours)."""
    if not extra_large:
        return [(pawns, 0) for pawns in (0, 1, 2, 3)]
    return [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (5, 0), (5, 1), (6, 0), (6, 1), (7, 1)]


def results_of(one, other, extra_large):
    """Return every result two players can have, times not known."""
    full = (8, 2) if extra_large else (4, 0)
    return [
        (winner, loser, full[0], pawns, full[1], colours, None)
        for winner, loser in ((one, other), (other, one))
        for pawns, colours in losers(extra_large)
    ]


def probability(result, extra_large):
    """Return how likely a result is: the winner, then the pawns, then the colours, each equally."""
    pawns = result[3]
    if not extra_large:
        return Fraction(1, 2) * Fraction(1, 4)
    return Fraction(1, 2) * Fraction(1, 8) * (Fraction(1, 2) if pawns in (4, 5, 6) else 1)


def scored(results, player, at):
    """Return the sum of a player's own figures; `at` is where the winner's stands."""
    return sum(r[at] for r in results if r[0] == player) + sum(r[at + 1] for r in results if r[1] == player)


def conceded(results, player, at):
    """Return the sum of the opponents' figures."""
    return sum(r[at + 1] for r in results if r[0] == player) + sum(r[at] for r in results if r[1] == player)


def step(number, results, group, minutes):
    """Return each player's figure of a tie-break step, larger is better; None where it does not apply."""
    if number in (1, 2, 3):
        if len(group) == 3:
            return None
        results = [r for r in results if set(r[:2]) == set(group)]
        if number == 1:
            return {p: sum(r[0] == p for r in results) for p in group}
        at = 2 if number == 2 else 4
        return {p: scored(results, p, at) - conceded(results, p, at) for p in group}
    if number in (4, 6):
        at = 2 if number == 4 else 4
        return {p: scored(results, p, at) - conceded(results, p, at) for p in group}
    if number in (5, 7):
        return {p: scored(results, p, 2 if number == 5 else 4) for p in group}
    return {p: -minutes[p] for p in group}


def parts(figures):
    """Return players in groups by their figures, best first."""
    values = sorted(set(figures.values()), reverse=True)
    return [[p for p in figures if figures[p] == value] for value in values]


def split(results, group, minutes, last, throws=None):
    """Return a tied group as ordered groups: steps 1 to `last`, then throws if there are any."""
    if len(group) == 1:
        return [group]
    for number in range(1, last + 1):
        if number == 8 and any(minutes[p] is None for p in group):
            continue
        figures = step(number, results, group, minutes)
        if figures is None or len(set(figures.values())) == 1:
            continue
        return [
            part for level in parts(figures) for part in split(results, level, minutes, last, throws)
        ]
    while throws and len(throws) >= len(group):
        thrown = {player: throws.pop(0)[1] for player in throws_order(throws, group)}
        if len(set(thrown.values())) > 1:
            return [
                part for level in parts(thrown) for part in split(results, level, minutes, last, throws)
            ]
    return [group]


def throws_order(throws, group):
    """Return the players of the next round of throws."""
    order = [throw[0] for throw in throws[: len(group)]]
    assert sorted(order) == sorted(group)
    return order


def records(results, players):
    """Return everybody's wins / (wins + losses)."""
    won = Counter(r[0] for r in results)
    lost = Counter(r[1] for r in results)
    return {p: Fraction(won[p], (won[p] + lost[p]) or 1) for p in players}


def quickness(results, players):
    """Return the full minutes of everybody's won games, None where one is not recorded."""
    found = {}
    for p in players:
        times = [r[6] for r in results if r[0] == p]
        found[p] = None if None in times else sum(int(time) for time in times)
    return found


def table(results, players, throws=None):
    """Return the final table: groups of players, best first."""
    throws = list(throws or [])
    minutes = quickness(results, players)
    return [
        part
        for level in parts(records(results, players))
        for part in split(results, level, minutes, 8, throws)
    ]


def orders(groups):
    """Return every order of groups of which dice separate the players."""
    return {sum(chosen, ()) for chosen in product(*(list(permutations(group)) for group in groups))}


def ends(results, players, open_games, extra_large):
    """Yield (results of the open games, orders then possible) for every end; times are any whole minutes."""
    known = {p: sum(int(r[6]) for r in results if r[0] == p) for p in players}
    beyond = max(known.values()) + 3
    for later in product(*(results_of(one, other, extra_large) for one, other in open_games)):
        whole = [*results, *later]
        found = set()
        nothing = dict.fromkeys(players)
        rough = [
            part
            for level in parts(records(whole, players))
            for part in split(whole, level, nothing, 7)
        ]
        if all(len(group) == 1 for group in rough):
            yield later, orders(rough)
            continue
        # every sum of times that could make a difference
        wins = {p: sum(r[0] == p for r in later) for p in players}
        spans = [
            range(known[p] + wins[p], max(known[p], beyond) + wins[p] + 3) if wins[p] else [known[p]]
            for p in players
        ]
        for times in product(*spans):
            minutes = dict(zip(players, times, strict=True))
            found |= orders(
                part
                for level in parts(records(whole, players))
                for part in split(whole, level, minutes, 8)
            )
        yield later, found


def rights(results, players, order, meetings):
    """Return which of the meetings (places from 0) begin 1-0."""
    won = records(results, players)
    return tuple(won[order[one]] > won[order[other]] for one, other in meetings)


def best_sequences(results, players, open_games, extra_large, meetings):
    """Return the expected games played when all is settled, for each order of the open games (as indexes)."""
    seen = [
        (later, {(order, rights([*results, *later], players, order, meetings)) for order in possible})
        for later, possible in ends(results, players, open_games, extra_large)
    ]
    found = {}
    for order in permutations(range(len(open_games))):
        expected = Fraction(0)
        for later, _ in seen:
            chance = Fraction(1)
            for result in later:
                chance *= probability(result, extra_large)
            played = 0
            for played in range(len(order) + 1):
                known = order[:played]
                alike = [
                    outcome
                    for other, outcomes in seen
                    if all(other[place] == later[place] for place in known)
                    for outcome in outcomes
                ]
                if len(set(alike)) == 1:
                    break
            expected += chance * played
        found[order] = expected
    return found
