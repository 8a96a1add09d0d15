"""Why a turn of TARA is not legal, in one sentence: the rules of `Position`, asked for one hill."""

from __future__ import annotations

from tablekeeper.games.tara.hills import by_count, name, names, too_near, touching
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.rules import COLOURS, LINKED
from tablekeeper.games.tara.turn import BUILD, CAPTURE, OUT, PASS, Turn

_MANY = 6


def refusal(position: Position, turn: Turn) -> str | None:
    """Return why the seat on turn may not do this; None when it is legal."""
    if position.over:
        return _after_the_end(position, turn)
    who = position.rules.seat_name(position.turn)
    if turn.announces and position.battle:
        return "BATTLE has been announced already"
    if turn.announces and not position.announces():
        return f"{who} may not announce BATTLE: {_list(position.placements(position.turn))} can be built"
    if not turn.announces and position.announces():
        return f"{who} has no placement left and has to announce BATTLE first: write battle {turn}"
    if turn.kind in (PASS, OUT):
        return _skipped(position, turn, who)
    return _hill(position, turn, who)


def why_not(position: Position, hill: int) -> str | None:
    """Return why the seat on turn may not play on a hill, as a build or a capture; None when it may."""
    kind = BUILD if hill & position.vacant() else CAPTURE
    return refusal(position, Turn(kind, hill, position.announces()))


def _list(hills: int) -> str:
    found = names(hills)
    more = f" and {len(found) - _MANY} more" if len(found) > _MANY else ""
    return ", ".join(found[:_MANY]) + more


def _after_the_end(position: Position, turn: Turn) -> str | None:
    # nobody can move; that both (or all) say so is no error
    called = turn.kind == PASS or (turn.kind == OUT and position.rules.seats == 4)
    return None if called and not turn.announces else "the game is over"


def _skipped(position: Position, turn: Turn, who: str) -> str | None:
    hills = position.hills()
    if hills:
        return f"{who} has a turn: {_list(hills)} can be played"
    if position.rules.seats == 2:
        return "in singles a turn that nobody can take is skipped: write pass" if turn.kind == OUT else None
    if turn.announces or position.left is not None:
        return None
    return None if turn.kind == OUT else f"{who} is the first without a turn and calls OUT: write out"


def _hill(position: Position, turn: Turn, who: str) -> str | None:
    seat, hill = position.turn, turn.hill
    side = seat & 1
    own, theirs = position.colour(side), position.colour(1 - side)
    there = name(hill)
    if not hill & position.rules.area(seat):
        return f"{there} is outside the area of {who}"
    if hill & own:
        return f"{there} holds a ringfort of {COLOURS[side]} already"
    if hill & theirs:
        if turn.kind == BUILD:
            if hill & position.besieged(1 - side) and position.battle:
                return f"{there} holds a besieged ringfort: a capture is written x{there}"
            return f"{there} holds a ringfort of {COLOURS[1 - side]}"
        if why := _siege(position, hill, 1 - side):
            return why
    elif turn.kind == CAPTURE:
        return f"there is no ringfort on {there} to capture: a build is written {there}"
    if hill & position.hills():
        return None
    if not position.battle and not turn.announces:
        return _placement(position, seat, hill, there)
    return _target(position, seat, hill, there)


def _siege(position: Position, hill: int, side: int) -> str | None:
    there = name(hill)
    if not position.battle and not position.announces():
        return "nothing is captured in Manoeuvres"
    if not hill & position.isolated(side):
        linked = _list(touching(hill) & position.colour(side))
        return f"the ringfort on {there} is linked to {linked} and cannot be captured"
    if not hill & position.besieged(side):
        missing = _list(touching(hill) & ~position.colour(1 - side))
        return f"the ringfort on {there} is not besieged: {missing} is open"
    return None


def _placement(position: Position, seat: int, hill: int, there: str) -> str:
    own = position.forts[seat]
    near = position.colour(seat & 1) & too_near(hill)
    if own and near:
        return f"{there} is nearer than a knight's move to {_list(near)}"
    if own:
        return f"{there} is no knight's move from one of {_list(own)}"
    assert position.rules.opening == LINKED, "with a free opening every vacant hill of the area is open"
    partner = position.forts[seat ^ 2]
    if partner:
        return f"the first ringfort is a knight's move from the partner's on {_list(partner)}; {there} is not"
    return f"the first ringfort of a partnership stands on its shared row; {there} is not on it"


def _target(position: Position, seat: int, hill: int, there: str) -> str:
    side = seat & 1
    if position.rules.level == 1:
        duty = position.captures(seat)
        if duty:
            return f"a besieged ringfort has to be captured first: {_list(duty)}"
        return f"{there} touches no ringfort of {COLOURS[side]}"
    counts = by_count(position.colour(side))
    level = next((number for number, hills in enumerate(counts, 1) if hill & hills), 0)
    best = position.hills()
    if not best:
        return f"{there} is OP0, and OP0 is not built"
    highest = next((number for number, hills in enumerate(counts, 1) if best & hills), 0)
    return f"{there} is OP{level}, and OP{highest} comes first: {_list(best)}"
