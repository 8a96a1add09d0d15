"""An independent table of a round robin, written from the page's rules: plain loops over the results."""


def points_of(document, result):
    """Return winner, loser and their points."""
    first, second = result["players"]
    length = document["options"].get("length") or 0
    if "score" in result:
        mine, theirs = result["score"]
    else:
        mine, theirs = (length, 0) if result["winner"] == first else (0, length)
    return (first, second, mine, theirs) if result["winner"] == first else (second, first, theirs, mine)


def places(document):
    """Return every player's place after all matches; players who stay level share one."""
    matches = [points_of(document, result) for result in document["results"]]

    def value(player, step, level):
        total = 0
        for winner, loser, high, low in matches:
            if player not in (winner, loser):
                continue
            inside = winner in level and loser in level
            if step == 0 or (step == 1 and inside):
                total += player == winner
            if step == 3 or (step == 2 and inside):
                total += (high - low) if player == winner else (low - high)
            if step == 4:
                total += high if player == winner else low
        return total

    found = {}

    def place(level, first):
        for step in range(5):
            values = {player: value(player, step, level) for player in level}
            if len(set(values.values())) > 1:
                for figure in sorted(set(values.values()), reverse=True):
                    part = {player for player in level if values[player] == figure}
                    place(part, first)
                    first += len(part)
                return
        found.update(dict.fromkeys(level, first))

    place(set(document["players"]), 1)
    return found


def spans(document, waiting, length):
    """Return best and worst place and the winners' counts over every score of the waiting matches."""
    tables = []

    def go(left, results):
        if not left:
            tables.append((places(document | {"results": results}), results))
            return
        one, other = left[0]
        for less in range(length):
            for winner in (one, other):
                score = [length, less] if winner == one else [less, length]
                more = {"players": [one, other], "winner": winner, "score": score}
                go(left[1:], [*results, more])

    go(list(waiting), list(document["results"]))
    seen = {}
    for player in document["players"]:
        mine = [table[player] for table, _ in tables]
        # fewest further wins with which he is first in every completion
        magic = None
        own = sum(player in pair for pair in waiting)
        further = [
            (table[player], sum(one["winner"] == player for one in results[len(document["results"]) :]))
            for table, results in tables
        ]
        for wins in range(own, -1, -1):
            cases = [place for place, count in further if count == wins]
            if any(place > 1 for place in cases):
                break
            magic = wins
        seen[player] = (min(mine), max(mine), magic if min(mine) == 1 else None)
    return seen
