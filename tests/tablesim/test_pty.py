"""Boards as pseudo-terminals, opened with pyserial from another thread, as a real program would."""

import threading
import time

import pytest
import serial

from tablesim.pty import TerminalPort, run_in_real_time

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

    thread = threading.Thread(target=work)
    thread.start()
    limit = time.monotonic() + 20
    run_in_real_time(
        board.timeline, [made], lambda: not thread.is_alive() or time.monotonic() > limit
    )
    thread.join(1)
    assert len(results) == 1, "the client did not finish"
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def test_a_serial_program_talks_to_the_board_and_every_byte_value_passes(bench, terminal):
    board, made = terminal
    sent = bytes(range(256)) * 4

    def client():
        with serial.Serial(made.path, 115200, timeout=5) as port:
            port.write(sent)
            return port.read(len(sent))

    assert while_running(board, made, client) == sent
    assert board.crashes == []


def test_the_board_is_connected_while_somebody_has_the_terminal_open(bench, terminal):
    board, made = terminal

    def client():
        for _ in range(2):
            time.sleep(0.1)
            with serial.Serial(made.path, 115200, timeout=5) as port:
                port.write(b"x")
                assert port.read(1) == b"x"
        time.sleep(0.1)

    while_running(board, made, client)
    assert bench.printed(board) == ["alone", "connected", "alone", "connected", "alone"]


def test_virtual_time_follows_the_wall_clock_at_the_asked_speed(bench, terminal):
    board, made = terminal
    began, virtual = time.monotonic(), board.timeline.now_us
    run_in_real_time(board.timeline, [made], lambda: time.monotonic() > began + 0.3, speed=10)
    assert (board.timeline.now_us - virtual) / 1e6 == pytest.approx(3, rel=0.2)
