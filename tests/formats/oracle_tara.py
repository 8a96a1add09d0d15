"""A second TARA, slow and written from the rules page alone: a dict of hills, no sets of bits.

A board is {"E4": seat}. `Slow` knows the whole state; `options()` are the legal turns as texts.
"""

HILLS = [c + r for c in "ABCDEFG" for r in "1234567" if c + r not in ("A1", "A7", "G1", "G7")]


def offset(one, other):
    """Return how far two hills are apart, the longer way first."""
    wide = abs(ord(one[0]) - ord(other[0]))
    tall = abs(ord(one[1]) - ord(other[1]))
    return max(wide, tall), min(wide, tall)


ADJACENT = {hill: [other for other in HILLS if offset(hill, other) == (1, 0)] for hill in HILLS}
FORBIDDEN = ((1, 0), (1, 1), (2, 0))


class Slow:
    """One game, played turn by turn with texts."""

    def __init__(self, seats, level, opening, op0_builds, starter):
        self.seats, self.level, self.opening, self.op0_builds = seats, level, opening, op0_builds
        self.board = {}
        self.turn = starter
        self.battle = False
        self.outs = []

    def copy(self):
        """Return an equal game."""
        new = Slow(self.seats, self.level, self.opening, self.op0_builds, self.turn)
        new.board, new.battle, new.outs = dict(self.board), self.battle, list(self.outs)
        return new

    def in_area(self, hill, seat):
        """Tell whether a hill lies in the four rows nearest to a seat."""
        if self.seats == 2:
            return True
        return (hill[1] <= "4", hill[0] <= "D", hill[1] >= "4", hill[0] >= "D")[seat]

    def on_shared_row(self, hill, seat):
        """Tell whether a hill is in both partners' areas."""
        return self.in_area(hill, seat) and self.in_area(hill, (seat + 2) % 4)

    def team(self, seat):
        """Return the hills of a seat's partnership."""
        return [hill for hill, holder in self.board.items() if holder % 2 == seat % 2]

    def can_place(self, hill, seat):
        """Tell whether Manoeuvres allow a ringfort there."""
        if hill in self.board or not self.in_area(hill, seat):
            return False
        mine = [one for one, holder in self.board.items() if holder == seat]
        if mine:
            close = any(offset(hill, friend) in FORBIDDEN for friend in self.team(seat))
            return any(offset(hill, one) == (2, 1) for one in mine) and not close
        if self.seats == 2 or self.opening == "free":
            return True
        partners = self.team(seat)
        if partners:
            return any(offset(hill, one) == (2, 1) for one in partners)
        return self.on_shared_row(hill, seat)

    def is_besieged(self, hill, by):
        """Tell whether a hill holds an isolated enemy ringfort with ringforts of `by`'s all around."""
        if hill not in self.board or self.board[hill] % 2 == by % 2:
            return False
        return all(near in self.board and self.board[near] % 2 == by % 2 for near in ADJACENT[hill])

    def order(self, hill, seat):
        """Return a hill's order of priority."""
        return sum(1 for near in ADJACENT[hill] if near in self.board and self.board[near] % 2 == seat % 2)

    def battle_turns(self, seat):
        """Return the builds and captures a seat has in Battle, as texts."""
        reach = [hill for hill in HILLS if self.in_area(hill, seat)]
        captures = [hill for hill in reach if self.is_besieged(hill, seat)]
        builds = [hill for hill in reach if hill not in self.board]
        if self.level == 1:
            if captures:
                return ["x" + hill for hill in captures]
            return [hill for hill in builds if self.order(hill, seat) > 0]
        ranked = [(self.order(hill, seat), hill, hill) for hill in builds]
        ranked += [(self.order(hill, seat), hill, "x" + hill) for hill in captures]
        if not self.op0_builds:
            ranked = [one for one in ranked if one[0] > 0]
        highest = max((one[0] for one in ranked), default=0)
        return [text for order, _, text in ranked if order == highest]

    def is_over(self):
        """Tell whether nobody who still has a turn can move."""
        if not self.battle:
            return False
        coming = [(self.turn + step) % self.seats for step in range(self.seats)]
        if self.outs:
            # three turns behind the call
            coming = coming[: 4 - len(self.outs)]
        return all(not self.battle_turns(seat) for seat in coming)

    def options(self):
        """Return every legal turn as text."""
        if self.is_over():
            return []
        placements = [] if self.battle else [hill for hill in HILLS if self.can_place(hill, self.turn)]
        if placements:
            return placements
        word = "" if self.battle else "battle "
        found = self.battle_turns(self.turn)
        if not found:
            found = ["out" if self.seats == 4 and not self.outs else "pass"]
        return [word + text for text in found]

    def play(self, text):
        """Play one of the legal turns."""
        if text.startswith("battle "):
            self.battle = True
            text = text.removeprefix("battle ")
        if text == "out" or self.outs:
            self.outs.append(self.turn)
        if text not in ("out", "pass"):
            self.board[text.removeprefix("x")] = self.turn
        self.turn = (self.turn + 1) % self.seats

    def kingdoms(self, side):
        """Return how many groups a side's ringforts make: names that spread until nothing changes."""
        label = {hill: number for number, hill in enumerate(self.team(side))}
        changed = True
        while changed:
            changed = False
            for hill in label:
                lowest = min([label[hill]] + [label[near] for near in ADJACENT[hill] if near in label])
                changed = changed or lowest < label[hill]
                label[hill] = lowest
        return len(set(label.values()))

    def count(self):
        """Return kingdoms, territory and points of both sides."""
        kingdoms = [self.kingdoms(0), self.kingdoms(1)]
        territory = [len(self.team(0)), len(self.team(1))]
        if kingdoms[0] != kingdoms[1]:
            better = 0 if kingdoms[0] < kingdoms[1] else 1
            worth = 2 + abs(kingdoms[0] - kingdoms[1])
        elif territory[0] != territory[1]:
            better = 0 if territory[0] > territory[1] else 1
            worth = 2 + abs(territory[0] - territory[1])
        else:
            return kingdoms, territory, [1, 1]
        points = [0, 0]
        points[better] = worth
        return kingdoms, territory, points


def leaves(game, depth):
    """Return how many sequences of `depth` turns a game has."""
    found = game.options()
    if depth == 1:
        return len(found)
    total = 0
    for text in found:
        after = game.copy()
        after.play(text)
        total += leaves(after, depth - 1)
    return total
