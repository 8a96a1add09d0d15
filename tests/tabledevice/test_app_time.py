"""Time: the very millisecond of a flag, the wrap of the tick counter, and boards that stay on for weeks."""

import pytest

from tablecore import records, ticks
from tabledevice import texts
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN

DAY_MS = 24 * 3600 * 1000

# --- time --------------------------------------------------------------------------------------------


def test_the_flag_falls_at_its_very_millisecond_and_the_match_is_lost(table):
    table.set_up("#", "1", "1", "#", "4").press("3", "1", 1)
    at = table.sheet.clock.flag_at()
    assert at == table.sheet.clock.since + 600_000
    table.at(at + 3, 0)
    table.at(at + 400, 1)
    table.wait(at - table.now + 900)
    log = table.log(table.last - 2)
    assert log == [("flag", 0, 0, 0), ("result", 1, 4, 4)]
    assert {records.unpack(table.record(table.last - back))[5] for back in (0, 1)} == {at}
    assert table.said == texts.TIME_IS_UP, "the presses were meant for the clock"
    table.wait(1000)
    assert table.hold("*").said == texts.ASK_DIRECTOR
    assert table.writes("*") == [], "a flag is not a claim"
    table.press(0, 1)
    assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 1)
    assert table.board.sounds


def test_a_press_just_before_the_flag_counts_even_if_it_is_read_afterwards(table):
    table.set_up("#", "1", "1", "#", "4").press("3", "1", 1)
    at = table.sheet.clock.flag_at()
    table.wait(at - table.now - 700)
    table.board.bus.stuck = True
    table.at(at - 20, 0)
    table.wait(2500)
    table.board.bus.stuck = False
    table.wait(3000)
    assert ("flag", 0, 0, 0) not in table.log()
    assert table.sheet.turn == 1
    assert 0 < table.sheet.clock.reserve[0] - 5000 <= 20


def test_the_wrap_of_the_tick_counter_is_crossed_with_a_running_clock(table):
    table.set_up("#", "1", "5", "#", "5").press("3", "1", 1)
    since = table.timeline.now_us
    clock = table.sheet.clock
    began = clock.since
    assert table.board.vm.crystal.ticks_ms(table.timeline.now_us) > ticks.HALF
    table.wait(120_000)
    assert table.board.vm.crystal.ticks_ms(table.timeline.now_us) < ticks.HALF
    table.press(0)
    passed = (table.timeline.now_us - since) // 1000
    assert abs(clock.reserve[0] - passed) < 700
    assert clock.reserve[0] == clock.since - began


def set_time_forward(table, ms):
    """Let the board believe that it has been on for `ms` longer: what it counts is moved, nothing else."""
    clock = table.sheet.clock
    assert not clock.running
    table.app.hardware._ticks._ms += ms
    table.wait(2000)


def test_the_time_base_is_set_back_while_no_clock_runs(table, host):
    table.set_up("#", "1", "5", "#", "1").press(*TO_TURN, "0", "6")
    left = list(table.sheet.clock.reserve)
    used = table.sheet.clock.used
    after = table.last
    set_time_forward(table, 1 << 29)
    assert table.log(after) == [("sitting", 0, 0, 0)]
    assert table.now < 10_000
    assert records.unpack(table.record(table.last))[6] > 1 << 29
    assert (table.sheet.clock.reserve, table.sheet.clock.used) == (left, used)
    table.press("#", "6", "5", 1)
    assert table.said == ""
    assert abs(table.sheet.clock.reserve[1] - left[1]) < 3000
    table.hold("*")
    assert table.log(after)[1:] == [
        ("resume", 1, 0, 0), ("dice", 1, 6, 5), ("press", 1, 0, 0), ("undo", 0, 0, 0),
    ]  # fmt: skip
    table.wait(10_000)
    assert host.has_all()
    assert table.passes(10_000) < 200


def test_a_clock_left_running_for_ever_is_stopped_before_the_numbers_end(table):
    table.set_up("#", "1", "5", "#", "6").press("3", "1")
    after = table.last
    set_time_forward(table, (1 << 29) - 20_000)
    table.press(1)
    assert table.sheet.clock.running
    table.app.hardware._ticks._ms += 1 << 28
    table.wait(30_000)
    assert [row[0] for row in table.log(after)] == ["press", "pause", "sitting"]
    assert table.now < 60_000
    assert table.sheet.pause == records.BREAK
    table.press("#", 0)
    assert table.log()[-1] == ("press", 0, 1, 0)


@pytest.mark.soak
def test_thirteen_days_pass_with_presses_before_and_after(table):
    table.set_up("#", "1", "5", "#", "1").press(*TO_TURN, "0", "6")
    after = table.last
    left = list(table.sheet.clock.reserve)
    table.wait(13 * DAY_MS)
    assert [row[0] for row in table.log(after)] == ["sitting", "sitting"]
    assert table.now < 1 << 29
    table.press("#", "6", "5", 1)
    assert table.log()[-1] == ("press", 1, 0, 0)
    assert abs(table.sheet.clock.reserve[1] - left[1]) < 3000
    table.power_cycle()
    assert table.sheet.phase == match.TURN
