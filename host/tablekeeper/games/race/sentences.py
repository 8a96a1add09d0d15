"""Sentences for the records of a series of pawn races."""

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
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.race import rules as racerules

#: of the six-colour board, clockwise
COLOURS = (_("red"), _("green"), _("yellow"), _("blue"), _("black"), _("white"))
RACE_RULES = (
    (racerules.LOGGED, _("throws logged")), (racerules.ROLL_FIRST, _("the round of die-roll first")),
    (racerules.DEVICE, _("the board throws")),
)  # fmt: skip


def _race(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = _("series %(p)s", p=p) if p else _("series made at the table")
    options = named(RACE_RULES, c)
    return joined([joined((made, choice(racerules.NAMES, b)), ": "), *options])


def _series(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    rules = ", ".join(choice(racerules.NAMES, one) for one in (a, b, c))
    way = _(", one under way for %(duration)s", duration=duration(q)) if q else ""
    return _(
        "%(games)s played%(way)s; a TripleAthlon's rules: %(rules)s",
        games=counted(p, "game"),
        way=way,
        rules=rules,
    )


def _lineup(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    owner = racerules.unpack(p & racerules.LINEUP)
    colours = ", ".join(
        f"{choice(COLOURS, colour)}: {seat(players, one)}"
        for colour, one in enumerate(owner) if one != records.NOBODY
    )  # fmt: skip
    return _("line-up %(colours)s; games won: %(a)s-%(b)s-%(c)s", colours=colours, a=a, b=b, c=c) + (
        _("; a game is under way") if p >> 14 else ""
    )


def _roll(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == records.NOBODY:
        return _("the round of die-roll is called off")
    return _("%(seat)s rolls %(b)s for a place", seat=seat(players, a), b=b) + (
        _(", the first of a round") if c else ""
    )


def _lying(packed: int) -> str:
    owner = racerules.unpack(packed)
    seats: dict[int, list[str]] = {}
    for colour, who in enumerate(owner):
        if who != records.NOBODY:
            seats.setdefault(who, []).append(COLOURS[colour])
    return _(
        "colours %(colours)s",
        colours=joined(joined(seats[who], "+") for who in sorted(seats)),
    )


def _race_game(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    first = "" if c == records.NOBODY else _("; %(seat)s begins", seat=seat(players, c))
    return _(
        "game %(p)s begins: %(choice)s, %(lying)s%(first)s",
        p=p,
        choice=choice(racerules.NAMES, b),
        lying=_lying(q),
        first=first,
    )


def _race_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    who = _("no winner") if a == records.NOBODY else _("%(seat)s wins", seat=seat(players, a))
    return _(
        "game over: %(who)s, %(choice)s, %(duration)s (%(how_said)s)",
        who=who,
        choice=choice(racerules.NAMES, b),
        duration=duration(p),
        how_said=how_said(c),
    )


def _race_press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return _("%(seat)s begins instead", seat=seat(players, b)) if c else press(players, a, b, c, p, q)


SENTENCES: dict[int, Sentence] = {
    records.RACE: _race,
    records.SERIES: _series,
    records.LINEUP: _lineup,
    records.PAWN: lambda who, a, b, c, p, q: _(
        "%(seat)s has %(pawns)s of %(choice)s at home",
        seat=seat(who, a),
        pawns=counted(c, "pawn"),
        choice=choice(COLOURS, b),
    ),
    records.ROLL: _roll,
    records.CANCEL: lambda who, a, b, c, p, q: _(
        "the %(b)s of %(seat)s does not count", b=b, seat=seat(who, a)
    ),
    records.GAME: _race_game,
    records.RESULT: winner_said,
    records.END: _race_end,
    records.PRESS: _race_press,
}
