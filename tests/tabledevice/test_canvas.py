"""Letters, digits, dice and the cube: made as said, within their places, and to be told apart."""

import importlib.util
import random
from pathlib import Path

import pytest

from tabledevice import font
from tabledevice.canvas import COLUMNS, Canvas, fitting, glyph, width
from tablesim.pixels import rows
from tests.nonempty import nonempty

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def make_font():
    spec = importlib.util.spec_from_file_location("make_font", HERE / "make_font.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def frame():
    return bytearray(1024)


@pytest.fixture
def canvas(frame):
    return Canvas(frame)


def lit(frame):
    """Return the (x, y) of all lit pixels."""
    return {(x, y) for y, line in enumerate(rows(bytes(frame))) for x, pixel in enumerate(line) if pixel}


def test_font_is_what_its_maker_makes(make_font):
    for name, text in nonempty(make_font.sources().items()):
        assert (Path(font.__file__).parent / name).read_text("utf-8") == text


def test_font_is_compact_and_its_glyphs_differ():
    glyphs = list(zip(font.LEFTS, font.MIDDLES, font.RIGHTS, strict=True))
    assert 2 * (3 * len(glyphs) + len(font.BIG2) + len(font.BIG3)) < 4096
    assert len(glyphs) == len(set(glyphs)) == font.LAST - font.FIRST + 1 + len(font.LETTERS)


@pytest.mark.parametrize("height", [2, 3])
def test_big_characters_differ_and_leave_a_gap(canvas, frame, height):
    pictures = set()
    for character in font.BIG:
        canvas.clear()
        end = canvas.big(20, 2, character, height)
        assert all(20 <= x < end - 1 and 16 < y < 16 + 8 * height for x, y in lit(frame))
        pictures.add(bytes(frame))
        assert end - 20 == width(character, height) + 1
    assert len(pictures) == len(font.BIG)


def test_text_fills_its_cells_and_no_more(canvas, frame):
    assert canvas.text(4, 3, "Ág|") == 4 + 3 * 6
    assert {y // 8 for _, y in lit(frame)} == {3}
    assert all(4 <= x < 4 + 17 for x, _ in lit(frame))


def test_letters_have_their_own_glyph_and_strangers_are_shown_as_such():
    letters = [chr(code) for code in range(32, 127)] + list(font.LETTERS)
    assert len({glyph(letter) for letter in letters}) == len(letters)
    words = [columns[glyph("Ü")] for columns in (font.LEFTS, font.MIDDLES, font.RIGHTS)]
    assert words == [0x413C, 0x4140, 0x003C]
    assert glyph(" ") == font.FIRST == 32
    assert (font.BIG.index(":"), font.BIG.index("-")) == (font.COLON, font.MINUS) == (10, 12)
    assert glyph("漢") == glyph("ł") == glyph("\n") == glyph("\x7f") == font.UNKNOWN


def test_text_stops_at_the_edge(canvas, frame):
    canvas.text(120, 0, "MMMM")
    canvas.text(0, 7, "M" * 40)
    assert frame[125:128] == bytes(3)
    assert frame[7 * 128 + 20 * 6] != 0
    assert frame[1022:] == bytes(2)
    canvas.large(120, 6, "MM")
    canvas.big(120, 4, "88")


def test_right_and_centre(canvas, frame):
    canvas.right(128, 1, "HHH")
    assert {max(lit(frame))[0], min(lit(frame))[0]} == {127, 127 - 16}
    canvas.clear()
    canvas.centre(2, "HHHH")
    columns = [x for x, _ in lit(frame)]
    assert min(columns) + max(columns) in (126, 127, 128)
    canvas.clear()
    canvas.centre(2, "H" * 30)
    assert max(x for x, _ in lit(frame)) < 128


def test_fitting():
    assert fitting("Bob", 3) == "Bob"
    assert fitting("Bartholomew", 10) == "Bartholom."
    assert len(fitting("Bartholomew", 5)) == 5


def picture(*pieces):
    """Return the frame of pieces (method, arguments...)."""
    made = bytearray(1024)
    board = Canvas(made)
    for method, *arguments in pieces:
        getattr(board, method)(*arguments)
    return made


def clock(ms, tenths=False, up=False, x=0, wide=62):
    made = bytearray(b"\xff") * 1024
    Canvas(made).clock(x, 1, ms, wide, tenths, up)
    return made[128 + x : 128 + x + wide] + made[256 + x : 256 + x + wide] + made[384 + x : 384 + x + wide]


def digits(text, small=""):
    made = bytearray(1024)
    board = Canvas(made)
    full = width(text, 3) + (1 + 3 + width(small, 2) if small else 0)
    # the small seconds stand three pixels behind the last cell
    x = board.big((62 - full) // 2 if not small else 0, 1, text)
    if small:
        board.big(x + 3, 1, small, 2)
    return made[128 : 128 + 62] + made[256 : 256 + 62] + made[384 : 384 + 62]


CLOCKS = [
    # ms, tenths, up, big digits, small digits
    (0, False, False, "0:00", ""),
    (1, False, False, "0:01", ""),
    (1000, False, False, "0:01", ""),
    (1001, False, False, "0:02", ""),
    (1999, False, True, "0:01", ""),
    (59_001, False, False, "1:00", ""),
    (600_000, False, False, "10:00", ""),
    (1_260_000, False, False, "21:00", ""),
    (3_599_001, False, False, "1:00:", "00"),
    (3_599_000, False, False, "59:59", ""),
    (4_860_000, False, False, "1:21", "00"),
    (35_999_000, False, False, "9:59", "59"),
    (36_000_000, False, False, "10:00", ""),
    (359_999_000, False, False, "99:59", ""),
    (9_999, True, False, "9.9", ""),
    (9_999, False, False, "0:10", ""),
    (10_000, True, False, "0:10", ""),
    (49, True, False, "0.0", ""),
]


@pytest.mark.parametrize(("ms", "tenths", "up", "big", "small"), CLOCKS)
def test_clock_shows(ms, tenths, up, big, small):
    assert clock(ms, tenths, up) == digits(big.rstrip(":"), small)


def test_clock_stays_in_its_columns_for_every_time():
    times = [*range(0, 12_000, 37), *range(12_000, 4_000_000, 61_111), *range(4_000_000, 357_000_000, 10**6)]
    for x in (0, 66):
        for ms in nonempty(times):
            made = bytearray(1024)
            Canvas(made).clock(x, 1, ms, 62, True)
            assert all(x <= column < x + 62 and 8 <= row < 32 for column, row in lit(made)), ms


def test_every_second_of_an_hour_looks_different():
    assert len({bytes(clock(1000 * second)) for second in range(3600)}) == 3600


def test_dice_have_their_pips(canvas, frame):
    for value in range(7):
        canvas.clear()
        canvas.die(30, 4, value)
        pixels = lit(frame)
        assert all(30 <= x < 45 and 32 <= y < 47 for x, y in pixels)
        inner = {(x, y) for x, y in pixels if 31 <= x < 44 and 33 <= y < 46}
        assert len(inner) == 9 * value
        # a die looks the same upside down
        assert inner == {(74 - x, 78 - y) for x, y in inner}


def test_cube_holds_its_number(canvas, frame):
    seen = set()
    for power in range(11):
        canvas.clear()
        canvas.cube(40, 4, 1 << power)
        wide = canvas.cube_width(1 << power)
        pixels = lit(frame)
        assert min(pixels)[0] == 40
        assert max(pixels)[0] == 40 + wide - 1
        assert {y for _, y in pixels} == set(range(32, 47))
        # the number leaves the rim lit
        for x in range(41, 40 + wide - 1):
            assert (x, 32) in pixels
            assert (x, 46) in pixels
        seen.add(bytes(frame))
    assert len(seen) == 11


def test_number_is_written_like_its_digits():
    for value in (0, 7, 10, 99, 100, 255):
        assert picture(("number", 5, 2, value, 3)) == picture(("big", 5, 2, str(value), 3))


def test_invert_and_toggle(canvas, frame):
    canvas.text(3, 2, "Every bit")
    pixels = lit(frame)
    canvas.invert(2, 5, 60)
    assert lit(frame) ^ pixels == {(x, y) for x in range(5, 60) for y in range(16, 24)}
    canvas.invert(2, 5, 60)
    assert lit(frame) == pixels
    canvas.toggle(2, 7, 20, 0x81)
    assert lit(frame) ^ pixels == {(x, y) for x in range(7, 20) for y in (16, 23)}
    canvas.toggle(2, 7, 20, 0x81)
    canvas.toggle(2, 20, 20, 0xFF)
    assert lit(frame) == pixels
    canvas.invert(2, rows=0x7F)
    assert not any(frame[2 * COLUMNS + x] & 0x80 for x in range(COLUMNS))


@pytest.mark.parametrize("x", [0, 1, 2, 60, 119, 123])
@pytest.mark.parametrize("page", [3, 7])
def test_lit_text_is_text_inverted(x, page):
    string = "Àg|W" * 6
    count = min(len(string), (COLUMNS - x + 1) // 6)
    wide = min(6 * count, COLUMNS - x)
    plain = picture(("fill", page, x, x + wide), ("text", x, page, string), ("invert", page, x, x + wide))
    assert plain == picture(("fill", page, x, x + wide, 0xFF), ("text", x, page, string, True))
    # large letters are wide, or narrow if there are many of them
    for cell, large in ((12, string[:10]), (6, string)):
        wide = min(cell * min(len(large), (COLUMNS - x + cell // 6) // cell), COLUMNS - x)
        for row in (page - 1, page):
            plain = picture(("large", x, page - 1, large), ("invert", row, x, x + wide))
            lit = picture(("fill", row, x, x + wide, 0xFF), ("large", x, page - 1, large, True))
            at = row * COLUMNS
            assert plain[at : at + COLUMNS] == lit[at : at + COLUMNS]


def test_centred_text_is_lit_on_all_its_columns():
    plain = picture(("centre", 2, "Ready?"), ("invert", 2))
    assert plain == picture(("centre", 2, "Ready?", 0, COLUMNS, True))
    plain = picture(("large_centre", 2, "Take?"), ("invert", 2), ("invert", 3))
    assert plain == picture(("large_centre", 2, "Take?", True))


def test_what_stands_behind_a_text_stays(canvas, frame):
    frame[:] = b"\xff" * 1024
    canvas.text(10, 3, "ab")
    assert frame[3 * COLUMNS + 15] == 0, "the gap between two letters is theirs"
    assert frame[3 * COLUMNS + 21 :] == b"\xff" * (1024 - 3 * COLUMNS - 21)


def test_pages_are_cleared(canvas, frame):
    frame[:] = b"\xff" * 1024
    canvas.clear(2, 4)
    assert frame == b"\xff" * 256 + bytes(256) + b"\xff" * 512
    canvas.fill(0, 3, 9, 0x60)
    canvas.fill(0, 9, 10)
    assert frame[:256] == b"\xff" * 3 + b"\x60" * 6 + b"\0" + b"\xff" * 246
    canvas.clear()
    assert frame == bytes(1024)


def test_a_clock_that_is_changed_is_one_drawn_anew():
    """Times that follow each other, and any other: with what was returned before, the picture is the same."""
    chance = random.Random(3)
    changed = bytearray(1024)
    board = Canvas(changed)
    before = ms = 0
    layouts = set()
    for _ in range(4000):
        if chance.random() < 0.7:
            ms = max(0, ms - chance.choice((100, 1000, 1000, 60_000)))
        else:
            ms = chance.randrange(chance.choice((12_000, 700_000, 5_000_000, 37_000_000)))
        how = chance.random() < 0.5, chance.random() < 0.3, chance.random() < 0.5
        before = board.clock(33, 1, ms, 62, *how, before)
        fresh = bytearray(1024)
        assert Canvas(fresh).clock(33, 1, ms, 62, *how) == before
        assert changed == fresh
        assert before % 2 == 1
        layouts.add(before >> 2 & 3)
    assert layouts == {0, 1, 2, 3}


def test_what_lies_below_a_clocks_digits_stays():
    frame = bytearray(1024)
    board = Canvas(frame)
    shown = board.clock(0, 1, 59_000)
    board.toggle(3, 0, 40, 0x60)
    bar = {(x, y) for x in range(40) for y in (29, 30)}
    for second in range(58, 0, -1):
        shown = board.clock(0, 1, 1000 * second, before=shown)
        assert {(x, y) for x, y in lit(frame) if y > 28} == bar
    board.clock(0, 1, 600_000, before=shown)
    assert not any(y > 28 for _, y in lit(frame))
