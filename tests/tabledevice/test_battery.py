"""The battery: its charge from its voltage, told in time, and nothing told of a board on USB."""

import pytest

from tablecore import hostlink
from tabledevice import battery, texts
from tabledevice.battery import CHARGE, LOW, UNKNOWN, Battery, per_cent
from tablekeeper.games import catalogue
from tests.tabledevice.hands import TO_TURN, Host, Table

BATTERY = catalogue.PARTS.index("battery")


class Supply:
    """What a hardware says of its supply."""

    def __init__(self, *millivolts):
        self._millivolts = list(millivolts)

    def battery(self):
        return self._millivolts.pop(0) if len(self._millivolts) > 1 else self._millivolts[0]


def test_the_charge_rises_with_the_voltage():
    for volts, left in CHARGE:
        assert per_cent(volts) == left
    found = [per_cent(volts) for volts in range(2500, 5001)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, 100)
    assert per_cent(3600) == 65


@pytest.mark.parametrize("millivolts", [0, -1])
def test_nothing_is_known_on_usb_or_of_a_board_that_cannot_tell(millivolts):
    tested = Battery(Supply(millivolts))
    for _ in range(10):
        tested.read()
    assert (tested.left, tested.low) == (UNKNOWN, False)


def test_a_short_dip_is_no_low_battery_and_a_short_rise_is_no_cure():
    empty, full = 3200, 3800
    tested = Battery(Supply(*[empty, empty, full] * 4, *[empty] * 5, *[full, full, empty] * 4, *[full] * 5))
    told = []
    for _ in range(12 + 5 + 12 + 5):
        tested.read()
        told.append(tested.low)
    assert told == [False] * 16 + [True] * 17 + [False]


def test_a_little_better_is_not_good_again():
    edge = 3325
    assert LOW <= per_cent(edge) < LOW + battery._BETTER
    tested = Battery(Supply(*[3200] * 5, edge))
    for _ in range(30):
        tested.read()
    assert tested.low


def test_a_low_battery_is_shown_recorded_and_told():
    table = Table()
    table.set_up().press(*TO_TURN)
    table.board.unplug()
    table.wait(3000)
    assert table.app.battery.left >= 99
    after = table.last
    table.board.battery_mv = 3250
    table.wait(6500)
    assert table.log(after) == [("fault", BATTERY, 1, 0)]
    assert table.reads(texts.BATTERY_LOW)
    table.wait(4000)
    assert not table.reads(texts.BATTERY_LOW)
    drawn = bytes(table.board.pixels[6 * 128 :])
    table.board.plug()
    table.wait(1000)
    host = Host(table)
    table.wait(5000)
    assert table.log(after) == [("fault", BATTERY, 1, 0), ("fault", BATTERY, 0, 0)]
    assert bytes(table.board.pixels[6 * 128 :]) != drawn
    status = [event for event in host.events if event[0] == hostlink.STATUS][-1]
    # what was left when the cable came
    assert status[6] == per_cent(3250) <= LOW
    assert host.has_all()
    assert table.board.crashes == []
    table.board.power_off()
