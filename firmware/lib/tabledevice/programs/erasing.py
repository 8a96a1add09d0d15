"""Asks twice before the log of another board is erased, and says whose log it is. Loaded only for that.

    #      next; at the second question held: erase
    *      no

The memory holds no date. A match that a host has set up has a number, by which the host finds its day.
"""

from micropython import const

from tablecore import records
from tabledevice import keys, screens, texts
from tabledevice.journal import Journal
from tabledevice.texts import erasing as words

#: unloaded after use
RARE = True

#: the header of a memory: a magic number of this length, then the board that owns it
_MAGIC = const(4)
_HEADER = const(12)


class Erasing:
    """The two questions, in place of the program's keys and screen."""

    def __init__(self, app):
        self._app = app
        self._sure = False
        app.loading()
        self._lines = _owner(app)

    def key(self, ms, key, how):
        """Take a key event; return whether the questions are over."""
        if key == keys.STAR:
            return True
        if key != keys.HASH:
            self._app.refuse(texts.NOTHING_HERE, ms)
        elif not self._sure:
            self._sure = True
        elif how == keys.HELD:
            from tabledevice import opening

            opening.take_memory(self._app, ms)
            return True
        return False

    def look(self, view):
        """Fill in the view."""
        view.screen = screens.MESSAGE
        view.title = words.TITLES[self._sure]
        view.lines = words.WARNING if self._sure else self._lines
        view.hint = words.HINTS[self._sure]


def _owner(app):
    # whose log it is, as far as it can be read: the board, the players, the size and the last match
    lines = [words.BOARD]
    header = bytearray(_HEADER)
    try:
        app.journal.chip().read_into(0, header)
        uid = bytes(header[_MAGIC:])
        lines.append("".join(["%02x" % byte for byte in uid]))
        journal = Journal(app.journal.chip(), uid, app.hardware.draw)
    except OSError:
        return lines
    names = ", ".join([name for name in journal.names() if name])
    if names:
        lines.append(names)
    lines.append(words.RECORDS % journal.last)
    number = _last_match(journal, app.hardware)
    if number:
        lines.append(words.MATCH % number)
    return lines


def _last_match(journal, hardware):
    # the number that a host has given to the last match in this log; 0: none
    seq = journal.last
    while seq >= journal.first:
        record = journal.read(seq)
        if record is not None and record[4] == records.COMMIT:
            opener = journal.read(records.unpack(record)[6])
            return records.unpack(opener)[6] if opener is not None else 0
        seq -= 1
        hardware.feed()
    return 0
