"""A table on Blinka's OS-agnostic board, run by test_blinka.py in a process of its own.

Blinka decides at its first import which board it is on, so this can't share a process with other tests. Its
OS-agnostic board has pins that read fixed values and a bus without transfers: put beneath them here are the
simulator's contacts and its chips. All above is Blinka's own: digitalio, busio, adafruit_bus_device.
The table's time goes on only while it sleeps, so a busy machine makes no press shorter or longer.

Hands on standard input: `press KEY`, `release KEY`, `pass MS`, `flood`, `chip NAME on|off`, `screen`,
`lamps`, `end`. Each is answered by a line. The word `nobus` on the command line is a computer whose I2C
is switched off.
"""

import errno
import os
import sys
import threading
import time

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

import board
from adafruit_blinka.microcontroller.generic_agnostic_board import i2c, pin

from tabledevice.app import App
from tabledevice.keys import LABELS
from tablesim.fram import Fram
from tablesim.ssd1306 import Ssd1306

#: the GPIO numbers of a Raspberry Pi's header
HEADER = range(2, 28)
CHIPS = {0x3C: Ssd1306(), 0x50: Fram()}
NAMES = {"display": 0x3C, "memory": 0x50}
missing = set()
#: the keys that are down: seat0 to seat3, then the keypad's labels
down = set()
pins = {}


class HeaderPin(pin.Pin):
    """A pin of the header: an input is pulled up unless a closed contact joins it to something low."""

    def __init__(self, number):
        super().__init__(number)
        pins[number] = self

    def read(self):
        """Return the level, as a 1 or 0."""
        return 0 if any(self._low(*contact) for contact in contacts() if self.id in contact) else 1

    def _low(self, one, other):
        far = other if one == self.id else one
        return far is None or (pins[far]._mode == self.OUT and pins[far].current_value == 0)


class NoBus(i2c.I2C):
    """What Blinka says where I2C is switched off."""

    def __init__(self, *, frequency):
        raise ValueError("No Hardware I2C on (scl,sda)=(3, 2)")


class ChipBus(i2c.I2C):
    """The bus with chips on it; who is missing does not answer."""

    def _chip(self, address):
        if address not in CHIPS or address in missing:
            raise OSError(errno.EREMOTEIO, "no answer")
        return CHIPS[address]

    def writeto(self, address, buffer, *, stop=True):
        chip = self._chip(address)
        chip.begin_write()
        chip.write(bytes(buffer))

    def readfrom_into(self, address, buffer, *, stop=True):
        buffer[:] = self._chip(address).read(len(buffer))

    def writeto_then_readfrom(
        self, address, out, into, *, out_start=0, out_end=None, in_start=0, in_end=None, stop=False
    ):
        self.writeto(address, bytes(out)[out_start:out_end])
        view = memoryview(into)[in_start:in_end]
        view[:] = self._chip(address).read(len(view))


class Sleeping:
    """The table's clock, in place of the module `time`: it counts what has been slept."""

    def __init__(self):
        self._ns = 0

    def monotonic_ns(self):
        return self._ns

    def sleep(self, seconds):
        time.sleep(seconds)
        self._ns += round(seconds * 1_000_000_000)


def contacts():
    """Return the pairs of pins that keys which are down join; None is ground."""
    for key in list(down):
        if key in seats:
            yield (seats[key], None)
        else:
            row, column = divmod(LABELS.index(key), 3)
            yield (rows[row], columns[column])


def number(name):
    return int(name[1:])


for each in HEADER:
    setattr(board, f"D{each}", HeaderPin(each))
i2c.I2C = NoBus if "nobus" in sys.argv else ChipBus
CHIPS[0x3C].power_on()
# digitalio makes a pin of its own for each it is given
import digitalio  # noqa: E402

digitalio.Pin = HeaderPin

from tabledevice import hardware_blinka  # noqa: E402

clock = hardware_blinka.time = Sleeping()
seats = {f"seat{seat}": number(name) for seat, name in enumerate(hardware_blinka.SEATS)}
rows = [number(name) for name in hardware_blinka.ROWS]
columns = [number(name) for name in hardware_blinka.COLUMNS]
ended = threading.Event()


def obey():
    """Do what standard input says."""
    for line in sys.stdin:
        word, *rest = line.split()
        answer = "done"
        if word == "press":
            down.add(rest[0])
        elif word == "pass":
            until = clock.monotonic_ns() + int(rest[0]) * 1_000_000
            while clock.monotonic_ns() < until:
                time.sleep(0.001)
        elif word == "flood":
            # more than the queue holds, before the program looks again
            for turn in range(100):
                hardware.pad.events.add(0, turn % 2 == 0, hardware_blinka._raw())
        elif word == "release":
            down.discard(rest[0])
        elif word == "chip":
            (missing.discard if rest[1] == "on" else missing.add)(NAMES[rest[0]])
        elif word == "screen":
            answer = bytes(CHIPS[0x3C].ram).hex()
        elif word == "lamps":
            answer = "".join(str(pins[number(name)].current_value) for name in hardware_blinka.LAMPS)
        elif word == "end":
            break
        print(answer, flush=True)
    ended.set()


hardware = hardware_blinka.Hardware(("127.0.0.1", 0), b"BLINKA-1")
print(hardware.data.address[1], "bus" if hardware.i2c else "no bus", flush=True)
threading.Thread(target=obey, daemon=True).start()
app = App(hardware)
while not ended.is_set():
    app.step()
    hardware.idle(app.until)
hardware.data.close()
