"""Whether a written play is legal, what it leads to, and the sentence that says why not.

A written play tells where checkers left and where they came to rest; merged moves hide the points
between, and some programs never mark hits. So a play is compared by the mover's own checkers, and every
legal result that shows them so is kept: the referee carries all of them until later plays decide.
"""

from __future__ import annotations

from tablekeeper.games.backgammon.board import View
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays


def matching(view: View, dice: Dice, play: Play, marks: bool) -> list[View]:
    """Returns the legal results of `dice` that show the written `play`, best fit first.

    With `marks` (the transcript marks its hits) results whose hits are exactly the marked ones win over
    all others.
    """
    own = _own_after(view, play)
    if own is None or _wrong_distance(view, dice, play):
        return []
    found = [result for result in legal_plays(view, *dice) if _shows(result, own)]
    if not marks or len(found) < 2:
        return found
    marked = {target for _, target, hit in play if hit}
    exact = [result for result in found if hits(view, result) == marked]
    return exact or found


def hits(before: View, after: View) -> set[int]:
    """Returns the points on which `after` has the other player's blot of `before` hit."""
    return {point for point in range(1, 25) if before[point] == -1 and after[point] >= 0}


def carried_out(view: View, play: Play) -> View | None:
    """Returns the position after moving the checkers as written, legal or not, or None if that cannot be
    done at all.

    It needs a checker where one is taken, and no point held by the other player where one is put.
    """
    board = list(view)
    waiting = list(play)
    while waiting:
        for move in waiting:
            origin, target, _ = move
            if board[origin] > 0 and (target == 0 or board[target] >= -1):
                break
        else:
            return None
        waiting.remove(move)
        board[origin] -= 1
        if target > 0:
            if board[target] == -1:
                board[target] = 0
                board[0] -= 1
            board[target] += 1
    return tuple(board)


def why_illegal(view: View, dice: Dice, play: Play) -> str:
    """Returns one clause that says what is wrong with `play`; call it only for a play that is not legal."""
    legal = legal_plays(view, *dice)
    roll = f"{dice[0]}{dice[1]}"
    example = print_play(next(iter(legal.values())))
    if not play:
        return f"no move given, but {example} is possible"
    if not example:
        return f"{roll} cannot be played here at all"
    for reason in (_from_nowhere, _onto_a_held_point, _wrong_distance, _past_the_bar, _too_early_off):
        why = reason(view, dice, play)
        if why:
            return why
    own = _own_after(view, play)
    if own is not None and any(_shows(result, own) for result in _single_steps(view, dice)):
        if len(next(iter(legal.values()))) == 1 and dice[0] != dice[1]:
            return f"only one number can be played, and it has to be the higher: {example}"
        return f"part of the roll is left unplayed, but {example} is possible"
    return f"{print_play(play)} is not a legal play of {roll}, {example} is one"


def _own_after(view: View, play: Play) -> tuple[int, ...] | None:
    """Returns the mover's checkers on 1-25 after the play, or None if a checker is taken where there is
    none.
    """
    own = [max(count, 0) for count in view]
    for origin, target, _ in play:
        own[origin] -= 1
        if target > 0:
            own[target] += 1
    return tuple(own[1:]) if min(own[1:]) >= 0 else None


def _shows(view: View, own: tuple[int, ...]) -> bool:
    return own == tuple([count if count > 0 else 0 for count in view[1:]])


def _from_nowhere(view: View, dice: Dice, play: Play) -> str | None:
    own = [max(count, 0) for count in view]
    for origin, target, _ in play:
        own[origin] -= 1
        if target > 0:
            own[target] += 1
    short = [point for point in range(25, 0, -1) if own[point] < 0]
    if not short:
        return None
    return (
        "there is no checker on the bar" if short[0] == 25 else f"there is no checker to move on {short[0]}"
    )


def _onto_a_held_point(view: View, dice: Dice, play: Play) -> str | None:
    held = [target for _, target, _ in play if target > 0 and view[target] <= -2]
    return f"point {held[0]} is held by the other player" if held else None


def _wrong_distance(view: View, dice: Dice, play: Play) -> str | None:
    high, low = max(dice), min(dice)
    ways = {high: 1, low: 1, high + low: 2}
    if high == low:
        ways = {high * count: count for count in (1, 2, 3, 4)}
    used = 0
    for origin, target, _ in play:
        distance = origin - target
        fits = [count for way, count in ways.items() if way == distance or (target == 0 and way > distance)]
        if not fits:
            return f"{print_play(((origin, target, False),))} is not a move of {dice[0]}{dice[1]}"
        used += min(fits)
    if used > (4 if high == low else 2):
        return f"more is moved than {dice[0]}{dice[1]} allows"
    return None


def _past_the_bar(view: View, dice: Dice, play: Play) -> str | None:
    entered = sum(1 for origin, _, _ in play if origin == 25)
    if view[25] > entered and any(origin != 25 for origin, _, _ in play):
        return "a checker is moved while another is still on the bar"
    return None


def _too_early_off(view: View, dice: Dice, play: Play) -> str | None:
    if not any(target == 0 for _, target, _ in play):
        return None
    own = _own_after(view, play)
    if own is not None and any(own[6:]):
        return "a checker is borne off while others are outside the home board"
    return None


def _single_steps(view: View, dice: Dice) -> list[View]:
    """Returns the positions after playing less than the whole roll, one number or (of a double) some of
    the four.
    """
    found: list[View] = []
    if dice[0] == dice[1]:
        frontier = {view}
        for _ in range(3):
            frontier = {result for board in frontier for result in _one_step(board, dice[0])}
            found.extend(frontier)
        return found
    return [result for die in dice for result in _one_step(view, die)]


def _one_step(view: View, die: int) -> set[View]:
    """Returns the positions after a single step of `die`."""
    results = set()
    for origin in range(25, 0, -1):
        if view[origin] <= 0:
            continue
        target = max(origin - die, 0)
        moved = carried_out(view, ((origin, target, False),))
        if moved is not None and (target > 0 or not any(count > 0 for count in view[7:])):
            results.add(moved)
        if origin == 25:
            break
    return results
