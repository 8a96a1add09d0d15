"""Fault plans: repeatable, of the asked strength, on both directions, undone when over."""

import pytest

from tablesim.faults import FaultPlan, Span


def test_the_same_seed_does_the_same_damage():
    data = bytes(range(256)) * 20
    one, other = (FaultPlan(4, flip=0.01, drop=0.01, double=0.01).mangle(data) for _ in range(2))
    assert one == other != data
    assert FaultPlan(5, flip=0.01, drop=0.01, double=0.01).mangle(data) != one


@pytest.mark.parametrize(("kind", "growth"), [("flip", 0), ("drop", -1), ("double", 1)])
def test_each_kind_does_what_it_says_about_as_often_as_asked(kind, growth):
    data = bytes(100_000)
    plan = FaultPlan(1, **{kind: 0.02})
    found = plan.mangle(data)
    assert 1800 < plan.mangled < 2200
    assert len(found) == len(data) + growth * plan.mangled
    if kind == "flip":
        assert sum(bin(byte).count("1") for byte in found) == plan.mangled


def test_no_chances_no_damage():
    assert FaultPlan(1).mangle(b"abc") == b"abc"


def test_impossible_chances_are_refused():
    with pytest.raises(ValueError, match="chance to drop a byte"):
        FaultPlan(1, drop=1.5)


def test_bytes_are_damaged_both_ways(bench):
    board = bench.board(bench.ECHO)
    port = bench.opened(board)
    plan = FaultPlan(7, drop=0.05)
    board.inject(plan)
    port.write(bytes(4000))
    found = len(bench.collect(port, 300))
    channel = board.usb_device.data
    assert channel.received_bytes in range(3700, 3880)
    assert found in range(3450, 3750)
    assert 4000 - found == plan.mangled


def test_spans_unplug_and_stall_and_end(bench):
    board = bench.board(bench.ECHO)
    port = bench.opened(board)
    now = bench.timeline.now_us
    stalled, unplugged = (Span(now + 10_000, 50_000),), (Span(now + 200_000, 300_000),)
    board.inject(FaultPlan(1, stalled=stalled, unplugged=unplugged))
    bench.run(20)
    port.write(b"late")
    assert bench.collect(port, 30) == b""
    assert bench.collect(port, 30) == b"late"
    bench.run(150)
    assert port.lost
    bench.run(500)
    assert port.present
    assert board.resets == 1
