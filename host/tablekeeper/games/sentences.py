"""Sentences for the records that all games share, and the words for them.

A record holds only numbers. The players' names are in mutable tables beside the log, so a sentence is made
when it is shown and never stored.
"""

from __future__ import annotations

from collections.abc import Callable

from tablecore import records
from tablekeeper.games import catalogue, schedule, timecontrol
from tablekeeper.games.clockview import METHODS
from tablekeeper.languages import _, joined, pgettext
from tablekeeper.text import counted, ordinal

#: names by seat: two, or as many as a kind of game has
Players = tuple[str, ...]
#: (players, a, b, c, p, q) -> sentence
Sentence = Callable[[Players, int, int, int, int, int], str]

#: a, b, c and p of an END record
End = tuple[int, int, int, int]
SIDES: Players = ("left", "right")
KINDS_WON = (_("by a drop"), _("a single game"), _("a gammon"), _("a backgammon"), _("the match"))
#: how a result came about: RESULT.c and END.c; the last one is the races' own
HOWS = (
    pgettext("how a result came about", "played"), _("conceded"), _("claimed"), _("forfeited"), _("on time"),
    _("stopped"),
)  # fmt: skip
PAUSES: dict[int, str] = {**dict(catalogue.PAUSES), 7: _("no reason given yet")}
#: storage state of a boot record, in the order of the board's own states
STORAGE = ("no memory chip", "memory good", "memory nearly full", "memory full", "another board's memory",
           "memory full, records in RAM only")


def seat(players: Players, number: int) -> str:
    """Return who sits there; a number that is no seat is named as such."""
    return players[number] if number < len(players) else f"seat {number}"


def somebody(players: Players, number: int, nobody: str) -> str:
    """Return who sits there, or what `nobody` (255) means here."""
    return nobody if number == records.NOBODY else seat(players, number)


def choice(names: tuple[str, ...], number: int) -> str:
    """Return the name of a numbered meaning; an unknown number is shown."""
    return names[number] if number < len(names) else f"({number})"


def named(known: tuple[tuple[int, str], ...], bits: int) -> list[str]:
    """Return the names of the bits that are set."""
    return [name for bit, name in known if bits & bit]


def how_said(number: int) -> str:
    """Return how a result came about, in a word or two."""
    return choice(HOWS, number)


def said(result: str, how: str) -> str:
    """Return what came out, with how it came about where that says anything."""
    return result if how == "played" else joined((result, " (", how, ")"), "")


def duration(ms: int) -> str:
    """Return milliseconds as minutes and seconds, "21:00" or "0:07.250"."""
    minutes, rest = divmod(ms, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")


def _boot(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    alive = "" if p == records.NONE else f", last alive at {duration(p)}"
    screen = "" if c else ", no display"
    return f"switched on for the {ordinal(q)} time (reset reason {a}, {choice(STORAGE, b)}{screen}){alive}"


def _time(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    try:
        control = schedule.seat_text((((0, (b, p, q, c, 0)),), 0))
    except (timecontrol.TimeControlError, ValueError, IndexError, KeyError):
        control = f"{METHODS.get(b, b)}, {p} ms, {q} ms"
    return f"time of {somebody(players, a, 'both' if len(players) == 2 else 'each')}: {control}"


def _stage(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    moves = counted(c, "move")
    behind = f", {METHODS.get(b, b)} {duration(q)}" if q else f", {METHODS.get(b, b)}"
    return f"after {moves} {somebody(players, a, 'each')} gets {duration(p)} more{behind}"


def _correct(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = "" if b == records.NOBODY else f", {b} moves made"
    return f"the director sets the clock of {seat(players, a)} to {duration(p)}{made}"


def _pause(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if not b:
        return f"clock stopped: {PAUSES.get(a, f'reason {a}')}"
    return f"the break of {seat(players, b - 1)} " + ("has lasted its time" if c else "begins")


def _request(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return "the players ask the director" + (" to undo a sealed game" if a == 1 else "")


def press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    """Say that a seat ends its turn."""
    dice = " without dice" if c else ""
    return f"{seat(players, a)} ends the turn{dice}; clock of {somebody(players, b, 'nobody')} runs"


def winner_said(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    """Say a result of a game that one seat wins, or nobody."""
    by = f", said by {seat(players, p)}" if p < len(players) else ""
    return f"result: {somebody(players, a, 'nobody')} wins ({how_said(c)}){by}"


def _result(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    by = f", said by {seat(players, p)}" if p < len(players) else ""
    return f"result: {seat(players, a)} wins {choice(KINDS_WON, b)} ({how_said(c)}){by}"


def _end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    points = counted(p, "point")
    if a == records.NOBODY:
        return f"game over: drawn, {points} each"
    return f"game over: {seat(players, a)} wins {choice(KINDS_WON, b)}, {points} ({how_said(c)})"


def _dice(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    thrown = f"{b}-{c}" if c else str(b)
    return f"{seat(players, a)} rolls {thrown}" if a != records.NOBODY else f"thrown: {thrown}"


def _fault(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"{choice(catalogue.PARTS, a)} {'failed' if b else 'works again'} (count {p}, detail {q})"


#: what the kinds say that games share; a game may have a sentence of its own for one of them
SENTENCES: dict[int, Sentence] = {
    records.BOOT: _boot,
    records.SITTING: lambda _, a, b, c, p, q: f"the board's time starts again after {duration(p)}",
    records.COMMIT: lambda _, a, b, c, p, q: f"{a} records from {p} take effect"
    + (f" (command {q})" if q else ""),
    records.TIME: _time,
    records.STAGE: _stage,
    records.OVERTIME: lambda who, a, b, c, p, q: f"overtime of {somebody(who, a, 'each')}: {duration(p)}",
    records.CORRECT: _correct,
    records.DICE: _dice,
    records.PRESS: press,
    records.RESULT: _result,
    records.CONFIRM: lambda who, a, b, c, p, q: f"{somebody(who, a, 'the director')} confirms the result",
    records.REJECT: lambda who, a, b, c, p, q: f"{seat(who, a)} rejects the result",
    records.END: _end,
    records.PAUSE: _pause,
    records.REQUEST: _request,
    records.RESUME: lambda who, a, b, c, p, q: f"clock goes on for {somebody(who, a, 'nobody')}",
    records.FLAG: lambda who, a, b, c, p, q: f"the flag of {seat(who, a)} falls"
    + ("; overtime begins" if b else ""),
    records.UNDO: lambda _, a, b, c, p, q: f"everything from record {p} on is taken back",
    records.SEAL: lambda _, a, b, c, p, q: f"the director seals the first {counted(p, 'game')}",
    records.CLOSE: lambda _, a, b, c, p, q: "the match is closed",
    records.FAULT: _fault,
    records.VOLATILE: lambda _, a, b, c, p, q: f"{p} records before this one were kept without memory"
    + (f"; {q} of them are lost" if q else ""),
    records.FREED: lambda _, a, b, c, p, q: f"the players gave {q} records up, to make room: all up to {p}",
}
