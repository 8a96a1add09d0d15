"""A second, slow table of couples, written from the rules alone: it counts again for every question."""

from itertools import combinations

#: phase -> which players of the first couple meet which of the second (None: both, consulting)
SEATS = {1: [(0, 1), (1, 0)], 2: [None], 3: [(0, 0), (1, 1)]}


class Table:
    """An event read from its document."""

    def __init__(self, document):
        self.couples = document["options"]["couples"]
        self.results = document["results"]

    def home(self, name):
        """Return the couple of a name, which may be the couple itself."""
        return next(couple for couple, members in self.couples.items() if name in [couple, *members])

    def of(self, one, other):
        """Return the results of an encounter."""
        return [result for result in self.results if set(result["couples"]) == {one, other}]

    def won(self, couple, other):
        """Return how many of the matches against a couple were won."""
        return sum(1 for result in self.of(couple, other) if self.home(result["winner"]) == couple)

    def difference(self, couple, other):
        """Return points made less points given away against a couple."""
        total = 0
        for result in self.of(couple, other):
            for name, points in zip(result.get("players", result["couples"]), result["score"], strict=True):
                total += points if self.home(name) == couple else -points
        return total

    def beat(self, couple, other):
        """Return whether a couple has won the encounter with another one."""
        if len(self.of(couple, other)) < 5:
            return False
        mine = (self.won(couple, other), self.difference(couple, other))
        return mine > (self.won(other, couple), self.difference(other, couple))

    def open(self):
        """Return what can be played now: (phase, names) of every encounter's phase in progress."""
        found = []
        for one, other in combinations(self.couples, 2):
            played = self.of(one, other)
            for phase, seats in SEATS.items():
                names = [
                    frozenset((one, other) if seat is None
                              else (self.couples[one][seat[0]], self.couples[other][seat[1]]))
                    for seat in seats
                ]  # fmt: skip
                done = [set(r.get("players", r["couples"])) for r in played if r["phase"] == phase]
                left = [(phase, pair) for pair in names if set(pair) not in done]
                found += left
                if left:
                    break
        return found

    def table(self):
        """Return (rank, won, lost) of every couple."""
        over = not self.open()
        key, found = {}, {}
        for couple in self.couples:
            others = [other for other in self.couples if other != couple]
            won = sum(self.beat(couple, other) for other in others)
            key[couple] = (won,)
            if over:
                matches = sum(self.won(couple, other) for other in others)
                key[couple] += (matches, sum(self.difference(couple, other) for other in others))
            found[couple] = (won, sum(self.beat(other, couple) for other in others))
        return {c: (1 + sum(1 for other in key if key[other] > key[c]), *found[c]) for c in key}
