"""Every legal play of a roll.

The rules (regulations, "illegal moves"): checkers on the bar enter first; both dice are played if that
is possible, otherwise the higher if possible, otherwise the lower; a double is played up to four times;
a checker is borne off by its exact number, or from the highest occupied point by a larger one.

Two facts keep the search small. For a double the order of the steps never matters, so steps are tried
from the highest point down and no position comes up twice. For two different dice, the same two steps in
the other order give the same position, so the second order only adds what the first could not do.
"""

from __future__ import annotations

from tablekeeper.games.backgammon.board import Board, Seat, View

CheckerStep = tuple[int, int, bool]
"""(from, to, hit) in the mover's own numbering: 25 is the bar, 0 is off."""

Play = tuple[CheckerStep, ...]

Dice = tuple[int, int]


def legal_plays(view: View, die: int, second: int) -> dict[View, Play]:
    """Returns each position the mover may leave, as the mover sees it, with one canonical play that
    leads there.

    `view` has the mover's checkers positive. A roll that cannot be played at all gives `{view: ()}`.
    """
    if die == second:
        return _double(view, die)
    high, low = (die, second) if die > second else (second, die)
    board = list(view)
    found: dict[View, Play] = {}
    first_high = _sources(board, high)
    pairs: dict[int, list[int]] = {}
    for origin in first_high:
        step = _move(board, origin, high)
        pairs[origin] = lows = _sources(board, low)
        for then in lows:
            last = _move(board, then, low)
            key = tuple(board)
            if key not in found:
                found[key] = (step, last)
            _unmove(board, last)
        _unmove(board, step)
    first_low = _sources(board, low)
    for origin in first_low:
        step = _move(board, origin, low)
        for then in _sources(board, high):
            if then in pairs and origin in pairs[then]:
                continue
            last = _move(board, then, high)
            key = tuple(board)
            if key not in found:
                found[key] = (step, last)
            _unmove(board, last)
        _unmove(board, step)
    if found:
        return found
    for die, sources in ((high, first_high), (low, first_low)):
        for origin in sources:
            step = _move(board, origin, die)
            found[tuple(board)] = (step,)
            _unmove(board, step)
        if found:
            return found
    return {view: ()}


def legal_boards(board: Board, seat: Seat, dice: Dice) -> dict[Board, Play]:
    """Returns each board `seat` may leave after rolling `dice`, with one play in that seat's numbering."""
    plays = legal_plays(board.view(seat), dice[0], dice[1])
    return {board.after(seat, view): play for view, play in plays.items()}


def _sources(board: list[int], die: int) -> list[int]:
    """Returns the slots a checker may leave with `die`, highest first."""
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
    """Moves one checker and returns the step that was made."""
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
    """Takes back the step that was made last."""
    origin, target, hit = step
    board[origin] += 1
    if hit:
        board[target] = -1
        board[0] += 1
    elif target > 0:
        board[target] -= 1


def _double(view: View, die: int) -> dict[View, Play]:
    """Returns the plays of a double: as many of the four steps as any order allows."""
    board = list(view)
    by_length: list[dict[View, Play]] = [{}, {}, {}, {}, {}]
    steps: list[CheckerStep] = []

    def descend(highest: int) -> None:
        depth = len(steps)
        sources = [p for p in _sources(board, die) if p <= highest] if depth < 4 else []
        if not sources:
            by_length[depth][tuple(board)] = tuple(steps)
            return
        for origin in sources:
            step = _move(board, origin, die)
            steps.append(step)
            descend(origin)
            steps.pop()
            _unmove(board, step)

    descend(25)
    return next(plays for plays in reversed(by_length) if plays)
