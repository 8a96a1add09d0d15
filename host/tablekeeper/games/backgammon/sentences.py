"""What the records of a match of backgammon say."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games import catalogue, timecontrol
from tablekeeper.games.clockview import METHODS
from tablekeeper.games.sentences import Players, Sentence, choice, duration, named, seat, somebody
from tablekeeper.text import counted

#: bits of a match's options
OPTIONS = (
    (1, "Crawford rule"), (2, "dice required"), (4, "dice off"), (8, "dice thrown by the board"),
    (16, "consultation"),
)  # fmt: skip
#: how a double is made, by its c
_DOUBLES = ("", " before the turn", ", irregular and accepted")
#: the table of the records, and what stands there until the players have given a reason
AWARDS: dict[int, str] = dict(catalogue.AWARDS)


def _match(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    length = counted(b, "point") if b else "no limit"
    options = named(OPTIONS, c)
    made = f"match {p}" if p else "match made at the table"
    return ", ".join([f"{made}: {length}", *options])


def _score(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    crawford = choice(("Crawford game still to come", "Crawford game now", "Crawford game over"), c)
    breaks = f"; breaks taken: {q & 15} and {q >> 4 & 15}" if q else ""
    return f"score set to {a}-{b} after {counted(p, 'game')}, {crawford}{breaks}"


def _cube(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    owner = somebody(players, b, "in the middle")
    turn = f"; {somebody(players, c, 'opening roll')} to go on" if p else ""
    return f"cube set to {1 << min(a, 30)}, {owner}{turn}"


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


SENTENCES: dict[int, Sentence] = {
    records.MATCH: _match,
    records.SCORE: _score,
    records.CUBE: _cube,
    records.RESERVES: lambda who, a, b, c, p, q: (
        f"time left: {seat(who, 0)} {duration(p)}, {seat(who, 1)} {duration(q)}"
    ),
    records.GAME: lambda _, a, b, c, p, q: f"game {p} begins" + (", the Crawford game" if b else ""),
    records.OPENING: lambda who, a, b, c, p, q: (
        f"opening roll: {seat(who, 0)} {a}, {seat(who, 1)} {b}" + (", again" if a == b else "")
    ),
    records.DOUBLE: lambda who, a, b, c, p, q: (
        f"{seat(who, a)} doubles to {1 << min(b, 30)}" + _DOUBLES[min(c, 2)]
    ),
    records.TAKE: lambda who, a, b, c, p, q: f"{seat(who, a)} takes",
    records.DROP: lambda who, a, b, c, p, q: f"{seat(who, a)} drops",
    records.CLOCK: _clock,
    records.AWARD: _award,
}
