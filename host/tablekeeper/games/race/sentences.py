"""What the records of a series of pawn races say."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import (
    Players,
    Sentence,
    choice,
    duration,
    how_said,
    named,
    press,
    seat,
    winner_said,
)
from tablekeeper.languages import _
from tablekeeper.text import counted
from tableprograms.race import rules as racerules

#: of the six-colour board, clockwise
COLOURS = (_("red"), _("green"), _("yellow"), _("blue"), _("black"), _("white"))
RACE_RULES = (
    (racerules.LOGGED, "throws logged"), (racerules.ROLL_FIRST, "the round of die-roll first"),
    (racerules.DEVICE, "the board throws"),
)  # fmt: skip


def _race(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"series {p}" if p else "series made at the table"
    options = named(RACE_RULES, c)
    return ", ".join([f"{made}: {choice(racerules.NAMES, b)}", *options])


def _series(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    rules = ", ".join(choice(racerules.NAMES, one) for one in (a, b, c))
    way = f", one under way for {duration(q)}" if q else ""
    return f"{counted(p, 'game')} played{way}; a TripleAthlon's rules: {rules}"


def _lineup(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    owner = racerules.unpack(p & racerules.LINEUP)
    colours = ", ".join(
        f"{choice(COLOURS, colour)}: {seat(players, one)}"
        for colour, one in enumerate(owner) if one != records.NOBODY
    )  # fmt: skip
    return f"line-up {colours}; games won: {a}-{b}-{c}" + ("; a game is under way" if p >> 14 else "")


def _roll(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == records.NOBODY:
        return "the round of die-roll is called off"
    return f"{seat(players, a)} rolls {b} for a place" + (", the first of a round" if c else "")


def _lying(packed: int) -> str:
    owner = racerules.unpack(packed)
    seats: dict[int, list[str]] = {}
    for colour, who in enumerate(owner):
        if who != records.NOBODY:
            seats.setdefault(who, []).append(COLOURS[colour])
    return "colours " + ", ".join("+".join(seats[who]) for who in sorted(seats))


def _race_game(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    first = "" if c == records.NOBODY else f"; {seat(players, c)} begins"
    return f"game {p} begins: {choice(racerules.NAMES, b)}, {_lying(q)}{first}"


def _race_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = "no winner" if a == records.NOBODY else f"{seat(players, a)} wins"
    return f"game over: {who}, {choice(racerules.NAMES, b)}, {duration(p)} ({how_said(c)})"


def _race_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"{seat(players, b)} begins instead" if c else press(players, a, b, c, p, q)


SENTENCES: dict[int, Sentence] = {
    records.RACE: _race,
    records.SERIES: _series,
    records.LINEUP: _lineup,
    records.PAWN: lambda who, a, b, c, p, q: f"{seat(who, a)} has {counted(c, 'pawn')} of "
    f"{choice(COLOURS, b)} at home",
    records.ROLL: _roll,
    records.CANCEL: lambda who, a, b, c, p, q: f"the {b} of {seat(who, a)} does not count",
    records.GAME: _race_game,
    records.RESULT: winner_said,
    records.END: _race_end,
    records.PRESS: _race_press,
}
