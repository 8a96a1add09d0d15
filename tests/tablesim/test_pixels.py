"""Pictures: turning, rows and PNG."""

import io
import random

import pytest
from PIL import Image

from tablesim import pixels
from tests.refusal import failure

PICTURE = random.Random(3).randbytes(1024)


def test_rows_and_back():
    rows = pixels.rows(PICTURE)
    assert len(rows) == 64
    assert {len(row) for row in rows} == {128}
    assert rows[9][5] == PICTURE[128 + 5] >> 1 & 1
    assert pixels.from_rows(rows) == PICTURE


def test_mirrors_and_rotation_move_pixels_where_they_say():
    rows = pixels.rows(PICTURE)
    assert pixels.rows(pixels.mirror_columns(PICTURE)) == [row[::-1] for row in rows]
    assert pixels.rows(pixels.mirror_rows(PICTURE)) == rows[::-1]
    assert pixels.rows(pixels.rotate_rows(PICTURE, 11)) == rows[11:] + rows[:11]
    assert pixels.invert(pixels.invert(PICTURE)) == PICTURE


@pytest.mark.parametrize("scale", [1, 3, 4])
def test_another_program_reads_the_same_pixels_from_the_png(scale):
    image = Image.open(io.BytesIO(pixels.png(PICTURE, scale)))
    assert image.size == (128 * scale, 64 * scale)
    assert image.mode == "1"
    for y, row in enumerate(pixels.rows(PICTURE)):
        for x, value in enumerate(row):
            corner = image.getpixel((x * scale, y * scale))
            assert corner == image.getpixel((x * scale + scale - 1, y * scale + scale - 1)) == value * 255


def test_text_shows_what_is_lit():
    lines = pixels.text(bytes([0x81]) + bytes(1023)).splitlines()
    assert [line[0] for line in lines[:9]] == list("#......#.")


def test_bad_sizes_are_refused():
    assert "1024 bytes long, not 3" in failure(ValueError, pixels.rows, b"abc")
    assert "scale is 1 or more" in failure(ValueError, pixels.png, PICTURE, 0)
