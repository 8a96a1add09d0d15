"""The display's driver against the modelled chip: it shows what was drawn, and little is sent for it."""

import random

import pytest

from tablecore import clock
from tabledevice.canvas import Canvas
from tabledevice.oled import Oled
from tabledevice.screens import GAME
from tabledevice.view import View
from tableprograms.backgammon.screen import MatchScreens
from tableprograms.backgammon.sheet import TURN, MatchSheet
from tablesim.ssd1306 import Ssd1306


class Bus:
    """The locks and transfers of `busio.I2C`, straight to one chip; counts what passes."""

    def __init__(self, chip):
        self.chip = chip
        self.bytes = 0
        #: transfers until the chip falls silent
        self.left = None
        self._locked = False

    def try_lock(self):
        self._locked, free = True, not self._locked
        return free

    def unlock(self):
        self._locked = False

    def writeto(self, address, buffer, *, start=0, end=None):
        assert self._locked
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.chip.dead = True
        if address != self.chip.address or self.chip.dead:
            raise OSError(19, "No such device")
        data = bytes(memoryview(buffer)[start:end])
        self.bytes += 1 + len(data)
        if data:
            self.chip.begin_write()
            self.chip.write(data)

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        raise OSError(19, "No such device")


@pytest.fixture
def chip():
    return Ssd1306(seed=1)


@pytest.fixture
def bus(chip):
    return Bus(chip)


def scribble(oled, rng, times=6):
    """Change some spans of the frame, empty ones included."""
    for _ in range(rng.randrange(times)):
        start = rng.randrange(1024)
        for at in range(start, min(1024, start + rng.choice((1, 2, 15, 16, 17, 40, 128, 300)))):
            oled.buffer[at] = rng.choice((0, 255, rng.randrange(256)))


def test_display_always_equals_the_frame(chip, bus):
    oled = Oled(bus)
    assert oled.alive
    rng = random.Random(7)
    for step in range(500):
        scribble(oled, rng)
        before = bus.bytes
        sent = oled.show(step)
        assert chip.ram == oled.buffer
        assert chip.seen() == bytes(oled.buffer)
        assert sent == bus.bytes - before
    assert oled.failures == 0
    assert chip.unknown_commands == 0


def test_nothing_changed_sends_nothing(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    assert oled.show(1) == 0


def test_one_pixel_sends_one_piece(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    oled.buffer[5 * 128 + 77] ^= 0x10
    # a window (address, control, six bytes), then address, control and 32 columns
    assert oled.show(1) == 8 + 2 + 32


def test_pages_that_differ_in_the_same_columns_share_a_window(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    for page in (1, 2, 3, 6):
        oled.buffer[128 * page + 40] ^= 1
    # what lies behind each other needs one window, what is apart one of its own
    assert oled.show(1) == 2 * 8 + 4 * (2 + 32)
    assert chip.ram == oled.buffer


def test_whole_pages_are_one_transfer(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    oled.buffer[256:1024] = bytes(range(1, 256)) * 3 + b"end"
    assert oled.show(1) == 8 + 2 + 6 * 128
    assert chip.ram == oled.buffer


def test_at_most_some_pages_a_call(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    oled.buffer[:] = bytes(range(256)) * 4
    calls = 0
    while chip.ram != oled.buffer:
        assert oled.show(calls, most=3) <= 3 * (128 + 10)
        calls += 1
    assert calls == 3
    assert oled.show(calls, most=3) == 0


def clocked():
    """A board in the middle of a game, its clock running."""
    sheet, view = MatchSheet(), View()
    view.screen, view.names, view.hint = GAME, ["Ann", "Bob"], "7x2 9end 0stop *undo"
    sheet.phase, sheet.turn, sheet.length, sheet.game = TURN, 0, 7, 1
    for seat in range(2):
        sheet.clock.set(seat, clock.BRONSTEIN, 21 * 60_000, 12_000)
    sheet.clock.start(0, 0)
    return view, sheet


def test_a_ticking_clock_sends_little(chip, bus, record_property):
    view, sheet = clocked()
    oled = Oled(bus)
    board = MatchScreens(Canvas(oled.buffer))
    board.draw(view, sheet, 0)
    oled.show(0)
    now, sent = 0, []
    for _ in range(600):
        now = board.due(sheet, now)
        assert board.tick(sheet, now)
        sent.append(oled.show(now))
        assert chip.ram == oled.buffer
    mean, most = sum(sent) / len(sent), max(sent)
    record_property("bytes per clock tick, mean", mean)
    record_property("bytes per clock tick, most", most)
    print(f"bytes per clock tick: {mean:.0f} on average, {most} at most")
    # looking for the very columns saves 31 bytes of 111 (0.7 ms), and takes the processor 2 ms
    assert mean < 120
    assert most < 250


def test_a_dead_display_is_left_alone_and_comes_back(chip, bus):
    oled = Oled(bus)
    oled.show(0)
    rng = random.Random(3)
    chip.dead = True
    scribble(oled, rng, 60)
    assert oled.show(1000) == 0
    assert not oled.alive
    assert oled.failures == 1
    tried = []
    now, failures = 1000, oled.failures
    while now < 400_000:
        now += 100
        assert oled.show(now) == 0
        if oled.failures != failures:
            failures = oled.failures
            tried.append(now)
    # 2, 4, 8 .. 60 seconds apart
    assert [later - earlier for earlier, later in zip([1000, *tried], tried, strict=False)][:7] == [
        2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
    ]
    chip.dead = False
    chip.power_on()
    scribble(oled, rng, 60)
    while not oled.alive:
        now += 1000
        oled.show(now)
    assert chip.ram == oled.buffer
    assert chip.seen() == bytes(oled.buffer)
    # the rests begin again
    chip.dead = True
    oled.buffer[0] ^= 1
    oled.show(now)
    chip.dead = False
    assert oled.show(now + 1999) == 0
    assert oled.show(now + 2000) > 1024


@pytest.mark.parametrize("left", range(14))
def test_failing_in_the_middle_leaves_no_trace(chip, bus, left):
    oled = Oled(bus)
    oled.show(0)
    rng = random.Random(left)
    for page in range(8):
        # other columns than the page above, so that each has a window of its own
        wide = 32 * (1 + page % 3)
        oled.buffer[128 * page : 128 * page + wide] = rng.randbytes(wide)
    bus.left = left
    oled.show(1)
    assert not oled.alive
    chip.dead, bus.left = False, None
    oled.show(5000)
    assert oled.alive
    assert chip.ram == oled.buffer
    # nor in what the watcher sees
    assert b"".join(bytes(oled.take_page(page)) for page in range(8)) == oled.buffer


def test_no_display_at_the_start(chip, bus):
    chip.dead = True
    oled = Oled(bus)
    assert not oled.alive
    assert oled.failures == 1
    oled.buffer[:] = bytes(range(256)) * 4
    assert oled.show(100) == 0
    chip.dead = False
    assert oled.show(2000) > 1024
    assert chip.ram == oled.buffer


def test_no_bus_at_all():
    oled = Oled(None)
    oled.buffer[3] = 1
    assert oled.show(100_000) == 0
    assert not oled.alive
    assert oled.mirror == 1


def test_refresh_repairs_a_disturbed_display(chip, bus):
    oled = Oled(bus)
    oled.buffer[:] = bytes(range(256)) * 4
    oled.show(0)
    chip.power_on()
    assert oled.show(1) == 0
    oled.refresh()
    assert oled.show(2) > 1024
    assert chip.seen() == bytes(oled.buffer)
    assert oled.alive
    assert oled.failures == 0


@pytest.mark.parametrize("dead", [False, True])
def test_the_watcher_follows_page_by_page(chip, bus, dead):
    oled = Oled(bus)
    oled.show(0)
    chip.dead = dead
    oled.watch()
    assert oled.mirror == 0xFF
    seen = [b""] * 8
    rng = random.Random(11)
    for step in range(200):
        scribble(oled, rng)
        oled.show(step)
        if rng.random() < 0.5:
            for page in range(8):
                if oled.mirror & 1 << page:
                    seen[page] = bytes(oled.take_page(page))
            assert oled.mirror == 0
            assert b"".join(seen) == oled.buffer


def test_rebase_keeps_the_rest(chip, bus):
    oled = Oled(bus)
    chip.dead = True
    oled.buffer[0] = 1
    oled.show(500_000_000)
    oled.show(500_000_000)
    oled.rebased(500_000_000)
    chip.dead = False
    assert oled.show(1999) == 0
    assert oled.show(2000) > 1024
