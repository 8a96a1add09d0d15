"""Places players on the Main's lines by wishes: seeds spread over the board, companions far from each other.

The first round is exact: a matching with the fewest companions who meet. Then two players change places
as long as that makes companions meet later.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tablekeeper.formats.apart import Apart
from tablekeeper.formats.knockout.draw import spread

#: who is on the lines (from 0) of the Main; a free place has "" or None, or is left out
Lines = Mapping[int, str | None]


def placed(
    lines: Sequence[int], size: int, names: Sequence[str], seeds: Sequence[str], apart: Apart, seed: int
) -> list[str]:
    """Return the names in the order of the occupied `lines`: seeds first, the others by chance and wishes."""
    chance = random.Random(f"{seed} Main apart")
    others = [name for name in names if name not in seeds]
    chance.shuffle(others)
    taken = _seeded(lines, size, seeds)
    rest = iter(others)
    on = {line: taken[line] if line in taken else next(rest) for line in lines}
    if apart:
        board = _Board(on, frozenset(seeds), apart, size)
        board.improve()
        if board.meeting():
            board.match(lines)
            board.improve()
    return [on[line] for line in lines]


def meeting(on: Lines, companions: Mapping[str, frozenset[str]]) -> list[tuple[str, str]]:
    """Return the companions who meet in the first round, in board order."""
    pairs = ((on.get(line), on.get(line + 1)) for line in sorted(on) if line % 2 == 0)
    return [(one, other) for one, other in pairs if one and other and other in companions.get(one, ())]


def first_round(one: int, other: int) -> int:
    """Return the first round (from 0) in which players of two lines can meet."""
    return (one ^ other).bit_length() - 1


def _seeded(lines: Sequence[int], size: int, seeds: Sequence[str]) -> dict[int, str]:
    """Return the lines of the seeds: one in a match, the first ones with byes and far from each other."""
    free = (
        next(line for line in (2 * match, 2 * match + 1) if line in lines)
        for match in spread(size // 2)
        if {2 * match, 2 * match + 1} & {*lines}
    )
    return dict(zip(free, seeds, strict=False))


class _Board:
    """The players on their lines while they change places."""

    def __init__(self, on: dict[int, str], seeds: frozenset[str], apart: Apart, size: int) -> None:
        self.on, self.seeds, self.apart = on, seeds, apart
        self.line = {name: line for line, name in on.items()}
        names = {*apart.never, *apart.rather}
        self.friends = {
            name: apart.never.get(name, frozenset()) | apart.rather.get(name, frozenset()) for name in names
        }
        depth, most = size.bit_length() - 1, len(on) ** 2
        #: what companions cost who can first meet in a round; a round costs more than all later ones
        self.costs = [most ** (depth - number) for number in range(depth)]
        self.forbidden = most ** (depth + 1)

    def meeting(self) -> bool:
        """Return whether companions meet in the first round."""
        return bool(meeting(self.on, self.friends))

    def improve(self) -> None:
        """Let two players change places as long as that makes it better."""
        better = True
        while better:
            better = False
            for name in sorted(self.friends.keys() - self.seeds, key=self.line.__getitem__):
                for line, other in self.on.items():
                    if other != name and other not in self.seeds and self._gain(name, line, other) > 0:
                        self._put(other, self.line[name])
                        self._put(name, line)
                        better = True

    def _gain(self, name: str, line: int, other: str) -> int:
        home = self.line[name]
        return (
            self._cost(name, home, other) + self._cost(other, line, name)
            - self._cost(name, line, other) - self._cost(other, home, name)
        )  # fmt: skip

    def _cost(self, name: str, line: int, but: str) -> int:
        """Return what a player costs on a line, without what the two have with each other: it stays."""
        total = 0
        for friend in self.friends.get(name, ()):
            if friend != but:
                number = first_round(line, self.line[friend])
                total += self.costs[number]
                if number == 0 and friend in self.apart.never.get(name, ()):
                    total += self.forbidden
        return total

    def _put(self, name: str, line: int) -> None:
        self.line[name], self.on[line] = line, name

    def match(self, lines: Sequence[int]) -> None:
        """Make the first round one with the fewest companions who meet, seeds in their places."""
        # imported here: only a draw with many wishes needs it
        from networkx import Graph, min_weight_matching

        alone = [line for line in lines if line ^ 1 not in self.on]
        # a node for each player, and for each line without an opponent, unless a seed has it
        singles = [line for line in alone if self.on[line] not in self.seeds]
        settled = {self.on[line] for line in alone} & self.seeds
        names = [self.on[line] for line in lines if self.on[line] not in settled]
        graph: Graph[int] = Graph()
        for place, name in enumerate(names):
            for further, other in enumerate(names[place + 1 :], place + 1):
                if not (name in self.seeds and other in self.seeds):
                    never = other in self.apart.never.get(name, ())
                    rather = other in self.apart.rather.get(name, ())
                    graph.add_edge(place, further, weight=never * len(names) + rather)
            if name not in self.seeds:
                for number in range(len(singles)):
                    graph.add_edge(place, len(names) + number, weight=0)
        pairs = sorted(tuple(sorted(pair)) for pair in min_weight_matching(graph))
        free = [line for line in lines if line ^ 1 in self.on and not line % 2
                and not {self.on[line], self.on[line + 1]} & self.seeds]  # fmt: skip
        lone, both = iter(singles), iter(free)
        for one, other in pairs:
            if other >= len(names):
                self._put(names[one], next(lone))
                continue
            first, second = (one, other) if names[one] in self.seeds else (other, one)
            line = self.line[names[first]] if names[first] in self.seeds else next(both)
            self._put(names[first], line)
            self._put(names[second], line ^ 1)
