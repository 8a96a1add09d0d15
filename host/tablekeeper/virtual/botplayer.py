"""Bot players of backgammon: one-point games without a cube, played with seeded dice, as transcripts.

The players of a virtual tourney press these games. A bot player looks one play ahead and evaluates the
position: the race, blots and shots, points held, the opponent's checkers on the bar. Games take nearly 60
turns; one in five ends in a gammon and one in fifty in a backgammon, similar to people's games. No other
program is needed. Pure: the same random numbers give the same game.
"""

from __future__ import annotations

import random

from tablekeeper.games.backgammon.board import START, Seat, View, other
from tablekeeper.games.backgammon.match import outcome, worth
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.games.backgammon.transcript import (
    Transcript,
    TranscriptGame,
    TranscriptResult,
    TranscriptTurn,
)

#: weights, all of them in pips
_BLOT, _NEAR, _BAR = 2.0, 0.5, 14.0
#: the value of a held point, by its number: the own home and bar points have the highest values
_POINTS = (0.0, 1.0, 2.0, 4.0, 6.0, 7.0, 6.0, 6.0, 4.0, 2.0, 1.5, 1.0, 1.0, 0.5, 0.5, 1.5, 1.5, 1.5, 3.0, 4.0,
           5.0, 5.0, 3.0, 1.0, 0.5)  # fmt: skip
#: the additional value of two adjacent held points
_CHAIN = 1.5


def worth_of(view: View) -> float:
    """Return the value of a position for the player who has just moved, in pips; `view` is that player's."""
    enemy = next((point for point in range(25) if view[point] < 0), 25)
    value = -_BAR * view[0] - 25 * view[25]
    before = 0
    for point in range(24, 0, -1):
        count = view[point]
        if count <= 0:
            before = 0
            continue
        value -= point * count
        if point < enemy:
            continue  # nobody can hit it any more
        if count == 1:
            value -= _danger(view, point)
            before = 0
        else:
            value += _POINTS[point] + before * _CHAIN
            before = 1
    return value


def _danger(view: View, point: int) -> float:
    """Return the risk of a blot: higher for nearer opponents, and for a longer way that would be lost."""
    near = sum(1 for place in range(max(0, point - 6), point) if view[place] < 0)
    if not near:
        return _BLOT
    return (_BLOT + _NEAR * near) * (25 - point) / 6


def play_game(chance: random.Random) -> TranscriptGame:
    """Return a game between two bot players, to its end."""
    turns: list[TranscriptTurn] = []
    board = START
    first, second = 0, 0
    while first == second:
        first, second = chance.randint(1, 6), chance.randint(1, 6)
    seat: Seat = 0 if first > second else 1
    dice = (first, second)
    while True:
        plays = legal_plays(board.view(seat), *dice)
        best = max(plays, key=worth_of)
        turns.append(TranscriptTurn(seat, len(turns) + 1, len(turns) + 1, "roll", dice, plays[best]))
        board = board.after(seat, best)
        over = outcome(board)
        if over is not None:
            winner, kind = over
            return TranscriptGame(
                1, (0, 0), tuple(turns), TranscriptResult(winner, worth(kind), len(turns) + 1), 1
            )
        seat = other(seat)
        dice = (chance.randint(1, 6), chance.randint(1, 6))


def play_match(players: tuple[str, str], number: int, chance: random.Random) -> Transcript:
    """Return a one-point match between two bot players as a transcript; `number` identifies it."""
    return Transcript("", number, 1, players, True, (0, 0), (play_game(chance),))
