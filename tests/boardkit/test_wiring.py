"""What failed in a board's self-test leads to the wire that a maker has to look at."""

import pytest

from tablecore import records
from tablekeeper.boardkit import Wiring, board_toml

LABELS = "123456789*0#"


@pytest.fixture(scope="module")
def wiring():
    """The device's wiring."""
    return Wiring(board_toml())


def dead(keys, buttons=()):
    """Return the board's reason for keys that were not pressed: bits, the seat buttons first."""
    return sum(1 << seat for seat in buttons) | sum(1 << 4 + LABELS.index(key) for key in keys)


def test_nothing_failed_and_the_battery_is_full(wiring):
    assert wiring.advice({}, 80) == []
    assert wiring.advice({}, None) == []


def test_a_bus_that_does_not_answer(wiring):
    (told,) = wiring.advice({"memory": records.NONE, "display": 1})
    assert "SDA (the blue wire at J3 pin 3 (DIN), GP4 (pin 6))" in told
    assert "SCL (the yellow wire at J3 pin 4 (CLK), GP5 (pin 7))" in told
    assert "pull-ups R1 and R2" in told


@pytest.mark.parametrize(
    ("failed", "told"),
    [
        ({"memory": records.NONE}, "The memory U3 does not answer at 0x50"),
        ({"memory": 12}, "does not keep what is written"),
        ({"display": 1}, "The display does not answer at 0x3c"),
        ({"lamps": 2}, "swap its wires LAMP and GND_L (seat 1: the blue wire at J4 pin 3 (LAMP)"),
        ({"sound": 2}, "R51, which joins LS1 to GP15 (pin 20)"),
        ({"keys": dead("", [2])}, "Button C does nothing: look at the yellow wire at J6 pin 1 (BUTTON)"),
        ({"keys": dead(LABELS)}, "No key of the keypad works: is its plug in J8?"),
        ({"keys": dead("456")}, "No key of row 2 works: look at the red wire at J8 pin 7 (ROW2) and R32."),
        (
            {"keys": dead("369#")},
            "No key of column 3 works: look at the violet wire at J8 pin 5 (COLUMN3)",
        ),
        ({"keys": dead("5")}, "If only single keys do nothing, the keypad itself is faulty"),
        (
            {"keys": dead("23" + "47*")},
            "the brown wire at J8 pin 2 (ROW1) and the green wire at J8 pin 3 (COLUMN1).",
        ),
    ],
)
def test_one_fault_leads_to_one_sentence(wiring, failed, told):
    (found,) = wiring.advice(failed)
    assert told in found


def test_two_dead_rows_are_two_wires(wiring):
    found = wiring.advice({"keys": dead("123" + "*0#")})
    assert [line.partition(" works")[0] for line in found] == ["No key of row 1", "No key of row 4"]


def test_a_dead_row_and_a_dead_key_are_told_apart(wiring):
    assert len(wiring.advice({"keys": dead("123" + "8")})) == 2


def test_a_display_that_somebody_finds_wrong_is_no_wire(wiring):
    assert wiring.advice({"display": 2}) == []


def test_a_weak_battery_is_told_first(wiring):
    assert wiring.advice({"sound": 2}, 9)[0].startswith("The battery has 9 % left")


def test_every_swap_of_a_row_and_a_column_is_recognised(wiring):
    """The keys that two swapped wires leave dead: those that then join two rows or two columns."""
    for row in range(4):
        for column in range(3):
            line = {("r", r): ("r", r) for r in range(4)} | {("c", c): ("c", c) for c in range(3)}
            line[("r", row)], line[("c", column)] = ("c", column), ("r", row)
            seen = {frozenset((line[("r", r)], line[("c", c)])) for r in range(4) for c in range(3)}
            lost = [
                LABELS[3 * r + c] for r in range(4) for c in range(3)
                if frozenset((("r", r), ("c", c))) not in seen
            ]  # fmt: skip
            (told,) = wiring.advice({"keys": dead(lost)})
            assert f"(ROW{row + 1}) and" in told
            assert f"(COLUMN{column + 1})." in told
