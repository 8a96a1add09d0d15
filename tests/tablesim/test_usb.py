"""The cable: FIFOs, packets, DTR, stale bytes, unplugging."""

import pytest

from tablesim import TransportLost

ON_ORDER = """
import time, usb_cdc
data = usb_cdc.data
data.timeout = data.write_timeout = 0
order = bytearray(1)
while True:
    time.sleep(0.001)
    if data.readinto(order):
        if order == b"w":
            print(data.write(bytes(200)), data.out_waiting)
        elif order == b"?":
            print(data.connected, data.in_waiting, data.out_waiting)
"""


def test_everything_arrives_whole_both_ways_however_much_it_is(bench):
    port = bench.opened(bench.board(bench.ECHO))
    sent = bytes(range(256)) * 8
    assert port.write(sent) == len(sent)
    assert bench.collect(port, 200) == sent


def test_the_operating_system_takes_so_much_and_no_more(bench):
    board = bench.board("import time\nwhile True: time.sleep(1)\n")
    port = bench.opened(board)
    assert port.write(bytes(5000)) == 4096
    bench.run(100)
    assert len(board.usb_device.data.rx) == 256
    assert port.write(bytes(5000)) == 256


def test_a_host_that_does_not_fetch_leaves_256_bytes_and_a_packet(bench):
    board = bench.board(ON_ORDER)
    port = bench.opened(board)
    board.usb_device.data.stalled = True
    for _ in range(3):
        port.write(b"w")
        bench.run(20)
    assert bench.printed(board) == ["200", "136", "120", "256", "0", "256"]
    assert port.read() == b""
    board.usb_device.data.resume()
    assert len(bench.collect(port, 10)) == 256 + 64


def test_the_board_sees_dtr(bench):
    board = bench.board(
        "import time, usb_cdc\nwhile True:\n    print(usb_cdc.data.connected)\n    time.sleep(0.1)\n"
    )
    port = bench.opened(board)
    bench.run(300)
    port.close()
    bench.run(300)
    words = bench.printed(board)
    first = words.index("True")
    assert 7 <= first <= 10
    assert words[first : first + 3] == ["True"] * 3
    assert set(words[first + 4 :]) == {"False"}


def test_bytes_written_while_nobody_is_connected_come_out_stale(bench):
    board = bench.board(
        """
        import time, usb_cdc
        usb_cdc.data.write_timeout = 0
        time.sleep(1)
        for number in range(100):
            print(usb_cdc.data.write(b"%07d " % number))
        time.sleep(60)
        """
    )
    bench.run(5000)
    board.usb.open()
    stale = bench.collect(board.usb, 5)
    written = b"".join(b"%07d " % number for number in range(100))
    assert set(bench.printed(board)) == {"8"}
    assert stale[8:] == written[-256:], "the FIFO kept the newest bytes"
    assert stale[:8] == written[:8], "the first packet sat in the endpoint"


def test_clearing_the_output_cannot_recall_the_endpoint(bench):
    board = bench.board(
        """
        import time, usb_cdc
        usb_cdc.data.write_timeout = 0
        time.sleep(1)
        usb_cdc.data.write(b"x" * 200)
        usb_cdc.data.reset_output_buffer()
        print(usb_cdc.data.out_waiting)
        time.sleep(60)
        """
    )
    bench.run(5000)
    board.usb.open()
    assert bench.printed(board) == ["0"]
    assert bench.collect(board.usb, 5) == b"x" * 64


def test_a_write_without_time_out_blocks_until_the_host_fetches(bench):
    board = bench.board(
        "import time, usb_cdc\ntime.sleep(2)\n"
        "usb_cdc.data.write(bytes(1000))\nprint('done')\ntime.sleep(60)\n"
    )
    port = bench.opened(board)
    board.usb_device.data.stalled = True
    bench.run(5000)
    assert bench.printed(board) == []
    board.usb_device.data.resume()
    assert len(bench.collect(port, 100)) == 1000
    assert bench.printed(board) == ["done"]


def test_a_read_with_time_out_waits_that_long(bench):
    board = bench.board(
        """
        import time, usb_cdc
        usb_cdc.data.timeout = 0.5
        begin = time.monotonic_ns()
        print(len(usb_cdc.data.read(10)), (time.monotonic_ns() - begin) // 10_000_000)
        """
    )
    bench.run(4000)
    assert bench.printed(board) == ["0", "50"]


def test_the_port_appears_when_the_host_has_found_the_board(bench):
    board = bench.board(bench.ECHO)
    with pytest.raises(TransportLost, match="not there"):
        board.usb.open()
    bench.run(2199)
    assert not board.usb.present
    bench.run(1)
    assert board.usb.present
    with pytest.raises(TransportLost, match="not open"):
        board.usb.read()


def test_without_boot_py_there_is_no_data_channel(bench):
    board = bench.board("import usb_cdc\nprint(usb_cdc.data, usb_cdc.console is None)\n", boot="")
    bench.run(3000)
    assert bench.printed(board) == ["None", "False"]
    assert not board.usb.present
    assert board.usb_console.present


@pytest.mark.parametrize("how", ["unplug", "reset", "power_off"])
def test_a_port_whose_device_went_away_says_so_and_a_new_one_works(bench, how):
    board = bench.board(bench.ECHO)
    port = bench.opened(board)
    port.write(b"before")
    assert bench.collect(port, 20) == b"before"
    getattr(board, how)()
    for use in (port.read, lambda: port.write(b"x")):
        with pytest.raises(TransportLost, match="unplugged or started again"):
            use()
    assert port.lost
    {"unplug": board.plug, "reset": lambda: None, "power_off": board.power_on}[how]()
    bench.run(2500)
    port.close()
    port.open()
    port.write(b"after")
    assert bench.collect(port, 20) == b"after"
    assert board.resets == (1 if how == "unplug" else 2)


def test_unplugging_leaves_the_program_running_and_is_sensed(bench):
    board = bench.board(
        """
        import board, digitalio, supervisor, time
        sense = digitalio.DigitalInOut(board.VBUS_SENSE)
        while True:
            time.sleep(0.5)
            print(int(sense.value), int(supervisor.runtime.usb_connected))
        """
    )
    bench.run(2500)
    board.unplug()
    bench.run(1000)
    board.plug()
    bench.run(1000)
    found = "".join(board.console).split("\n")
    assert found[:6] == ["1 0", "0 0", "0 0", "1 1", "1 1", ""]


def test_boot_py_names_the_device(bench):
    boot = 'import supervisor\nsupervisor.set_usb_identification(manufacturer="A", product="B b")\n'
    board = bench.board("", boot=boot)
    bench.run(2500)
    assert (board.usb_device.manufacturer, board.usb_device.product) == ("A", "B b")
