"""Starts an application with its journal: at power-on, or on another board's memory.

Loaded only for that; unloaded when the next program is loaded.
"""

from tablecore import records
from tablecore.sheets.fold import Fold
from tabledevice.fram import Fram
from tabledevice.journal import Journal
from tabledevice.lastplaces import LastPlaces


def start(app):
    """Fold the journal's records, record the boot and load the program."""
    journal = app.journal
    # commands carried out in this log since the start, as (id, sequence); the last record before the start
    app.obeyed = []
    app.begun = journal.last
    seq, state = journal.snapshot()
    if seq and seq <= journal.last:
        app.fold.restore(seq, state)
    else:
        seq = journal.first - 1
    last_base = app.read_on(seq) or _find_base(journal, seq)
    alive = journal.last_alive(last_base)
    boot = journal.count_boot()
    display = 1 if app.oled.alive else 0
    now = app.hardware.now()
    app.record(records.BOOT, app.hardware.reset_reason, journal.storage(), display, now, alive, boot)
    app.base = journal.last
    # a call before the start is not known to be the players' own: at worst it waits for this record, too
    app.called = journal.last
    app.load_program()
    app.program.finish(app.hardware.now())


def discard(app):
    """Free methods that will not run again before the next restart."""
    hardware = app.hardware
    hardware.discard(Fram, "__init__")
    for one in (
        app, app.keys, app.oled, app.canvas, app.buzzer,
        app.lamps, app.battery, app.garbage, app.cable, app.faults,
    ):  # fmt: skip
        hardware.discard(type(one), "__init__")
    if not app.journal.foreign:
        # a memory that belongs to another board may be read, and formatted
        hardware.discard(LastPlaces, "find")
        hardware.discard(Journal, "__init__", "_open", "_begin_in_ram", "_read_header", "_scan")
        hardware.discard(Journal, "format", "_draw_id", "snapshot", "count_boot", "last_alive")
    hardware.forget("tabledevice.panel")
    hardware.forget("tabledevice.glyphs")


def _find_base(journal, seq):
    # return the time base at record `seq`: the last boot or sitting record up to it
    while seq >= journal.first:
        record = journal.read(seq)
        if record is not None and (record[4] == records.BOOT or record[4] == records.SITTING):
            return seq
        seq -= 1
    return 0


def take_memory(app, now):
    """Erase another board's memory, as the players have agreed, and begin a log in it."""
    from tabledevice.texts import rare

    try:
        app.journal.format()
    except OSError:
        app.refuse(rare.MEMORY_REFUSED, now)
        return
    app.fold = Fold(app.journal.read)
    app.faults.memory_expected = True
    start(app)
    if app.cable.connected:
        # this is another journal: the host must get it from its beginning
        app.cable.greet(now)
    app.flash(rare.MEMORY_TAKEN, now)
