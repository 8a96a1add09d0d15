"""The last places of the memory: a reserve for records that decide a game while the ring is full.

When the ring is full, presses are kept in RAM only. Records that decide a game (flag, result, agreement,
undo, boot, sitting: `records.DECIDING`) are also written here, so that they survive a power cut. A place
becomes free when its record has been moved to the ring. Records contain their number, so they may
be in any place.
"""

from tablecore import records

COUNT = 64


class LastPlaces:
    """COUNT places for records, from an address of a memory on."""

    def __init__(self, fram, address):
        self._fram = fram
        self._address = address
        # which record each place holds: 0 none
        self._held = [0] * COUNT
        self._back = bytearray(records.SIZE)

    def find(self, journal, after):
        """Return the valid records of a journal with numbers above `after`, in order; raise OSError."""
        found = []
        record = bytearray(records.SIZE)
        for place in range(COUNT):
            self._fram.read_into(self._address + place * records.SIZE, record)
            seq = records.sequence(record)
            if seq > after and records.is_whole(record, journal):
                self._held[place] = seq
                found.append((seq, bytes(record)))
            else:
                self._held[place] = 0
        found.sort()
        return [record for _, record in found]

    def keep(self, seq, record, settled):
        """Write a record to a place that is empty or holds one up to `settled`; return whether there is one.

        Raises OSError if the memory fails.
        """
        for place in range(COUNT):
            if self._held[place] <= settled:
                address = self._address + place * records.SIZE
                # even if this write fails, the old content is lost
                self._held[place] = 0
                self._fram.write(address, record)
                self._fram.read_into(address, self._back)
                if self._back != record:
                    raise OSError(5)
                self._held[place] = seq
                return True
        return False
