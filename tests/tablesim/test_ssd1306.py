"""The display controller against byte sequences, and under the real driver."""

import random

import adafruit_ssd1306
import pytest

from tablesim import pixels
from tablesim.ssd1306 import Ssd1306


class Wire:
    """Just enough of an I2C bus for the real driver to talk to the chip, in pieces of a given size."""

    def __init__(self, chip, piece=2000):
        self.chip, self.piece = chip, piece

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def writeto(self, address, buffer, *, start=0, end=None):
        assert address == self.chip.address
        data = bytes(buffer)[start:end]
        if data:
            self.chip.begin_write()
        for at in range(0, len(data), self.piece):
            self.chip.write(data[at : at + self.piece])


def send(chip, *data):
    chip.begin_write()
    chip.write(bytes(data))


def ready(chip=None):
    """A chip that is on, upright, in horizontal mode, and dark."""
    chip = chip or Ssd1306()
    send(chip, 0x00, 0x8D, 0x14, 0xAF, 0xA1, 0xC8, 0x20, 0x00)
    send(chip, 0x40, *bytes(1024))
    return chip


def test_the_ram_holds_noise_after_power_on_and_the_display_is_off():
    chip = Ssd1306(seed=5)
    assert len(set(chip.ram)) > 100
    assert chip.seen() == bytes(1024)
    before = bytes(chip.ram)
    chip.power_on()
    assert bytes(chip.ram) != before


def test_horizontal_mode_fills_a_window_and_wraps_in_it():
    chip = ready()
    send(chip, 0x00, 0x21, 10, 12, 0x22, 2, 3)
    send(chip, 0x40, 1, 2, 3, 4, 5, 6, 7)
    assert chip.ram[2 * 128 + 10 : 2 * 128 + 13] == b"\7\2\3"
    assert chip.ram[3 * 128 + 10 : 3 * 128 + 13] == b"\4\5\6"
    assert sum(1 for byte in chip.ram if byte) == 6


def test_page_mode_stays_in_its_page():
    chip = ready()
    send(chip, 0x00, 0x20, 0x02, 0xB5, 0x0E, 0x17)
    send(chip, 0x40, 1, 2, 3)
    assert chip.ram[5 * 128 + 126 : 5 * 128 + 128] == b"\1\2"
    assert chip.ram[5 * 128] == 3


def test_vertical_mode_goes_down_first():
    chip = ready()
    send(chip, 0x00, 0x20, 0x01, 0x21, 4, 5, 0x22, 6, 7)
    send(chip, 0x40, 1, 2, 3, 4, 5)
    assert (chip.ram[6 * 128 + 4], chip.ram[7 * 128 + 4]) == (5, 2)
    assert (chip.ram[6 * 128 + 5], chip.ram[7 * 128 + 5]) == (3, 4)


def test_commands_may_be_split_over_transactions_or_marked_one_by_one():
    split, together = ready(), ready()
    for byte in (0x21, 3, 100, 0x81, 77):
        send(split, 0x80, byte)
    send(together, 0x80, 0x21, 0x80, 3, 0x80, 100, 0x00, 0x81, 77)
    for chip in (split, together):
        assert chip.contrast == 77
        send(chip, 0x40, 0xAA)
        assert chip.ram[3] == 0xAA


def test_a_single_data_byte_may_be_followed_by_a_command():
    chip = ready()
    send(chip, 0xC0, 0x55, 0x80, 0x81, 0x80, 9)
    assert chip.ram[0] == 0x55
    assert chip.contrast == 9


def test_what_is_seen_follows_invert_all_on_and_off():
    chip = ready()
    send(chip, 0x40, 0x01)
    lit = bytes([1]) + bytes(1023)
    assert chip.seen() == lit
    send(chip, 0x00, 0xA7)
    assert chip.seen() == bytes(255 - byte for byte in lit)
    send(chip, 0x00, 0xA6, 0xA5)
    assert chip.seen() == b"\xff" * 1024
    send(chip, 0x00, 0xA4, 0xAE)
    assert chip.seen() == bytes(1024)
    assert chip.read(1) == b"\x43"


def test_segment_and_com_direction_turn_the_picture():
    chip = ready()
    send(chip, 0x40, 0x01)
    send(chip, 0x00, 0xA0)
    assert pixels.rows(chip.seen())[0][127] == 1
    send(chip, 0x00, 0xC0)
    assert pixels.rows(chip.seen())[63][127] == 1
    send(chip, 0x00, 0xA1)
    assert pixels.rows(chip.seen())[63][0] == 1


def test_the_start_line_scrolls_and_the_multiplex_ratio_cuts():
    chip = ready()
    send(chip, 0x40, *b"\xff" * 128)
    send(chip, 0x00, 0x44)
    rows = pixels.rows(chip.seen())
    assert [row[0] for row in rows] == [1] * 4 + [0] * 56 + [1] * 4
    send(chip, 0x00, 0x40, 0xA5, 0xA8, 19)
    assert [row[0] for row in pixels.rows(chip.seen())] == [1] * 20 + [0] * 44


def test_unknown_commands_are_counted():
    chip = ready()
    assert chip.unknown_commands == 0
    send(chip, 0x00, 0xF7)
    assert chip.unknown_commands == 1


@pytest.mark.parametrize("piece", [2000, 7, 1])
def test_the_real_driver_draws_its_buffer_on_the_glass(piece):
    chip = Ssd1306()
    display = adafruit_ssd1306.SSD1306_I2C(128, 64, Wire(chip, piece))
    assert chip.unknown_commands == 0
    assert bytes(chip.ram) == bytes(1024)
    draw = random.Random(1)
    expected = [bytearray(128) for _ in range(64)]
    for _ in range(300):
        x, y = draw.randrange(128), draw.randrange(64)
        display.pixel(x, y, 1)
        expected[y][x] = 1
    display.show()
    assert chip.seen() == pixels.from_rows(expected)
    assert bytes(chip.ram) == bytes(display.buffer[1:])
    display.invert(True)
    assert chip.inverted
    display.contrast(3)
    assert chip.contrast == 3
    display.poweroff()
    assert chip.seen() == bytes(1024)


def test_the_real_driver_in_its_other_width_uses_a_window():
    chip = ready()
    display = adafruit_ssd1306.SSD1306_I2C(64, 48, Wire(chip))
    display.fill(1)
    display.show()
    rows = pixels.rows(bytes(chip.ram))
    assert {x for x in range(128) if rows[0][x]} == set(range(32, 96))
    assert [rows[y][40] for y in range(64)] == [1] * 48 + [0] * 16
