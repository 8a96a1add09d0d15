"""A player's use of the clock: one scale, the whole in words, names that are only names."""

from tablekeeper.pictures.clockuse import SeatUse
from tablekeeper.pictures.playerclock import MatchUse, picture
from tablekeeper.pictures.rows import WIDE
from tests.pictures.test_charts import boxes, texts

TAG = "<b>&"


def test_the_bars_have_one_scale_and_the_figures_stand_beside_them():
    uses = [
        MatchUse(f"A2, {TAG}", SeatUse(0, 1, 60_000, 60_000)),
        MatchUse("A1, Bob", SeatUse(1, 4, 30_500, 9_000)),
    ]
    svg = picture(uses, "Ann")
    assert boxes(svg) == [(0, 45, WIDE, 9), (0, 79, round(WIDE * 30.5 / 60, 1), 9)]
    assert texts(svg) == [
        "Time that Ann used",
        f"A2, {TAG}", "1 move, 1:00, longest 1:00", "A1, Bob", "4 moves, 0:30, longest 0:09",
    ]  # fmt: skip
    assert "A1, Bob: 4 moves, 0:30, longest 0:09." in svg
    assert TAG not in svg


def test_moves_without_time_are_bars_without_a_length():
    assert boxes(picture([MatchUse("A1, Bob", SeatUse(0, 2, 0, 0))], "Ann")) == [(0, 45, 0, 9)]
