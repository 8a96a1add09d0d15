"""Names on their way to a board: readable in its letters, and never longer than it takes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecore.messages import LONGEST_NAME
from tabledevice import font
from tabledevice.canvas import glyph
from tablekeeper.tables.lettering import lettered

NAMES = {
    "Ann": "Ann",
    "O'Brien-Smith": "O'Brien-Smith",
    "Jürgen Groß": "Jürgen Groß",
    "Søren Ångström": "Søren Ångström",
    "Nicolò È": "Nicolò È",
    "Łukasz Żółć": "Lukasz Zólc",
    "Дмитрий Щербаков": "Dmitriy Shcherbakov",
    "Γιώργος": "Giorgos",
    "王小明": "WangXiaoMing",
    "Đặng Văn Lâm": "Dang Van Lam",
    "O’Hara “Bob”": 'O\'Hara "Bob"',
    "Zoë\r\n\tvan  Dam ": "Zoë van Dam",
    "Ann\x00\x1b[2J\u202eBob\x7f": "Ann[2JBob",
    "😀 Bob": "Bob",
    "": "",
    "\u200b": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_written_in_the_boards_letters(name):
    assert lettered(name) == NAMES[name]


def test_letters_in_two_parts_are_one():
    apart = unicodedata.normalize("NFD", "Jürgen")
    assert apart != "Jürgen"
    assert lettered(apart) == "Jürgen"


def test_a_name_is_cut_between_two_letters():
    # the last letter would become "shch" and has three places
    assert lettered("A" * 17 + "щ") == "A" * 17
    assert lettered("A" * 16 + "щ") == "A" * 16 + "shch"
    assert lettered("Wilhelmina Jane Featherstone") == "Wilhelmina Jane Feat"
    assert lettered("Wilhelmina Featherst one") == "Wilhelmina Featherst"


def test_a_sign_that_is_a_sentence_is_cut_itself():
    assert lettered("\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}") == ""
    assert lettered("\N{ARABIC LIGATURE JALLAJALALOUHOU}Ann", 4) == "jall"


def test_the_protocol_names_the_letters(repository):
    assert f"`{font.LETTERS}`" in (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


@given(st.text(max_size=60))
def test_any_name_can_be_shown(name):
    written = lettered(name)
    assert len(written) <= LONGEST_NAME
    assert written == written.strip()
    assert all(" " <= letter <= "~" or letter in font.LETTERS for letter in written)
    assert all(glyph(letter) != glyph(chr(font.UNKNOWN)) for letter in written)
    # what has been written once is written the same again
    assert lettered(written) == written


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=6))
def test_plain_letters_stay_in_order(name):
    kept = [letter for letter in name if letter.isascii() or letter in font.LETTERS]
    written = iter(lettered(unicodedata.normalize("NFC", name)))
    assert all(letter in written for letter in kept if letter == unicodedata.normalize("NFC", letter))
