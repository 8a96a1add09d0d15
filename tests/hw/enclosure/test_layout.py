"""Everything fits into the case, and a planted size that does not is told."""

import pytest

from hw.design import Design
from hw.enclosure import letters
from hw.enclosure.layout import Case, faults, variants


def set_key(keys, path, value):
    """Set a key below [enclosure], given as its steps."""
    place = keys["enclosure"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value


def test_everything_fits(keys):
    cases = variants(Design(keys))
    assert list(cases) == ["2-seats", "4-seats", "2-seats-small-display", "4-seats-small-display"]
    assert {name: list(faults(case)) for name, case in cases.items()} == {name: [] for name in cases}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("width",), 140.0, "is not inside the walls along x"),
        (("depth",), 110.0, "is not inside the walls along y"),
        (("front",), 20.0, "into the floor"),
        (("tilt",), 2.0, "air between"),
        (("lid",), 1.0, "A wall is thinner"),
        (("post",), 6.0, "too thin for their screws"),
        (("socket",), 40.0, "air between Pico and"),
        (("plug",), 30.0, "air between carrier and"),
        (("button", "column"), 56.0, "air between carrier and button"),
        (("button", "deep"), 48.0, "into the floor"),
        (("button", "bezel"), 23.0, "A button falls through its hole."),
        (("button", "bezel"), 36.0, "A button's rim covers its lamp."),
        (("button", "rows", "4"), [-34.0, -8.0], "of the lid between lamp 1 and button 3."),
        (("button", "hole"), 34.0, "of the lid between button 1 and lamp 1."),
        (("display", "window"), [50.0, 29.2], "hides part of its lit width"),
        (("display", "window"), [56.6, 20.0], "hides part of its lit height"),
        (("display", "size"), [58.0, 39.5], "The display falls through its window."),
        (("display", "at"), [0.0, 20.0], "behind the lid"),
        (("display", "tabs", 0), [40.0, 10.0], "display tab 1 does not reach over its part."),
        (("keypad", "window"), [50.0, 58.0], "The keypad falls through its window."),
        (("keypad", "at"), [0.0, -40.0], "keypad is"),
        (("battery", "size"), [61.5, 36.0, 7.0], "The battery of 61.5 mm has only 62.0 mm."),
        (("battery", "at"), [0.0, -20.0], "air between carrier and battery"),
        (("switch", "at"), [40.0, 36.0], "air between display and switch"),
        (("standoff_deeper",), 0.0, "The carrier's screws of 6.5 mm end on the ground of their holes."),
        (("standoff_deeper",), 2.0, "leave too little of the floor"),
        (("screw",), 9.5, "The display's screws of 9.5 mm end on the ground"),
        (("usb", "hole"), [68.0, 9.0], "of the back wall between USB and"),
        (("letters", "pixel"), 0.5, "Lines of letters of 0.5 mm do not print"),
        (("letters", "deep"), 1.4, "Letters of 1.4 mm leave too little of the back."),
        (("label", 0, "at"), [0.0, 22.0], 'between "TABLEKEEPER" and display.'),
        (("label", 0, "at"), [45.0, -14.0], 'between "TABLEKEEPER" and lamp'),
        (("label", 0, "at"), [55.0, 0.0], "from the lid's edge"),
        (("label", 1, "at"), [40.0, 36.0], 'between "POWER" and switch.'),
        (("label", 3, "at"), [31.75, 4.0], "\"CHARGE\" is 0.9 mm from the back's edge."),
        (("posts", 0), [60.0, 45.0], "air between button 4 and post 1"),
    ],
)
def test_a_planted_size_is_found(keys, path, value, told):
    set_key(keys, path, value)
    found = list(faults(Case(Design(keys), 4)))
    assert any(told in fault for fault in found), found


def test_the_small_display_has_a_window_of_its_own(keys):
    set_key(keys, ("small_display", "window"), [20.0, 12.5])
    design = Design(keys)
    assert list(faults(Case(design, 2))) == []
    assert list(faults(Case(design, 2, small=True))) == ["The display's window hides part of its lit width."]


def test_letters_are_the_displays(keys):
    """An L on the display is a column and a line."""
    assert set(letters.pixels("L")) == {(0, row) for row in range(7)} | {(column, 6) for column in range(5)}
    assert min(column for column, _ in letters.pixels(" L")) == 6
    label = dict(Case(Design(keys), 4).labels("back"))["USB"]
    assert (2 * label.half_x, 2 * label.half_v) == pytest.approx((17 * 0.9, 7 * 0.9))


def test_the_pico_looks_out_where_the_opening_is(keys):
    """Moving the Pico on the carrier moves the opening: both come from its place."""
    before = Case(Design(keys), 4).usb[0]
    keys["place"]["U1"] = [17, 1, "down"]
    assert Case(Design(keys), 4).usb[0] - before == pytest.approx(3 * 2.54)


def test_the_lid_is_as_high_as_its_corners(keys):
    case = Case(Design(keys), 4)
    half = case.keys["depth"] / 2
    assert case.under_lid(-half) == pytest.approx(32.0)
    # 130 x tan 12 degrees = 27.63
    assert case.under_lid(half) == pytest.approx(59.63, abs=0.01)
    x, y, z = case.point(10.0, 0.0, case.keys["lid"])
    assert (x, y, z) == pytest.approx((10.0, 0.0, case.under_lid(0)))


def test_seats_are_numbered_from_the_front_left(keys):
    assert [seat for seat, x, v in Case(Design(keys), 4).buttons() if x < 0] == [1, 3]
    assert [(seat, v) for seat, _, v in Case(Design(keys), 2).buttons()] == [(1, 2.0), (2, 2.0)]
