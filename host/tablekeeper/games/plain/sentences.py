"""What the records of a plain clock say."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, how_said, named, seat, winner_said
from tablekeeper.text import counted
from tableprograms.plain import sheet as plain


def _plain(_: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = f"match {p}" if p else "match made at the table"
    goes_on = named(((plain.FLAG_GOES_ON, "a fallen flag ends nothing"),), c)
    return ", ".join([f"{made}: clock for {counted(b, 'seat')}", *goes_on])


def _plain_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = "no winner" if a == records.NOBODY else f"{seat(players, a)} wins"
    return f"ended: {who}, {counted(p, 'move')} ({how_said(c)})"


def _plain_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == records.NOBODY:
        return f"clock of {seat(players, b)} runs"
    return f"{seat(players, a)} ends the turn; clock of {seat(players, b)} runs"


SENTENCES: dict[int, Sentence] = {
    records.PLAIN: _plain,
    records.GAME: lambda _, a, b, c, p, q: "the clock is ready",
    records.PRESS: _plain_press,
    records.RESULT: winner_said,
    records.END: _plain_end,
}
