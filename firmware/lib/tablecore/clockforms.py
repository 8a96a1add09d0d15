"""Chooses the class of a clock; rare time controls are loaded only when needed."""

from tablecore.clock import BYOYOMI_FORM, CANADIAN_FORM, HOURGLASS_FORM, PLAIN, STAGED, Clock


def make(seats=2, form=PLAIN):
    """Return a clock of a form for 1 to 6 seats."""
    if form == PLAIN:
        return Clock(seats)
    if form == STAGED:
        from tablecore.stages import StagedClock

        return StagedClock(seats)
    if form == BYOYOMI_FORM:
        from tablecore.byoyomi import ByoyomiClock

        return ByoyomiClock(seats)
    if form == CANADIAN_FORM:
        from tablecore.canadian import CanadianClock

        return CanadianClock(seats)
    if form == HOURGLASS_FORM:
        from tablecore.hourglass import HourglassClock

        return HourglassClock(seats)
    raise ValueError("there is no clock of form %d" % form)


def restore(data, offset=0):
    """Return (clock, offset after it) from a state that `pack` made."""
    clock = make(data[offset] & 15, data[offset] >> 4)
    return clock, clock.unpack(data, offset)
