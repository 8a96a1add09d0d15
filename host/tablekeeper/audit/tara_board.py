"""A TARA board for the audit: a map of hills and the legal turns, tested hill by hill as the rules say.

Source: docs/rules/tara.md, "Manoeuvres", "Battle, Level 1", "Battle, Level 2", "Doubles".
"""

from __future__ import annotations

from copy import copy

_CORNERS = ("A1", "A7", "G1", "G7")
HILLS = tuple(
    column + row for column in "ABCDEFG" for row in "1234567" if column + row not in _CORNERS
)
#: distances of two hills, the longer direction first, that are less than a knight's move
_NEAR = ((1, 0), (1, 1), (2, 0))


def apart(one: str, other: str) -> tuple[int, int]:
    """Return the distances of two hills in both directions, the longer one first."""
    across, up = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return max(across, up), min(across, up)


_BESIDE = {hill: [other for other in HILLS if apart(hill, other) == (1, 0)] for hill in HILLS}


class AuditedBoard:
    """A game in progress; it is `over` when nobody with a turn left can play."""

    def __init__(self, seats: int, level: int, opening: str, op0: bool, starter: int) -> None:
        self.seats, self.level, self.linked, self.op0 = seats, level, opening == "linked", op0
        self.turn = starter
        self.owner: dict[str, int] = {}
        self.battle = False
        #: turns that are left after somebody was OUT
        self.left: int | None = None
        #: recorded passes after the end, when no other turn was possible
        self.told = 0

    # Positions

    def _area(self, hill: str, seat: int) -> bool:
        if self.seats == 2:
            return True
        column, row = ord(hill[0]) - ord("A") + 1, int(hill[1])
        return (row <= 4, column <= 4, row >= 4, column >= 4)[seat]

    def _mine(self, hill: str, seat: int) -> bool:
        return hill in self.owner and self.owner[hill] % 2 == seat % 2

    def _theirs(self, hill: str, seat: int) -> bool:
        return hill in self.owner and self.owner[hill] % 2 != seat % 2

    def _links(self, hill: str, seat: int) -> int:
        return sum(self._mine(near, seat) for near in _BESIDE[hill])

    def _placement(self, hill: str, seat: int) -> bool:
        if hill in self.owner or not self._area(hill, seat):
            return False
        own = [one for one, holder in self.owner.items() if holder == seat]
        if own:
            friends = [one for one in self.owner if self._mine(one, seat)]
            return any(apart(hill, one) == (2, 1) for one in own) and not any(
                apart(hill, one) in _NEAR for one in friends
            )
        if self.seats == 2 or not self.linked:
            return True
        partners = [one for one, holder in self.owner.items() if holder == (seat + 2) % 4]
        if partners:
            return any(apart(hill, one) == (2, 1) for one in partners)
        return self._area(hill, (seat + 2) % 4)

    def _battle_hills(self, seat: int) -> set[str]:
        reach = [hill for hill in HILLS if self._area(hill, seat)]
        sieges = [
            hill for hill in reach
            if self._theirs(hill, seat) and all(self._mine(near, seat) for near in _BESIDE[hill])
        ]  # fmt: skip
        free = [hill for hill in reach if hill not in self.owner]
        if self.level == 1:
            return set(sieges) or {hill for hill in free if self._links(hill, seat)}
        order = {hill: self._links(hill, seat) for hill in (*free, *sieges)}
        highest = max(order.values(), default=0)
        if not highest and not self.op0:
            return set()
        return {hill for hill, number in order.items() if number == highest}

    def placements(self) -> list[str]:
        """Return the hills on which the seat on turn may place a ringfort in Manoeuvres."""
        return [hill for hill in HILLS if self._placement(hill, self.turn)]

    def over(self) -> bool:
        """Return whether the game has ended."""
        if not self.battle:
            return False
        coming = self.seats if self.left is None else self.left
        return not any(self._battle_hills((self.turn + step) % self.seats) for step in range(coming))

    def turns(self) -> list[str]:
        """Return every turn that may be played now, in notation; none if the game is over."""
        if self.over():
            return []
        if not self.battle and (hills := self.placements()):
            return hills
        found = [("x" if hill in self.owner else "") + hill for hill in self._battle_hills(self.turn)]
        if not found:
            found = ["out" if self.seats == 4 and self.left is None else "pass"]
        return found if self.battle else [f"battle {text}" for text in found]

    def copy(self) -> AuditedBoard:
        """Return an equal board."""
        board = copy(self)
        board.owner = dict(self.owner)
        return board

    # Playing

    def play(self, text: str) -> str | None:
        """Play a turn in notation; return the reason if it is impossible, else None."""
        words = text.strip().split()
        announced = len(words) == 2 and words[0].lower() == "battle"
        word = words[-1] if words else ""
        if len(words) != 1 + announced:
            return f'"{text}" is no turn'
        if self.over():
            self.told += 1
            calls = ("pass",) if self.seats == 2 else ("pass", "out")
            fine = not announced and word.lower() in calls and self.told <= self.seats
            return None if fine else "the game is over"
        due = not self.battle and not self.placements()
        if announced != due:
            return "BATTLE has to be announced here" if due else "BATTLE cannot be announced here"
        allowed = set(self.placements()) if not self.battle and not due else self._battle_hills(self.turn)
        problem = self._skip(word.lower(), announced) if not allowed else self._hill(word, allowed)
        if problem is not None:
            return problem
        self.battle = self.battle or announced
        self.turn = (self.turn + 1) % self.seats
        return None

    def _skip(self, word: str, announced: bool) -> str | None:
        if word not in (("pass",) if self.seats == 2 else ("pass", "out")):
            return "nothing can be played here: the turn is skipped"
        if self.seats == 4:
            if word == "pass" and self.left is None and not announced:
                return "the first without a turn calls OUT"
            self.left = 3 if self.left is None else self.left - 1
        return None

    def _hill(self, word: str, allowed: set[str]) -> str | None:
        hill = word[-2:].upper()
        if word[:-2].lower() not in ("", "x") or hill not in HILLS:
            return f'"{word}" names no hill' if word.lower() not in ("pass", "out") else "there is a turn"
        if (hill in self.owner) != (word[:-2] != ""):
            return f"{hill} is {'taken' if hill in self.owner else 'free'}: this cannot be played"
        if hill not in allowed:
            return f"{hill} cannot be played here"
        self.owner[hill] = self.turn
        if self.left is not None:
            self.left -= 1
        return None

    # Counting

    def count(self) -> tuple[list[int], list[int], list[int]]:
        """Return points, kingdoms and territory of the two sides."""
        territory = [sum(self._mine(hill, side) for hill in self.owner) for side in (0, 1)]
        kingdoms = [0, 0]
        waiting = set(self.owner)
        while waiting:
            group = [waiting.pop()]
            side = self.owner[group[0]] % 2
            kingdoms[side] += 1
            while group:
                for near in _BESIDE[group.pop()]:
                    if near in waiting and self._mine(near, side):
                        waiting.discard(near)
                        group.append(near)
        points = [0, 0]
        if kingdoms[0] != kingdoms[1]:
            points[0 if kingdoms[0] < kingdoms[1] else 1] = 2 + abs(kingdoms[0] - kingdoms[1])
        elif territory[0] != territory[1]:
            points[0 if territory[0] > territory[1] else 1] = 2 + abs(territory[0] - territory[1])
        elif self.seats == 4:
            points = [1, 1]
        return points, kingdoms, territory
