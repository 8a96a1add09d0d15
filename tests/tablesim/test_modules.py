"""Single modules as the program sees them: pins, tones, time, settings, the drive."""

import pytest


def run(bench, code, milliseconds=4000, **settings):
    board = bench.board(code, **settings)
    bench.run(milliseconds)
    assert board.crashes == []
    return board


def test_lamps_are_seen_from_outside_and_go_out_when_the_program_ends(bench):
    board = bench.board(
        """
        import board, digitalio, time
        lamps = [digitalio.DigitalInOut(pin) for pin in (board.GP10, board.GP11, board.GP12, board.GP13)]
        for lamp in lamps:
            lamp.switch_to_output()
        lamps[1].value = lamps[3].value = True
        print(lamps[1].value, lamps[0].value, lamps[0].direction is digitalio.Direction.OUTPUT)
        time.sleep(1)
        """
    )
    bench.run(2000)
    assert board.leds == (False, True, False, True)
    assert bench.printed(board) == ["True", "False", "True"]
    bench.run(2000)
    assert board.leds == (False,) * 4


def test_inputs_read_their_pull_and_their_button(bench):
    board = bench.board(
        """
        import board, digitalio, time
        button = digitalio.DigitalInOut(board.GP6)
        button.pull = digitalio.Pull.UP
        print(button.value, button.pull is digitalio.Pull.UP)
        time.sleep(1)
        print(button.value)
        try:
            button.value = True
        except AttributeError:
            print("refused")
        """
    )
    board.press(0, 2_000_000, hold_ms=2000)
    bench.run(4000)
    assert bench.printed(board) == ["True", "True", "False", "refused"]


def test_tones_are_heard_with_their_times(bench):
    board = run(
        bench,
        """
        import board, pwmio, time
        piezo = pwmio.PWMOut(board.GP15, frequency=2000, variable_frequency=True)
        piezo.duty_cycle = 0x8000
        time.sleep(0.2)
        piezo.frequency = 1000
        time.sleep(0.1)
        piezo.duty_cycle = 0
        """,
    )
    (a, fa, da), (b, fb, db), (c, fc, dc) = board.sounds
    assert (fa, da, fb, db, fc, dc) == (2000, 0x8000, 1000, 0x8000, 1000, 0)
    assert (b - a) // 1000 == 200
    assert (c - b) // 1000 == 100


def test_a_fixed_tone_cannot_be_changed(bench):
    board = bench.board("import board, pwmio\np = pwmio.PWMOut(board.GP15)\np.frequency = 5\n")
    bench.run(3000)
    assert "variable_frequency is False" in board.crashes[0]


def test_monotonic_is_as_coarse_as_on_the_board(bench):
    board = run(
        bench,
        """
        import time
        def step():
            values = set()
            for _ in range(2000):
                values.add(time.monotonic())
                time.sleep(0.0001)
            values = sorted(values)
            return min(b - a for a, b in zip(values, values[1:]))
        print(step())
        time.sleep(2 * 3600)
        print(step())
        """,
        3 * 3600 * 1000,
    )
    early, late = (float(word) for word in bench.printed(board))
    assert early < 0.0011
    assert late > 0.0015


def test_settings_come_from_the_boards_own_file(bench):
    board = bench.board("import os\nprint(os.getenv('TABLE'), os.getenv('NONE', 5))\n", power=False)
    (bench.folder / "board0" / "settings.toml").write_text('TABLE = "seven"\n')
    board.power_on()
    bench.run(3000)
    assert bench.printed(board) == ["seven", "5"]


def test_entropy_repeats_with_the_seed_and_differs_between_boards(bench):
    code = "import os\nprint(os.urandom(8).hex())\n"
    words = [
        bench.printed(run(bench, code, seed=seed, uid=uid))[0]
        for seed, uid in ((1, b"aaaaaaaa"), (1, b"aaaaaaaa"), (2, b"aaaaaaaa"), (1, b"bbbbbbbb"))
    ]
    assert words[0] == words[1]
    assert len(set(words)) == 3


def test_filling_erased_nvm_is_cheap_and_overwriting_is_not(bench):
    board = run(
        bench,
        """
        import microcontroller, time
        n = microcontroller.nvm
        begin = time.monotonic_ns()
        for place in range(4):
            n[place * 4 : place * 4 + 4] = b"\\1\\2\\3\\4"
        print((time.monotonic_ns() - begin) // 1_000_000)
        begin = time.monotonic_ns()
        n[1] = 0
        print((time.monotonic_ns() - begin) // 1_000_000, n[0:6].hex(), len(n))
        """,
    )
    assert bench.printed(board) == ["2", "45", "010003040102", "4096"]
    assert board.nvm_erases == 1


def test_the_drive_can_only_be_remounted_in_boot_py(bench):
    board = bench.board(
        "import storage, time\ntime.sleep(2)\nstorage.remount('/', False)\n",
        boot="import storage\nstorage.remount('/', False)\nstorage.disable_usb_drive()\nprint('boot')\n",
    )
    bench.run(5000)
    assert bench.printed(board) == ["boot"]
    assert "Cannot remount" in board.crashes[0]


def test_reading_a_queue_in_a_tight_loop_lets_time_pass(bench):
    board = run(
        bench,
        """
        import supervisor
        begin = supervisor.ticks_ms()
        while supervisor.ticks_ms() - begin < 500:
            pass
        print("done")
        """,
    )
    assert bench.printed(board) == ["done"]


@pytest.mark.parametrize("attribute", ["A0", "LED", "GP22", "VBUS_SENSE"])
def test_the_boards_pin_names(bench, attribute):
    assert run(bench, f"import board\nprint(board.{attribute})\n").console


def test_sleep_is_rounded_to_milliseconds_and_then_to_the_ticks_of_its_clock(bench):
    board = bench.board(
        """
        import time
        for seconds in (0.002, 0.0021, 0.0004, 0.0006, 0.1):
            began = time.monotonic_ns()
            time.sleep(seconds)
            print((time.monotonic_ns() - began) // 1000)
        """
    )
    bench.run(3000)
    two, as_two, none, one, hundred = (int(word) for word in bench.printed(board))
    # measured on the board: 2.07 to 2.10 ms
    assert two == as_two
    assert 2_070 <= two <= 2_100
    assert none < 100
    assert 1_000 < one < 1_100
    assert 100_000 < hundred < 100_150


def test_after_a_reset_the_watchdog_makes_the_reason_its_own(bench):
    board = bench.board(
        """
        import microcontroller, time, watchdog
        print(microcontroller.cpu.reset_reason)
        microcontroller.watchdog.timeout = 8
        microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET
        print(microcontroller.cpu.reset_reason)
        if len(microcontroller.nvm) and microcontroller.nvm[0] == 0xFF:
            microcontroller.nvm[0] = 1
            microcontroller.reset()
        time.sleep(20)
        """
    )
    bench.run(6000)
    said = [word.rpartition(".")[2] for word in bench.printed(board)]
    assert said == ["POWER_ON", "POWER_ON", "SOFTWARE", "WATCHDOG"]
