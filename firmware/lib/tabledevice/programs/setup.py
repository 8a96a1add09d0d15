"""Setting up a match at the table: length, then the clock, in a menu of a few keys."""

from tablecore import clock, records
from tablecore.sheets import match
from tabledevice import keys, screens, texts

#: the clocks offered, in the notation of tablecore.timecontrol
CLOCKS = ("3m/pt b12", "2m/pt d12", "2m/pt b12+", "10m f5", "up", "none")
#: what these say: method, reserve (ms), delay (ms), precredit, per point. Held together by a test: so the
#: board needs no parser, which would take 4 KB.
CONTROLS = (
    (clock.BRONSTEIN, 180000, 12000, 0, 1), (clock.DELAY, 120000, 12000, 0, 1),
    (clock.BRONSTEIN, 120000, 12000, 1, 1), (clock.FISCHER, 600000, 5000, 0, 0),
    (clock.UP, 0, 0, 0, 0), (clock.NONE, 0, 0, 0, 0),
)  # fmt: skip
_LENGTH, _CLOCK = range(2)
LONGEST_MATCH = 99


class SetUp:
    """Asks for the length of the match and its clock, then writes the run."""

    def __init__(self, program):
        self._program = program
        self._stage = _LENGTH
        self._number = ""

    def key(self, ms, key):
        """Take a key: digits, `#` for OK, `*` for back."""
        digit = keys.digit(key)
        if key == keys.STAR:
            self._star()
        elif key < keys.SEATS:
            self._program.app.refuse(texts.PRESS_HASH, ms)
        elif self._stage == _LENGTH:
            self._length(ms, key, digit)
        else:
            self._clock(ms, digit)

    def _star(self):
        if self._stage == _CLOCK:
            self._stage = _LENGTH
        elif self._number:
            self._number = self._number[:-1]
        else:
            self._program.begin()

    def _length(self, ms, key, digit):
        if key == keys.HASH:
            if not self._number or int(self._number) < 1:
                self._program.app.refuse(texts.LENGTH_RANGE, ms)
            else:
                self._stage = _CLOCK
        elif len(self._number) < 2 and (digit or self._number):
            self._number += str(digit)
        else:
            self._program.app.refuse(texts.LENGTH_RANGE, ms)

    def _clock(self, ms, digit):
        if not 1 <= digit <= len(CLOCKS):
            self._program.app.refuse(texts.CHOOSE_FIRST, ms)
            return
        length = int(self._number)
        method, reserve, delay, precredit, per_point = CONTROLS[digit - 1]
        if per_point:
            reserve *= length
        app = self._program.app
        first = app.journal.last + 1
        app.record(records.MATCH, match.VERSION, length, match.CRAWFORD_RULE, ms, 0, 0)
        app.record(records.TIME, match.NOBODY, method, precredit, ms, reserve, delay)
        app.record(records.COMMIT, 2, records.MATCH, 0, ms, first, 0)
        # whoever sat here before is not who plays now
        app.name_seats()
        self._program.begin()

    def look(self, view):
        """Fill in the view."""
        if self._stage == _LENGTH:
            view.screen = screens.ENTRY
            view.title = texts.LENGTH_TITLE
            view.lines = [self._number]
            view.hint = texts.HINT_ENTRY
        else:
            view.screen = screens.MENU
            view.title = texts.CLOCK_TITLE % int(self._number)
            view.lines = ["%d %s" % (place + 1, clock) for place, clock in enumerate(CLOCKS)]
            view.selected = -1
            view.hint = texts.STAR_BACK
