"""All possible final tables of a Grand Prix.

A state is the pair of leads of the first two players over the third. The set of possible states after a game
is one large integer with one bit per state. A game shifts this integer by each of its possible scores, so a
scheduled game costs at most a few hundred shifts. Extra games are searched state by state: the leaders are
level then, so a state is only the deficit of the player behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd

from tablekeeper.formats.completions import Table, table_of

#: total points, or points in a game, of each of the three players
GameScores = tuple[int, ...]
#: most bits of a grid; with more the answer is "open"
_LIMIT = 6_000_000
#: most states of a search of extra games; with more the answer is "open"
_EXTRA_LIMIT = 20_000


def most_gain(vectors: frozenset[GameScores]) -> int:
    """Return the most points that a player can gain on another in a game."""
    return max(max(vector) - min(vector) for vector in vectors)


def is_over(points: Sequence[int], remaining: int, gain: int) -> bool:
    """Return whether nobody can catch the leader in the remaining scheduled games."""
    best = max(points)
    return sum(best - score <= max(0, remaining) * gain for score in points) == 1


def final_tables(
    points: GameScores, remaining: int, vectors: frozenset[GameScores], players: Sequence[str]
) -> set[Table] | None:
    """Return every possible final table, extra games included; None if there are too many states.

    `remaining` is the number of open scheduled games, `vectors` the possible scores of a game.
    """
    gain = most_gain(vectors)
    if is_over(points, remaining, gain):
        return {table_of(dict(zip(players, points, strict=True)))}
    reach = max(points) - min(points) + gain * remaining
    if (2 * reach + 1) ** 2 > _LIMIT:
        return None
    grid = _Grid(reach)
    moves = {grid.shift(vector) for vector in vectors}
    states = grid.bit(points)
    orders: set[GameScores] = set()
    for left in range(remaining - 1, -1, -1):
        states = _moved(states, moves)
        for order, bounds in _decided(left * gain):
            mask = grid.mask(bounds)
            if states & mask:
                orders.add(order)
                states &= ~mask
    extra = _after_extra_games(set(grid.level(states)), vectors)
    if extra is None:
        return None
    return {table_of(dict(zip(players, order, strict=True))) for order in orders | extra}


def tables_of_two(
    points: GameScores, remaining: int, vectors: frozenset[GameScores], players: Sequence[str]
) -> set[Table]:
    """Return every possible final table of two players, extra games included."""
    gains = {vector[0] - vector[1] for vector in vectors}
    gain = max(gains)
    leads = {points[0] - points[1]}
    found: set[bool] = set()
    for left in range(remaining, -1, -1):
        found |= {lead > 0 for lead in leads if abs(lead) > left * gain}
        leads = {lead for lead in leads if abs(lead) <= left * gain}
        if left:
            leads = {lead + more for lead in leads for more in gains}
    if leads and gain:
        # two level players can both win by extra games
        found = {True, False}
    return {table_of(dict(zip(players, (ahead, not ahead), strict=True))) for ahead in found}


class _Grid:
    """Bits for the leads (x, y) of the first two players over the third, each from -reach to reach."""

    def __init__(self, reach: int) -> None:
        self.reach = reach
        # a row has whole bytes, so that masks are made row by row
        self.row = (2 * reach + 8) // 8
        self.stride = 8 * self.row

    def place(self, x: int, y: int) -> int:
        return (y + self.reach) * self.stride + x + self.reach

    def bit(self, points: GameScores) -> int:
        return 1 << self.place(points[0] - points[2], points[1] - points[2])

    def shift(self, vector: GameScores) -> int:
        return (vector[1] - vector[2]) * self.stride + vector[0] - vector[2]

    def mask(self, bounds: Callable[[int], tuple[int, int]]) -> int:
        rows = []
        for y in range(-self.reach, self.reach + 1):
            low, high = bounds(y)
            low, high = max(low, -self.reach), min(high, self.reach)
            bits = ((1 << (high - low + 1)) - 1) << (low + self.reach) if low <= high else 0
            rows.append(bits.to_bytes(self.row, "little"))
        return int.from_bytes(b"".join(rows), "little")

    def level(self, states: int) -> Iterator[GameScores]:
        """Yield the states with two or three leaders, as points relative to the leaders."""
        data = states.to_bytes((2 * self.reach + 1) * self.row, "little")
        for lag in range(self.reach + 1):
            for x, y, state in ((lag, lag, (0, 0, -lag)), (0, -lag, (0, -lag, 0)), (-lag, 0, (-lag, 0, 0))):
                place = self.place(x, y)
                if data[place >> 3] >> (place & 7) & 1:
                    yield state


def _moved(states: int, moves: set[int]) -> int:
    found = 0
    for move in moves:
        found |= states << move if move >= 0 else states >> -move
    return found


def _decided(lead: int) -> Iterator[tuple[GameScores, Callable[[int], tuple[int, int]]]]:
    # Every order of a decided event (as points in this order), with its range of leads x in a row y: the
    # leader is more than `lead` ahead of both others.
    far = 1 << 62
    for sign in (1, 0, -1):
        # the first player leads; the second is before, level with or behind the third
        yield (
            (2, sign, 0),
            lambda y, sign=sign: (  # type: ignore[misc]
                (lead + 1 + max(0, y), far) if (y > 0) - (y < 0) == sign else (1, 0)
            ),
        )
        # the second leads; x has the sign
        yield (
            (sign, 2, 0),
            lambda y, sign=sign: (  # type: ignore[misc]
                (1 if sign > 0 else -far if sign < 0 else 0, min(y - lead - 1, far if sign > 0 else sign))
                if y > lead
                else (1, 0)
            ),
        )
        # the third leads; x - y has the sign
        yield (
            (sign, 0, 2),
            lambda y, sign=sign: (  # type: ignore[misc]
                (
                    y + 1 if sign > 0 else y if sign == 0 else -far,
                    min(-lead - 1, far if sign > 0 else y + sign),
                )
                if y < -lead
                else (1, 0)
            ),
        )


def _after_extra_games(states: set[GameScores], vectors: frozenset[GameScores]) -> set[GameScores] | None:
    # The possible orders of the players after extra games; only the order matters, not the points.
    gain = most_gain(vectors)
    # Two players can stay level for any number of games, while the third's lag changes by multiples of
    # `step`. Beyond `far`, all lags with the same remainder have the same possible orders.
    step = gcd(*(vector[2] - vector[0] for vector in vectors if vector[0] == vector[1]))
    far = gain * (gain + 1)
    seen: set[GameScores] = set()
    waiting = list(states)
    orders: set[GameScores] = set()
    while waiting:
        state = waiting.pop()
        lag = -min(state)
        if lag > far:
            near = far + ((lag - far) % step if step else 0)
            state = tuple(-near if score == -lag else 0 for score in state)
        if state in seen:
            continue
        seen.add(state)
        if len(seen) > _EXTRA_LIMIT:
            return None
        for vector in vectors:
            scores = tuple(score + more for score, more in zip(state, vector, strict=True))
            best = max(scores)
            after = tuple(score - best for score in scores)
            if after.count(0) > 1:
                waiting.append(after)
            else:
                orders.add(tuple(sum(other < score for other in after) for score in after))
    return orders
