"""A port that is closed for a moment: a session begins again, whether or not the board has seen DTR fall."""

import pytest

from tablecore import hostlink, records
from tablesim.modules.usb_cdc import Serial
from tablesim.processor import Processor
from tablesim.usb import LOOK_US
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_TURN, Host, Table

#: a session has begun again within this (ms)
SOON = 500

table = at_table(*FIVE_POINTS_UP, *TO_TURN)


def anew(table, host, seen):
    """Return how long it takes (ms) until a hello and then another message have come to the host."""
    began = table.timeline.now_us
    while table.timeline.now_us - began < 5_000_000:
        kinds = [event[0] for event in host.events[seen:] if event[0] != hostlink.STRAY]
        if hostlink.HELLO in kinds and kinds[-1] != hostlink.HELLO and host.link.session:
            break
        table.wait(5)
    return (table.timeline.now_us - began) // 1000


def next_host(table, host):
    """End a host in the middle of a line; return another that opens the port before anybody looks."""
    host.say(b"YTQS/lo")
    host.close()
    host._take = lambda event: None
    host.table = _Gone(table.timeline)
    fresh = Host(table, host.store)
    fresh.acked = host.acked
    fresh.link.call()
    return fresh


class _Gone:
    """A table whose port is closed for good: a host that has ended looks at this one."""

    def __init__(self, timeline):
        self.timeline = timeline
        self.board = self
        self.usb = self
        self.is_open = False


@pytest.mark.parametrize("processor", [None, Processor()], ids=["jumps", "slices"])
@pytest.mark.parametrize("low", [10, 50, 200])
def test_dtr_that_was_low_for_a_moment_begins_a_session(low, processor):
    table = Table(processor=processor)
    host = Host(table)
    table.wait(3000)
    session, seen = host.session, len(host.events)
    table.board.usb.drop_dtr(low)
    table.wait(low)
    assert anew(table, host, seen) <= SOON
    assert host.session == table.app.link.session != session
    table.press("#")
    table.wait(3000)
    assert host.has_all()
    table.board.power_off()


def test_dtr_that_is_up_again_before_the_program_looks_was_low_all_the_same(table):
    host = Host(table)
    table.wait(3000)
    session = host.session
    # the rest ends because DTR is low, and a drawing that takes longer comes first
    table.app.flash("something to draw", table.now)
    table.board.usb.drop_dtr(4)
    table.wait(SOON)
    assert host.session == table.app.link.session != session


def test_a_fall_that_nobody_can_see_does_not_matter_to_a_host_that_asks(table):
    host = Host(table)
    table.wait(3000)
    session = table.app.link.session
    table.press("6", "5", 0)
    # shorter than a rest of the board
    fresh = next_host(table, host)
    assert LOOK_US > 0
    assert anew(table, fresh, 0) <= SOON
    assert table.app.link.session == session, "the board has seen nothing"
    table.press("3", "1", 1)
    table.wait(3000)
    assert fresh.has_all()
    assert fresh.direct(records.PAUSE, 6)[0] == 0


def test_hosts_that_die_one_after_the_other_lose_and_double_nothing(table):
    host = Host(table)
    table.wait(3000)
    turn = table.sheet.turn
    for number in range(20):
        table.press("6", "5", turn, gap=150)
        turn = 1 - turn
        if number % 2:
            host = next_host(table, host)
            assert anew(table, host, 0) <= SOON
        else:
            seen = len(host.events)
            table.board.usb.drop_dtr((1, 10, 50, 200)[number % 4])
            table.wait(200)
            host.link.call()
            assert anew(table, host, seen) <= SOON
    table.wait(15_000)
    assert host.has_all()


def test_a_board_whose_rest_does_not_look_at_dtr_misses_it(table, monkeypatch):
    """The fault as it was on the board: the model of the cable tells nobody."""
    host = Host(table)
    table.wait(3000)
    session = table.app.link.session
    with monkeypatch.context() as blind:
        blind.setattr(table.app.hardware.__class__, "wanted", lambda hardware: (
            len(hardware.seats.events) or len(hardware.pad.events) or hardware.data.in_waiting
        ))
        table.board.usb.drop_dtr(10)
        table.wait(3000)
    assert host.table.app.link.session == session


def test_the_stopped_board_blinks_at_its_pace_whatever_comes(table):
    looks = []
    read = Serial.connected.fget

    def connected(data):
        looks.append(1)
        return read(data)

    hardware, rescue = table.app.hardware, table.board.running("rescue")
    table.app.step = lambda: rescue._stop(table.app, "nothing helps\n")
    host = Host(table)
    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(Serial, "connected", property(connected))
        table.wait(3000)
        host.say(b"are you there?\n")
        table.wait(3000)
    assert len(looks) < 10
    assert hardware.data is None
