"""Sentences for the records of a match of TARA."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, choice, named, seat
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.tara import sheet as tara

TARA_RULES = (
    (tara.LEVEL_2, "level 2"), (tara.LINKED_OPENING, _("linked opening")), (tara.OP0_BUILDS, _(
        "OP0 may be built")),
)  # fmt: skip


def _tara(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = _("match %(p)s", p=p) if p else _("match made at the table")
    return joined([_("%(made)s: TARA with %(b)s seats", made=made, b=b), *named(TARA_RULES, c)])


def _tara_score(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    turn = _("; a game is in progress, %(seat)s to go on", seat=seat(players, (q & 15) - 1)) if q & 15 else ""
    return _(
        "points set to %(a)s-%(b)s after %(games)s%(turn)s", a=a, b=b, games=counted(p, "game"), turn=turn
    )


def _out(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    after = (
        _("the game is over") if b == records.NOBODY else _("clock of %(seat)s runs", seat=seat(players, b))
    )
    return _("%(seat)s calls OUT; %(after)s", seat=seat(players, a), after=after)


SENTENCES: dict[int, Sentence] = {
    records.TARA: _tara,
    records.TARA_SCORE: _tara_score,
    records.START: lambda who, a, b, c, p, q: _("%(seat)s starts", seat=seat(who, a)),
    records.BATTLE: lambda who, a, b, c, p, q: _("%(seat)s calls BATTLE", seat=seat(who, a)),
    records.OUT: _out,
    records.COUNT: lambda who, a, b, c, p, q: _("the board is counted"),
    records.TALLY: lambda who, a, b, c, p, q: _(
        "%(choice)s: %(kingdoms)s, territory %(c)s",
        choice=choice((_("first side"), _("second side")), a),
        kingdoms=counted(b, "kingdom"),
        c=c,
    ),
    records.GAME: lambda who, a, b, c, p, q: _("game %(p)s begins", p=p),
}
