"""Parts lists count every part, wire lists follow the netlist, and both say what they leave out."""

import csv
import io
from collections import Counter
from decimal import Decimal

import pytest

from hw import design, lists, netlist
from hw.lists import DEVICES, Variant


@pytest.fixture(scope="module")
def board():
    """The device."""
    return design.read()


def rows(board, variant):
    """Return the lines of a parts list by their part."""
    return {row["part"]: row for row in csv.DictReader(io.StringIO(lists.parts_csv(board, variant)))}


@pytest.mark.parametrize("build", ["carrier", "perfboard"])
def test_every_part_of_the_circuit_is_ordered_once(board, build):
    listed = [ref for row in rows(board, Variant(build, 4)).values() for ref in row["references"].split()]
    assert len(listed) == len(set(listed))
    everything = {ref for part in board.parts for ref in part.refs if part.build in ("", build)}
    assert set(listed) == everything
    assert ("D3" in listed) == (build == "carrier")


def test_pieces_for_several_devices(board):
    found = rows(board, Variant("carrier", 4))
    resistors = found["resistor 470 ohm, 1/4 W: seats, lamps, keypad, piezo"]
    assert [resistors[f"pieces for {devices}"] for devices in DEVICES] == ["16", "176", "880"]
    pico = found["Raspberry Pi Pico H (with pin headers)"]
    assert [pico[f"pieces for {devices}"] for devices in DEVICES] == ["1", "10", "50"]


def test_two_seats_need_half_of_what_is_per_seat(board):
    button = "seat button, 24 mm, snap-in, closes"
    assert rows(board, Variant("carrier", 2))[button]["pieces for 1"] == "2"
    assert rows(board, Variant("carrier", 4))[button]["pieces for 1"] == "4"


def test_the_total_is_the_sum_of_the_lines(board):
    variant = Variant("perfboard", 2)
    price = next(key for key in next(iter(rows(board, variant).values())) if key.startswith("price"))
    assert board.keys["prices"]["date"] in price
    for devices in DEVICES:
        total = sum(
            int(row[f"pieces for {devices}"]) * Decimal(row[price]) for row in rows(board, variant).values()
        )
        assert lists.total(board, variant, devices) == total
    assert f"**{lists.total(board, variant, 10):.0f}**" in lists.parts_table(board, variant)
    assert f"| perfboard, 2 seats | {lists.total(board, variant, 1):.0f} |" in lists.costs_table(board)


def test_a_number_that_nobody_has_checked_says_so(board):
    table = lists.parts_table(board, Variant())
    unchecked = [
        part for part in board.parts if not part.seen and part.maker != "any" and part.build != "perfboard"
    ]
    assert unchecked
    assert table.count("(unchecked)") == len(unchecked)


def test_each_wire_joins_pins_of_one_net_of_the_schematic(board, repository):
    nets = netlist.nets((repository / "hw" / "tablekeeper.net").read_text("utf-8"))
    of = {node: name for name, nodes in nets.items() for node in nodes}
    found = list(lists.wires(board))
    assert [wire.number for wire in found] == list(range(1, len(found) + 1))
    for wire in found:
        assert of[wire.start] == of[wire.end], wire
    ends = [wire.end for wire in found]
    assert len(set(ends)) == len(ends)
    assert set(ends) == {node for node in of if design.off_board(node.ref)}


def test_there_are_leads_for_all_wires(board):
    leads = next(part for part in board.parts if part.number == "JST XH leads")
    # the battery brings its own
    assert leads.count == sum(wire.end.ref != "BT1" for wire in lists.wires(board))


@pytest.mark.parametrize("seats", [2, 4])
def test_each_plug_has_its_housing(board, seats):
    """Crimped leads go into a housing: none is sold with the header. The battery brings its own."""
    variant = Variant("carrier", seats)
    headers, housings = Counter(), Counter()
    for part in board.parts:
        if part.number.startswith("B") and part.number.endswith("B-XH-A"):
            headers[len(part.pins)] += variant.pieces(part, 1)
        elif part.number.startswith("XHP-"):
            housings[int(part.number.removeprefix("XHP-"))] += variant.pieces(part, 1)
    assert housings == headers


def test_the_list_of_joints_names_every_pin_on_the_board(board):
    table = lists.joints_table(board, "perfboard")
    for net in board.nets.values():
        row = next((line for line in table.splitlines() if line.startswith(f"| {net.name} |")), "")
        soldered = [node for node in net.nodes if lists.on_board(board, node.ref, "perfboard")]
        if len(soldered) > 1:
            assert row.split(" | ")[2].removesuffix(" |").split(", ") == [
                board.name(node) for node in soldered
            ]
    assert "D3" not in table
