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
from tabledevice.lastplaces import LastPlaces
from tabledevice.oled import Oled
from tabledevice.rescue import detail
from tabledevice.view import View

_NEVER = const(0x3FFFFFFF)
_ALIVE_EVERY = const(1000)
#: a flash of text is shown this long
_FLASH_FOR = const(2500)
_DICE_RESERVE = const(64)
#: a clock left running for 9.3 days is stopped, so that the time base can be set back
_FORSAKEN = const((1 << 29) + (1 << 28))


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
        # seats that have had the low-time warning in this game, as bits
        self._told_low = 0
        self.base = 0
        self.garbage = Garbage(hardware)
        # the key event in hand, the last sequence before it (0: not known yet), an event to be tried again
        self._event = None
        self._event_seq = 0
        self._again = None
        self.cable = Cable(self)
        self.faults = Faults(self)
        self._anew()
        from tabledevice import opening

        opening.start(self)
        hardware.forget("tabledevice.opening")
        self._discard_opening()

    # --- the beginning ---

    def _discard_opening(self):
        # free methods that will not run again before the next restart
        hardware = self.hardware
        for kind in (App, keys.Keys, Fram, Oled, Canvas, Buzzer, Lamps, Battery, Garbage, Cable, Faults):
            hardware.discard(kind, "__init__")
        if not self.journal.foreign:
            # a memory that belongs to another board may be read, and formatted
            hardware.discard(LastPlaces, "find")
            hardware.discard(Journal, "__init__", "_open", "_begin_in_ram", "_read_header", "_scan")
            hardware.discard(Journal, "format", "_draw_id", "snapshot", "count_boot", "last_alive")
        hardware.forget("tabledevice.panel")
        hardware.forget("tabledevice.glyphs")
        hardware.discard(App, "_discard_opening")

    def _anew(self):
        # the parts that depend only on the fold
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
        self._alive_at = 0
        self._flash_until = _NEVER
        self._clock_at = 0
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
        """Restart from the journal after a failure, without a reset.

        The clock continues by its stamps, keys pressed meanwhile are handled, and the interrupted key
        is tried once more unless it has already made a record. `text` is sent to the host.
        """
        now = self.hardware.now()
        seq, state = self.fold.mark()
        self.fold = Fold(self.journal.read)
        if seq:
            self.fold.restore(seq, state)
        self.base = self.read_on(seq) or self.base
        self._anew()
        if self._event is not None and self._event_seq in (0, self.journal.last):
            self._again = self._event
        self._event = None
        self._event_seq = 0
        # this includes a module that was loaded only in part
        self._unload(programs.sheet(self.fold.sheet.PROGRAM))
        self.oled.refresh()
        self.cable.log = text.encode()
        self.faults.failed(failures, detail(text), now)
        self.load_program()
        self.program.finish(now)
        self.flash(texts.PROGRAM_ERROR, now)

    def give_up(self, text):
        """Say that the program fails again and again, and what to do; `text` is sent to the host."""
        from tabledevice import stopped

        stopped.draw(self.canvas, stopped.last_line(text))
        self.oled.refresh()
        self.oled.show(self.hardware.now())
        if self.hardware.pwm is not None:
            self.hardware.pwm.duty_cycle = 0

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
            self._unload(programs.modules(sheet.PROGRAM))
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

    def _unload(self, kept, room=programs.ROOM):
        # Free the present program (or menu or test) and all modules but these. That program must not call
        # this itself: while it runs, it stays in memory.
        if self.screens is not None:
            self.loading()
        self.program = None
        self.screens = None
        self.menu = None
        self.checking = None
        self.hardware.unload(programs.BASE + kept, room)
        self.room_for = self.ahead = BLANK
        self.garbage.begin()

    def _open_menu(self):
        # the menu replaces the program: a board has no room for both
        lamps = self.program.lamps()
        self._unload(programs.sheet(self.fold.sheet.PROGRAM), programs.MENU_ROOM)
        from tabledevice.programs.setup import SetUp

        self.program = self.menu = SetUp(self, lamps)
        self.screens = screens.Screens(self.canvas)

    def _end_menu(self, now):
        # return to the program that the menu replaced, after the run that the menu has made, if there is one
        rows = self.menu.rows
        number = records.OPENERS.index(rows[0][0]) if rows else self.fold.sheet.PROGRAM
        # free the menu before the rest of another game is loaded
        self._unload(programs.set_up(number))
        if rows:
            first = self.journal.last + 1
            for kind, a, b, c, p, q in rows:
                self.record(kind, a, b, c, now, p, q)
            self.record(records.COMMIT, len(rows), rows[0][0], 0, now, first, 0)
            # new players: the names of the players before are erased
            self.name_seats()
        self.load_program()

    def check(self):
        """Replace the program by the self-test; no match may be in progress."""
        if self.checking is not None:
            return
        self._unload(programs.sheet(self.fold.sheet.PROGRAM))
        from tabledevice.programs.check import Check, CheckScreens

        self.program = self.checking = Check(self)
        self.screens = CheckScreens(self.canvas)
        # begin at once
        self._alive_at = 0

    def link_state(self):
        """Return what the link reports: time base, free memory, faults, battery, boot, reset reason."""
        hardware = self.hardware
        boots, reason = self.journal.boots, hardware.reset_reason
        return (self.base, hardware.memory(), self.faults.bits, self.battery.left, boots, reason)

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
        if records.FLAGS[kind] & records.OFTEN and seq - mark > self.journal.depth():
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
        self._flash_until = now + _FLASH_FOR

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
        event = self._again or self.keys.take(now)
        while event is not None:
            # tried only once more, because this key may have caused the failure
            self._event = event if self._again is None else None
            self._again = None
            self._check_flag(event[0])
            self._event_seq = self.journal.last
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
                self._end_menu(event[0])
            elif self.program.NUMBER != self.fold.sheet.PROGRAM:
                self.load_program()
            self.view.dirty = True
            self._event = None
            self._event_seq = 0
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
        if now >= self._alive_at:
            self._alive_at = now + _ALIVE_EVERY
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
            self._rebase(now)
        if now >= self._low_at():
            self._told_low |= 1 << self.fold.sheet.clock.turn
            self.buzzer.play(buzzer.LOW_TIME)
        self.lamps.tick(now)

    def _low_at(self):
        # return when the seat on turn gets the low-time warning, once a game
        clock = self.fold.sheet.clock
        at = clock.low_at(screens.LOW)
        return _NEVER if at < 0 or self._told_low & (1 << clock.turn) else at

    def _rebase(self, now):
        if now < 1 << 29:
            return
        if self.fold.sheet.clock.running:
            if now < _FORSAKEN:
                return
            self.record(records.PAUSE, records.BREAK, 0, 0, now)
        ended = self.hardware.rebase()
        self.record(records.SITTING, 0, 0, 0, 0, ended, self.journal.boots)
        self.base = self.journal.last
        self.link.rebased(ended)
        self.keys.rebased(ended)
        self.oled.rebased(ended)
        self.buzzer.stop()
        self.lamps.deadline = 0
        self.cable.tell_no_more()
        self._alive_at = 0
        # the time of a flashed text is over
        self._flash_until = 0
        self._clock_at = 0

    def _show(self, now):
        view = self.view
        if now >= self._flash_until:
            self._flash_until = _NEVER
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
            self.program.look(now)
            masks = self.program.lamps()
            if notice is not None:
                masks = notice.look(view, self.keys.holding(), masks, now)
            self.lamps.show(masks)
            self.lamps.tick(now)
            self.screens.draw(view, sheet, now)
            self.garbage.unknown = True
        elif now >= self._clock_at:
            self.screens.tick(sheet, now)
        else:
            return
        self.oled.show(now)
        self._clock_at = self.screens.due(sheet, now)
        if self._unkept:
            self._unkept = False
            self.journal.keep_snapshot(*self.fold.mark())

    def _link_symbol(self):
        if self.link.phase != link.UP:
            return self.link.phase
        return 3 if self.journal.acked < self.journal.last else 2

    def _set_deadline(self, now):
        until = min(self._clock_at, self.keys.deadline(), self.buzzer.deadline, self._low_at())
        flag = self.fold.sheet.clock.flag_at()
        if 0 <= flag < until:
            until = flag
        self.garbage.tidy(until)
        until = min(until, self._alive_at, self._flash_until, self.lamps.deadline)
        if self.cable.connected:
            until = min(until, self.cable.deadline(now))
        self.until = until
