"""Sentences for the records that all games share, and their words.

A record contains only numbers. Players' names are outside the log and can change, so a sentence is built for
each display and never stored.
"""

from __future__ import annotations

from collections.abc import Callable

from tablecore import records
from tablekeeper.games import catalogue, schedule, timecontrol
from tablekeeper.games.clockview import METHODS
from tablekeeper.languages import _, joined, pgettext
from tablekeeper.text import counted, ordinal

#: names by seat: two, or as many as the game has seats
Players = tuple[str, ...]
#: (players, a, b, c, p, q) -> sentence
Sentence = Callable[[Players, int, int, int, int, int], str]

#: a, b, c and p of an END record
End = tuple[int, int, int, int]
SIDES: Players = (pgettext("seat of a board", "left"), pgettext("seat of a board", "right"))
KINDS_WON = (_("by a drop"), _("a single game"), _("a gammon"), _("a backgammon"), _("the match"))
#: the ways to a result: RESULT.c and END.c; only races have the last one
HOWS = (
    pgettext("how a result came about", "played"), _("conceded"), _("claimed"), _("forfeited"), _("on time"),
    _("stopped"),
)  # fmt: skip
PAUSES: dict[int, str] = {**dict(catalogue.PAUSES), 7: _("no reason given yet")}
#: storage state of a boot record, in the order of the board's states
STORAGE = (
    _("no memory chip"),
    _("memory good"),
    _("memory nearly full"),
    _("memory full"),
    _("another board's memory"),
    _("memory full, records in RAM only"),
)


def seat(players: Players, number: int) -> str:
    """Return the player's name; for a number that is not a seat return the number in words."""
    return players[number] if number < len(players) else _("seat %(number)s", number=number)


def somebody(players: Players, number: int, nobody: str) -> str:
    """Return the player's name at a seat, or `nobody` for 255."""
    return nobody if number == records.NOBODY else seat(players, number)


def choice(names: tuple[str, ...], number: int) -> str:
    """Return the name of a numbered meaning; an unknown number is returned in brackets."""
    return names[number] if number < len(names) else f"({number})"


def named(known: tuple[tuple[int, str], ...], bits: int) -> list[str]:
    """Return the names of the bits that are set."""
    return [name for bit, name in known if bits & bit]


def how_said(number: int) -> str:
    """Return the way to a result in a word or two."""
    return choice(HOWS, number)


def said(result: str, how: str) -> str:
    """Return a result in words, with the way to it unless it was simply played."""
    return result if how == "played" else joined((result, " (", how, ")"), "")


def duration(ms: int) -> str:
    """Return milliseconds as minutes and seconds, "21:00" or "0:07.250"."""
    minutes, rest = divmod(ms, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")


def _boot(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    alive = "" if p == records.NONE else _(", last alive at %(duration)s", duration=duration(p))
    screen = "" if c else _(", no display")
    return _(
        "switched on for the %(q)s time (reset reason %(a)s, %(choice)s%(screen)s)%(alive)s",
        q=ordinal(q),
        a=a,
        choice=choice(STORAGE, b),
        screen=screen,
        alive=alive,
    )


def _time(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    try:
        control = schedule.seat_text((((0, (b, p, q, c, 0)),), 0))
    except (timecontrol.TimeControlError, ValueError, IndexError, KeyError):
        control = _("%(b)s, %(p)s ms, %(q)s ms", b=METHODS.get(b, b), p=p, q=q)
    return _(
        "time of %(somebody)s: %(control)s",
        somebody=somebody(players, a, _("both") if len(players) == 2 else pgettext("seat", "each")),
        control=control,
    )


def _stage(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    moves = counted(c, "move")
    method = joined((METHODS.get(b, str(b)), duration(q)), " ") if q else METHODS.get(b, str(b))
    return _(
        "after %(moves)s %(somebody)s gets %(duration)s more, %(method)s",
        moves=moves,
        somebody=somebody(players, a, pgettext("seat", "each")),
        duration=duration(p),
        method=method,
    )


def _correct(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if not q:
        said = {"seat": seat(players, a), "duration": duration(p)}
        return _("the players set the clock of %(seat)s to %(duration)s", **said)
    made = "" if b == records.NOBODY else _(", %(b)s moves made", b=b)
    return _(
        "the director sets the clock of %(seat)s to %(duration)s%(made)s",
        seat=seat(players, a),
        duration=duration(p),
        made=made,
    )


def _pause(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if not b:
        return _("clock stopped: %(a)s", a=PAUSES.get(a) or _("reason %(number)s", number=a))
    who = seat(players, b - 1)
    if c:
        return _("the time of the break of %(seat)s is over", seat=who)
    return _("the break of %(seat)s begins", seat=who)


def _request(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return _("the players ask the director") + (_(" to undo a sealed game") if a == 1 else "")


def press(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    """Say that a seat ends its turn."""
    dice = _(" without dice") if c else ""
    return _(
        "%(seat)s ends the turn%(dice)s; clock of %(somebody)s runs",
        seat=seat(players, a),
        dice=dice,
        somebody=somebody(players, b, pgettext("seat", "nobody")),
    )


def winner_said(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    """Say a result of a game that one seat wins, or nobody."""
    by = _(", said by %(seat)s", seat=seat(players, p)) if p < len(players) else ""
    return _(
        "result: %(somebody)s wins (%(how_said)s)%(by)s",
        somebody=somebody(players, a, pgettext("seat", "nobody")),
        how_said=how_said(c),
        by=by,
    )


def _result(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    by = _(", said by %(seat)s", seat=seat(players, p)) if p < len(players) else ""
    return _(
        "result: %(seat)s wins %(choice)s (%(how_said)s)%(by)s",
        seat=seat(players, a),
        choice=choice(KINDS_WON, b),
        how_said=how_said(c),
        by=by,
    )


def _end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    points = counted(p, "point")
    if a == records.NOBODY:
        return _("game over: drawn, %(points)s each", points=points)
    return _(
        "game over: %(seat)s wins %(choice)s, %(points)s (%(how_said)s)",
        seat=seat(players, a),
        choice=choice(KINDS_WON, b),
        points=points,
        how_said=how_said(c),
    )


def _dice(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    thrown = f"{b}-{c}" if c else str(b)
    return (
        _("%(seat)s rolls %(thrown)s", seat=seat(players, a), thrown=thrown)
        if a != records.NOBODY
        else _("thrown: %(thrown)s", thrown=thrown)
    )


def _fault(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    if a == catalogue.UNSEEN:
        return _("the phone's screen was off, or its page hidden, for %(duration)s", duration=duration(p))
    if a == catalogue.RELOADED:
        return _("the phone's page was loaded again: a running clock was stopped by that")
    told = {"part": choice(catalogue.PARTS, a), "count": p, "detail": q}
    if b:
        return _("%(part)s failed (count %(count)s, detail %(detail)s)", **told)
    return _("%(part)s works again (count %(count)s, detail %(detail)s)", **told)


#: sentences of the kinds that games share; a game can replace them
SENTENCES: dict[int, Sentence] = {
    records.BOOT: _boot,
    records.SITTING: lambda who, a, b, c, p, q: _(
        "the board's time starts again after %(duration)s", duration=duration(p)
    ),
    records.COMMIT: lambda who, a, b, c, p, q: (
        _("%(a)s records from %(p)s take effect", a=a, p=p) + (_(" (command %(q)s)", q=q) if q else "")
    ),
    records.TIME: _time,
    records.STAGE: _stage,
    records.OVERTIME: lambda who, a, b, c, p, q: _(
        "overtime of %(somebody)s: %(duration)s",
        somebody=somebody(who, a, pgettext("seat", "each")),
        duration=duration(p),
    ),
    records.CORRECT: _correct,
    records.DICE: _dice,
    records.PRESS: press,
    records.RESULT: _result,
    records.CONFIRM: lambda who, a, b, c, p, q: _(
        "%(somebody)s confirms the result", somebody=somebody(who, a, _("the director"))
    ),
    records.REJECT: lambda who, a, b, c, p, q: _("%(seat)s rejects the result", seat=seat(who, a)),
    records.END: _end,
    records.PAUSE: _pause,
    records.REQUEST: _request,
    records.RESUME: lambda who, a, b, c, p, q: _(
        "clock goes on for %(somebody)s", somebody=somebody(who, a, pgettext("seat", "nobody"))
    ),
    records.FLAG: lambda who, a, b, c, p, q: (
        _("the flag of %(seat)s falls", seat=seat(who, a)) + (_("; overtime begins") if b else "")
    ),
    records.UNDO: lambda who, a, b, c, p, q: _("everything from record %(p)s on is taken back", p=p),
    records.SEAL: lambda who, a, b, c, p, q: _(
        "the director seals the first %(games)s", games=counted(p, "game")
    ),
    records.CLOSE: lambda who, a, b, c, p, q: _("the match is closed"),
    records.FAULT: _fault,
    records.VOLATILE: lambda who, a, b, c, p, q: (
        _("%(p)s records before this one were kept without memory", p=p)
        + (_("; %(q)s of them are lost", q=q) if q else "")
    ),
    records.FREED: lambda who, a, b, c, p, q: _(
        "the players gave %(q)s records up, to make room: all up to %(p)s", q=q, p=p
    ),
}
