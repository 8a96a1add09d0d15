"""Plays as people make them at a table, right ones and wrong ones of every kind; and who says which."""

import random

from tablekeeper.games.backgammon.board import View
from tablekeeper.games.backgammon.plays import CheckerStep, Dice, Play


def attempt(view: View, dice: Dice, rng: random.Random) -> Play:
    """Returns a play that somebody may have tried; most of them are wrong somewhere."""
    board = list(view)
    numbers = [dice[0]] * 4 if dice[0] == dice[1] else rng.sample(dice, 2)
    if rng.random() < 0.15:
        numbers = numbers[: rng.randint(0, len(numbers))]
    steps: list[CheckerStep] = []
    for number in numbers:
        if rng.random() < 0.04:
            number = rng.randint(1, 6)
        places = [point for point in range(1, 26) if board[point] > 0 or rng.random() < 0.002]
        if not places:
            break
        origin = 25 if board[25] > 0 and rng.random() < 0.8 else rng.choice(places)
        # outside the home board nobody bears off on purpose, but it happens
        target = max(origin - number, 0)
        if target == 0 and max(board[7:]) > 0 and rng.random() < 0.9:
            continue
        if target and board[target] <= -2 and rng.random() < 0.85:
            continue
        steps.append((origin, target, target > 0 and board[target] == -1 and rng.random() < 0.5))
        board[origin] -= 1
        if target:
            board[target] = max(board[target], 0) + 1
    return joined(steps) if rng.random() < 0.3 else tuple(steps)


def joined(steps: list[CheckerStep]) -> Play:
    """Returns the play with two steps of one checker written as one move, if there are such."""
    for first in steps:
        for second in steps:
            if second is not first and first[1] == second[0] > 0:
                rest = list(steps)
                rest.remove(first)
                rest.remove(second)
                return ((first[0], second[1], second[2]), *rest)
    return tuple(steps)


def fits(dice: Dice, play: Play) -> bool:
    """Tells whether each move as written is as long as numbers of the roll, and all together not longer."""
    most = 4 if dice[0] == dice[1] else 2
    lengths = {dice[0]: 1, dice[1]: 1, dice[0] + dice[1]: 2}
    if most == 4:
        lengths = {dice[0] * times: times for times in range(1, 5)}
    used = 0
    for origin, target, _ in play:
        counts = [
            count for length, count in lengths.items()
            if length == origin - target or (target == 0 and length > origin)
        ]  # fmt: skip
        if not counts:
            return False
        used += min(counts)
    return used <= most


def own_after(view: View, play: Play) -> tuple[int, ...] | None:
    """Returns the mover's checkers on 1 to 25 after the moves, None where there was none to move."""
    own = [max(count, 0) for count in view]
    for origin, target, _ in play:
        own[origin] -= 1
        if target:
            own[target] += 1
    return tuple(own[1:]) if min(own[1:]) >= 0 else None


def own_of(view: View) -> tuple[int, ...]:
    """Returns the mover's checkers on 1 to 25."""
    return tuple(max(count, 0) for count in view[1:])


def allowed_by(results: set[View], view: View, dice: Dice, play: Play) -> bool:
    """Tells whether a play shows one of the positions that are legal, without the referee's own code."""
    own = own_after(view, play)
    return own is not None and fits(dice, play) and any(own_of(result) == own for result in results)


def slow_results(view: View, dice: Dice) -> set[View]:
    """Returns every legal position by trying all orders step by step: the rules as plainly as they can be."""
    orders = [[dice[0]] * 4] if dice[0] == dice[1] else [[dice[0], dice[1]], [dice[1], dice[0]]]
    ends: list[tuple[int, int, View]] = []

    def go(board: View, numbers: list[int], used: int, first: int) -> None:
        ends.append((used, first, board))
        if not numbers:
            return
        number = numbers[0]
        for origin in range(1, 26):
            if board[origin] <= 0 or (board[25] > 0 and origin != 25):
                continue
            target = origin - number
            if target <= 0 and any(count > 0 for count in board[7:]):
                continue
            if target < 0 and any(count > 0 for count in board[origin + 1 :]):
                continue
            if target > 0 and board[target] < -1:
                continue
            after = list(board)
            after[origin] -= 1
            if target > 0:
                if after[target] == -1:
                    after[target], after[0] = 0, after[0] - 1
                after[target] += 1
            go(tuple(after), numbers[1:], used + 1, number if used == 0 else first)

    for order in orders:
        go(view, order, 0, 0)
    most = max(used for used, _, _ in ends)
    high = max((first for used, first, _ in ends if used == most), default=0)
    one_number = most == 1 and dice[0] != dice[1]
    return {board for used, first, board in ends if used == most and (not one_number or first == high)}


def slow_ways(view: View, dice: Dice, play: Play) -> set[View]:
    """Returns every position that the very moves written lead to, tried in all orders and by all numbers."""

    def go(board: View, moves: list[tuple[int, int]], numbers: list[int]) -> set[View]:
        found = set() if moves else {board}
        for place, (origin, target) in enumerate(moves):
            for index, number in enumerate(numbers):
                point = origin - number
                if board[origin] <= 0 or (board[25] > 0 and origin != 25) or max(point, 0) < target:
                    continue
                if point > 0 and board[point] < -1:
                    continue
                if point <= 0 and any(count > 0 for count in board[7:]):
                    continue
                if point < 0 and any(count > 0 for count in board[origin + 1 :]):
                    continue
                after = list(board)
                after[origin] -= 1
                if point > 0:
                    if after[point] == -1:
                        after[point], after[0] = 0, after[0] - 1
                    after[point] += 1
                rest = moves[:place] + moves[place + 1 :] + ([(point, target)] if point > target else [])
                found |= go(tuple(after), rest, numbers[:index] + numbers[index + 1 :])
        return found

    numbers = [dice[0]] * 4 if dice[0] == dice[1] else list(dice)
    return go(view, [(origin, target) for origin, target, _ in play], numbers)
