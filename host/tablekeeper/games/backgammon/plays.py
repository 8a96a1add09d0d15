"""Every legal play of a roll.

The rules (regulations, "illegal moves"): checkers on the bar enter first; both dice are played if that
is possible, otherwise the higher if possible, otherwise the lower; a double is played up to four times;
a checker is borne off by its exact number, or from the highest occupied point by a larger one.

Three facts keep the search small. For a double the order of the steps never matters, so steps are tried
from the highest point down and no position occurs twice. For two different dice, the same two steps in the
other order give the same position, so the second order only adds plays that the first could not make. And
while no checker can enter or be borne off, a step changes at most two points where the next can start.
"""

from __future__ import annotations

from tablekeeper.games.backgammon.board import View

CheckerStep = tuple[int, int, bool]
"""(from, to, hit) in the mover's own numbering: 25 is the bar, 0 is off."""

Play = tuple[CheckerStep, ...]

Dice = tuple[int, int]

_Way = list[tuple[int, int]]
"""Steps in their order: (origin, die)."""


def legal_plays(view: View, die: int, second: int) -> dict[View, Play]:
    """Return each position after a legal play, from the mover's side, with one canonical play to it.

    `view` has the mover's checkers positive. A roll without any legal play gives `{view: ()}`.
    """
    if die == second:
        return _double(view, die)
    high, low = (die, second) if die > second else (second, die)
    board = list(view)
    highs, lows = _sources(board, high), _sources(board, low)
    far = _far(view, 2)
    found: dict[View, Play] = {}
    pairs: dict[int, list[int]] = {}
    for origin in highs:
        after = _following(board, lows, origin, high, low) if far else None
        step = _move(board, origin, high)
        pairs[origin] = after = _sources(board, low) if after is None else after
        _finish(board, low, (step,), after, found)
        _unmove(board, step)
    for origin in lows:
        between = origin - low
        # far from home, the only new second step is with the same checker
        if far and (between <= high or board[between] > 0 or board[between - high] < -1):
            continue
        step = _move(board, origin, low)
        after = [between] if far else _sources(board, high)
        after = [then for then in after if origin not in pairs.get(then, ())]
        _finish(board, high, (step,), after, found)
        _unmove(board, step)
    if found:
        return found
    for die, sources in ((high, highs), (low, lows)):
        for origin in sources:
            step = _move(board, origin, die)
            found[tuple(board)] = (step,)
            _unmove(board, step)
        if found:
            return found
    return {view: ()}


def whole_plays(view: View, dice: Dice, play: Play) -> list[View]:
    """Return the legal positions that leave the mover's checkers where `play` leaves them.

    Only a play of the whole roll is found: two steps, four of a double. For any other play the list is empty,
    legal or not; `legal_plays` answers then. The few plays that can end alike are tried instead of all. Moves
    may be merged, and are as long as numbers of the roll. The order is that of `legal_plays`.
    """
    ways = _double_way(play, dice[0]) if dice[0] == dice[1] else _ways(play, max(dice), min(dice))
    found: dict[View, None] = {}
    for way in ways:
        board = list(view)
        for origin, die in way:
            if origin not in _sources(board, die):
                break
            _move(board, origin, die)
        else:
            found[tuple(board)] = None
    return list(found)


def _double_way(play: Play, die: int) -> list[_Way]:
    """Return the way of a double's play from the highest point down: no other set of steps ends alike."""
    origins: list[int] = []
    for origin, target, _ in play:
        if target and (origin - target) % die:
            return []
        origins += range(origin, target, -die)
    return [[(origin, die) for origin in sorted(origins, reverse=True)]] if len(origins) == 4 else []


def _ways(play: Play, high: int, low: int) -> list[_Way]:
    """Return the ways to end as `play` with two different numbers."""
    if len(play) == 1:
        [(whole, target, _)] = play
        if max(whole - high - low, 0) != target:
            return []
    elif len(play) == 2:
        for (one, one_target, _), (two, two_target, _) in (play, play[::-1]):
            if max(one - high, 0) == one_target and max(two - low, 0) == two_target:
                break
        else:
            return []
        if two != one_target and one != two_target:
            return [[(one, high), (two, low)], [(two, low), (one, high)]]
        whole = max(one, two)
    else:
        return []
    # one checker makes both steps, by way of either point between
    orders = ((high, low), (low, high))
    return [[(whole, first), (whole - first, second)] for first, second in orders if whole > first]


def _sources(board: list[int], die: int) -> list[int]:
    """Return the slots that a checker may leave with `die`, highest first."""
    if board[25] > 0:
        return [25] if board[25 - die] >= -1 else []
    found = [p for p in range(24, die, -1) if board[p] > 0 and board[p - die] >= -1]
    if max(board[7:25]) <= 0:
        if board[die] > 0:
            found.append(die)
        elif die == 6 or max(board[die + 1 : 7]) <= 0:
            for point in range(die - 1, 0, -1):
                if board[point] > 0:
                    found.append(point)
                    break
    return found


def _move(board: list[int], origin: int, die: int) -> CheckerStep:
    """Move one checker and return the step."""
    board[origin] -= 1
    target = origin - die
    if target <= 0:
        return (origin, 0, False)
    if board[target] < 0:
        board[target] = 1
        board[0] -= 1
        return (origin, target, True)
    board[target] += 1
    return (origin, target, False)


def _unmove(board: list[int], step: CheckerStep) -> None:
    """Undo the last step."""
    origin, target, hit = step
    board[origin] += 1
    if hit:
        board[target] = -1
        board[0] += 1
    elif target > 0:
        board[target] -= 1


def _far(view: View, steps: int) -> bool:
    """Return whether no checker is on the bar and none can be borne off within this number of steps."""
    return view[25] <= 0 and sum([count for count in view[7:25] if count > 0]) >= steps


def _following(board: list[int], sources: list[int], origin: int, die: int, following: int) -> list[int]:
    """Return the slots that a checker may leave with the `following` die after a step, far from home.
    The step is not made on `board` yet; `sources` are the slots before it.
    """
    target = origin - die
    after = [point for point in sources if point != origin] if board[origin] == 1 else sources.copy()
    if target > following and board[target] <= 0 and board[target - following] >= -1:
        _insert(after, target)
    return after


def _insert(sources: list[int], point: int) -> None:
    """Insert a point into a list in descending order."""
    place = 0
    for source in sources:
        if source < point:
            break
        place += 1
    sources.insert(place, point)


def _finish(board: list[int], die: int, steps: Play, sources: list[int], found: dict[View, Play]) -> None:
    """Add the positions after a last step from each of `sources`; the board stays the same.

    Most of the time is spent here, so each step is made and undone in place.
    """
    for origin in sources:
        target = origin - die
        board[origin] -= 1
        if target <= 0:
            found.setdefault(tuple(board), (*steps, (origin, 0, False)))
        elif board[target] < 0:
            board[target] = 1
            board[0] -= 1
            found.setdefault(tuple(board), (*steps, (origin, target, True)))
            board[0] += 1
            board[target] = -1
        else:
            board[target] += 1
            found.setdefault(tuple(board), (*steps, (origin, target, False)))
            board[target] -= 1
        board[origin] += 1


def _double(view: View, die: int) -> dict[View, Play]:
    """Return the plays of a double, with the most steps (up to four) that any order allows."""
    board = list(view)
    far = _far(view, 4)
    by_length: list[dict[View, Play]] = [{}, {}, {}, {}, {}]

    def descend(sources: list[int], steps: Play) -> None:
        depth = len(steps)
        if not sources:
            by_length[depth][tuple(board)] = steps
            return
        if depth == 3:
            _finish(board, die, steps, sources, by_length[4])
            return
        for place, origin in enumerate(sources):
            step = _move(board, origin, die)
            if far:
                after = sources[place if board[origin] else place + 1 :]
                target = step[1]
                if board[target] == 1 and target > die and board[target - die] >= -1:
                    _insert(after, target)
            else:
                after = [point for point in _sources(board, die) if point <= origin]
            descend(after, (*steps, step))
            _unmove(board, step)

    descend(_sources(board, die), ())
    return next(plays for plays in reversed(by_length) if plays)
