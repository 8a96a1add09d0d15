"""A TripleAthlon read once more: a list of scored points, one name for each, counted again after every game.

Written from docs/rules/races.md, not from the format.
"""


def points(players, scored):
    """Return points by player from a list of names."""
    return {p: scored.count(p) for p in players}


def winner(players, scored, target):
    """Return who is alone at the top with the target or more, or None."""
    top = [p for p in players if scored.count(p) >= target]
    top = [p for p in top if all(scored.count(p) > scored.count(q) for q in players if q != p)]
    return top[0] if top else None


def stops(players, scored, first, target):
    """Return whether the first colour of `first` ends game and event: nobody else can be at the target."""
    after = [*scored, first]
    if after.count(first) < target:
        return False
    # the other point of this game may go to anybody
    return not any([*after, other].count(other) >= target for other in players if other != first)


def play(players, target, rotation, results):
    """Return (points scored as names, winner or None); every result has to fit."""
    scored = []
    for number, result in enumerate(results):
        assert winner(players, scored, target) is None, "the event was over"
        rules = rotation[number % 3]
        if rules == "GP":
            first, both = result["first_colour"], result["first_both"]
            assert stops(players, scored, first, target) == (both is None)
            scored = [*scored, first] + ([both] if both else [])
        else:
            scored = [*scored, result["winner"], result["winner"]]
    return scored, winner(players, scored, target)


def ends(players, target, rotation, results, extra):
    """Yield the points of every end with at most `extra` extra games."""
    scored, won = play(players, target, rotation, results)
    if won:
        yield points(players, scored)
        return
    if max(scored.count(p) for p in players) >= target:
        if not extra:
            return
        extra -= 1
    for first in players:
        if rotation[len(results) % 3] != "GP":
            yield from ends(players, target, rotation, [*results, {"winner": first}], extra)
            continue
        stop = stops(players, scored, first, target)
        for both in [None] if stop else players:
            result = {"first_colour": first, "first_both": both}
            yield from ends(players, target, rotation, [*results, result], extra)


def unpaid_wins(players, target, rotation, results, player, games):
    """Return the most games `player` can win alone in `games` more games without being the winner then."""
    scored, won = play(players, target, rotation, results)
    if won:
        return -1 if won == player else 0
    if not games:
        return 0
    found = 0
    for first in players:
        if rotation[len(results) % 3] != "GP":
            mine = first == player
            more = [(mine, {"winner": first})]
        else:
            stop = stops(players, scored, first, target)
            more = [
                (first == player and both in (player, None), {"first_colour": first, "first_both": both})
                for both in ([None] if stop else players)
            ]
        for mine, result in more:
            then = unpaid_wins(players, target, rotation, [*results, result], player, games - 1)
            found = max(found, then + mine if then >= 0 else -1)
    return found
