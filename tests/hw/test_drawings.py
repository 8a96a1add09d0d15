"""The schematic's drawing shows every pin once, joins what the nets join, and joins nothing else."""

import xml.etree.ElementTree
from collections import defaultdict

import pytest

from hw import design
from hw.drawings import schematic
from hw.drawings.schematic import Sheet
from tests.nonempty import nonempty


@pytest.fixture(scope="module")
def sheet():
    """The sheet of the device."""
    return Sheet(design.read())


def on(wire, point):
    """Return whether a point lies on a straight wire."""
    (x0, y0), (x1, y1) = wire.start, wire.end
    return min(x0, x1) <= point[0] <= max(x0, x1) and min(y0, y1) <= point[1] <= max(y0, y1)


def drawn_groups(sheet):
    """Return which nodes are joined on paper: by wires, by a part's pin on two sides, by names."""
    ends = [end for those in sheet.ends.values() for end in those]
    group = {end.at: {end.at} for end in ends}

    def merge(one, other):
        joined = group[one] | group[other]
        for point in joined:
            group[point] = joined

    for wire in sheet.wires:
        touched = [end.at for end in ends if on(wire, end.at)]
        for point in touched:
            merge(wire.start, point)
    by_name = defaultdict(list)
    for end, name in sheet.labels:
        by_name[name].append(end.at)
    by_node = defaultdict(list)
    for end in ends:
        by_node[end.node].append(end.at)
    for points in [*by_name.values(), *by_node.values()]:
        for point in points:
            merge(points[0], point)
    return {
        frozenset(end.node for end in ends if end.at in points) for points in map(frozenset, group.values())
    }


def test_every_pin_stands_on_the_sheet(sheet):
    assert {end.node for ends in sheet.ends.values() for end in ends} == set(sheet.design.every_node())
    assert {end.node for end in sheet.free} == set(sheet.design.unconnected)


def test_paper_joins_what_the_nets_join(sheet):
    nets = {frozenset(net.nodes) for net in sheet.design.nets.values()}
    alone = {frozenset([node]) for node in sheet.design.unconnected}
    assert drawn_groups(sheet) == nets | alone


def test_a_wire_that_is_left_out_is_found(sheet):
    shorter = Sheet(sheet.design)
    shorter.wires = [wire for wire in sheet.wires if wire.net != "CHARGE_LED"]
    nets = {frozenset(net.nodes) for net in sheet.design.nets.values()}
    assert nets - drawn_groups(shorter) == {frozenset(sheet.design.nets["CHARGE_LED"].nodes)}


def test_no_two_ends_lie_on_each_other(sheet):
    points = [end.at for ends in sheet.ends.values() for end in ends]
    assert len(points) == len(set(points))


def test_everything_lies_within_its_frame(sheet):
    for block in nonempty(schematic.BLOCKS):
        x, y, width, height = block.frame
        assert x >= 0
        assert y >= 0
        assert x + width <= schematic.SIZE[0]
        assert y + height <= schematic.SIZE[1]
        for end in nonempty(sheet.ends[block.title]):
            assert x < end.at[0] < x + width, end
            assert y < end.at[1] < y + height, end


def test_it_is_svg_and_the_same_each_time(sheet):
    text = sheet.render()
    assert text == Sheet(design.read()).render()
    words = {one.text for one in xml.etree.ElementTree.fromstring(text).iter() if one.tag.endswith("text")}
    assert {"SDA", "VSYS", "R11", "470", "U1 Pico", "1N5817"} <= words


def test_the_guide_shows_this_drawing(sheet, repository):
    shown = (repository / "docs" / "pictures" / "device-schematic.svg").read_text("utf-8")
    assert shown == sheet.render()
