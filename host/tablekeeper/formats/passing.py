"""The smallest number of players who must pass another player, if not all can stay behind (or ahead).

For a given set of players who may pass, a flow over the open games shows whether the others can stay. If
not, the flow returns a set of players; at least one of them must pass, and the search tries each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

#: (players who may pass) -> the blocked players, None if nobody is blocked
Block = Callable[[frozenset[int]], set[int] | None]
#: most flows for one player's place
FLOWS = 250


def fewest_through(block: Block, most: int) -> tuple[int, bool]:
    """Return the smallest number of players who must pass, and whether it is exact, not just a bound."""
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

    # a player who is blocked alone must pass in any case
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


def block_of(games: Sequence[tuple[int, int]], room: Mapping[int, int]) -> Block:
    """Return a function that finds the blocked players if nobody takes more open games than `room` allows."""

    def block(through: frozenset[int]) -> set[int] | None:
        kept = {rival: losses for rival, losses in room.items() if rival not in through}
        for rival, losses in kept.items():
            if losses < 0:
                return {rival}
        return blocking(games, kept)

    return block


def blocking(
    games: Sequence[tuple[int, int]],
    room: Mapping[int, int],
    extra: Collection[int] = (),
    pool: int = 0,
) -> set[int] | None:
    """Give every game to one of its two players, each at most `room`; return None if this is possible.

    Players missing in `room` take any number. Up to `pool` of the players in `extra` take one game more.
    If it is impossible, return players: at least one of them must take more games than `room` allows.
    """
    held: dict[int, list[tuple[int, int]]] = {seat: [] for seat in room}

    def used_pool() -> int:
        return sum(1 for seat in extra if seat in room and len(held[seat]) > room[seat])

    def free(seat: int, seen: set[int]) -> bool:
        # make room for one more game, moving others along a path
        if seat not in room:
            return True
        seen.add(seat)
        if len(held[seat]) < room[seat]:
            return True
        more = seat in extra and len(held[seat]) == room[seat]
        if more and used_pool() < pool:
            return True
        if shed(seat, seen):
            return True
        if more:
            for rival in extra:
                if rival in room and rival not in seen and len(held[rival]) > room[rival]:
                    seen.add(rival)
                    if shed(rival, seen):
                        return True
        return False

    def shed(seat: int, seen: set[int]) -> bool:
        for game in held[seat]:
            target = game[0] if game[1] == seat else game[1]
            if target not in seen and free(target, seen):
                held[seat].remove(game)
                if target in room:
                    held[target].append(game)
                return True
        return False

    for game in games:
        seen: set[int] = set()
        for seat in game:
            if seat not in seen and free(seat, seen):
                if seat in room:
                    held[seat].append(game)
                break
        else:
            return seen
    return None
