"""Key scanning: stamps on the grid, thresholds, overflow, wrap, bounce, ghosts."""

import random

import pytest

from tablesim import VirtualBoard
from tablesim.crystal import TICKS_PERIOD

SEATS = "(board.GP6, board.GP7, board.GP8, board.GP9), value_when_pressed=False, pull=True"
MATRIX = "(board.GP16, board.GP17, board.GP18, board.GP19), (board.GP20, board.GP21, board.GP22)"

LISTEN = """
import board, keypad, time
keys = keypad.{kind}({pins}, {settings})
event = keypad.Event()
while True:
    time.sleep({sleep})
    while keys.events.get_into(event):
        print(event.key_number, int(event.pressed), event.timestamp)
"""


def listener(bench, kind="Keys", settings="interval=0.005", sleep=0.05, **board):
    pins = SEATS if kind == "Keys" else MATRIX
    return bench.board(LISTEN.format(kind=kind, pins=pins, settings=settings, sleep=sleep), **board)


def events(bench, board):
    words = [int(word) for word in bench.printed(board)]
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def test_a_press_is_stamped_at_its_own_scan_not_when_the_program_looks(bench):
    board = listener(bench, sleep=1)
    board.press(2, 3_000_000, hold_ms=100)
    bench.run(5000)
    (key, down, stamp), (_, up, later) = events(bench, board)
    crystal = board.vm.crystal
    assert (key, down, up) == (2, 1, 0)
    assert 0 <= stamp - crystal.ticks_ms(3_000_000) <= 6
    assert 0 <= later - crystal.ticks_ms(3_100_000) <= 6


def test_two_keys_in_one_scan_share_their_stamp(bench):
    board = listener(bench)
    board.press(3, 3_000_000, hold_ms=None)
    board.press(1, 3_000_000, hold_ms=None)
    bench.run(3200)
    found = events(bench, board)
    assert [(key, down) for key, down, _ in found] == [(1, 1), (3, 1)]
    assert found[0][2] == found[1][2]


def test_all_matrix_keys_have_the_numbers_of_rows_and_columns(bench):
    board = listener(bench, kind="KeyMatrix")
    for number, key in enumerate("123456789*0#"):
        board.press(key, 3_000_000 + number * 200_000)
    bench.run(7000)
    assert [key for key, down, _ in events(bench, board) if down] == list(range(12))


def test_three_corners_of_a_matrix_show_the_fourth(bench):
    board = listener(bench, kind="KeyMatrix")
    for key in ("1", "2", "4"):
        board.press(key, 3_000_000, hold_ms=None)
    bench.run(3200)
    assert [key for key, down, _ in events(bench, board)] == [0, 1, 3, 4]


def test_a_full_queue_drops_the_newest_and_says_so(bench):
    board = bench.board(
        f"""
        import board, keypad, time
        keys = keypad.Keys({SEATS}, interval=0.005, max_events=3)
        time.sleep(5)
        print(len(keys.events), keys.events.overflowed)
        while keys.events:
            event = keys.events.get()
            print(event.key_number, event.pressed)
        print(keys.events.overflowed)
        keys.events.clear()
        print(keys.events.overflowed, len(keys.events), keys.events.get())
        """
    )
    board.press(0, 3_000_000)
    board.press(1, 4_000_000)
    bench.run(8000)
    assert bench.printed(board) == "3 True 0 True 0 False 1 True True False 0 None".split()


def test_a_key_held_while_the_scanner_starts_is_reported_only_after_a_reset_of_the_scanner(bench):
    code = f"""
        import board, keypad, time
        keys = keypad.Keys({SEATS}, interval=0.005)
        time.sleep(0.1)
        print(len(keys.events))
        keys.reset()
        print(keys.events.get())
        """
    board = bench.board(code.replace("print(keys.events.get())", "print(keys.events.get().pressed)"))
    board.press(1, 0, hold_ms=None)
    bench.run(3000)
    assert bench.printed(board) == ["0", "True"]
    assert board.crashes == []


def test_stamps_run_through_the_wrap(bench):
    board = listener(bench)
    board.press(0, 65_480_000, hold_ms=100)
    bench.run(66_000)
    (_, _, before), (_, _, after) = events(bench, board)
    assert before > TICKS_PERIOD - 100
    assert after < 100
    assert (after - before) % TICKS_PERIOD in range(94, 107)


def reference(edges, start_us, interval, threshold, crystal, until_us):
    """Scans at every grid tick, one by one; (pressed, stamp) of key 0 as the real scanner reports them."""
    counter, found = 0, []
    tick = crystal.tick(start_us)
    while (when := max(crystal.tick_us(tick), start_us)) <= until_us:
        down = sum(1 for edge in edges if edge <= when) % 2 == 1
        before = counter
        if down and counter < threshold:
            counter += 1
        elif not down and counter > -threshold:
            counter -= 1
        if counter == 0 and before != 0:
            counter = threshold if down else -threshold
            found.append((int(down), crystal.ticks_ms(when)))
        tick += interval
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("interval", "threshold"), [(0.005, 1), (0.02, 1), (0.005, 4), (0.001, 10)])
def test_scans_that_are_left_out_change_nothing(bench, seed, interval, threshold):
    settings = f"interval={interval}, debounce_threshold={threshold}, max_events=500"
    board = listener(bench, settings=settings, sleep=0.5)
    draw = random.Random(seed)
    edges = sorted(draw.randrange(2_000_000, 4_000_000) for _ in range(40))
    # most of them chatter: two more within 6 ms
    chatter = [edge + draw.randrange(1, 3000) for edge in edges[::2]]
    edges = sorted({*edges, *chatter, *(edge + draw.randrange(1, 3000) for edge in chatter)})
    for number, edge in enumerate(edges):
        if number % 2 == 0:
            board.press(0, edge, hold_ms=None)
        else:
            board.release(0, edge)
    bench.run(6000)
    expected = reference(edges, 1_600_000, int(interval * 1024), threshold, board.vm.crystal, 5_000_000)
    assert [(down, stamp) for _, down, stamp in events(bench, board)] == expected
    assert len(expected) > 10


def test_bounce_is_swallowed_by_the_interval_and_repeats_with_the_seed(bench):
    seen = []
    for _ in range(2):
        board = listener(bench, settings="interval=0.02", seed=9, uid=b"samechip")
        for press in range(20):
            board.press(0, bench.timeline.now_us + 2_500_000 + press * 300_000, bounce_ms=15)
        bench.run(10_000)
        found = events(bench, board)
        assert [down for _, down, _ in found] == [1, 0] * 20
        seen.append([stamp for _, _, stamp in found])
    assert seen[0] == seen[1]


def test_chatter_longer_than_the_interval_is_seen_as_presses(bench):
    board = listener(bench, settings="interval=0.005", seed=1)
    for press in range(20):
        board.press(0, 3_000_000 + press * 300_000, bounce_ms=40)
    bench.run(12_000)
    assert len(events(bench, board)) > 40


def test_a_pin_has_one_owner_and_is_free_again_after_deinit(bench):
    board = bench.board(
        f"""
        import board, digitalio, keypad
        keys = keypad.Keys({SEATS})
        try:
            digitalio.DigitalInOut(board.GP6)
        except ValueError as error:
            print(error)
        keys.deinit()
        print(digitalio.DigitalInOut(board.GP6).value)
        """
    )
    bench.run(3000)
    assert "".join(board.console) == "GP6 in use\nFalse\n"


def test_an_unknown_key_is_refused_in_words(bench):
    board: VirtualBoard = listener(bench)
    with pytest.raises(ValueError, match="There is no key 7; seats are 0 to 3"):
        board.press(7)


def test_a_key_pressed_while_flash_is_erased_is_seen_late(bench):
    board = bench.board(
        f"""
        import board, keypad, microcontroller, time
        keys = keypad.Keys({SEATS}, interval=0.001)
        microcontroller.nvm[0] = 1
        time.sleep(1)
        microcontroller.nvm[0] = 2
        time.sleep(1)
        print(keys.events.get().timestamp)
        """
    )
    # the erase begins about 2.601 s after reset
    board.press(0, 2_610_000)
    bench.run(5000)
    assert int(bench.printed(board)[0]) - board.vm.crystal.ticks_ms(2_610_000) in range(30, 42)
