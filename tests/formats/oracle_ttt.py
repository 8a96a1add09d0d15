"""A second, slow Tric Trac Tourney, written from the rules alone: each figure is read again.

Points are fractions; nothing is kept from one question to the next.
"""

from fractions import Fraction
from itertools import combinations
from math import floor

WON = {"single": Fraction(1), "gammon": Fraction(2), "backgammon": Fraction(3)}


def adjudicated(wins, gammons, backgammons, cap):
    """Return the points for a position by its percentages, each a number or a text."""
    w, g, b = (Fraction(str(value)) / 100 for value in (wins, gammons, backgammons))
    tenths = floor((w + g + b + (1 - w) / 2 + Fraction(1, 2)) * 10 + Fraction(1, 2))
    return min(max(Fraction(tenths, 10), Fraction(1)), Fraction(str(cap)))


def absent(result):
    """Return who timed out or resigned."""
    return result.get("timeout", result.get("resigned"))


def winner(result):
    """Return who won, None while the match is open."""
    if absent(result) is None:
        return result.get("winner")
    one, other = result["players"]
    return other if absent(result) == one else one


def points(result, player, cap):
    """Return what a player has from a match."""
    if "started" in result:
        return Fraction(0)
    if absent(result) is None:
        return WON[result["kind"]] if player == result["winner"] else Fraction(1, 2)
    if player == absent(result):
        return Fraction(0)
    return adjudicated(result["wins"], result["gammons"], result["backgammons"], cap)


def official(results, one, other, mini):
    """Return the official match of a pair as it stands now: the one with the lowest id."""
    theirs = [r for r in results if {one, other} == set(r["players"]) and r.get("mini", 0) == mini]
    if not theirs:
        return None
    lowest = min(r["match"] for r in theirs)
    return [r for r in theirs if r["match"] == lowest][-1]


class Group:
    """One group of an event: who is removed, who has what, who is first."""

    def __init__(self, document, players):
        self.results = document["results"]
        options = document.get("options", {})
        self.cap = options.get("cap", "2.7")
        self.removal_at = options.get("removal_at", 12)
        self.players = players
        self.removed = [p for p in players if self.timeouts(p) >= self.removal_at]
        self.playing = [p for p in players if p not in self.removed]
        self.open = {
            frozenset(pair): 0
            for pair in combinations(self.playing, 2)
            if (match := official(self.results, *pair, 0)) is None or "started" in match
        }
        self.steps = []
        self.winner = None
        if not self.open and self.playing:
            most = max(self.points(p, self.playing, 0) for p in self.playing)
            self.winner = self.first([p for p in self.playing if self.points(p, self.playing, 0) == most], 0)

    def timeouts(self, player):
        """Return in how many official matches a player timed out, whoever the opponents are."""
        games = [official(self.results, player, other, 0) for other in self.players if other != player]
        return sum(1 for game in games if game is not None and absent(game) == player)

    def games(self, player, among, mini):
        """Return a player's official matches with these players that have ended."""
        found = [official(self.results, player, other, mini) for other in among if other != player]
        return [game for game in found if game is not None and "started" not in game]

    def points(self, player, among, mini):
        """Return a player's points from those matches."""
        return sum((points(game, player, self.cap) for game in self.games(player, among, mini)), Fraction(0))

    def first(self, level, mini):
        """Return who is first of level players whose last games are those of a mini (0: the tourney)."""
        if len(level) == 1:
            return level[0]
        wins = {p: sum(winner(game) == p for game in self.games(p, level, mini)) for p in level}
        strictly = [p for p in level if all(wins[p] > wins[other] for other in level if other != p)]
        if strictly:
            self.steps.append("game" if len(level) == 2 else "wins")
            return strictly[0]
        mini += 1
        self.steps.append("mini")
        for pair in combinations(level, 2):
            match = official(self.results, *pair, mini)
            if match is None or "started" in match:
                self.open[frozenset(pair)] = mini
        if self.open:
            return None
        most = max(self.points(p, level, mini) for p in level)
        return self.first([p for p in level if self.points(p, level, mini) == most], mini)

    def table(self):
        """Return (rank, points, played, timeouts, removed) of every player."""
        total = {p: self.points(p, self.playing, 0) for p in self.playing}
        found = {p: (len(self.playing) + 1, 0, 0, self.timeouts(p), True) for p in self.removed}
        for p in self.playing:
            better = sum(total[q] > total[p] or (q == self.winner and total[q] == total[p])
                         for q in self.playing if q != p)  # fmt: skip
            rank = 1 if p == self.winner else better + 1
            found[p] = (rank, total[p], len(self.games(p, self.playing, 0)), self.timeouts(p), False)
        return found


def groups(document):
    """Return the groups of an event."""
    lists = document.get("options", {}).get("groups") or [document["players"]]
    return [Group(document, players) for players in lists]
