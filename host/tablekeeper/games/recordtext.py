"""What a record says, in one sentence for people: the log page, the export and the shelf use it.

A record carries numbers only; the players' names come from the mutable tables beside the log, so
the sentence is made when it is shown and never stored.
"""

from __future__ import annotations

from collections.abc import Callable

from tablecore import records, sheets
from tablekeeper.games import catalogue, schedule, timecontrol
from tablekeeper.games.clockview import METHODS
from tablekeeper.text import counted, ordinal
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tableprograms.race import rules as racerules
from tableprograms.tara import sheet as tara

#: names by seat: two, or as many as a kind of game has
Players = tuple[str, ...]
#: (players, a, b, c, p, q) -> sentence
Sentence = Callable[[Players, int, int, int, int, int], str]

SIDES: Players = ("left", "right")
KINDS_WON = ("by a drop", "a single game", "a gammon", "a backgammon", "the match")
HOWS = ("played", "conceded", "claimed", "forfeited", "on time", "stopped")
TARA_RULES = (
    (tara.LEVEL_2, "level 2"), (tara.LINKED_OPENING, "linked opening"), (tara.OP0_BUILDS, "OP0 may be built"),
)  # fmt: skip
#: of the six-colour board, clockwise
COLOURS = ("red", "green", "yellow", "blue", "black", "white")
RACE_RULES = (
    (racerules.LOGGED, "throws logged"), (racerules.ROLL_FIRST, "the round of die-roll first"),
    (racerules.DEVICE, "the board throws"),
)  # fmt: skip
#: the table of the records, and what stands there until the players have given a reason
AWARDS: dict[int, str] = dict(catalogue.AWARDS)
PAUSES: dict[int, str] = {**dict(catalogue.PAUSES), 7: "no reason given yet"}
#: bits of a match's options
OPTIONS = (
    (1, "Crawford rule"), (2, "dice required"), (4, "dice off"), (8, "dice thrown by the board"),
    (16, "consultation"),
)  # fmt: skip
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


def duration(ms: int) -> str:
    """Return milliseconds as minutes and seconds, "21:00" or "0:07.250"."""
    minutes, rest = divmod(ms, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")


def _boot(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    alive = "" if p == records.NONE else f", last alive at {duration(p)}"
    screen = "" if c else ", no display"
    return f"switched on for the {ordinal(q)} time (reset reason {a}, {choice(STORAGE, b)}{screen}){alive}"


def _match(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    length = counted(b, "point") if b else "no limit"
    options = [name for bit, name in OPTIONS if c & bit]
    made = f"match {p}" if p else "match made at the table"
    return ", ".join([f"{made}: {length}", *options])


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


def _score(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    crawford = choice(("Crawford game still to come", "Crawford game now", "Crawford game over"), c)
    breaks = f"; breaks taken: {q & 15} and {q >> 4 & 15}" if q else ""
    return f"score set to {a}-{b} after {counted(p, 'game')}, {crawford}{breaks}"


def _pause(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if not b:
        return f"clock stopped: {PAUSES.get(a, f'reason {a}')}"
    return f"the break of {seat(players, b - 1)} " + ("has lasted its time" if c else "begins")


def _clock(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    try:
        control = timecontrol.text((a, p, b * 1000, c & 1, 0))
    except (timecontrol.TimeControlError, ValueError):
        control = f"{METHODS.get(a, a)}, {p} ms, {b} s"
    by = "the director introduces" if q else "the players introduce"
    return f"{by} a clock: {control}" + (f" o{c >> 1}m" if c >> 1 else "")


def _award(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    points, cause = counted(b, "point"), AWARDS.get(c, f"reason {c}")
    if p:
        return f"the director takes {points} back from {seat(players, a)} ({cause})"
    if not b:
        return f"the director warns the opponent of {seat(players, a)} ({cause})"
    return f"the director awards {points} to {seat(players, a)} ({cause})"


def _request(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return "the players ask the director" + (" to undo a sealed game" if a == 1 else "")


def _cube(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    owner = somebody(players, b, "in the middle")
    turn = f"; {somebody(players, c, 'opening roll')} to go on" if p else ""
    return f"cube set to {1 << min(a, 30)}, {owner}{turn}"


def _press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    dice = " without dice" if c else ""
    return f"{seat(players, a)} ends the turn{dice}; clock of {somebody(players, b, 'nobody')} runs"


def _result(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    by = f", said by {seat(players, p)}" if p < len(players) else ""
    return f"result: {seat(players, a)} wins {choice(KINDS_WON, b)} ({choice(HOWS, c)}){by}"


def _end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    points = counted(p, "point")
    if a == records.NOBODY:
        return f"game over: drawn, {points} each"
    return f"game over: {seat(players, a)} wins {choice(KINDS_WON, b)}, {points} ({choice(HOWS, c)})"


def _race(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"series {p}" if p else "series made at the table"
    options = [name for bit, name in RACE_RULES if c & bit]
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


def _tara(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    return ", ".join([f"{made}: TARA with {b} seats", *(name for bit, name in TARA_RULES if c & bit)])


def _tara_score(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    turn = f"; a game is in progress, {seat(players, (q & 15) - 1)} to go on" if q & 15 else ""
    return f"points set to {a}-{b} after {counted(p, 'game')}{turn}"


def _out(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    after = "the game is over" if b == records.NOBODY else f"clock of {seat(players, b)} runs"
    return f"{seat(players, a)} calls OUT; {after}"


def _plain(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    goes_on = _options(((plain.FLAG_GOES_ON, "a fallen flag ends nothing"),), c)
    return ", ".join([f"{made}: clock for {counted(b, 'seat')}", *goes_on])


def _dicelog(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    thrown = _options(((dicelog.DICE_BY_DEVICE, "the board throws"),), c)
    return ", ".join([f"{made}: log of {counted(b, 'die', 'dice')}", *thrown])


def _options(known: tuple[tuple[int, str], ...], bits: int) -> list[str]:
    return [name for bit, name in known if bits & bit]


def _lying(packed: int) -> str:
    owner = racerules.unpack(packed)
    seats: dict[int, list[str]] = {}
    for colour, who in enumerate(owner):
        if who != records.NOBODY:
            seats.setdefault(who, []).append(COLOURS[colour])
    return "colours " + ", ".join("+".join(seats[who]) for who in sorted(seats))


def _dice(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    thrown = f"{b}-{c}" if c else str(b)
    return f"{seat(players, a)} rolls {thrown}" if a != records.NOBODY else f"thrown: {thrown}"


def _log_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"the log ends after {counted(p, 'throw')}"


def _race_game(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    first = "" if c == records.NOBODY else f"; {seat(players, c)} begins"
    return f"game {p} begins: {choice(racerules.NAMES, b)}, {_lying(q)}{first}"


def _race_result(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    by = f", said by {seat(players, p)}" if p < len(players) else ""
    return f"result: {somebody(players, a, 'nobody')} wins ({choice(HOWS, c)}){by}"


def _race_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = "no winner" if a == records.NOBODY else f"{seat(players, a)} wins"
    return f"game over: {who}, {choice(racerules.NAMES, b)}, {duration(p)} ({choice(HOWS, c)})"


def _plain_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = "no winner" if a == records.NOBODY else f"{seat(players, a)} wins"
    return f"ended: {who}, {counted(p, 'move')} ({choice(HOWS, c)})"


def _race_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"{seat(players, b)} begins instead" if c else _press(players, a, b, c, p, q)


def _plain_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == records.NOBODY:
        return f"clock of {seat(players, b)} runs"
    return f"{seat(players, a)} ends the turn; clock of {seat(players, b)} runs"


def _fault(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"{choice(catalogue.PARTS, a)} {'failed' if b else 'works again'} (count {p}, detail {q})"


SENTENCES: dict[int, Sentence] = {
    records.BOOT: _boot,
    records.SITTING: lambda _, a, b, c, p, q: f"the board's time starts again after {duration(p)}",
    records.COMMIT: lambda _, a, b, c, p, q: f"{a} records from {p} take effect"
    + (f" (command {q})" if q else ""),
    records.MATCH: _match,
    records.TIME: _time,
    records.SCORE: _score,
    records.CUBE: _cube,
    records.RESERVES: lambda who, a, b, c, p, q: f"time left: {seat(who, 0)} {duration(p)}, "
    f"{seat(who, 1)} {duration(q)}",
    records.STAGE: _stage,
    records.OVERTIME: lambda who, a, b, c, p, q: f"overtime of {somebody(who, a, 'each')}: {duration(p)}",
    records.CORRECT: _correct,
    records.GAME: lambda _, a, b, c, p, q: f"game {p} begins" + (", the Crawford game" if b else ""),
    records.OPENING: lambda who, a, b, c, p, q: f"opening roll: {seat(who, 0)} {a}, {seat(who, 1)} {b}"
    + (", again" if a == b else ""),
    records.DICE: _dice,
    records.PRESS: _press,
    records.DOUBLE: lambda who, a, b, c, p, q: f"{seat(who, a)} doubles to {1 << min(b, 30)}"
    + (" before the turn" if c else ""),
    records.TAKE: lambda who, a, b, c, p, q: f"{seat(who, a)} takes",
    records.DROP: lambda who, a, b, c, p, q: f"{seat(who, a)} drops",
    records.RESULT: _result,
    records.CONFIRM: lambda who, a, b, c, p, q: f"{somebody(who, a, 'the director')} confirms the result",
    records.REJECT: lambda who, a, b, c, p, q: f"{seat(who, a)} rejects the result",
    records.END: _end,
    records.PAUSE: _pause,
    records.CLOCK: _clock,
    records.AWARD: _award,
    records.REQUEST: _request,
    records.RESUME: lambda who, a, b, c, p, q: f"clock goes on for {somebody(who, a, 'nobody')}",
    records.FLAG: lambda who, a, b, c, p, q: f"the flag of {seat(who, a)} falls"
    + ("; overtime begins" if b else ""),
    records.UNDO: lambda _, a, b, c, p, q: f"everything from record {p} on is taken back",
    records.SEAL: lambda _, a, b, c, p, q: f"the director seals the first {counted(p, 'game')}",
    records.CLOSE: lambda _, a, b, c, p, q: "the match is closed",
    records.RACE: _race,
    records.SERIES: _series,
    records.LINEUP: _lineup,
    records.PAWN: lambda who, a, b, c, p, q: f"{seat(who, a)} has {counted(c, 'pawn')} of "
    f"{choice(COLOURS, b)} at home",
    records.ROLL: _roll,
    records.CANCEL: lambda who, a, b, c, p, q: f"the {b} of {seat(who, a)} does not count",
    records.TARA: _tara,
    records.TARA_SCORE: _tara_score,
    records.START: lambda who, a, b, c, p, q: f"{seat(who, a)} starts",
    records.BATTLE: lambda who, a, b, c, p, q: f"{seat(who, a)} calls BATTLE",
    records.OUT: _out,
    records.COUNT: lambda _, a, b, c, p, q: "the board is counted",
    records.TALLY: lambda _, a, b, c, p, q: f"{choice(('first side', 'second side'), a)}: "
    f"{counted(b, 'kingdom')}, territory {c}",
    records.PLAIN: _plain,
    records.DICELOG: _dicelog,
    records.FAULT: _fault,
    records.VOLATILE: lambda _, a, b, c, p, q: f"{p} records before this one were kept without memory"
    + (f"; {q} of them are lost" if q else ""),
    records.FREED: lambda _, a, b, c, p, q: f"the players gave {q} records up, to make room: all up to {p}",
}


#: what some kinds say in one kind of game: (program, kind) -> sentence
OWN_SENTENCES: dict[tuple[int, int], Sentence] = {
    (sheets.RACE, records.GAME): _race_game,
    (sheets.RACE, records.RESULT): _race_result,
    (sheets.RACE, records.END): _race_end,
    (sheets.TARA, records.GAME): lambda _, a, b, c, p, q: f"game {p} begins",
    (sheets.PLAIN, records.GAME): lambda _, a, b, c, p, q: "the clock is ready",
    (sheets.RACE, records.PRESS): _race_press,
    (sheets.PLAIN, records.PRESS): _plain_press,
    (sheets.PLAIN, records.RESULT): _race_result,
    (sheets.PLAIN, records.END): _plain_end,
    (sheets.DICELOG, records.END): _log_end,
}


def sentence(record: bytes, players: Players = SIDES, program: int = sheets.BACKGAMMON) -> str:
    """Return what a record (24 bytes) says at a table of a program; an unknown kind is named by number."""
    _, kind, a, b, c, _, p, q = records.unpack(record)
    say = OWN_SENTENCES.get((program, kind)) or SENTENCES.get(kind)
    if say is None:
        return f"a record of kind {kind}, which this version does not know"
    return say(players, a, b, c, p, q)
