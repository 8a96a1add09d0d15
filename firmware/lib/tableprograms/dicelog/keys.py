"""The dice log: the meaning of the keys.

    key      dice are typed in                 the board throws
    1-6      a die; with two dice two keys     throw
    button   -                                 throw
    9        end, then #                       the same
    *        back; held: undo                  the same
"""

from micropython import const

from tablecore import records, sheets
from tabledevice import texts, thrower
from tabledevice.programs.program import MAIN, Program
from tableprograms.dicelog import sheet as dicelog
from tableprograms.dicelog import texts as words

# modes of this program, besides the modes that every program has
_DIE = const(2)
_END = const(3)


class Dicelog(Program):
    """The keys of a dice log."""

    NUMBER = sheets.DICELOG

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, an empty text, or None: as usual."""
        if kind == records.CLOSE or kind == records.SEAL:
            return None
        return "there is no game on this table"

    # --- keys ---

    def may_leave(self, sheet):
        return not sheet.match_id and sheet.phase == dicelog.READY

    def _ok(self, ms):
        ends = self.mode == _END
        self._back()
        if ends:
            sheet = self.app.fold.sheet
            self.app.record(records.END, 255, 0, 0, ms, sheet.throws, sheet.checksum())

    def _next(self, ms, sheet):
        # nothing can be begun here, and a log in progress must be ended first
        if sheet.phase == dicelog.READY or sheet.phase == dicelog.LOG:
            self.app.refuse(texts.NOTHING_HERE, ms)
            return True
        return False

    def _button(self, ms, seat, sheet):
        if sheet.options & dicelog.DICE_BY_DEVICE and self.mode == MAIN:
            self._throw(ms, sheet)
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _digit(self, ms, digit, sheet):
        if digit == 9:
            self._ask(_END)
        elif self.mode == _END or not 1 <= digit <= 6:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif not self.app.dice_fit():
            self.app.refuse(texts.MEMORY_FULL, ms)
        elif sheet.options & dicelog.DICE_BY_DEVICE:
            self._throw(ms, sheet)
        elif sheet.dice == 2 and self.mode == MAIN:
            self.die = digit
            self.mode = _DIE
        else:
            first = self.die or digit
            second = digit if self.die else 0
            self._back()
            self.app.record(records.DICE, 255, first, second, ms)

    def _throw(self, ms, sheet):
        if not self.app.dice_fit():
            self.app.refuse(texts.MEMORY_FULL, ms)
            return
        draw = self.app.hardware.draw
        first = thrower.throw(draw)
        second = thrower.throw(draw) if sheet.dice == 2 else 0
        self._back()
        self.app.record(records.DICE, 255, first, second, ms, 1)

    def _ask(self, mode):
        # the die that was already typed is forgotten
        self.die = 0
        self.mode = mode

    def _back(self):
        self.mode = MAIN
        self.die = 0

    # --- the screen ---

    def look(self, now):
        """Fill in the view."""
        self.app.view.pending = self.die
        Program.look(self, now)

    def _hint(self, view, sheet):
        if sheet.options & dicelog.DICE_BY_DEVICE:
            view.hint = words.HINT_THROW
        else:
            view.hint = words.HINT_TYPE
            view.lesson = "2*" if sheet.dice == 2 else ""

    def _question(self, view, sheet):
        if self.mode == _DIE:
            view.hint = texts.SECOND_DIE
        else:
            view.question = words.ASK_END
            view.hint = texts.HINT_ENTRY

    def label(self, undo, kind, a, b, c):
        if kind != records.DICE:
            return ""
        return words.UNDO_TWO % (b, c) if c else words.UNDO_ONE % b


PROGRAM = Dicelog
