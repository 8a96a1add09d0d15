"""What the records of a match of TARA say."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, choice, named, seat
from tablekeeper.text import counted
from tableprograms.tara import sheet as tara

TARA_RULES = (
    (tara.LEVEL_2, "level 2"), (tara.LINKED_OPENING, "linked opening"), (tara.OP0_BUILDS, "OP0 may be built"),
)  # fmt: skip


def _tara(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    return ", ".join([f"{made}: TARA with {b} seats", *named(TARA_RULES, c)])


def _tara_score(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    turn = f"; a game is in progress, {seat(players, (q & 15) - 1)} to go on" if q & 15 else ""
    return f"points set to {a}-{b} after {counted(p, 'game')}{turn}"


def _out(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    after = "the game is over" if b == records.NOBODY else f"clock of {seat(players, b)} runs"
    return f"{seat(players, a)} calls OUT; {after}"


SENTENCES: dict[int, Sentence] = {
    records.TARA: _tara,
    records.TARA_SCORE: _tara_score,
    records.START: lambda who, a, b, c, p, q: f"{seat(who, a)} starts",
    records.BATTLE: lambda who, a, b, c, p, q: f"{seat(who, a)} calls BATTLE",
    records.OUT: _out,
    records.COUNT: lambda _, a, b, c, p, q: "the board is counted",
    records.TALLY: lambda _, a, b, c, p, q: f"{choice(('first side', 'second side'), a)}: "
    f"{counted(b, 'kingdom')}, territory {c}",
    records.GAME: lambda _, a, b, c, p, q: f"game {p} begins",
}
