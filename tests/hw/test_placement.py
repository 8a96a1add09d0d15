"""Parts have a place each, pins a hole each, and the wires below join what the nets join."""

import xml.etree.ElementTree

import pytest

from hw import design, placement
from hw.design import Design
from hw.drawings import perfboard
from hw.lists import on_board
from tests.nonempty import nonempty


def test_everything_has_its_place():
    assert list(placement.faults(design.read())) == []


@pytest.mark.parametrize(
    ("ref", "place", "told"),
    [
        ("R11", [10, 5, "left"], "2 pins are in the hole 10, 5."),
        ("R11", [2, 4, "left"], "R11 pin 2 lies outside the board."),
        ("J8", [37, 26, "down"], "J8 pin 6 lies outside the board."),
        ("R99", [30, 30, "left"], "R99 does not belong on the board."),
        ("SW1", [30, 30, "left"], "SW1 does not belong on the board."),
    ],
)
def test_a_planted_place_is_found(keys, ref, place, told):
    keys["place"][ref] = place
    assert told in list(placement.faults(Design(keys)))


def test_a_part_without_a_place_is_found(keys):
    del keys["place"]["C4"]
    assert list(placement.faults(Design(keys))) == ["C4 has no place on the board."]


def test_the_picos_pins_lie_as_on_the_pico():
    """Pico datasheet, figure 2: pin 1 upper left, 20 lower left, 21 lower right, 40 upper right."""
    holes = placement.pins(design.read(), "U1")
    (x, y) = holes[1]
    assert holes[20] == (x, y + 19)
    assert holes[21] == (x + 7, y + 19)
    assert holes[40] == (x + 7, y)
    # 17.78 mm between the rows
    assert pytest.approx(17.78) == 7 * placement.PITCH


@pytest.mark.parametrize("build", ["carrier", "perfboard"])
def test_wires_below_join_the_pins_of_each_net(build):
    board = design.read()
    group = {}
    for name, start, end in nonempty(placement.links(board, build)):
        joined = group.get(start, {start}) | group.get(end, {end})
        assert group.get(start) is None or group.get(start) != group.get(end), f"{name}: a wire too many"
        for node in joined:
            group[node] = joined
    for net in nonempty(board.nets.values()):
        wanted = {node for node in net.nodes if on_board(board, node.ref, build)}
        if len(wanted) > 1:
            assert group[min(wanted)] == wanted


def test_no_wire_is_drawn_over_a_pin_that_it_does_not_join():
    board = design.read()
    view = perfboard._View(board, mirrored=True)
    for name, start, end in nonempty(placement.links(board, "perfboard")):
        holes = [placement.pins(board, node.ref)[node.pin] for node in (start, end)]
        way = view.way(*holes, -1 if name == "GND" else 1)
        assert [pin for pin in view._pins - set(holes) if view._meets(way, pin)] == [], (name, start, end)


def test_the_assembly_drawing_names_every_part_of_the_carrier():
    board = design.read()
    root = xml.etree.ElementTree.fromstring(perfboard.assembly(board))
    words = [word for text in root.iter() if text.tag.endswith("text") for word in (text.text or "").split()]
    on = [word.strip("()") for word in words if word.strip("()") in board.keys["place"]]
    assert sorted(on) == sorted(placement.placed(board, "carrier"))


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("perfboard-parts", perfboard.parts),
        ("perfboard-wires", perfboard.wires),
        ("assembly", perfboard.assembly),
    ],
)
def test_the_guide_shows_these_drawings(repository, name, draw):
    shown = (repository / "docs" / "pictures" / f"device-{name}.svg").read_text("utf-8")
    assert shown == draw(design.read())
