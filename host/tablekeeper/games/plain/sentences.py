"""Sentences for the records of a plain clock."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, how_said, named, seat, winner_said
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.plain import sheet as plain


def _plain(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = _("match %(p)s", p=p) if p else _("match made at the table")
    goes_on = named(((plain.FLAG_GOES_ON, _("a fallen flag ends nothing")),), c)
    return joined([_("%(made)s: clock for %(seats)s", made=made, seats=counted(b, "seat")), *goes_on])


def _plain_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = _("no winner") if a == records.NOBODY else _("%(seat)s wins", seat=seat(players, a))
    return _(
        "ended: %(who)s, %(moves)s (%(how_said)s)", who=who, moves=counted(p, "move"), how_said=how_said(c)
    )


def _plain_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == records.NOBODY:
        return _("clock of %(seat)s runs", seat=seat(players, b))
    return _("%(seat)s ends the turn; clock of %(seat2)s runs", seat=seat(players, a), seat2=seat(players, b))


SENTENCES: dict[int, Sentence] = {
    records.PLAIN: _plain,
    records.GAME: lambda who, a, b, c, p, q: _("the clock is ready"),
    records.PRESS: _plain_press,
    records.RESULT: winner_said,
    records.END: _plain_end,
}
