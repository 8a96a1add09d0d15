"""A second, slow Swing, written from the rules alone: point by point, chip by chip, on a list of rounds."""


def rounds(document):
    """Return the results round by round."""
    found = []
    for result in document["results"]:
        while len(found) < result["round"]:
            found.append([])
        found[result["round"] - 1].append(result)
    return found


class Swing:
    """An event read from its document: holdings after each round, who waited, and what is wrong with it."""

    def __init__(self, document):
        options = document["options"]
        self.players = document["players"]
        self.purse = [[player, options["stake"]] for player in self.players]
        self.faults = []
        self.waits = {player: [] for player in self.players}
        self.history = [self.holdings()]
        everything = options["stake"] * len(self.players)
        games = rounds(document)
        for number, played in enumerate(games, 1):
            ladder = options["cpp"]
            cpp = ladder[number - 1] if number <= len(ladder) else ladder[-1]
            seated = [player for player, held in self.purse if held > 0]
            here = []
            for result in played:
                self.game(result, cpp)
                here += result["players"]
                if sum(held for _, held in self.purse) != everything:
                    self.faults.append(f"round {number}: points were made or lost")
            if sorted(here) != sorted(set(here)) or not set(here) <= set(seated):
                self.faults.append(f"round {number}: {here} played")
            out = [player for player in seated if player not in here]
            if number < len(games):
                if len(out) != len(seated) % 2:
                    self.faults.append(f"round {number}: {out} did not play")
                for player in out:
                    if len(self.waits[player]) > min(len(self.waits[other]) for other in seated):
                        self.faults.append(f"round {number}: {player} waits again")
                    self.waits[player].append(number)
                self.history.append(self.holdings())
        self.seated, self.out, self.round = (
            seated if games else self.players,
            out if games else [],
            len(games),
        )
        if not games:
            self.out, self.round = list(self.players), 1

    def holdings(self):
        """Return what each player holds."""
        return dict(map(tuple, self.purse))

    def game(self, result, cpp):
        """Pay a game: its stake for each point and each step of the cube, as long as there is anything."""
        purses = {name: purse for purse in self.purse for name in purse[:1]}
        loser = purses[next(name for name in result["players"] if name != result["winner"])]
        winner = purses[result["winner"]]
        stake = sorted((cpp, winner[1], loser[1]))[0]
        for _ in range(result["points"] * result["cube"]):
            paid = stake if loser[1] >= stake else loser[1]
            loser[1] -= paid
            winner[1] += paid

    def winner(self):
        """Return who is the only one with something left."""
        left = [player for player, held in self.purse if held]
        return left[0] if len(left) == 1 else None

    def table(self):
        """Return (rank, holding) by player: the rank is one more than the number of those who hold more."""
        held = self.holdings()
        return {p: (1 + sum(1 for q in held if held[q] > held[p]), held[p]) for p in held}
