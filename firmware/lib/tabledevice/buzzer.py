"""Short sounds on the piezo, played by deadlines without blocking.

A pattern is its rank, then pairs of frequency (Hz, 0 = silence) and duration (ms). A sound in progress is
cut off only by one of the same or a higher rank, so that no click hides a fallen flag. A tone's duration
counts from its real start: `tick` gets the time of the call, not of the beginning of a pass.
"""

from micropython import const

NEVER = 0x3FFFFFFF
CLICK = (0, 2600, 12)
REFUSED = (1, 420, 90, 0, 40, 300, 160)
QUESTION = (1, 1300, 60, 0, 40, 1300, 60)
AGREED = (1, 1000, 70, 1500, 110)
LOW_TIME = (2, 1900, 60, 0, 60, 1900, 60)
FLAG = (3, 880, 220, 660, 220, 880, 220, 660, 220, 440, 500)
#: on for half of the time: a piezo is loudest then
_HALF = const(0x8000)


class Buzzer:
    """Plays patterns on a `pwm` with `frequency` and `duty_cycle`; `silent` keeps it quiet."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._pattern = CLICK
        self._place = 0
        #: when `tick` must be called next; NEVER while nothing sounds
        self.deadline = NEVER
        self.silent = False

    def play(self, pattern):
        """Begin a pattern at the next `tick`, unless something more important sounds."""
        if self.silent or (self.deadline != NEVER and pattern[0] < self._pattern[0]):
            return
        self._pattern = pattern
        self._place = 0
        self.deadline = 0

    def tick(self, now):
        """Play the tone that is due at `now` (ms)."""
        if now < self.deadline or self.deadline == NEVER:
            return
        if now >= NEVER:
            # a new sitting has begun: the deadlines of this sound belong to the old time
            self.stop()
            return
        if self._place == 0:
            self._place = 1
            self.deadline = now
        else:
            self._place += 2
        pattern = self._pattern
        while self._place < len(pattern) and now >= self.deadline + pattern[self._place + 1]:
            # tones that should have sounded during a slow pass of the loop are skipped
            self.deadline += pattern[self._place + 1]
            self._place += 2
        if self._place >= len(pattern):
            self.stop()
            return
        self.deadline = now + pattern[self._place + 1]
        self._sound(pattern[self._place])

    def finish(self, hardware):
        """Wait for the end of a click, then be silent: `tick` will not be called for a while."""
        until = hardware.now() + CLICK[2]
        while self.deadline <= until:
            hardware.wait(max(1, self.deadline - hardware.now()))
            self.tick(hardware.now())
        self.stop()

    def stop(self):
        """Be silent at once."""
        self.deadline = NEVER
        self._sound(0)

    def _sound(self, frequency):
        if self._pwm is None:
            return
        if frequency:
            self._pwm.frequency = frequency
            self._pwm.duty_cycle = _HALF
        else:
            self._pwm.duty_cycle = 0
