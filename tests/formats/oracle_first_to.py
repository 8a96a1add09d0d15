"""Championship, Masters and Challengers read once more, as counts over plain lists of results.

Written from docs/rules/races.md, not from the formats: no state is carried on, everything is counted
again from the results so far. `places_reached` plays every end out, game by game, without remembering states.
"""


def placed(players, figures):
    """Return rank by player; a rank is shared by those with equal figures."""
    return {p: 1 + len([q for q in players if figures[q] > figures[p]]) for p in players}


def championship(players, first_to, winners):
    """Return (rank, won, lost) by player, and the winner of the event or None."""
    won = {p: winners.count(p) for p in players}
    ranks = placed(players, won)
    done = [p for p in players if won[p] >= first_to]
    return {p: (ranks[p], won[p], len(winners) - won[p]) for p in players}, (done or [None])[0]


def championship_ends(first_to, winners):
    """Yield the list of winners of every end, as seats 0 to 2."""
    if any(winners.count(seat) == first_to for seat in range(3)):
        yield winners
        return
    for seat in range(3):
        yield from championship_ends(first_to, [*winners, seat])


def challengers_pair(zero, games):
    """Return who play the next counted game: everybody but the loser of the game before.

    `zero` is the order of Game 0, `games` the pairs (winner, loser) so far.
    """
    if not games:
        return {zero[0], zero[1]}
    return set(zero) - {games[-1][1]}


def challengers(players, first_to, zero, games):
    """Return (rank, won, lost) by player, and the winner of the event or None."""
    won = {p: len([1 for winner, _ in games if winner == p]) for p in players}
    lost = {p: len([1 for _, loser in games if loser == p]) for p in players}
    for number in range(len(games)):
        assert set(games[number]) == challengers_pair(zero, games[:number])
    ranks = placed(players, won)
    done = [p for p in players if won[p] >= first_to]
    return {p: (ranks[p], won[p], lost[p]) for p in players}, (done or [None])[0]


def challengers_ends(first_to, zero, games):
    """Yield the games of every end."""
    if any(len([1 for winner, _ in games if winner == p]) == first_to for p in zero):
        yield games
        return
    one, other = sorted(challengers_pair(zero, games))
    yield from challengers_ends(first_to, zero, [*games, (one, other)])
    yield from challengers_ends(first_to, zero, [*games, (other, one)])


def span(players, tables):
    """Return (best, worst) place by player over some tables {player: rank}."""
    found = {p: set() for p in players}
    for table in tables:
        for p in players:
            found[p].add(table[p])
    return {p: (min(found[p]), max(found[p])) for p in players}
