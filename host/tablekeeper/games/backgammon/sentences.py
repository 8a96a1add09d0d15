"""Sentences for the records of a match of backgammon."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games import catalogue, timecontrol
from tablekeeper.games.clockview import METHODS
from tablekeeper.games.sentences import SENTENCES as SHARED
from tablekeeper.games.sentences import Players, Sentence, choice, duration, named, seat, somebody
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.backgammon.sheet import IN_CRAWFORD, TOO_SOON, VOID

#: bits of a match's options
OPTIONS = (
    (1, _("Crawford rule")), (2, _("dice required")), (4, _("dice off")), (8, _("dice thrown by the board")),
    (16, "consultation"),
)  # fmt: skip
#: words for a double, by its c
_DOUBLES = (
    "", _(" before the turn"), _(", irregular and accepted"), _(", accepted in the Crawford game"),
)  # fmt: skip
#: words for the reason of an award
AWARDS: dict[int, str] = dict(catalogue.AWARDS)


def _match(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    length = counted(b, "point") if b else _("no limit")
    options = named(OPTIONS, c)
    made = _("match %(p)s", p=p) if p else _("match made at the table")
    return joined([joined((made, length), ": "), *options])


def _score(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    crawford = choice((_("Crawford game still to come"), _("Crawford game now"), _("Crawford game over")), c)
    breaks = _("; breaks taken: %(q)s and %(q2)s", q=q & 15, q2=q >> 4 & 15) if q else ""
    return _(
        "score set to %(a)s-%(b)s after %(games)s, %(crawford)s%(breaks)s",
        a=a,
        b=b,
        games=counted(p, "game"),
        crawford=crawford,
        breaks=breaks,
    )


def _cube(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    owner = somebody(players, b, _("in the middle"))
    turn = _("; %(somebody)s to go on", somebody=somebody(players, c, _("opening roll"))) if p else ""
    return _("cube set to %(value)s, %(owner)s%(turn)s", value=1 << min(a, 30), owner=owner, turn=turn)


def _clock(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    try:
        control = timecontrol.text((a, p, b * 1000, c & 1, 0))
    except (timecontrol.TimeControlError, ValueError):
        control = _("%(a)s, %(p)s ms, %(b)s s", a=METHODS.get(a, a), p=p, b=b)
    control += f" o{c >> 1}m" if c >> 1 else ""
    if q:
        return _("the director introduces a clock: %(control)s", control=control)
    return _("the players introduce a clock: %(control)s", control=control)


def _award(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    points, cause = counted(b, "point"), AWARDS.get(c) or _("reason %(number)s", number=c)
    if p:
        return _(
            "the director takes %(points)s back from %(seat)s (%(cause)s)",
            points=points,
            seat=seat(players, a),
            cause=cause,
        )
    if not b:
        return _(
            "the director warns the opponent of %(seat)s (%(cause)s)", seat=seat(players, a), cause=cause
        )
    return _(
        "the director awards %(points)s to %(seat)s (%(cause)s)",
        points=points,
        seat=seat(players, a),
        cause=cause,
    )


SENTENCES: dict[int, Sentence] = {
    records.MATCH: _match,
    records.SCORE: _score,
    records.CUBE: _cube,
    records.RESERVES: lambda who, a, b, c, p, q: _(
        "time left: %(seat)s %(duration)s, %(seat2)s %(duration2)s",
        seat=seat(who, 0),
        duration=duration(p),
        seat2=seat(who, 1),
        duration2=duration(q),
    ),
    records.GAME: lambda who, a, b, c, p, q: (
        _("game %(p)s begins", p=p) + (_(", the Crawford game") if b else "")
    ),
    records.OPENING: lambda who, a, b, c, p, q: (
        _("opening roll: %(seat)s %(a)s, %(seat2)s %(b)s", seat=seat(who, 0), a=a, seat2=seat(who, 1), b=b)
        + (", again" if a == b else "")
    ),
    records.DOUBLE: lambda who, a, b, c, p, q: (
        _("%(seat)s declares the doubles of the Crawford game void", seat=seat(who, a)) if c == VOID
        else _("%(seat)s doubles to %(value)s", seat=seat(who, a), value=1 << min(b, 30))
        + _DOUBLES[min(c, IN_CRAWFORD)]
    ),
    records.DICE: lambda who, a, b, c, p, q: (
        _("%(seat)s rolls %(thrown)s before the other's turn is over", seat=seat(who, a), thrown=f"{b}-{c}")
        if p == TOO_SOON else SHARED[records.DICE](who, a, b, c, p, q)
    ),
    records.TAKE: lambda who, a, b, c, p, q: _("%(seat)s takes", seat=seat(who, a)),
    records.DROP: lambda who, a, b, c, p, q: _("%(seat)s drops", seat=seat(who, a)),
    records.CLOCK: _clock,
    records.AWARD: _award,
}
