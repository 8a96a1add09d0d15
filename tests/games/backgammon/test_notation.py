"""Plays as text: every spelling that players' programs use, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import START_VIEW
from tablekeeper.games.backgammon.legality import carried_out
from tablekeeper.games.backgammon.notation import print_play, read_dice, read_play
from tablekeeper.games.backgammon.plays import legal_plays
from tests.nonempty import nonempty
from tests.refusal import refusal


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("", ()),
        ("24/18 13/11", ((24, 18, False), (13, 11, False))),
        ("24/14*", ((24, 14, True),)),
        ("bar/21*", ((25, 21, True),)),
        ("Bar/21", ((25, 21, False),)),
        ("25/21", ((25, 21, False),)),
        ("6/off", ((6, 0, False),)),
        ("6/Off", ((6, 0, False),)),
        ("6/0", ((6, 0, False),)),
        ("13/8(2)", ((13, 8, False),) * 2),
        ("13/8 (2)", ((13, 8, False),) * 2),
        ("6/4*(2)", ((6, 4, True),) * 2),
        ("6/4(2)*", ((6, 4, True),) * 2),
        ("13/7*/1*", ((13, 7, True), (7, 1, True))),
        ("13/7*/1", ((13, 7, True), (7, 1, False))),
        ("24/18/13", ((24, 18, False), (18, 13, False))),
        ("bar/24(2) 6/5", ((25, 24, False), (25, 24, False), (6, 5, False))),
        ("8/7, 6/5", ((8, 7, False), (6, 5, False))),
        (" 8/7   6/5 ", ((8, 7, False), (6, 5, False))),
    ],
)
def test_reading(text: str, play: tuple[tuple[int, int, bool], ...]) -> None:
    assert read_play(text) == play


@pytest.mark.parametrize(
    "text",
    "8 8/ /7 8/9 8/8 26/20 8/7(5) 8/7(0) 8/7(4),6/5 a/b 8/7) 8_7 0/5 off/6 ²/1 ٨/٧ 8/7((2) 8/7*4".split(),
)
def test_what_is_no_play(text: str) -> None:
    assert "\n" not in refusal(read_play, text)


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (((24, 18, False), (18, 13, False)), "24/13"),
        (((24, 18, True), (18, 13, False)), "24/18*/13"),
        (((13, 7, True), (7, 1, True)), "13/7*/1*"),
        (((25, 20, False), (25, 20, False)), "bar/20(2)"),
        (((6, 4, True), (6, 4, False)), "6/4*(2)"),
        (((6, 0, False), (5, 0, False)), "6/off 5/off"),
        ((), ""),
    ],
)
def test_printing(play: tuple[tuple[int, int, bool], ...], text: str) -> None:
    assert print_play(play) == text


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_printed_play_reads_back_to_the_same_position(die: int, second: int) -> None:
    blots = (0, -1, 2, 0, -1, 1, 4, -1, 2, 0, -1, 0, -3, 3, 0, 0, -1, -2, 1, -3, 0, -1, 0, 0, 2, 0)
    for view in (START_VIEW, blots, (*blots[:25], 1)):
        for result, play in nonempty(legal_plays(view, die, second).items()):
            written = read_play(print_play(play))
            assert carried_out(view, written) == result


@given(st.text(alphabet="0123456789/*() barofBARO?x", max_size=30))
def test_any_text_is_a_play_or_a_notation_error(text: str) -> None:
    try:
        play = read_play(text)
    except UserError:
        return
    assert len(play) <= 4
    assert all(0 <= target < origin <= 25 for origin, target, _ in play)


@pytest.mark.parametrize("text", ["31", "3-1", "3 1", " 3,1 ", "3:1", "3/1"])
def test_a_roll_in_every_way(text):
    assert read_dice(text) == (3, 1)


@pytest.mark.parametrize("text", ["", "3", "311", "07", "71", "3x1", "\u0663\u0661", "31" * 40])
def test_what_is_no_roll(text):
    assert "is not a roll: write two dice, like 31" in refusal(read_dice, text)
