"""Power cuts, resets, reloads, crashes and the watchdog."""

from itertools import pairwise

import pytest

from tablesim.fram import SIZE, Fram

WRITER = """
import board, busio
i2c = busio.I2C(board.GP5, board.GP4, frequency=400_000)
while not i2c.try_lock():
    pass
place = 0
while True:
    try:
        i2c.writeto(0x50, bytes([place >> 8, place & 255]) + b"\\xa5" * 24)
    finally:
        # runs while the board dies; must not reach the chip
        i2c.writeto(0x50, b"\\x70\\x00never")if place > 20000 else None
    place += 24
"""


@pytest.mark.parametrize("count", [1, 2, 23, 24, 25, 1000])
def test_power_is_cut_exactly_after_the_nth_fram_byte(bench, count):
    board = bench.board(WRITER)
    bench.run(1610)
    before = board.fram.bytes_written
    board.cut_power_after(count)
    bench.run(5000)
    assert board.fram.bytes_written == before + count
    assert bytes(board.fram.memory) == b"\xa5" * (before + count) + bytes(SIZE - before - count)
    assert not board.powered
    assert board.crashes == []


def test_a_cut_at_a_moment_keeps_what_was_on_the_wire_by_then(bench):
    board = bench.board(WRITER)
    bench.run(1610)
    seen = []
    for _ in range(40):
        bench.timeline.run_until(bench.timeline.now_us + 30)
        seen.append(board.fram.bytes_written)
    # 22.5 us a byte: never two bytes ahead of the clock, never still for longer than an address and start
    assert all(0 <= after - before <= 2 for before, after in pairwise(seen))
    assert seen[-1] - seen[0] in range(44, 54)
    board.power_off()
    kept = bytes(board.fram.memory)
    bench.run(1000)
    assert bytes(board.fram.memory) == kept


def test_nothing_of_a_dying_program_touches_the_hardware(bench):
    board = bench.board(
        """
        import board, busio, time
        i2c = busio.I2C(board.GP5, board.GP4)
        i2c.try_lock()
        while True:
            try:
                time.sleep(10)
            except Exception:
                print("caught")
            finally:
                i2c.writeto(0x50, b"\\0\\0dying")
        """
    )
    bench.run(5000)
    board.power_off()
    assert board.fram.bytes_written == 0
    assert board.crashes == []
    assert list(board.console) == []


def test_ram_is_gone_and_fram_and_nvm_stay(bench):
    board = bench.board(
        """
        import board, busio, microcontroller, supervisor
        i2c = busio.I2C(board.GP5, board.GP4)
        i2c.try_lock()
        found = bytearray(4)
        i2c.writeto_then_readfrom(0x50, b"\\0\\0", found)
        print(found.decode().strip("\\0") or "empty", microcontroller.nvm[0], supervisor.ticks_ms() >> 20)
        i2c.writeto(0x50, b"\\0\\0kept")
        microcontroller.nvm[0] = 7
        """
    )
    bench.run(3000)
    board.power_off()
    bench.run(3000)
    board.power_on()
    bench.run(3000)
    assert bench.printed(board) == ["empty", "255", "511", "kept", "7", "511"]
    assert board.reset_reason == "POWER_ON"


def test_power_lost_during_an_erase_takes_all_of_the_nvm(bench):
    board = bench.board(
        "import microcontroller, time\nmicrocontroller.nvm[0:4] = b'abcd'\n"
        "time.sleep(1)\nmicrocontroller.nvm[0] = 9\n"
    )
    bench.run(2000)
    assert bytes(board.nvm[:5]) == b"abcd\xff"
    bench.run(610)
    board.power_off()
    assert board.nvm_erases == 1
    assert bytes(board.nvm) == b"\xff" * 4096


def test_reload_keeps_the_ticks_and_reset_starts_them_anew(bench):
    board = bench.board(
        """
        import microcontroller, supervisor, time
        time.sleep(1)
        reason = supervisor.runtime.run_reason is supervisor.RunReason.SUPERVISOR_RELOAD
        name = repr(microcontroller.cpu.reset_reason).split(".")[-1]
        print(name, int(reason), supervisor.ticks_ms() - 0x1FFF0000)
        if not reason:
            supervisor.reload()
        if microcontroller.cpu.reset_reason is microcontroller.ResetReason.POWER_ON:
            microcontroller.reset()
        """
    )
    bench.run(20_000)
    words = bench.printed(board)
    rows = list(zip(words[::3], words[1::3], map(int, words[2::3]), strict=True))
    assert [row[0] for row in rows] == ["POWER_ON", "POWER_ON", "SOFTWARE", "SOFTWARE"]
    assert [row[1] for row in rows] == ["0", "1", "0", "1"]
    assert rows[1][2] - rows[0][2] in range(1250, 1350)
    assert rows[2][2] < rows[1][2]
    assert board.resets == 2
    assert board.idle_reason == "Code done running."


def test_power_lost_between_a_reset_and_its_restart_stays_lost(bench):
    board = bench.board("import time\nwhile True: time.sleep(1)\n")
    bench.run(3000)
    board.reset()
    board.power_off()
    bench.run(5000)
    assert not board.powered
    assert board.resets == 1


def test_a_crash_is_kept_and_the_board_stands_still(bench):
    board = bench.board("import time\ntime.sleep(1)\nprint('x')\n1 / 0\n")
    bench.run(60_000)
    assert len(board.crashes) == 1
    assert "ZeroDivisionError" in board.crashes[0]
    assert "code.py" in board.crashes[0]
    assert board.idle_reason == "Code done running."
    assert board.powered


def test_a_program_may_ask_to_be_run_again_after_an_error(bench):
    board = bench.board(
        """
        import supervisor
        print("before" if supervisor.get_previous_traceback() is None else "after")
        supervisor.set_next_code_file("code.py", reload_on_error=supervisor.get_previous_traceback() is None)
        raise KeyError("planted")
        """
    )
    bench.run(10_000)
    assert bench.printed(board) == ["before", "after"]
    assert len(board.crashes) == 2


def test_a_program_may_name_the_next_file_for_one_run(bench):
    board = bench.board(
        "import supervisor\nprint('main')\n"
        "supervisor.set_next_code_file('other.py', reload_on_success=True)\n",
        power=False,
    )
    (bench.folder / "board0" / "other.py").write_text(
        "print('other')\nimport supervisor, time\ntime.sleep(1)\nsupervisor.reload()\n"
    )
    board.power_on()
    bench.run(6000)
    assert bench.printed(board)[:5] == ["main", "other", "main", "other", "main"]


def test_the_watchdog_bites_a_program_that_does_not_feed_it(bench):
    board = bench.board(
        """
        import microcontroller, time
        from watchdog import WatchDogMode
        print(repr(microcontroller.cpu.reset_reason).split(".")[-1])
        if microcontroller.cpu.reset_reason is microcontroller.ResetReason.WATCHDOG:
            raise SystemExit
        dog = microcontroller.watchdog
        dog.timeout = 3
        dog.mode = WatchDogMode.RESET
        for _ in range(5):
            time.sleep(2)
            dog.feed()
        print("hangs")
        time.sleep(100)
        """
    )
    bench.run(1600 + 10_000 + 2900)
    assert bench.printed(board) == ["POWER_ON", "hangs"]
    bench.run(3000)
    assert bench.printed(board) == ["POWER_ON", "hangs", "WATCHDOG"]
    bench.run(20_000)
    assert board.resets == 2


def test_the_watchdog_sleeps_when_the_program_has_ended(bench):
    board = bench.board(
        "import microcontroller, watchdog\nd = microcontroller.watchdog\nd.timeout = 1\n"
        "d.mode = watchdog.WatchDogMode.RESET\n"
    )
    bench.run(20_000)
    assert board.resets == 1


@pytest.mark.parametrize(
    ("line", "error"),
    [("dog.timeout = 9", "ValueError"), ("dog.mode = WatchDogMode.RAISE", "NotImplementedError")],
)
def test_the_watchdog_refuses_what_the_chip_cannot_do(bench, line, error):
    board = bench.board(
        f"import microcontroller\nfrom watchdog import WatchDogMode\ndog = microcontroller.watchdog\n{line}\n"
    )
    bench.run(3000)
    assert error in board.crashes[0]


def test_a_fram_can_move_to_another_board(bench):
    chip = Fram(b"old table")
    read = """
        import board, busio
        i2c = busio.I2C(board.GP5, board.GP4)
        i2c.try_lock()
        found = bytearray(9)
        i2c.writeto_then_readfrom(0x50, b"\\0\\0", found)
        print(found.decode())
        """
    board = bench.board(read, fram=chip)
    bench.run(3000)
    assert list(board.console) == ["old table\n"]


def test_the_display_goes_dark_without_power_and_forgets(bench):
    board = bench.board(
        """
        import board, busio, adafruit_ssd1306
        display = adafruit_ssd1306.SSD1306_I2C(128, 64, busio.I2C(board.GP5, board.GP4, frequency=400_000))
        display.fill(1)
        display.show()
        """
    )
    bench.run(3000)
    assert board.pixels == board.screen() == b"\xff" * 1024
    board.power_off()
    assert board.pixels == board.screen() == bytes(1024)
    board.power_on()
    bench.run(100)
    assert len(set(board.screen())) > 100
    assert board.pixels == bytes(1024)
