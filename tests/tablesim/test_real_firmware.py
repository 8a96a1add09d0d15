"""The repository's own firmware on virtual boards: it starts on whatever is there, and reads as text."""

import pytest

from tablesim import Timeline, VirtualBoard, pixels


def started(milliseconds=5000, **settings):
    timeline = Timeline()
    board = VirtualBoard(timeline, b"firmware", **settings)
    board.power_on()
    timeline.run_until(milliseconds * 1000)
    return board


@pytest.mark.parametrize("fram", [True, False])
@pytest.mark.parametrize("oled", [True, False])
def test_it_runs_with_and_without_each_chip(fram, oled):
    board = started(70_000, fram=fram, oled=oled)  # through the tick wrap
    assert board.crashes == []
    assert board.idle_reason == ""
    assert (board.pixels != bytes(1024)) is oled


@pytest.mark.parametrize("fault", ["stuck", "pull_ups"])
def test_a_dead_bus_does_not_stop_it(fault):
    timeline = Timeline()
    board = VirtualBoard(timeline, b"firmware")
    setattr(board.bus, fault, fault == "stuck")
    board.power_on()
    timeline.run_until(30_000_000)
    assert board.crashes == []
    assert board.idle_reason == ""
    assert board.running("app") is not None


def test_the_screen_is_free_of_the_noise_it_starts_with():
    one, other = started(seed=1), started(seed=2)
    assert one.pixels == other.pixels
    lit = sum(map(sum, pixels.rows(one.pixels)))
    assert 100 < lit < 4000


def test_it_offers_a_port_of_its_own_name_and_speaks_first_when_opened():
    board = started()
    assert "Tablekeeper" in board.usb_device.product
    board.usb.open()
    board.timeline.run_until(8_000_000)
    assert b"\n" in board.usb.read()


def test_an_hour_of_waiting_draws_and_writes_next_to_nothing():
    board = started()
    carried = board.bus.bytes_carried
    board.timeline.run_until(3_600_000_000)
    assert board.crashes == []
    assert (board.bus.bytes_carried - carried) / 3600 < 100, "bytes a second on an idle board's bus"


def test_power_may_go_after_any_byte_of_its_first_writes():
    first = started()
    assert first.fram.bytes_written > 0
    for count in range(1, first.fram.bytes_written + 1):
        timeline = Timeline()
        board = VirtualBoard(timeline, b"firmware", seed=count)
        board.cut_power_after(count)
        board.power_on()
        timeline.run_until(5_000_000)
        assert not board.powered
        board.power_on()
        timeline.run_until(10_000_000)
        assert board.crashes == []
        assert board.pixels != bytes(1024)
