"""The board's letters in millimetres: from the font and the displays' own data, as docs/board.md says.

`--renew-golden` writes the table of docs/board.md again.
"""

import re
from decimal import Decimal

import pytest

from hw import lettersize
from tabledevice.canvas import Canvas
from tabledevice.screens.large import LargeClock
from tablesim.pixels import rows


@pytest.fixture(scope="module")
def board_toml(repository):
    """The hardware as text."""
    return (repository / "hw" / "board.toml").read_text("utf-8")


def test_a_displays_data_agree_with_each_other(board_toml):
    shown = lettersize.panels(board_toml)
    assert [str(one.inches) for one in shown] == ["0.96", "2.42"]
    for one in shown:
        # 128 columns by 64 rows of square dots
        assert one.width == one.span(128)
        assert one.height == one.span(64)
        diagonal = (one.width**2 + one.height**2).sqrt() / Decimal("25.4")
        assert abs(diagonal - one.inches) < Decimal("0.01")


def lit_rows(draw):
    """Return how many rows something lights from its highest to its lowest pixel."""
    frame = bytearray(1024)
    draw(Canvas(frame))
    lit = [y for y, row in enumerate(rows(bytes(frame))) if any(row)]
    return lit[-1] - lit[0] + 1


def draw_large(canvas):
    """Draw the digits of the look for small displays, and nothing else."""
    screens = LargeClock(canvas, canvas._frame, None)
    screens._time(754_000, False, False, 0)


def test_letters_are_as_high_as_they_are_drawn():
    heights = list(lettersize.lettering().values())
    assert heights == [
        lit_rows(lambda canvas: [canvas.clock(0, 1, ms * 1000, 62) for ms in (754, 839)]),
        lit_rows(draw_large),
        lit_rows(lambda canvas: canvas.number(0, 0, 1203456789)),
        lit_rows(lambda canvas: canvas.large(0, 2, "HEX")),
        lit_rows(lambda canvas: canvas.text(0, 3, "HEX")),
    ]


def test_clocks_are_read_from_a_metre_and_a_half_and_the_rest_at_arms_length(board_toml):
    small, large = lettersize.panels(board_toml)
    clock, _, *rest = (large.span(height) for height in lettersize.lettering().values())
    assert lettersize.distance(clock, lettersize.LEAST) >= 1500
    assert all(lettersize.distance(height, lettersize.LEAST) >= 600 for height in rest)
    # with the usual look the small display is for whoever sits in front of it
    usual, own, *_ = (small.span(height) for height in lettersize.lettering().values())
    assert 500 <= lettersize.distance(usual, lettersize.PREFERRED) < 1000
    # with its own look it is read from the chair, and with ease across the table
    assert lettersize.distance(own, lettersize.LEAST) >= 1500
    assert lettersize.distance(own, lettersize.PREFERRED) >= 1200


def test_an_angle_is_an_angle():
    # a full turn of 21600 minutes: at one metre a minute is 0.29 mm
    assert lettersize.distance(Decimal("0.2909"), 1).quantize(Decimal(1)) == 1000
    far = lettersize.distance(Decimal(10), 16)
    assert far == 2 * lettersize.distance(Decimal(5), 16) == lettersize.distance(Decimal(5), 8)


def test_the_document_says_it(repository, board_toml, request):
    place = repository / "docs" / "board.md"
    text = place.read_text("utf-8")
    wanted = lettersize.table(board_toml)
    [found] = re.findall(r"^\| \| rows \|.*\n(?:\|.*\n)+", text, re.MULTILINE)
    if request.config.getoption("--renew-golden") and found != wanted:
        place.write_text(text.replace(found, wanted), "utf-8")
        found = wanted
    assert found == wanted, "docs/board.md tells other heights; renew with --renew-golden"
