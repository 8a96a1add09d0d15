"""Restarts an application after a failure, without a reset. Loaded only then."""

from tablecore.sheets.fold import Fold
from tabledevice import programs, texts
from tabledevice.rescue import detail


def recover(app, failures, text):
    """Restart from the journal after a failure, without a reset.

    The clock continues by its stamps, keys pressed meanwhile are handled, and the interrupted key
    is tried once more unless it has already made a record. `text` is sent to the host.
    """
    now = app.hardware.now()
    seq, state = app.fold.mark()
    app.fold = Fold(app.journal.read)
    if seq:
        app.fold.restore(seq, state)
    app.base = app.read_on(seq) or app.base
    app.anew()
    if app.event is not None and app.event_seq in (0, app.journal.last):
        app.again = app.event
    app.event = None
    app.event_seq = 0
    # this includes a module that was loaded only in part
    app.unload(programs.sheet(app.fold.sheet.PROGRAM))
    app.oled.refresh()
    app.cable.log = text.encode()
    app.faults.failed(failures, detail(text), now)
    app.load_program()
    app.program.finish(now)
    app.flash(texts.PROGRAM_ERROR, now)
