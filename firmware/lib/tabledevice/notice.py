"""What the host tells the players at this table: an announcement, or which board they are asked to press.

Loaded with the first notice, and unloaded with the last. A table that is not set up shows it instead of the
welcome. In a match its lines take turns with what the keys mean, on the lowest line: clocks, score and
questions stay as they are. Notices are not recorded.
"""

from micropython import const

from tablecore import messages
from tabledevice import screens

#: the time that each line, and the line of the keys, stays (ms)
_TURN = const(2500)
_NEVER = const(0x3FFFFFFF)
#: all four seats
_LAMPS = const(15)
#: the host renews its notice more often than this
_LONGEST = const(600000)


class Notice:
    """One text in lines, the first of which is a title; `until` and `due` are ms of the board."""

    def __init__(self, flags, text):
        self.same = (flags, text)
        #: whether a key is to be told to the host, and the lamps blink
        self.calls = flags & messages.NOTICE_CALLS != 0
        self._title, _, lines = text.decode().partition("\n")
        self._lines = lines.split("\n")
        self.until = 0
        #: when the next line's turn comes, _NEVER where all are shown
        self.due = _NEVER

    def renew(self, ms, now):
        """Stay for a time (ms) from now on."""
        self.until = now + min(ms, _LONGEST)

    def look(self, view, held, lamps, now):
        """Put the text where the program has filled the view; return the seats lit and blinking, as masks.

        `held`: a key is down, whose label matters; `lamps`: the masks of the program.
        """
        self.due = _NEVER
        if view.screen == screens.WELCOME:
            view.screen = screens.MESSAGE
            view.title = self._title
            view.lines = self._lines
            if self.calls:
                # no key has its usual meaning
                view.hint = ""
        elif view.screen == screens.GAME and not view.question:
            turn = now // _TURN
            self.due = (turn + 1) * _TURN
            place = turn % (len(self._lines) + 1)
            if place and not held:
                view.hint = self._lines[place - 1]
        return (0, _LAMPS) if self.calls else lamps
