"""Checks whether a written play is legal: returns its possible positions, or a sentence with the reason.

A written play names the first and last points of checkers. Merged moves hide the points between, and some
programs never mark hits. So plays are compared by the mover's own checkers, and every matching legal position
is kept until later plays decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablekeeper.games.backgammon.board import View
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.paragraphs import (
    BEARING_OFF,
    BOTH_NUMBERS,
    FOUR_STEPS,
    FROM_THE_BAR,
    HIGHER_NUMBER,
    REGULAR,
    BackgammonParagraph,
)
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays, whole_plays
from tablekeeper.languages import _
from tablekeeper.text import listing, plural


def matching(
    view: View, dice: Dice, play: Play, marks: bool, legal: dict[View, Play] | None = None
) -> list[View]:
    """Return the legal positions after `dice` that match the written `play`, the best match first.

    With `marks` (the transcript marks its hits) only positions with exactly the marked hits count, if there
    are any. `legal` are the plays of the roll if they are already known.
    """
    own = _own_after(view, play)
    if own is None or _wrong_distance(view, dice, play):
        return []
    found = [] if legal else whole_plays(view, dice, play)
    if not found:
        found = [result for result in legal or legal_plays(view, *dice) if _shows(result, own)]
    if not marks or len(found) < 2:
        return found
    marked = {target for _, target, hit in play if hit}
    exact = [result for result in found if hits(view, result) == marked]
    return exact or found


def hits(before: View, after: View) -> set[int]:
    """Return the points with a blot of the other player in `before` that is hit in `after`."""
    return {point for point in range(1, 25) if before[point] == -1 and after[point] >= 0}


def carried_out(view: View, play: Play) -> View | None:
    """Return the position after moving the checkers as written, legal or not, or None if impossible.

    Each move needs a checker on its first point, and a last point that the other player does not hold.
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


def as_written(view: View, dice: Dice, play: Play) -> set[View]:
    """Return the positions after exactly the written moves, in every possible order.

    `matching` compares only the end of a play; here a checker must land on every written point. It does not
    matter whether more of the roll could be played.
    """
    numbers = list(dice) * (2 if dice[0] == dice[1] else 1)
    return set(_ways(view, [(origin, target) for origin, target, _ in play], numbers))


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault of a play: one clause, and the paragraph that forbids it."""

    clause: str
    paragraph: BackgammonParagraph


def why_illegal(view: View, dice: Dice, play: Play) -> str:
    """Return the fault of an illegal play as one clause; do not call it for a legal play."""
    return fault(view, dice, play).clause


def fault(view: View, dice: Dice, play: Play) -> Fault:
    """Return the fault of an illegal play; do not call it for a legal play."""
    legal = legal_plays(view, *dice)
    roll = f"{dice[0]}{dice[1]}"
    example = print_play(next(iter(legal.values())))
    if not play:
        return Fault(_("no move given, but %(example)s is possible", example=example), BOTH_NUMBERS)
    if not example:
        return Fault(
            _("%(roll)s cannot be played here at all", roll=roll), FROM_THE_BAR if view[25] else REGULAR
        )
    for paragraph, reason in _REASONS:
        why = reason(view, dice, play)
        if why:
            return Fault(why, paragraph)
    own = _own_after(view, play)
    if own is not None and any(_shows(result, own) for result in _single_steps(view, dice)):
        if len(next(iter(legal.values()))) == 1 and dice[0] != dice[1]:
            return Fault(
                _("only one number can be played, and it has to be the higher: %(example)s", example=example),
                HIGHER_NUMBER,
            )
        return Fault(
            _("part of the roll is left unplayed, but %(example)s is possible", example=example), BOTH_NUMBERS
        )
    return Fault(
        _(
            "%(print_play)s is not a legal play of %(roll)s, %(example)s is one",
            print_play=print_play(play),
            roll=roll,
            example=example,
        ),
        REGULAR,
    )


def distances(dice: Dice, play: Play) -> str | None:
    """Return the fault of a play that its dice allow in no position, None if there is none."""
    empty: View = (0,) * 26
    return _wrong_distance(empty, dice, play) or _same_number_twice(empty, dice, play)


def lacks_checker(view: View, play: Play) -> bool:
    """Return whether a move starts on an empty point, and no checker is on the bar that may stand there."""
    return view[25] == 0 and min(_moved(view, play)[1:25]) < 0


def _own_after(view: View, play: Play) -> tuple[int, ...] | None:
    """Return the mover's checkers on 1-25 after the play, or None if a move starts on an empty point.
    """
    own = _moved(view, play)
    return tuple(own[1:]) if min(own[1:]) >= 0 else None


def _moved(view: View, play: Play) -> list[int]:
    """Return the mover's checkers by point after the play; below 0 if a move takes a missing checker."""
    own = [max(count, 0) for count in view]
    for origin, target, _x in play:
        own[origin] -= 1
        if target > 0:
            own[target] += 1
    return own


def _shows(view: View, own: tuple[int, ...]) -> bool:
    return own == tuple([count if count > 0 else 0 for count in view[1:]])


def _from_nowhere(view: View, dice: Dice, play: Play) -> str | None:
    own = _moved(view, play)
    short = [point for point in range(25, 0, -1) if own[point] < 0]
    if not short:
        return None
    return (
        _("there is no checker on the bar")
        if short[0] == 25
        else _("there is no checker to move on %(short)s", short=short[0])
    )


def _onto_a_held_point(view: View, dice: Dice, play: Play) -> str | None:
    held = [target for _, target, _ in play if target > 0 and view[target] <= -2]
    return _("point %(held)s is held by the other player", held=held[0]) if held else None


def _wrong_distance(view: View, dice: Dice, play: Play) -> str | None:
    for origin, target, _x in play:
        if not _steps_used(dice, origin, target):
            return _(
                "%(print_play)s is not a move of %(dice)s%(dice2)s",
                print_play=print_play(((origin, target, False),)),
                dice=dice[0],
                dice2=dice[1],
            )
    return _too_much(view, dice, play)


def _too_much(view: View, dice: Dice, play: Play) -> str | None:
    used = sum(_steps_used(dice, origin, target) for origin, target, _ in play)
    if used > (4 if dice[0] == dice[1] else 2):
        return _("more is moved than %(dice)s%(dice2)s allows", dice=dice[0], dice2=dice[1])
    return None


def _steps_used(dice: Dice, origin: int, target: int) -> int:
    """Return the smallest number of dice that a written move uses, 0 if it fits no dice."""
    high, low = max(dice), min(dice)
    ways = {high: 1, low: 1, high + low: 2}
    if high == low:
        ways = {high * count: count for count in (1, 2, 3, 4)}
    distance = origin - target
    fits = [count for way, count in ways.items() if way == distance or (target == 0 and way > distance)]
    return min(fits, default=0)


def _same_number_twice(view: View, dice: Dice, play: Play) -> str | None:
    # both moves need the same one of two different numbers
    if dice[0] == dice[1] or len(play) != 2:
        return None
    needs = [{die for die in dice if die == o - t or (t == 0 and die > o - t)} for o, t, _ in play]
    if all(needs) and len(needs[0] | needs[1]) == 1:
        return _("the %(pop)s is played twice", pop=needs[0].pop())
    return None


def _passing(view: View, dice: Dice, play: Play) -> str | None:
    """Return a clause if a merged move must land on held points between, in any order of the dice."""
    for origin, target, _x in play:
        if _steps_used(dice, origin, target) < 2:
            continue
        orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, (dice[1], dice[0])]
        stops = []
        for order in orders:
            place = origin
            for die in order:
                place -= die
                if place <= max(target, 0):
                    break
                if view[place] <= -2:
                    stops.append(place)
                    break
        if len(stops) == len(orders):
            held = listing(map(str, sorted(set(stops), reverse=True)))
            points = plural(len(set(stops)), "point")
            return _(
                "%(print_play)s would come to rest on %(points)s %(held)s, held by the other player",
                print_play=print_play(((origin, target, False),)),
                points=points,
                held=held,
            )
    return None


def _past_the_bar(view: View, dice: Dice, play: Play) -> str | None:
    entered = sum(1 for origin, _, _ in play if origin == 25)
    further = any(origin != 25 or _steps_used(dice, origin, target) > 1 for origin, target, _ in play)
    if view[25] > entered and further:
        return _("a checker is moved while another is still on the bar")
    return None


def _too_early_off(view: View, dice: Dice, play: Play) -> str | None:
    if not any(target == 0 for _, target, _ in play):
        return None
    own = _own_after(view, play)
    if own is not None and any(own[6:]):
        return _("a checker is borne off while others are outside the home board")
    return None


def _not_the_highest(view: View, dice: Dice, play: Play) -> str | None:
    # a checker leaves by a larger number only from the highest occupied point
    moves = [(origin, target) for origin, target, _ in play]
    numbers = list(dice) * (2 if dice[0] == dice[1] else 1)
    if any(_ways(view, moves, numbers, exact=False)) and not any(_ways(view, moves, numbers)):
        return _("a checker is borne off by a larger number while another stands higher")
    return None


def _ways(
    view: View, moves: Sequence[tuple[int, int]], numbers: Sequence[int], exact: bool = True
) -> Iterator[View]:
    """Yield the positions after exactly these moves with some of the numbers, in any order.

    Without `exact` a larger number can bear off any checker.
    """
    if not moves:
        yield view
        return
    for index, (origin, target) in enumerate(moves):
        if view[origin] <= 0 or (origin != 25 and view[25] > 0):
            continue
        for number in sorted(set(numbers)):
            place = max(origin - number, 0)
            if place < target or (place > 0 and view[place] < -1):
                continue
            if place == 0 and max(view[7:]) > 0:
                continue
            if exact and number > origin and max(view[origin + 1 :]) > 0:
                continue
            after = list(view)
            after[origin] -= 1
            if place:
                if after[place] == -1:
                    after[place], after[0] = 0, after[0] - 1
                after[place] += 1
            left = list(numbers)
            left.remove(number)
            rest = [*moves[:index], *([(place, target)] if place > target else []), *moves[index + 1 :]]
            yield from _ways(tuple(after), rest, left, exact)


def _single_steps(view: View, dice: Dice) -> list[View]:
    """Return the positions after only a part of the roll: one number, or one to three of a double.
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
    """Return the positions after a single step of `die`."""
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


_REASONS = (
    (REGULAR, _from_nowhere),
    (REGULAR, _onto_a_held_point),
    (FOUR_STEPS, _too_much),
    (REGULAR, _wrong_distance),
    (REGULAR, _same_number_twice),
    (FROM_THE_BAR, _past_the_bar),
    (BEARING_OFF, _too_early_off),
    (REGULAR, _passing),
    (BEARING_OFF, _not_the_highest),
)
"""The possible faults of a play, with their paragraphs; the first that applies is reported."""
