"""MB85RC256V: 32 KiB of memory that keeps its bytes without power, on I2C.

Writes are sequential and take effect byte by byte, so a power cut keeps exactly the bytes that
were already sent. Errors of the bus are raised as OSError.
"""

from micropython import const

SIZE = 32768
_LONGEST = const(64)
#: up to this length (bytes), copying byte by byte is as fast as a slice
_SHORT = const(16)


class Fram:
    """Reads and writes bytes at addresses 0 to SIZE - 1."""

    def __init__(self, i2c, address=0x50):
        self._i2c = i2c
        self._address = address
        self._place = bytearray(2)
        self._out = bytearray(2 + _LONGEST)
        self._view = memoryview(self._out)

    def _lock(self):
        while not self._i2c.try_lock():
            pass

    def read_into(self, address, buffer):
        """Fill the buffer with the bytes from `address` on."""
        self._place[0] = address >> 8
        self._place[1] = address & 255
        self._lock()
        try:
            self._i2c.writeto_then_readfrom(self._address, self._place, buffer)
        finally:
            self._i2c.unlock()

    def write(self, address, data):
        """Write data, in order, from `address` on."""
        done = 0
        size = len(data)
        while done < size:
            count = size - done
            if count > _LONGEST:
                count = _LONGEST
            self._out[0] = (address + done) >> 8
            self._out[1] = (address + done) & 255
            if count > _SHORT:
                self._view[2 : 2 + count] = data if count == len(data) else data[done : done + count]
            else:
                # slices would be garbage, and a sign of life is written every second
                for place in range(count):
                    self._out[2 + place] = data[done + place]
            self._lock()
            try:
                self._i2c.writeto(self._address, self._out, end=2 + count)
            finally:
                self._i2c.unlock()
            done += count
