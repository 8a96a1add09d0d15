"""The reason why a turn of TARA is not legal, in one sentence, by the rules of `Position`."""

from __future__ import annotations

from tablekeeper.games.tara.hills import by_count, name, names, too_near, touching
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.rules import COLOURS, LINKED
from tablekeeper.games.tara.turn import BUILD, CAPTURE, OUT, PASS, Turn
from tablekeeper.languages import _

_MANY = 6


def refusal(position: Position, turn: Turn) -> str | None:
    """Return the reason why a turn is not legal for the seat on turn; None if it is legal."""
    if position.over:
        return _after_the_end(position, turn)
    who = position.rules.seat_name(position.turn)
    if turn.announces and position.battle:
        return _("BATTLE has been announced already")
    if turn.announces and not position.announces():
        return _(
            "%(who)s may not announce BATTLE: %(list)s can be built",
            who=who,
            list=_list(position.placements(position.turn)),
        )
    if not turn.announces and position.announces():
        return _(
            "%(who)s has no placement left and has to announce BATTLE first: write battle %(turn)s",
            who=who,
            turn=turn,
        )
    if turn.kind in (PASS, OUT):
        return _skipped(position, turn, who)
    return _hill(position, turn, who)


def why_not(position: Position, hill: int) -> str | None:
    """Return the reason why the seat on turn may not build or capture on a hill; None if it may."""
    kind = BUILD if hill & position.vacant() else CAPTURE
    return refusal(position, Turn(kind, hill, position.announces()))


def _list(hills: int) -> str:
    found = names(hills)
    more = _(" and %(found)s more", found=len(found) - _MANY) if len(found) > _MANY else ""
    return ", ".join(found[:_MANY]) + more


def _after_the_end(position: Position, turn: Turn) -> str | None:
    # nobody can move; all players may record this by a pass or OUT
    called = turn.kind == PASS or (turn.kind == OUT and position.rules.seats == 4)
    return None if called and not turn.announces else _("the game is over")


def _skipped(position: Position, turn: Turn, who: str) -> str | None:
    hills = position.hills()
    if hills:
        return _("%(who)s has a turn: %(list)s can be played", who=who, list=_list(hills))
    if position.rules.seats == 2:
        return (
            _("in singles a turn that nobody can take is skipped: write pass") if turn.kind == OUT else None
        )
    if turn.announces or position.left is not None:
        return None
    return (
        None
        if turn.kind == OUT
        else _("%(who)s is the first without a turn and calls OUT: write out", who=who)
    )


def _hill(position: Position, turn: Turn, who: str) -> str | None:
    seat, hill = position.turn, turn.hill
    side = seat & 1
    own, theirs = position.colour(side), position.colour(1 - side)
    there = name(hill)
    if not hill & position.rules.area(seat):
        return _("%(there)s is outside the area of %(who)s", there=there, who=who)
    if hill & own:
        return _("%(there)s holds a ringfort of %(colours)s already", there=there, colours=COLOURS[side])
    if hill & theirs:
        if turn.kind == BUILD:
            if hill & position.besieged(1 - side) and position.battle:
                return _("%(there)s holds a besieged ringfort: a capture is written x%(there)s", there=there)
            return _("%(there)s holds a ringfort of %(colours)s", there=there, colours=COLOURS[1 - side])
        if why := _siege(position, hill, 1 - side):
            return why
    elif turn.kind == CAPTURE:
        return _("there is no ringfort on %(there)s to capture: a build is written %(there)s", there=there)
    if hill & position.hills():
        return None
    if not position.battle and not turn.announces:
        return _placement(position, seat, hill, there)
    return _target(position, seat, hill, there)


def _siege(position: Position, hill: int, side: int) -> str | None:
    there = name(hill)
    if not position.battle and not position.announces():
        return _("nothing is captured in Manoeuvres")
    if not hill & position.isolated(side):
        linked = _list(touching(hill) & position.colour(side))
        return _(
            "the ringfort on %(there)s is linked to %(linked)s and cannot be captured",
            there=there,
            linked=linked,
        )
    if not hill & position.besieged(side):
        missing = _list(touching(hill) & ~position.colour(1 - side))
        return _(
            "the ringfort on %(there)s is not besieged: %(missing)s is open", there=there, missing=missing
        )
    return None


def _placement(position: Position, seat: int, hill: int, there: str) -> str:
    own = position.forts[seat]
    near = position.colour(seat & 1) & too_near(hill)
    if own and near:
        return _("%(there)s is nearer than a knight's move to %(list)s", there=there, list=_list(near))
    if own:
        return _("%(there)s is no knight's move from one of %(list)s", there=there, list=_list(own))
    assert position.rules.opening == LINKED, "with a free opening every vacant hill of the area is open"
    partner = position.forts[seat ^ 2]
    if partner:
        return _(
            "the first ringfort is a knight's move from the partner's on %(list)s; %(there)s is not",
            list=_list(partner),
            there=there,
        )
    return _(
        "the first ringfort of a partnership stands on its shared row; %(there)s is not on it", there=there
    )


def _target(position: Position, seat: int, hill: int, there: str) -> str:
    side = seat & 1
    if position.rules.level == 1:
        duty = position.captures(seat)
        if duty:
            return _("a besieged ringfort has to be captured first: %(list)s", list=_list(duty))
        return _("%(there)s touches no ringfort of %(colours)s", there=there, colours=COLOURS[side])
    counts = by_count(position.colour(side))
    level = next((number for number, hills in enumerate(counts, 1) if hill & hills), 0)
    best = position.hills()
    if not best:
        return _("%(there)s is OP0, and OP0 is not built", there=there)
    highest = next((number for number, hills in enumerate(counts, 1) if best & hills), 0)
    return _(
        "%(there)s is OP%(level)s, and OP%(highest)s comes first: %(list)s",
        there=there,
        level=level,
        highest=highest,
        list=_list(best),
    )
