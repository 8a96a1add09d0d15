"""The smallest number of players who must pass another player, when not all can be kept behind (or ahead).

For a given set of players who may pass, a flow over the open games shows whether it is possible. If not, the
flow names players of whom at least one must pass, and the search tries each of them.
"""

from __future__ import annotations

from collections.abc import Callable

#: the players a choice of who may pass leaves blocked, None when it works
Block = Callable[[frozenset[int]], set[int] | None]
#: flows for one player's place
FLOWS = 250


def fewest_through(block: Block, most: int) -> tuple[int, bool]:
    """Return how many players at least have to be let through, and whether it is not just a bound."""
    flows = 0

    def through(chosen: frozenset[int], more: int) -> bool | None:
        nonlocal flows
        flows += 1
        if flows > FLOWS:
            return None
        stuck = block(chosen)
        if stuck is None or not more:
            return stuck is None
        if len(stuck) == 1:
            return through(chosen | stuck, more - 1)
        for seat in sorted(stuck):
            found = through(chosen | {seat}, more - 1)
            if found is None or found:
                return found
        return False

    # who is stuck alone has to be let through in any case
    forced: frozenset[int] = frozenset()
    while (stuck := block(forced)) is not None and len(stuck) == 1:
        forced |= stuck
    for count in range(len(forced), most):
        found = through(forced, count - len(forced))
        if found is None:
            return count, False
        if found:
            return count, True
    return most, True
