"""A second clock with a different design, for comparison with the first: it stores moves, not remaining
times.

Every finished move is stored as its intervals of running. The time of a seat is computed again from all of
them, as sums over the moves, by the formulas of docs/rules/backgammon.md, "Clock", and
docs/timecontrol.md.
Only the numbers of the methods are shared with the clocks of tablecore.
"""

from dataclasses import dataclass

from tablecore import clock

NOBODY = clock.NOBODY
BYOYOMI, CANADIAN, HOURGLASS = 6, 7, 8


@dataclass(frozen=True)
class Setting:
    """A seat's time control; `count` is 1 for precredit, the periods, or the moves of a round.

    `stages`: (moves of the stage before it, method, reserve, delay) of each further stage.
    """

    method: int
    reserve: int
    delay: int = 0
    count: int = 0
    overtime: int = 0
    stages: tuple = ()


@dataclass(frozen=True)
class Standing:
    """The time of a seat before its present or next move."""

    left: int
    method: int
    delay: int
    stage: int = 0
    made: int = 0
    fell: int = 0
    periods: int = 0
    to_make: int = 0


class IntervalClock:
    """The moves of the seats, and the times computed from them."""

    def __init__(self, settings):
        self.settings = settings
        self.moves = [[] for _ in settings]  # per seat, per finished move: its intervals
        self.gifts = [[] for _ in settings]  # per seat: (moves finished before it, ms) by the director
        self.extended = [None for _ in settings]  # per seat: the move in which its overtime began
        self.seat = None  # whose move it is
        self.intervals = []  # of the move in progress, the finished ones
        self.began = None  # of the stretch that runs
        self.flagged = None

    def copy(self):
        """Return an independent copy."""
        other = IntervalClock(self.settings)
        other.moves = [list(moves) for moves in self.moves]
        other.gifts = [list(gifts) for gifts in self.gifts]
        other.extended = list(self.extended)
        other.seat, other.intervals = self.seat, list(self.intervals)
        other.began, other.flagged = self.began, self.flagged
        return other

    # --- what a seat has ---------------------------------------------------------------------

    def lengths(self, seat):
        """Return how long each finished move of the seat has lasted (ms)."""
        return [sum(end - start for start, end in intervals) for intervals in self.moves[seat]]

    def standing(self, seat):
        """Return the seat's standing, computed from all of its moves."""
        setting = self.settings[seat]
        if setting.method == BYOYOMI:
            return self._byoyomi(setting, self.lengths(seat))
        if setting.method == CANADIAN:
            return self._canadian(setting, self.lengths(seat))
        if setting.method == HOURGLASS:
            others = sum(self.lengths(1 - seat))
            return Standing(setting.reserve - sum(self.lengths(seat)) + others, HOURGLASS, 0)
        return self._plain(seat)

    def _plain(self, seat):
        setting = self.settings[seat]
        rows = ((0, setting.method, setting.reserve, setting.delay), *setting.stages)
        begins = [sum(row[0] for row in rows[: place + 1]) for place in range(len(rows))]
        lengths = [*self.lengths(seat), None]
        start = setting.delay if setting.count and setting.method in (clock.BRONSTEIN, clock.FISCHER) else 0
        extended = self.extended[seat]
        spent = 0
        for number, lasted in enumerate(lengths):
            stage = max(place for place in range(len(rows)) if begins[place] <= number)
            _, method, _, delay = rows[stage]
            given = sum(row[2] for row in rows[: stage + 1])
            gifts = sum(ms for before, ms in self.gifts[seat] if before <= number)
            if lasted is None:
                fell = 0 if extended is None else 1
                left = start + given + gifts - spent + fell * setting.overtime
                made = number - begins[stage] if stage + 1 < len(rows) else 0
                return Standing(left, method, delay, stage, made, fell)
            spent += {
                clock.NONE: 0, clock.UP: -lasted, clock.SUDDEN: lasted, clock.FISCHER: lasted - delay,
            }.get(method, max(0, lasted - delay))
        raise AssertionError("the list ends with None")

    @staticmethod
    def _beyond(main, lengths):
        # for each move that ended after the main time: how long it lasted beyond the main time
        beyond = []
        for number, lasted in enumerate(lengths):
            before = sum(lengths[:number])
            if before + lasted >= main:
                beyond.append(min(lasted, before + lasted - main))
        return beyond

    def _byoyomi(self, setting, lengths):
        beyond = self._beyond(setting.reserve, lengths)
        lost = sum(one // setting.delay for one in beyond)
        left = max(0, setting.reserve - sum(lengths))
        return Standing(left, BYOYOMI, setting.delay, periods=setting.count - lost)

    def _canadian(self, setting, lengths):
        beyond = self._beyond(setting.reserve, lengths)
        if not beyond:
            return Standing(setting.reserve - sum(lengths), CANADIAN, setting.delay)
        made = len(beyond) % setting.count
        left = setting.delay - sum(beyond[len(beyond) - made :])
        return Standing(left, CANADIAN, setting.delay, to_make=setting.count - made)

    # --- the move in progress ----------------------------------------------------------------

    def used(self, now):
        """Return the ms that the move in progress has lasted."""
        used = sum(end - start for start, end in self.intervals)
        if self.began is not None:
            used += max(0, now - self.began)
        return used

    def lasts(self, seat):
        """Return how long the seat's move can last until its flag falls (ms), or None."""
        has = self.standing(seat)
        if has.method in (clock.NONE, clock.UP):
            return None
        more = {clock.DELAY: has.delay, BYOYOMI: has.periods * has.delay}.get(has.method, 0)
        if has.method == CANADIAN and not has.to_make:
            more = has.delay
        return has.left + more

    def flag_instant(self):
        """Return when the running seat's flag falls for the next time (ms), or None."""
        if self.began is None:
            return None
        lasts = self.lasts(self.seat)
        if lasts is None:
            return None
        return self.began + lasts - sum(end - start for start, end in self.intervals)

    def shown(self, seat, now):
        """Return what the display shows (ms)."""
        if seat == self.flagged:
            return 0
        has = self.standing(seat)
        used = self.used(now) if seat == self.seat else 0
        if has.method == clock.NONE:
            return has.left
        if has.method == clock.UP:
            return has.left + used
        if has.method == clock.DELAY:
            used = max(0, used - has.delay)
        if has.method == HOURGLASS and self.seat is not None and seat != self.seat:
            return has.left + (self.settings_left() if self.flagged is not None else self.used(now))
        if used < has.left:
            return has.left - used
        if has.method == BYOYOMI:
            within = (used - has.left) % has.delay
            return has.delay - within if used < has.left + has.periods * has.delay else 0
        if has.method == CANADIAN and not has.to_make:
            return max(0, has.left + has.delay - used)
        return 0

    def settings_left(self):
        """Return the time of the flagged seat of an hourglass when its last move began."""
        return self.standing(self.flagged).left

    def delay_shown(self, seat, now):
        """Return the delay that is left in the move (ms)."""
        has = self.standing(seat)
        if seat != self.seat or seat == self.flagged or has.method not in (clock.DELAY, clock.BRONSTEIN):
            return 0
        return max(0, has.delay - self.used(now))

    def is_low(self, seat, now, limit):
        """Return whether at most `limit` ms are left until the flag."""
        if seat == self.flagged:
            return True
        if self.settings[seat].method == HOURGLASS:
            return self.shown(seat, now) <= limit
        lasts = self.lasts(seat)
        return lasts is not None and lasts - (self.used(now) if seat == self.seat else 0) <= limit

    # --- what happens ------------------------------------------------------------------------

    def look(self, now):
        """Let the flag fall if it has; return the seat that has lost, or None."""
        instant = self.flag_instant()
        if instant is None or max(now, self.began) < instant:
            return self.flagged
        if self.settings[self.seat].overtime and self.extended[self.seat] is None:
            self.extended[self.seat] = len(self.moves[self.seat])
            return self.look(now)
        self.flagged = self.seat
        self.began = None
        return self.flagged

    def _finish(self, now):
        if self.began is not None:
            self.intervals.append((self.began, max(now, self.began)))
        self.moves[self.seat].append(tuple(self.intervals))
        self.seat, self.intervals, self.began = None, [], None

    def start(self, seat, now):
        """Begin a move of a seat, in any state."""
        if self.look(now) is not None:
            return
        if self.seat is not None:
            if self.began is not None:
                now = max(now, self.began)
            self._finish(now)
        self.seat, self.began = seat, now

    def press(self, now, after):
        """End the running move."""
        if self.began is None or self.look(now) is not None:
            return False
        now = max(now, self.began)
        self._finish(now)
        self.seat, self.began = after, now
        return True

    def pause(self, now):
        """Stop the time."""
        if self.began is None or self.look(now) is not None:
            return False
        self.intervals.append((self.began, max(now, self.began)))
        self.began = None
        return True

    def resume(self, now):
        """Let the time continue."""
        if self.seat is None or self.began is not None or self.flagged is not None:
            return False
        self.began = now
        return True

    def centre(self, now):
        """End the move and stop all clocks."""
        if self.look(now) is None and self.seat is not None:
            self._finish(now)

    def correct(self, seat, left, now):
        """Let the seat show `left`: the director gives or takes the difference. Plain methods, no flag."""
        self.look(now)
        has = self.standing(seat)
        used = self.used(now) if seat == self.seat else 0
        if has.method == clock.DELAY:
            used = max(0, used - has.delay)
        shown = has.left + {clock.NONE: 0, clock.UP: used}.get(has.method, -used)
        if has.method == clock.UP and used and self.began is not None:
            # used time is counted again from here, also for later records with earlier stamps
            self.intervals.append((self.began, max(now, self.began)))
            self.began = max(now, self.began)
        self.gifts[seat].append((len(self.moves[seat]), left - shown))
