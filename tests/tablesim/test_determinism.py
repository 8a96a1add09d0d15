"""Many boards on one timeline: one order of things, the same every time."""

import random

import pytest

from tablesim import FaultPlan, Timeline

CHATTY = """
import board, busio, keypad, os, supervisor, time, usb_cdc
i2c = busio.I2C(board.GP5, board.GP4, frequency=400_000)
i2c.try_lock()
keys = keypad.Keys((board.GP6, board.GP7), value_when_pressed=False, interval=0.005)
usb_cdc.data.timeout = usb_cdc.data.write_timeout = 0
place = 0
while True:
    time.sleep(0.01 + os.urandom(1)[0] / 10_000)
    event = keys.events.get()
    if event:
        line = b"%d %d %d\\n" % (event.key_number, event.pressed, event.timestamp)
        i2c.writeto(0x50, bytes([place >> 8, place & 255]) + line)
        place += len(line)
        usb_cdc.data.write(line)
        i2c.writeto(0x3C, b"\\x40" + os.urandom(200))
"""


def evening(bench, seed, boards=3, whole=None):
    """Plays three boards at once; returns everything that can be seen of it, in order.

    With `whole` each board gets a lane of that timeline.
    """
    timeline, trace = whole or Timeline(), []
    draw = random.Random(seed)
    made = []
    for number in range(boards):
        settings = {"uid": bytes([number] * 8), "seed": seed, "drift_ppm": number * 20}
        board = bench.board(CHATTY, timeline=whole.lane() if whole else timeline, **settings)
        made.append(board)

        def arrived(board=board):
            trace.append((timeline.now_us, board.uid[0], board.usb.read()))

        board.usb.on_data(arrived)
        timeline.at(2_300_000, board.usb.open)
        board.inject(FaultPlan(seed + number, flip=0.001))
        for _ in range(20):
            board.press(draw.randrange(2), draw.randrange(3_000_000, 9_000_000), bounce_ms=3)
    timeline.at(6_000_000, made[0].power_off)
    timeline.at(6_500_000, made[0].power_on)
    timeline.run_until(10_000_000)
    assert [board.crashes for board in made] == [[]] * boards
    return trace, [bytes(board.fram.memory) for board in made], [board.screen() for board in made]


def test_the_same_seed_gives_the_same_evening(bench):
    first, second = evening(bench, 11), evening(bench, 11)
    assert first == second
    trace = first[0]
    assert len(trace) > 60
    assert [row[0] for row in trace] == sorted(row[0] for row in trace)
    assert {row[1] for row in trace} == {0, 1, 2}


def test_another_seed_gives_another(bench):
    assert evening(bench, 11) != evening(bench, 12)


def test_a_board_behaves_the_same_alone_and_in_company(bench):
    alone = evening(bench, 11, boards=1)
    company = evening(bench, 11)
    assert [row for row in company[0] if row[1] == 0] == alone[0]
    assert company[1][0] == alone[1][0]


@pytest.mark.parametrize("step_us", [977, 3_333])
def test_running_in_small_steps_changes_nothing(bench, step_us):
    def played(steps):
        board = bench.board(CHATTY, timeline=Timeline(), uid=b"samechip")
        timeline = board.timeline
        for number in range(12):
            board.press(number % 2, 3_000_000 + number * 170_000)
        found = []
        timeline.at(2_300_000, board.usb.open)
        board.usb.on_data(lambda: found.append((timeline.now_us, board.usb.read())))
        for moment in range(0, 6_000_000, steps):
            timeline.run_until(moment)
        timeline.run_until(6_000_000)
        return found, bytes(board.fram.memory), board.screen()

    assert played(step_us) == played(6_000_000)
