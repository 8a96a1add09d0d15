"""Sets the time base back after days of power. Loaded only then."""

from micropython import const

from tablecore import records

#: a clock left running for 9.3 days is stopped, so that the time base can be set back
_FORSAKEN = const((1 << 29) + (1 << 28))


def end(app, now):
    """Set the time base back, unless a clock runs."""
    if app.fold.sheet.clock.running:
        if now < _FORSAKEN:
            return
        app.record(records.PAUSE, records.BREAK, 0, 0, now)
    ended = app.hardware.rebase()
    app.record(records.SITTING, 0, 0, 0, 0, ended, app.journal.boots)
    app.base = app.journal.last
    app.link.rebased(ended)
    app.keys.rebased(ended)
    app.oled.rebased(ended)
    app.buzzer.stop()
    app.lamps.deadline = 0
    app.cable.tell_no_more()
    app.alive_at = 0
    # the time of a flashed text is over
    app.flash_until = 0
    app.clock_at = 0
