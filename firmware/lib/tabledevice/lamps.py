"""The lamps of the seat buttons: lit where a clock runs, blinking where an answer is due."""

NEVER = 0x3FFFFFFF
#: a blinking lamp is on for this long, then off for this long (ms)
HALF_PERIOD = 300


class Lamps:
    """Drives one output pin (with `value`) per seat, from bit masks of seats."""

    def __init__(self, pins):
        self._pins = pins
        self._lit = 0
        self._blinking = 0
        self._on = True
        self._shown = 0
        #: when `tick` must be called next; NEVER while nothing blinks
        self.deadline = NEVER

    def show(self, masks):
        """Take (seats lit, seats blinking); a seat in both blinks. It blinks from the next `tick` on."""
        lit, blinking = masks
        if lit == self._lit and blinking == self._blinking:
            return
        if blinking and not self._blinking:
            self._on = True
            self.deadline = 0
        elif not blinking:
            self.deadline = NEVER
        self._lit = lit
        self._blinking = blinking
        self._set()

    def tick(self, now):
        """Turn blinking lamps on or off when it is time (ms)."""
        if now < self.deadline:
            return
        if not self._blinking:
            self.deadline = NEVER
            return
        if self.deadline:
            self._on = not self._on
            self._set()
        self.deadline = now + HALF_PERIOD

    def _set(self):
        on = self._lit & ~self._blinking
        if self._on:
            on |= self._blinking
        for seat in range(len(self._pins)):
            bit = 1 << seat
            if (on ^ self._shown) & bit:
                self._pins[seat].value = on & bit != 0
        self._shown = on
