"""Keys: two queues of stamped events become one stream of taps, presses and holds.

Seat buttons and most keys act when they go down. `*` and `#` have two meanings, one when tapped and one when
held, so they act when they have come up, or when they have been down for HOLD ms. What a held key does may
be repeated while it stays down, a limited number of times: a key that is stuck must do no harm.

Contacts bounce. The first contact counts, with its stamp. If a key closes again within CHATTER ms of its
last change, this is no new press. `*` and `#` count as released after they have been up for that time.
"""

from micropython import const

SEATS = 4
#: key numbers: 0 to 3 are the seat buttons; the keypad follows, row by row
KEYPAD = 10
LABELS = "123456789*0#"
STAR = KEYPAD + 9
ZERO = KEYPAD + 10
HASH = KEYPAD + 11
HOLD = 800
#: a finger cannot release a key and press it again in less time (ms)
CHATTER = 30
#: a key that stays down acts again after this time, then more often (ms), and so often in all
_FIRST = const(1200)
_NEXT = const(400)
_MOST = const(10)
PRESS, TAP, HELD = range(3)
_NEVER = const(0x3FFFFFFF)


def digit(key):
    """Return the digit of a keypad key, or -1."""
    if key == ZERO:
        return 0
    if KEYPAD <= key < STAR:
        return key - KEYPAD + 1
    return -1


class Keys:
    """Merges both queues by their stamps; `take` returns the events that are due, oldest first."""

    def __init__(self, hardware):
        self._hardware = hardware
        self._waiting = []
        # which of `*` and `#` is down, and since when; whether it has opened again, and since when
        self._down = 0
        self._since = 0
        self._open = False
        self._up = 0
        # how often the key has acted while it was down
        self._held = 0
        # for each key, when its contact last changed
        self._changed = [-CHATTER] * (HASH + 1)
        self.overflows = 0

    def collect(self, first_seat):
        """Empty both queues, and return whether they held anything.

        Events of one scan have the same stamp. Then the event of `first_seat`, whose turn it is, comes first.
        """
        hardware = self._hardware
        event = hardware.event
        overflowed = hardware.seats.events.overflowed or hardware.pad.events.overflowed
        found = False
        while hardware.seats.events.get_into(event):
            key = event.key_number
            order = 0 if key == first_seat else key + 1
            self._waiting.append((hardware.at(event.timestamp), order, key, event.pressed))
            found = True
        while hardware.pad.events.get_into(event):
            key = event.key_number + KEYPAD
            self._waiting.append((hardware.at(event.timestamp), key, key, event.pressed))
            found = True
        if overflowed:
            self.overflows += 1
            # a lost event may be the release of `*` or `#`: count both as released
            self._down = 0
            self._waiting = [one for one in self._waiting if one[2] != STAR and one[2] != HASH]
        if found:
            if hardware.seats.events.overflowed:
                hardware.seats.events.clear()
            if hardware.pad.events.overflowed:
                hardware.pad.events.clear()
            if len(self._waiting) > 1:
                self._waiting.sort()
        return found

    def take(self, now):
        """Return the next (ms, key, how) due by `now`, or None."""
        while self._waiting:
            ms, _, key, pressed = self._waiting[0]
            if self._down and (self._due() <= ms or (self._open and key != self._down)):
                event = self._resolved()
                if event is not None:
                    return event
                continue
            self._waiting.pop(0)
            chatter = ms - self._changed[key] < CHATTER
            self._changed[key] = ms
            if key == STAR or key == HASH:
                self._edge(ms, key, pressed, chatter)
            elif pressed and not chatter:
                return (ms, key, PRESS)
        if self._down and self._due() <= now:
            return self._resolved()
        return None

    def _edge(self, ms, key, pressed, chatter):
        if not pressed:
            if self._down == key:
                self._open = True
                self._up = ms
        elif self._down == key and self._open:
            self._open = False
        elif not chatter:
            self._down = key
            self._since = ms
            self._open = False
            self._held = 0

    def _due(self):
        return self._up + CHATTER if self._open else self._since + HOLD

    def _resolved(self):
        key = self._down
        self._down = 0
        if self._open:
            self._open = False
            # a key that has acted while it was down does nothing when it comes up
            return None if self._held else (self._up, key, TAP)
        self._held += 1
        return (self._since + HOLD, key, HELD)

    def repeat(self, key, ms):
        """Let a key that was held at `ms` act again if it stays down."""
        if self._held < _MOST and not self._down:
            self._down = key
            self._since = ms + (_FIRST if self._held == 1 else _NEXT) - HOLD

    def holding(self):
        """Return the key that is down and may still become held; 0: none, or what it did is seen."""
        return 0 if self._held else self._down

    def deadline(self):
        """Return when a key that is down will count as tapped or held."""
        return self._due() if self._down else _NEVER

    def rebased(self, ended):
        """Adjust all stamps after the time base was set back by `ended` ms."""
        self._since -= ended
        self._up -= ended
        for key in range(len(self._changed)):
            self._changed[key] = -CHATTER
