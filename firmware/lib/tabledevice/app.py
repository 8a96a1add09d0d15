"""The application loop: keys, clock, link, memory and screen, each with an explicit deadline.

`step` does everything that is due and sets `until`, the time of the next thing to do. Order within
a step: presses in the order of their stamps, each after any flag that fell before it; then the
flag at the present instant; then the screen, if keys have changed it; then the link; then signs of
life; then the screen again. What a record changes is shown only after the record is in memory.
"""

from micropython import const

from tablecore import link, records
from tablecore.sheets import BLANK
from tablecore.sheets.fold import Fold
from tablecore.sheets.sheet import EMPTY
from tabledevice import VERSION, buzzer, keys, programs, screens, texts
from tabledevice.battery import Battery
from tabledevice.buzzer import Buzzer
from tabledevice.cable import Cable
from tabledevice.canvas import Canvas
from tabledevice.faults import Faults
from tabledevice.fram import Fram
from tabledevice.garbage import Garbage
from tabledevice.journal import FULL, NEARLY_FULL, VOLATILE, Journal
from tabledevice.lamps import Lamps
from tabledevice.oled import Oled
from tabledevice.view import LEARNT, View

_NEVER = const(0x3FFFFFFF)
_ALIVE_EVERY = const(1000)
#: a flash of text is shown this long
_FLASH_FOR = const(2500)
#: after this time (ms) a lesson takes the place of what the keys mean
_TURN = const(2500)
_DICE_RESERVE = const(64)
#: after 6.2 days the time base is set back when no clock runs
_LONG = const(1 << 29)


class App:
    """One board's program on one board's hardware."""

    def __init__(self, hardware):
        self.hardware = hardware
        self.until = 0
        self.oled = Oled(hardware.i2c)
        self.canvas = Canvas(self.oled.buffer)
        # reading a long evening's records takes seconds: the display shows that it is starting
        self.canvas.large_centre(screens.MIDDLE, texts.LOADING, True)
        self.oled.show(0)
        self.keys = keys.Keys(hardware)
        fram = None if hardware.i2c is None else Fram(hardware.i2c)
        self.journal = Journal(fram, hardware.uid, hardware.draw)
        self.buzzer = Buzzer(hardware.pwm)
        self.lamps = Lamps(hardware.lamps)
        self.battery = Battery(hardware)
        self.fold = Fold(self.journal.read)
        # whether the fold's mark must still be saved in the memory
        self._unkept = False
        #: turns, dice and pawns of this match: the first ones are taught
        self.learnt = hardware.learnt
        #: the record with which the players have called the director, 0: no such record is known
        self.called = 0
        # seats that have had the low-time warning in this game, as bits
        self._told_low = 0
        self.base = 0
        self.garbage = Garbage(hardware)
        # the key event in hand, the last sequence before it (0: not known yet), an event to be tried again
        self.event = None
        self.event_seq = 0
        self.again = None
        self.cable = Cable(self)
        self.faults = Faults(self)
        self.anew()
        from tabledevice import opening

        opening.start(self)
        opening.discard(self)
        hardware.forget("tabledevice.opening")

    # --- the beginning ----------------------------------------------------------------------

    def anew(self):
        """Make anew the parts that depend only on the fold."""
        self.view = View()
        self.program = None
        self.screens = None
        # whether the display says that something is being loaded
        self._says_loading = False
        self.room_for = self.ahead = BLANK
        # the self-test or the menu, while it replaces the program
        self.checking = None
        self.menu = None
        # the host's notice is dropped: it may have caused the failure, and the host sends it again
        self.notice = None
        self.link = link.DeviceLink((VERSION, self.hardware.uid), self.journal, self.link_state)
        self.cable.begin()
        #: when the regular work of each second is due
        self.alive_at = 0
        self.flash_until = _NEVER
        #: when something changes by itself: a clock, or the lowest line (that is `_turn_at`)
        self.clock_at = 0
        self._turn_at = _NEVER
        self._lessons = None
        names = self.journal.names()
        for seat in range(min(len(self.view.names), len(names))):
            self.view.names[seat] = names[seat]

    def read_on(self, seq):
        """Fold the records after this one; return the one where the time base last changed, or 0."""
        base = 0
        while seq < self.journal.last:
            seq += 1
            record = self.journal.read(seq)
            if record is not None:
                self.fold.apply(*records.unpack(record))
                if records.FLAGS[record[4]] & records.TIME_BASE:
                    base = seq
            elif not self.journal.refuses:
                self.journal.gone = seq
            # reading the records of a long evening takes seconds
            self.hardware.feed()
        return base

    def recover(self, failures, text):
        """Restart from the journal after a failure; `text` is sent to the host."""
        from tabledevice import recovery

        recovery.recover(self, failures, text)

    def loading(self):
        """Say that modules are being loaded (up to 350 ms); keys wait with their stamps."""
        if self._says_loading:
            return
        self._says_loading = True
        self.buzzer.tick(self.hardware.now())
        self.canvas.large_centre(screens.MIDDLE, texts.LOADING, True)
        self.oled.show(self.hardware.now())
        self.buzzer.finish(self.hardware)
        self.view.dirty = True

    def load_program(self, whole=False):
        """Load the program of the sheet; it replaces another program, the menu or the self-test.

        A table that is not set up keeps the program it has loaded; it loads one only if `whole` is set.
        """
        sheet = self.fold.sheet
        number = sheet.PROGRAM
        taken = self.program is None or self.menu is not None or self.checking is not None
        if not taken and self.program.NUMBER == number:
            self.program.begin()
            return
        if sheet.phase == EMPTY and not whole:
            number = BLANK
            if not taken and self.program.NUMBER == number:
                return
        if self.program is not None:
            self.unload(programs.modules(sheet.PROGRAM))
        if number != BLANK:
            programs.load_all(self.hardware, number, programs.modules(number))
        self.take(number)
        self.hardware.forget(programs.DRAFT)

    def take(self, number):
        """Replace the program by another one that is already loaded."""
        program, look = programs.load(number)
        self.program = program(self)
        self.screens = look(self.canvas)
        if self.hardware.small_display:
            self.screens = programs.large(number)(self.canvas, self.oled.buffer, self.screens)
        self.view.dirty = True

    def unload(self, kept, room=programs.ROOM):
        """Free the present program (or menu or test) and all modules but these.

        That program must not call this itself: while it runs, it stays in memory.
        """
        if self.screens is not None:
            self.loading()
        self.program = None
        self.screens = None
        self.menu = None
        self.checking = None
        self.forget_lessons()
        self.hardware.unload(programs.BASE + kept, room)
        self.room_for = self.ahead = BLANK
        self.garbage.begin()

    def _open_menu(self):
        # the menu replaces the program: a board has no room for both
        lamps = self.program.lamps()
        self.unload(programs.sheet(self.fold.sheet.PROGRAM), programs.MENU_ROOM)
        from tabledevice.programs.setup import SetUp

        self.program = self.menu = SetUp(self, lamps)
        self.screens = screens.Screens(self.canvas)

    def link_state(self):
        """Return what the link reports: time base, free memory, faults, battery, boot, reset reason."""
        hardware = self.hardware
        boots, reason = self.journal.boots, hardware.reset_reason
        return (self.base, hardware.memory(), self.faults.bits, self.battery.left, boots, reason)

    def forget_lessons(self):
        """Unload what takes turns with the hint; it is loaded again with the next turn."""
        self._lessons = None
        self.hardware.forget("tabledevice.lessons")
        self.hardware.forget("tabledevice.texts.lessons")

    # --- records ---

    def record(self, kind, a=0, b=0, c=0, ms=0, p=0, q=0):
        """Write a record, then fold it; return its sequence."""
        seq = self.journal.append(kind, a, b, c, ms, p, q)
        mark = self.fold.mark_seq
        self.fold.apply(seq, kind, a, b, c, ms, p, q)
        if kind == records.GAME:
            self._told_low = 0
        elif kind == records.END:
            self.buzzer.play(buzzer.AGREED)
        elif kind == records.DOUBLE or kind == records.DROP or kind == records.RESULT:
            self.buzzer.play(buzzer.QUESTION)
        elif kind == records.COMMIT:
            self.learnt = self.hardware.learnt
        elif kind == records.REQUEST or (kind == records.PAUSE and a == records.DIRECTOR):
            # not if the director has stopped the clock
            self.called = 0 if q else seq
        if records.FLAGS[kind] & records.OFTEN:
            self.learnt += 1
            if self.learnt == LEARNT:
                self.forget_lessons()
            if seq - mark > self.journal.depth():
                # no real game is so long, but people play with keys; a boot must not need overwritten records
                self.fold.set_mark(seq)
        if self.fold.mark_seq != mark:
            # the mark is saved after the drawing, because saving takes as long as drawing a quarter of the
            # display; until then a boot folds from the mark before
            self._unkept = True
        self.view.dirty = True
        return seq

    def name_seats(self, *names):
        """Show and keep these names, seat by seat; names that are empty or missing are erased."""
        shown = self.view.names
        for seat in range(len(shown)):
            shown[seat] = names[seat] if seat < len(names) else ""
        self.journal.keep_names(shown)
        self.view.dirty = True

    def holds_game(self):
        """Return whether the memory answers and no record of this game is known to be lost."""
        journal = self.journal
        mark = self.fold.mark_seq
        return journal.gone <= mark and journal.first <= mark + 1 and journal.read(journal.last) is not None

    def may_free(self):
        """Return whether records that no host has nearly fill the memory, and old ones can be given up."""
        journal = self.journal
        state = journal.storage()
        if state != NEARLY_FULL and state != FULL and state != VOLATILE:
            return False
        return self.fold.mark_seq > journal.spared()

    def dice_fit(self):
        """Return whether there is room for dice; the last free places are kept for presses and results."""
        return self.journal.room() > _DICE_RESERVE

    def flash(self, text, now):
        """Show a short text for a while."""
        self.view.flash = text
        self.view.dirty = True
        self.flash_until = now + _FLASH_FOR

    def refuse(self, text, now):
        """Tell the players why a key does nothing."""
        self.flash(text, now)
        self.buzzer.play(buzzer.REFUSED)

    # --- the loop ---

    def step(self):
        """Do everything that is due, and set `until`."""
        now = self.hardware.now()
        # end a tone whose time is over, before anything slow
        self.buzzer.tick(now)
        sheet = self.fold.sheet
        held = self.keys.holding()
        self.keys.collect(sheet.turn)
        event = self.again or self.keys.take(now)
        while event is not None:
            # tried only once more, because this key may have caused the failure
            self.event = event if self.again is None else None
            self.again = None
            self._check_flag(event[0])
            self.event_seq = self.journal.last
            self.buzzer.play(buzzer.CLICK)
            self.view.flash = ""
            if self.notice is not None and self.notice.calls and self.program.may_set_up():
                # this key only tells the host which board this is
                self.link.pressed(event[1])
            else:
                self.program.key(event[0], event[1], event[2])
            if self.program.wants_menu:
                self._open_menu()
            elif self.menu is not None and self.menu.rows is not None:
                from tabledevice.programs import ending

                ending.end_menu(self, event[0])
            elif self.program.NUMBER != self.fold.sheet.PROGRAM:
                self.load_program()
            self.view.dirty = True
            self.event = None
            self.event_seq = 0
            event = self.keys.take(now)
        if self.keys.holding() != held:
            # while a key is held, the screen shows what it will do
            self.view.dirty = True
        self._check_flag(now)
        if self.view.dirty:
            # a player's press does not wait for the host's frames
            self._show(now)
            # sounds start after the drawing, because a click is shorter than a drawing
            self.buzzer.tick(self.hardware.now())
        self.cable.serve(now)
        self._live(now)
        self._show(now)
        if self.buzzer.deadline != buzzer.NEVER:
            self.buzzer.tick(self.hardware.now())
        if self.menu is not None and self.buzzer.deadline == buzzer.NEVER:
            # the menu is drawn, and the click of its key is over
            self.garbage.tidy(_NEVER)
            more = self.menu.go_on()
            self._show(now)
            if more:
                # keys are more urgent
                self.until = now
                return
        elif self.link.phase == link.UP and programs.load_for_host(self):
            self.until = now
            return
        self._set_deadline(now)

    def _check_flag(self, now):
        clock = self.fold.sheet.clock
        at = clock.flag_at()
        while 0 <= at <= now:
            # the first fall may begin an overtime, and this may be over as well
            self.program.flag(at, clock.turn)
            self.buzzer.play(buzzer.FLAG)
            at = clock.flag_at()

    def _live(self, now):
        if now >= self.alive_at:
            self.alive_at = now + _ALIVE_EVERY
            # the link leaves garbage, too
            self.garbage.unknown = True
            self.program.alive(now)
            if self.journal.volatile() and self.faults.memory_expected:
                # no sign of life now: after a power cut a seat would pay for a press that was lost
                self.journal.settle()
            else:
                self.journal.alive(now, self.base)
            if self.journal.ram_only and self.journal.kept == self.journal.last and self.dice_fit():
                count, lost = self.journal.settled()
                self.record(records.VOLATILE, 0, 0, 0, now, count, lost)
            if not self.oled.alive:
                # this also asks a dead display again after its waiting time
                self.oled.show(now)
            self.faults.notice(now)
            if now >= _LONG:
                # once in days
                from tabledevice import sitting

                sitting.end(self, now)
        if now >= self._low_at():
            self._told_low |= 1 << self.fold.sheet.clock.turn
            self.buzzer.play(buzzer.LOW_TIME)
        self.lamps.tick(now)

    def _low_at(self):
        # return when the seat on turn gets the low-time warning, once a game
        clock = self.fold.sheet.clock
        at = clock.low_at(screens.LOW)
        return _NEVER if at < 0 or self._told_low & (1 << clock.turn) else at

    def _show(self, now):
        view = self.view
        if now >= self.flash_until:
            self.flash_until = _NEVER
            view.flash = ""
            view.dirty = True
        state = self._link_symbol()
        if state != view.link:
            view.link = state
            view.dirty = True
        storage = self.journal.storage()
        if storage != view.storage:
            view.storage = storage
            view.dirty = True
        sheet = self.fold.sheet
        notice = self.notice
        if view.dirty or (notice is not None and now >= notice.due):
            view.dirty = False
            self._says_loading = False
            view.lesson = ""
            self.program.look(now)
            self._turn_at = now + _TURN if view.lesson else _NEVER
            masks = self.program.lamps()
            if notice is not None:
                masks = notice.look(view, self.keys.holding(), masks, now, sheet)
            self.lamps.show(masks)
            self.lamps.tick(now)
            self.screens.draw(view, sheet, now)
            self.garbage.unknown = True
        elif now >= self.clock_at:
            if now >= self._turn_at:
                if self._lessons is None:
                    from tabledevice import lessons

                    # an import leaves garbage each time
                    self._lessons = lessons
                self._turn_at = self._lessons.turn(view, now)
                self.screens.hint(view)
            self.screens.tick(sheet, now)
        else:
            return
        self.oled.show(now)
        self.clock_at = min(self._turn_at, self.screens.due(sheet, now))
        if self._unkept:
            self._unkept = False
            self.journal.keep_snapshot(*self.fold.mark())

    def _link_symbol(self):
        if self.link.phase != link.UP:
            return self.link.phase
        return 3 if self.journal.acked < self.journal.last else 2

    def _set_deadline(self, now):
        until = min(self.clock_at, self.keys.deadline(), self.buzzer.deadline, self._low_at())
        flag = self.fold.sheet.clock.flag_at()
        if 0 <= flag < until:
            until = flag
        self.garbage.tidy(until)
        until = min(until, self.alive_at, self.flash_until, self.lamps.deadline)
        if self.cable.connected:
            until = min(until, self.cable.deadline(now))
        self.until = until
