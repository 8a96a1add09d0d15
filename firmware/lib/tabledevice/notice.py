"""What the host tells this table: an announcement, or a request to press a key.

Loaded with the first notice, and unloaded with the last. A table that is not set up shows it instead of the
welcome. In a match its lines take turns with what the keys mean, on the lowest line: clocks, score and
questions stay as they are. Notices are not recorded.
"""

from micropython import const

from tablecore import messages
from tabledevice import screens

#: each line, and the line with the keys, is shown for this time (ms)
_TURN = const(2500)
_NEVER = const(0x3FFFFFFF)
#: all four seats
_LAMPS = const(15)
#: the host renews its notice more often than this
_LONGEST = const(600000)


class Notice:
    """One text in lines, the first of them a title; `until` and `due` are ms of the board."""

    def __init__(self, flags, text):
        self.same = (flags, text)
        #: whether to report a key to the host and let the lamps blink
        self.calls = flags & messages.NOTICE_CALLS != 0
        self._title, _, lines = text.decode().partition("\n")
        self._lines = lines.split("\n")
        self.until = 0
        #: when the next line is shown, _NEVER if all lines are shown
        self.due = _NEVER

    def renew(self, ms, now):
        """Show the text for a time (ms) from now on."""
        self.until = now + min(ms, _LONGEST)

    def look(self, view, held, lamps, now):
        """Put the text into the filled view; return the seats lit and blinking (masks).

        `held`: a key is down, and its label must stay; `lamps`: the masks of the program.
        """
        self.due = _NEVER
        if view.screen == screens.WELCOME:
            view.screen = screens.MESSAGE
            view.title = self._title
            view.lines = self._lines
            if self.calls:
                # no key has its usual meaning now
                view.hint = ""
        elif view.screen == screens.GAME and not view.question:
            turn = now // _TURN
            self.due = (turn + 1) * _TURN
            place = turn % (len(self._lines) + 1)
            if place and not held:
                view.hint = self._lines[place - 1]
        return (0, _LAMPS) if self.calls else lamps
