"""What the host tells this table: an announcement, or a request to press a key.

Loaded with the first notice, and unloaded with the last. A table that is not set up shows it instead of the
welcome. While a clock runs or a result waits for agreement, its lines take turns with what the keys mean, on
the lowest line: clocks, score and questions stay as they are. While the clock is stopped it takes turns with
the game on the whole screen. Notices are not recorded.
"""

from micropython import const

from tablecore import messages, records
from tabledevice import screens

#: each line, and the line with the keys, is shown for this time (ms)
_TURN = const(2500)
#: the same for the whole screen
_PAGE = const(5000)
_NEVER = const(0x3FFFFFFF)
#: the sound of a new text, as in `buzzer`
SOUND = (1, 1568, 80, 0, 40, 1568, 80, 0, 40, 2093, 160)
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
        # when the whole screen began to show it, -1 before that
        self._since = -1
        self.until = 0
        #: when the next line is shown, _NEVER if all lines are shown
        self.due = _NEVER

    def renew(self, ms, now):
        """Show the text for a time (ms) from now on."""
        self.until = now + min(ms, _LONGEST)

    def look(self, view, held, lamps, now, sheet):
        """Put the text into the filled view; return the seats lit and blinking (masks).

        `held`: a key is down, and its label must stay; `lamps`: the masks of the program.
        """
        self.due = _NEVER
        # this question says only whether the director knows
        called = sheet.pause == records.DIRECTOR
        stopped = not sheet.clock.running and sheet.phase != sheet.RESULT
        if view.screen == screens.WELCOME:
            self._fill(view)
            if self.calls:
                # no key has its usual meaning now
                view.hint = ""
        elif view.screen == screens.GAME and stopped:
            if self._since < 0:
                self._since = now
            page = (now - self._since) // _PAGE
            self.due = self._since + (page + 1) * _PAGE
            if not page & 1 and not held and not view.flash and (not view.question or called):
                self._fill(view)
        elif view.screen == screens.GAME and not view.question:
            turn = now // _TURN
            self.due = (turn + 1) * _TURN
            place = turn % (len(self._lines) + 1)
            # instead of the program's own turns
            view.lesson = ""
            if place and not held:
                view.hint = self._lines[place - 1]
        if not stopped:
            self._since = -1
        if not self.calls:
            return lamps
        lit, blinking = lamps
        # the lamp of the seat on turn stays lit, and a seat that has to answer blinks alone
        return lamps if blinking else (lit, _LAMPS & ~lit)

    def _fill(self, view):
        view.screen = screens.MESSAGE
        view.question = ""
        view.title = self._title
        view.lines = self._lines


def take(app, now):
    """Take the host's notice to the players: a new text replaces the earlier one, an empty text ends it."""
    ms, flags, text = app.link.notice
    app.link.notice = None
    notice = app.notice
    if not text or not ms:
        app.cable.tell_no_more()
        app.hardware.forget("tabledevice.notice")
        return
    if notice is None or notice.same != (flags, text):
        try:
            app.notice = Notice(flags, text)
        except UnicodeError:
            # the earlier notice stays
            return
        app.view.dirty = True
        app.buzzer.play(SOUND)
    app.notice.renew(ms, now)
