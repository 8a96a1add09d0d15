"""Commands from the host: each is carried out once, or refused with the reason.

A command becomes a record that holds its number, so a repeat is recognised, after a reboot too. It is
tested on a copy of the sheet first: a command without effect is not written.
"""

from micropython import const

from tablecore import messages, records, sheets
from tablecore.sheets.sheet import EMPTY
from tabledevice import programs

#: how many records of the log are searched for a repeated command
_LOOK_BACK = const(64)
#: remembered commands since the start: a host waits for an answer before the next one
_LAST_ONES = const(8)


class Orders:
    """Carries out the commands that the link of an application has collected."""

    def __init__(self, app):
        self._app = app

    def obey(self, now):
        """Answer every waiting command."""
        link = self._app.link
        while link.commands:
            number, match_id, expected, void, verb, tail = link.commands.pop(0)
            done = self._already_done(number) if number else 0
            if done:
                link.answer(number, messages.REPEATED, done)
                continue
            why = self._why_not(number, match_id, expected, void, now)
            seq = 0
            if not why:
                if verb == messages.RUN:
                    seq, why = self._run(number, tail, now)
                elif verb == messages.RECORD:
                    from tabledevice import directing

                    seq, why = directing.write(self._app, number, tail, now, fits)
                elif verb == messages.NAME:
                    why = self._name(tail)
                elif verb == messages.CHECK:
                    why = self._check()
                else:
                    why = "this firmware does not know that command"
            if seq:
                app = self._app
                app.obeyed.append((number, seq))
                if len(app.obeyed) > _LAST_ONES:
                    app.obeyed.pop(0)
            link.answer(number, messages.REFUSED if why else messages.DONE, seq, why)
            self._app.view.dirty = True

    def _already_done(self, number):
        for known, seq in self._app.obeyed:
            if known == number:
                return seq
        # commands carried out before the last start: reading a record takes 0.7 ms
        journal = self._app.journal
        lowest = max(journal.first, journal.last - _LOOK_BACK)
        seq = min(self._app.begun, journal.last)
        while seq >= lowest:
            record = journal.read(seq)
            kind = records.BOOT if record is None else record[4]
            if kind == records.COMMIT or records.FLAGS[kind] & records.DIRECTED:
                if records.unpack(record)[7] == number:
                    return seq
            seq -= 1
        return 0

    def _why_not(self, number, match_id, expected, void, now):
        if not number:
            return "a command needs a number"
        if void != records.NONE and now > void:
            return "the command came too late"
        if match_id and match_id != self._app.fold.sheet.match_id:
            return "another match is on this table"
        if expected != records.NONE and expected != self._app.fold.seq:
            return "the table has gone on since"
        return ""

    def _run(self, number, tail, now):
        app = self._app
        stubs = messages.stubs(tail)
        opener = stubs[0][0] if stubs else 0
        if opener not in records.OPENERS:
            return 0, "the set-up cannot be read"
        if not app.program.may_set_up():
            return 0, "a match is in progress on this table"
        program = records.OPENERS.index(opener)
        if program != app.program.NUMBER:
            # the modules of that game are loaded now
            app.loading()
            if program != app.fold.sheet.PROGRAM:
                # unload the modules loaded in advance for another program
                kept = programs.sheet(app.fold.sheet.PROGRAM) + programs.set_up(program)
                app.hardware.unload(programs.BASE + kept, programs.ROOM)
            programs.load_all(app.hardware, program, programs.sheet(program))
        trial = sheets.make(program)
        for one in stubs:
            if one[0] not in trial.RUN_KINDS:
                return 0, "the set-up cannot be read"
        if stubs[0][1] > trial.VERSION:
            return 0, "this firmware is too old for that match"
        if not fits(trial, stubs + [(records.COMMIT, len(stubs), opener, 0, 1, 0)], 1, now):
            return 0, "the set-up has numbers that are out of range"
        first = app.journal.last + 1
        for kind, a, b, c, p, q in stubs:
            app.record(kind, a, b, c, now, p, number if kind == opener else q)
        app.record(records.COMMIT, len(stubs), opener, 0, now, first, number)
        # clear the names of the earlier players: the new names come later
        app.name_seats()
        app.load_program()
        return app.journal.last, ""

    def _check(self):
        sheet = self._app.fold.sheet
        if sheet.phase != EMPTY and sheet.phase != sheet.OVER:
            return "a match is on this table"
        app = self._app
        if app.checking is None:
            app.unload(programs.sheet(sheet.PROGRAM))
            from tabledevice.programs import check

            check.begin(app)
        return ""

    def _name(self, tail):
        try:
            name = tail[1:].decode()
        except UnicodeError:
            return "the name cannot be read"
        names = self._app.view.names
        if not tail or tail[0] >= self._app.fold.sheet.chairs() or len(name) > messages.LONGEST_NAME:
            return "the name cannot be read"
        for character in name:
            if ord(character) < 32:
                # names are stored with line ends between them
                return "the name cannot be read"
        names[tail[0]] = name
        self._app.name_seats(*names)
        return ""


def fits(trial, rows, first, now):
    """Return whether a new sheet accepts the rows (kind, a, b, c, p, q); the last row decides."""
    fits = False
    try:
        for kind, a, b, c, p, q in rows:
            fits = trial.apply(first, kind, a, b, c, now, p, q)
            first += 1
    except Exception:
        # a host sends it again and again, so no error in it may stop the board
        return False
    return fits
