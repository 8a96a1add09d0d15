"""Boards as pseudo-terminals, opened with pyserial from another thread, as a real program would."""

import threading
import time
from itertools import pairwise

import pytest
import serial

from tablesim.pty import STEP_US, TerminalPort, run_in_real_time
from tablesim.timeline import Timeline
from tests.nonempty import nonempty
from tests.patience import PATIENCE_S, until

CODE = """
import time, usb_cdc
data = usb_cdc.data
data.timeout = data.write_timeout = 0
was = None
waiting = b""
while True:
    time.sleep(0.002)
    if data.connected != was:
        was = data.connected
        print("connected" if was else "alone")
    waiting += data.read(256)
    if waiting:
        waiting = waiting[data.write(waiting):]
"""


@pytest.fixture
def terminal(bench):
    board = bench.board(CODE)
    bench.run(2500)
    made = TerminalPort(board.usb)
    yield board, made
    made.close()


def while_running(board, made, client):
    """Runs the board in real time while ``client`` works in a thread of its own; returns its result."""
    results = []

    def work():
        try:
            results.append(client())
        except Exception as error:
            results.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    limit = time.monotonic() + PATIENCE_S
    run_in_real_time(
        board.timeline, [made], lambda: not thread.is_alive() or time.monotonic() > limit
    )
    assert len(results) == 1, "the client did not finish"
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def test_a_serial_program_talks_to_the_board_and_every_byte_value_passes(bench, terminal):
    board, made = terminal
    sent = bytes(range(256)) * 4

    def client():
        with serial.Serial(made.path, 115200, timeout=PATIENCE_S) as port:
            port.write(sent)
            return port.read(len(sent))

    assert while_running(board, made, client) == sent
    assert board.crashes == []


def test_the_board_is_connected_while_somebody_has_the_terminal_open(bench, terminal):
    board, made = terminal

    said = ["alone"]

    def noticed():
        # printed by the board, in the thread that runs it
        until(lambda: bench.printed(board) == said)

    def client():
        for _ in range(2):
            noticed()
            with serial.Serial(made.path, 115200, timeout=PATIENCE_S) as port:
                port.write(b"x")
                assert port.read(1) == b"x"
            said.extend(("connected", "alone"))
        noticed()

    while_running(board, made, client)


def test_virtual_time_follows_the_wall_clock_at_the_asked_speed(bench, terminal):
    board, made = terminal
    base = board.timeline.now_us
    looks = []

    def seen():
        """Note how far both clocks are; stop after three virtual seconds."""
        looks.append((time.monotonic(), (board.timeline.now_us - base) / 1e6))
        return looks[-1][1] >= 3

    began = time.monotonic()
    run_in_real_time(board.timeline, [made], seen, speed=10)
    # each look comes after what has passed up to some instant since the look before
    for (before, earlier), (after, virtual) in nonempty(pairwise(looks)):
        passed = min(10 * (before - looks[0][0]), earlier + STEP_US / 1e6)
        assert passed <= virtual + 0.001 <= 10 * (after - began) + 0.002


def test_a_busy_computer_lets_no_long_time_pass_between_two_looks():
    timeline, looks = Timeline(), []

    def seen():
        looks.append(timeline.now_us)
        time.sleep(0.002)
        return len(looks) > 5

    run_in_real_time(timeline, [], seen, speed=10_000)
    assert [after - before for before, after in pairwise(looks)] == [STEP_US] * 5
