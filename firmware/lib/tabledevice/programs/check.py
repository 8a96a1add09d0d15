"""The self-test that a host asks for: memory, display, lamps, sound and keys, one after the other.

The board tests what it can by itself and asks the person in front of it about the rest: `#` is yes, `*` is
no, and no answer is no. Nothing is recorded, because a test is not part of a match. Each step is
reported to the host when it begins and when it ends; when the host disconnects, the test ends.
"""

from micropython import const

from tablecore import link, messages, records
from tabledevice import buzzer, keys, screens
from tabledevice.journal import TRIAL
from tabledevice.texts import check as words

#: the test waits this long for an answer or the next key (ms)
PATIENCE = 60000
#: why a step failed: the display does not answer, the person says no, the person does not answer
SILENT, DENIED, NOBODY = range(1, 4)
_MEMORY = const(1)
_DISPLAY = const(2)
_LAMPS = const(3)
_SOUND = const(4)
_KEYS = const(5)
#: bits of the keys in the report: first the seat buttons, then the keypad row by row
_PAD = const(6)


class Check:
    """Replaces the program while the test runs."""

    #: no key opens the menu
    wants_menu = False

    def __init__(self, app):
        self.app = app
        # the number of the table's program, so that this program is not loaded during the test
        self.NUMBER = app.fold.sheet.PROGRAM
        self._step = 0
        self._since = 0
        # keys not pressed yet, as bits
        self._left = (1 << (keys.SEATS + len(keys.LABELS))) - 1
        self._failed = 0

    # --- the methods of a program that the application calls ---

    def finish(self, now):
        """Write nothing: no game is in progress."""

    def may_set_up(self):
        """Return that the table may be set up: this ends the test."""
        return True

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now."""
        return "the board tests itself"

    def after_order(self, now):
        """Do nothing after an order."""

    def flag(self, at, seat):
        """Ignore flags: no clock runs."""

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks."""
        return 0, 15 if self._step == _LAMPS else 0

    def key(self, ms, key, how):
        """Take a key event."""
        if self._step == _KEYS:
            bit = key if key < keys.SEATS else key - _PAD
            if how == keys.HELD and key == keys.STAR:
                self._over(messages.CHECK_FAILED, self._left, ms)
                return
            self._left &= ~(1 << bit)
            self._since = ms
            if not self._left:
                self._over(messages.CHECK_PASSED, 0, ms)
        elif self._step and key == keys.HASH:
            self._over(messages.CHECK_PASSED, 0, ms)
        elif self._step and key == keys.STAR:
            self._over(messages.CHECK_FAILED, DENIED, ms)

    def look(self, now):
        """Fill in the view."""
        view = self.app.view
        view.screen = screens.MESSAGE
        view.question = ""
        step = self._step
        view.title = words.TITLES[step]
        view.lines = words.LINES[step].split("\n")
        view.hint = words.YES_NO if step == _DISPLAY or step == _LAMPS or step == _SOUND else ""
        if step == _KEYS:
            view.hint = words.STAR_ENDS
            for first in range(0, keys.SEATS + len(keys.LABELS), 8):
                view.lines.append(self._missing(first))

    def _missing(self, first):
        # return a line for eight keys: the label of each key that must still be pressed
        line = ""
        for bit in range(first, first + 8):
            label = "ABCD"[bit] if bit < keys.SEATS else keys.LABELS[bit - keys.SEATS]
            line += (label if self._left & 1 << bit else "-") + " "
        return line[:-1]

    # --- the steps ---

    def alive(self, now):
        """Continue the check; called once a second."""
        app = self.app
        if app.link.phase != link.UP:
            app.load_program()
        elif not self._step:
            self._begin(_MEMORY, now)
        elif now - self._since >= PATIENCE:
            self._over(messages.CHECK_FAILED, self._left if self._step == _KEYS else NOBODY, now)
        elif self._step == _SOUND:
            app.buzzer.play(buzzer.QUESTION)

    def _begin(self, step, now):
        self._step = step
        self._since = now
        self.app.view.dirty = True
        self.app.link.report(step, messages.CHECK_BEGINS, 0)
        if step == _MEMORY:
            wrong = _try_memory(self.app.journal)
            self._over(messages.CHECK_FAILED if wrong else messages.CHECK_PASSED, wrong, now)
        elif step == _DISPLAY and not self.app.oled.alive:
            self._over(messages.CHECK_FAILED, SILENT, now)

    def _over(self, state, why, now):
        link = self.app.link
        link.report(self._step, state, why)
        if state == messages.CHECK_FAILED:
            self._failed |= 1 << self._step
        if self._step < _KEYS:
            self._begin(self._step + 1, now)
            return
        link.report(0, messages.CHECK_FAILED if self._failed else messages.CHECK_PASSED, self._failed)
        self.app.load_program()
        self.app.flash(words.FAILED if self._failed else words.PASSED, now)


def begin(app):
    """Replace the program by the self-test; no match is in progress, and the program has been unloaded."""
    app.program = app.checking = Check(app)
    app.screens = CheckScreens(app.canvas)
    # begin at once
    app.alive_at = 0


def _try_memory(journal):
    # how many of 64 bytes do not keep what is written, NONE without a memory; another board's is only read
    fram = journal.chip()
    if fram is None:
        return records.NONE
    wrong = bytearray(64)
    pattern = bytearray(64)
    back = bytearray(64)
    try:
        for turn in range(2):
            for place in range(64):
                pattern[place] = (place * 37 + 85) & 255 ^ (255 if turn else 0)
            if not journal.foreign:
                fram.write(TRIAL, pattern)
            fram.read_into(TRIAL, back)
            for place in range(64):
                if back[place] != pattern[place] and not journal.foreign:
                    wrong[place] = 1
    except OSError:
        journal.failures += 1
        return records.NONE
    return sum(wrong)


class CheckScreens(screens.Screens):
    """Shows what the test asks; all pixels are lit when the question is about the display itself."""

    def draw(self, view, sheet, now):
        """Draw the whole screen."""
        screens.Screens.draw(self, view, sheet, now)
        if view.title == words.TITLES[_DISPLAY]:
            # the title is lit already
            for page in range(1, 8):
                self._canvas.invert(page)
