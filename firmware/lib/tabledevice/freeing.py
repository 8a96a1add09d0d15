"""When the memory is full: lets the players give up the oldest match. Loaded only then."""

from tablecore import records
from tabledevice.texts import rare


def free_oldest(app, now):
    """Give up the oldest match, as the players have asked: new records may overwrite it.

    If a single match fills the memory, its records before the last game are given up.
    """
    journal = app.journal
    before = journal.spared()
    last = before
    found = False
    while last < app.fold.mark_seq:
        record = journal.read(last + 1)
        kind = records.BOOT if record is None else record[4]
        if found and kind in records.OPENERS:
            break
        # set up or played: earlier records belong to no match
        found = found or records.COMMIT <= kind < 128
        last += 1
    app.record(records.FREED, 0, 0, 0, now, last, last - before)
    journal.free(last)
    # looking through a full memory takes seconds
    app.flash(rare.FREED, app.hardware.now())
