"""What the records of a dice log say."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, named
from tablekeeper.text import counted
from tableprograms.dicelog import sheet as dicelog


def _dicelog(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    thrown = named(((dicelog.DICE_BY_DEVICE, "the board throws"),), c)
    return ", ".join([f"{made}: log of {counted(b, 'die', 'dice')}", *thrown])


def _log_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return f"the log ends after {counted(p, 'throw')}"


SENTENCES: dict[int, Sentence] = {
    records.DICELOG: _dicelog,
    records.END: _log_end,
}
