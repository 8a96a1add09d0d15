"""Keys: chatter is one press, stamps are those of the contacts, whatever the loop was doing meanwhile."""

import pytest

from tabledevice import keys, texts
from tests.tabledevice.hands import Table

#: the scanner's step (ms), and the board's tick
SCAN = 6


@pytest.mark.parametrize("bounce_ms", [4, 12, 20])
@pytest.mark.parametrize("seed", range(4))
def test_a_chattering_key_is_pressed_once(bounce_ms, seed):
    """The same keys with and without chatter leave the same log."""
    played = ("#", "1", "5", "#", "5", "3", "3", "4", "1", 1, 0, "6", "6", 1, "7", 0, "7", 0, "0", "3", "#",
              "9", "2", 1, "*", "#", "9", "1", 0, 1, "#")
    logs = []
    for bounce in (0, bounce_ms):
        table = Table(seed=seed)
        for key in played:
            table.board.press(key, bounce_ms=bounce)
            table.wait(300)
        table.board.press("*", hold_ms=1000, bounce_ms=bounce)
        table.wait(1500)
        assert table.board.crashes == []
        logs.append(table.log())
        table.board.power_off()
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


def test_a_quick_tap_and_a_quick_double_tap_count(table):
    table.set_up()
    for key in ("3", "1"):
        table.board.press(key, hold_ms=12)
        table.wait(60)
    assert table.log()[-1] == ("opening", 3, 1, 0)
    now = table.timeline.now_us
    table.press(1, 0)
    now = table.timeline.now_us
    table.board.press("5", now, 40)
    table.board.press("5", now + 90_000, 40)
    table.wait(400)
    assert table.log()[-1] == ("dice", 1, 5, 5)
    table.board.press("#", hold_ms=12)
    table.wait(200)
    assert table.said == texts.WHERE_MENU


def test_tapped_or_held_is_decided_by_how_long_it_was_down(table):
    table.set_up().press("3", "1")
    after = table.last
    table.board.press("*", hold_ms=keys.HOLD - 2 * SCAN)
    table.wait(1500)
    assert table.log(after) == []
    table.board.press("*", hold_ms=keys.HOLD + 2 * SCAN)
    table.wait(1500)
    assert table.log(after) == [("undo", 0, 0, 0)]


def test_a_key_between_the_ends_of_another_goes_first_and_both_count(table):
    table.set_up().press("3", "1", 1, 0)
    after = table.last
    table.board.press("*", hold_ms=300)
    table.wait(50)
    table.press("6", "5", gap=100)
    table.wait(300)
    assert table.log(after) == [("dice", 1, 6, 5)]
    table.board.press("*", hold_ms=None)
    table.wait(100)
    table.board.press("#")
    table.wait(1500)
    table.board.release("*")
    table.wait(300)
    assert table.log(after) == [("dice", 1, 6, 5)], "of two keys that wait to come up, the later one counts"


@pytest.mark.parametrize("wait_ms", [5, 100, 450, 990])
def test_a_press_while_the_loop_is_busy_is_charged_to_its_stamp(table, wait_ms):
    table.press("#", "1", "5", "#", "1", "3", "1", 1)
    clock = table.sheet.clock
    since = clock.since
    table.board.bus.stuck = True
    table.wait(1100)  # into the next second of waiting for the bus
    pressed = table.now + wait_ms
    table.at(pressed, 0)
    table.wait(6000)
    table.board.bus.stuck = False
    assert clock.turn == 1
    moved = clock.since - since
    assert pressed - since <= moved <= pressed - since + SCAN
    assert clock.reserve[0] == 900_000 - max(0, moved - 12_000)


def test_more_presses_than_the_queue_holds_are_told_once_and_break_nothing(table):
    table.set_up().press("3", "1", 1, 0)
    after = table.last
    table.board.bus.stuck = True
    table.wait(1050)
    now = table.timeline.now_us
    for place in range(45):
        table.board.press(2, now + place * 20_000, 10)
    # down before the queue is full, up when it is
    table.board.press("*", now + 100_000, None)
    table.wait(1300)
    table.board.release("*")
    table.board.bus.stuck = False
    table.wait(120_000)
    log = [row for row in table.log(after) if row[:2] == ("fault", 0)]
    assert log == [("fault", 0, 1, 0), ("fault", 0, 0, 0)], "began and over"
    table.press("6", "2", 1)
    assert table.log()[-2:] == [("dice", 1, 6, 2), ("press", 1, 0, 0)]


def test_keys_that_are_down_at_power_on_do_no_harm():
    table = Table(power=False)
    table.board.press("*", hold_ms=None)
    table.board.press(1, hold_ms=None)
    table.power_on()
    table.wait(3000)
    table.board.release("*")
    table.board.release(1)
    table.wait(300)
    assert [name for name, *_ in table.log()] == ["boot"]
    table.set_up().press("3", "1")
    assert table.log()[-1] == ("opening", 3, 1, 0)
    table.board.power_off()
