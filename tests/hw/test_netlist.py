"""The netlist that SKiDL made of hw/schematic.py and the nets of board.toml say the same, pin by pin."""

import pytest

from hw import design, netlist
from hw.design import Node


@pytest.fixture
def text(repository):
    """The schematic's netlist, as it is kept."""
    return (repository / "hw" / "tablekeeper.net").read_text("utf-8")


def test_schematic_and_board_toml_join_the_same_pins(text):
    board = design.read()
    assert netlist.differences(text, board) == []
    assert {name: set(nodes) for name, nodes in netlist.nets(text).items()} == {
        name: set(net.nodes) for name, net in board.nets.items()
    }


def test_footprints_are_those_of_the_parts(text):
    board = design.read()
    found = netlist.footprints(text)
    assert set(found) == {ref for part in board.parts for ref in part.refs}
    for ref, footprint in found.items():
        assert footprint == (board.part(ref).footprint or "tablekeeper:Off_Board")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('(node (ref "U3") (pin "5"))', "", "U3.SDA: nothing in the schematic, SDA in board.toml."),
        (
            '(node (ref "U1") (pin "6"))',
            '(node (ref "U1") (pin "1"))',
            "U1.GP0: SDA in the schematic, nothing in",
        ),
        ('(name "SCL")', '(name "CLOCK")', "J3.CLK: CLOCK in the schematic, SCL in board.toml."),
    ],
)
def test_a_planted_difference_is_found(text, old, new, told):
    assert old in text
    found = netlist.differences(text.replace(old, new), design.read())
    assert any(told in line for line in found), found


def test_a_connection_that_board_toml_lacks_is_found(text):
    board = design.read()
    net = board.nets["PIEZO"]
    board.nets["PIEZO"] = type(net)(net.name, net.colour, net.wire, (Node("U1", 20),))
    assert netlist.differences(text, board) == ["R51.1: PIEZO in the schematic, nothing in board.toml."]


def test_the_short_form_is_its_own_short_form(text):
    assert netlist.shortened(text) == text


@pytest.mark.parametrize("broken", ["(export", "(export))", "", "word", "(export (components))"])
def test_a_broken_netlist_is_told(broken):
    with pytest.raises(ValueError, match="netlist"):
        netlist.shortened(broken)


@pytest.mark.parametrize(
    ("ref", "value"),
    [("R11", "470"), ("R1", "2k2"), ("R5", "10k"), ("C1", "4u7"), ("C3", "10u"), ("C4", "100n")],
)
def test_values_are_written_as_on_drawings(ref, value):
    assert design.read().part(ref).value == value
