"""The loop when things are missing, fail or come back: host, cable, memory, display, bus, time."""

import pytest

from tablecore import hostlink, messages, records, ticks
from tablecore.sheets import match
from tabledevice import journal as journals
from tabledevice import texts
from tablesim.fram import Fram
from tests.tabledevice.hands import UID, Host, Table

TO_TURN = ("3", "1", 1, 0)
DAY_MS = 24 * 3600 * 1000


def passes(table, ms):
    """Return how often the loop came round in a time."""
    app = table.app
    counted = [0]
    step = app.step

    def counting():
        counted[0] += 1
        step()

    app.step = counting
    try:
        table.wait(ms)
    finally:
        del app.step
    return counted[0]


@pytest.fixture
def table():
    made = Table()
    yield made
    assert made.board.crashes == []
    assert made.sheet.odd == 0
    made.board.power_off()


# --- the host ------------------------------------------------------------------------------------


def test_without_a_host_a_match_is_played_and_handed_over_when_one_appears(table):
    table.set_up("#", "1", "#", "1").press(*TO_TURN).win(0)
    assert table.sheet.phase == match.OVER
    host = Host(table)
    table.wait(5000)
    assert host.has_all()
    assert table.app.journal.acked == table.last
    assert [host.store[table.app.journal.id][seq] for seq in range(1, table.last + 1)] == [
        table.record(seq) for seq in range(1, table.last + 1)
    ]


def test_a_host_that_opens_the_port_and_never_reads_disturbs_nobody(table):
    table.board.usb_device.data.stalled = True
    table.board.usb.open()
    table.set_up().press(*TO_TURN, "6", "5", 1)
    assert table.log()[-2:] == [("dice", 1, 6, 5), ("press", 1, 0, 0)]
    assert passes(table, 10_000) < 2500, "it waits instead of running in circles"
    table.wait(60_000)
    table.press("0", "3", "#")
    assert table.log()[-1][0] == "resume"


def test_a_host_that_stops_reading_in_the_middle_gets_the_rest_later(table):
    host = Host(table)
    table.wait(2500)
    table.set_up()
    table.board.usb_device.data.stalled = True
    table.press(*TO_TURN)
    for _ in range(30):
        table.press("6", "5", 1, "4", "2", 0)
    assert passes(table, 10_000) < 2500
    assert host.stored(table.app.journal.id) < table.last
    table.board.usb_device.data.resume()
    table.wait(30_000)
    assert host.has_all()


def test_unplugged_and_plugged_in_again_in_mid_game(table):
    host = Host(table)
    table.wait(2500)
    table.set_up().press(*TO_TURN)
    boots = table.app.journal.boots
    for _ in range(3):
        table.board.unplug()
        table.press("6", "5", 1, 0)
        table.wait(2000)
        table.board.plug()
        table.wait(1000)
        host.session = 0
        host.open()
        table.press("4", "1", 1, 0)
        table.wait(4000)
        assert host.has_all()
    assert table.app.journal.boots == boots
    assert table.sheet.clock.running


def test_records_come_again_until_they_are_acknowledged(table):
    host = Host(table)
    host.acknowledges = False
    table.wait(2500)
    table.set_up()
    table.wait(15_000)
    came = [event for event in host.events if event[0] == hostlink.RECORDS]
    assert len(came) > 3
    assert table.app.journal.acked == 0
    host.acknowledges = True
    table.wait(20_000)
    assert table.app.journal.acked == table.last


def test_the_display_is_mirrored_pixel_for_pixel_while_somebody_watches(table):
    host = Host(table)
    table.wait(2500)
    host.link.watch(60_000)
    table.set_up().press(*TO_TURN)
    table.wait(1000)
    seen = bytearray(1024)
    for event in host.events:
        if event[0] == hostlink.DISPLAY:
            _, page, column, columns = event
            seen[page * 128 + column : page * 128 + column + len(columns)] = columns
    assert bytes(seen) == table.board.pixels
    host.events.clear()
    table.wait(120_000)
    host.events.clear()
    table.wait(10_000)
    assert hostlink.DISPLAY not in {event[0] for event in host.events}, "nobody watches any more"


# --- parts that are missing or fail ----------------------------------------------------------------


@pytest.mark.parametrize(("fram", "oled"), [(False, True), (True, False), (False, False)])
def test_without_memory_or_display_a_match_is_played_to_its_end(fram, oled):
    table = Table(fram=fram, oled=oled)
    table.wait(2500)
    if oled:
        assert table.reads(texts.STORAGES[journals.RAM_ONLY], page=5)
    assert table.log()[0] == ("boot", 0, 1 if fram else 0, 1 if oled else 0)
    host = Host(table)
    table.set_up("#", "3", "#", "1")
    table.press(*TO_TURN, "6", "5", 1, 0)
    table.hold("*")
    assert table.log()[-1] == ("undo", 0, 0, 0)
    table.press("0", "6", "#").win(0, "3")
    assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 0)
    table.wait(5000)
    journal = table.app.journal.id
    assert host.stored(journal) == table.last
    status = next(event for event in reversed(host.events) if event[0] == hostlink.STATUS)
    assert status[5] == (0 if oled else 2)
    assert table.board.crashes == []
    assert table.sheet.odd == 0
    table.board.power_off()


def test_without_memory_the_last_presses_of_an_endless_game_can_still_be_taken_back():
    table = Table(fram=False)
    table.set_up().press(*TO_TURN)
    for _ in range(200):
        table.press(1, 0, gap=120)
    table.hold("*")
    assert table.log(table.last - 1) == [("undo", 0, 0, 0)]
    assert (table.sheet.turn, table.sheet.odd) == (0, 0)
    table.board.power_off()


def test_without_memory_every_boot_is_another_journal():
    table = Table(fram=False)
    ids = {table.app.journal.id}
    for _ in range(3):
        table.power_cycle()
        ids.add(table.app.journal.id)
    assert len(ids) == 4


def test_a_bus_that_hangs_in_mid_game_is_told_and_gets_over(table):
    host = Host(table)
    table.wait(2500)
    table.set_up("#", "5", "#", "1").press(*TO_TURN)
    fell = table.last
    table.board.bus.stuck = True
    for keys in (("6", "5"), (1,), ("4", "2"), (0,)):
        table.press(*keys)
        table.wait(6000)
    assert table.app.view.storage == journals.RAM_ONLY
    table.board.bus.stuck = False
    # the display rests for up to a minute before it is asked again
    table.wait(70_000)
    log = table.log(fell)
    assert [row for row in log if row[0] in ("dice", "press")] == [
        ("dice", 1, 6, 5), ("press", 1, 0, 0), ("dice", 0, 4, 2), ("press", 0, 1, 0),
    ]  # fmt: skip
    faults = [row[1:3] for row in log if row[0] == "fault"]
    assert sorted(faults) == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert table.app.journal.volatile() == 0
    assert table.shows_hint()
    table.wait(20_000)
    assert host.has_all()


def test_an_undo_while_the_memory_does_not_answer_is_refused_and_nothing_is_lost(table):
    table.set_up().press(*TO_TURN, "6", "5")
    packed = table.sheet.pack()
    table.board.fram.failed = True
    assert table.hold("*").said == texts.UNDO_LOST
    assert table.sheet.pack() == packed
    table.press(1)
    table.board.fram.failed = False
    table.wait(5000)
    assert table.hold("*").log()[-1] == ("undo", 0, 0, 0)
    assert table.sheet.phase == match.MOVE


def test_a_memory_that_does_not_answer_for_a_while_makes_no_hole_for_the_host(table):
    host = Host(table)
    table.wait(2500)
    host.close()
    stored = host.stored(table.app.journal.id)
    table.set_up().press(*TO_TURN)
    table.board.fram.failed = True
    host.session = 0
    host.open()
    table.wait(8000)
    table.press("6", "5", 1)
    table.wait(20_000)
    assert host.stored(table.app.journal.id) == stored, "what cannot be read now is not passed over"
    table.board.fram.failed = False
    table.wait(20_000)
    assert host.has_all()


def test_what_only_ram_holds_does_not_leave_the_board(table):
    """Else its numbers would be given twice: once at the host, once after a power cut on the board."""
    host = Host(table)
    table.wait(2500)
    table.set_up().press(*TO_TURN)
    table.wait(2000)
    stored = host.stored(table.app.journal.id)
    assert stored == table.last
    table.board.fram.failed = True
    table.press("6", "5", 1, "4", "2", 0)
    table.wait(10_000)
    assert host.stored(table.app.journal.id) == stored
    assert table.app.view.storage == journals.RAM_ONLY
    table.board.power_off()
    table.board.fram.failed = False
    table.wait(1000)
    host.session = 0
    table.power_on()
    host.open()
    table.press("#", "3", "3", 1)
    table.wait(5000)
    assert host.has_all()


def test_a_write_protected_memory_is_noticed():
    fram = Fram()
    fram.write_protected = True
    table = Table(fram=fram)
    assert table.app.journal.storage() == journals.RAM_ONLY
    host = Host(table)
    table.set_up().press(*TO_TURN)
    table.wait(4000)
    assert host.has_all()
    table.board.power_off()
    assert fram.memory == bytes(len(fram.memory))


def test_a_memory_that_becomes_write_protected_is_noticed(table):
    table.set_up().press(*TO_TURN)
    table.board.fram.write_protected = True
    table.press("6", "5", 1)
    table.wait(2000)
    assert table.app.view.storage == journals.RAM_ONLY
    assert [row for row in table.log() if row[0] == "fault"] == [("fault", 2, 1, 0)]
    assert table.hold("*").log()[-1] == ("undo", 0, 0, 0)
    table.board.fram.write_protected = False
    table.wait(5000)
    assert table.app.view.storage == journals.GOOD
    table.power_cycle()
    assert (table.sheet.phase, table.sheet.dice) == (match.MOVE, [6, 5])


def test_a_display_that_comes_back_shows_everything(table):
    table.set_up()
    table.board.oled.dead = True
    table.press(*TO_TURN)
    table.wait(5000)
    assert ("fault", 1, 1, 0) in table.log()
    table.board.oled.dead = False
    table.board.oled.ram[:] = bytes(1024)
    table.wait(70_000)
    assert ("fault", 1, 0, 0) in table.log()
    assert table.shows_hint()


# --- the memory of another board ---------------------------------------------------------------------


def foreign_memory():
    """Return a memory on which another board played."""
    other = Table(uid=b"TABLE--2")
    other.set_up().press(*TO_TURN)
    other.board.power_off()
    return other.board.fram


def test_the_memory_of_another_board_is_asked_about_and_left_alone():
    fram = foreign_memory()
    before = bytes(fram.memory)
    table = Table(fram=fram)
    assert table.reads(texts.STORAGES[journals.FOREIGN], page=5)
    assert table.reads(texts.FOREIGN)
    table.set_up().press(*TO_TURN).win(0)
    assert table.hold("#").said != texts.MEMORY_TAKEN, "not in the middle of a match"
    table.wait(60_000)
    table.board.power_off()
    assert bytes(fram.memory) == before
    # and the board it belongs to goes on with it
    home = Table(uid=b"TABLE--2", fram=fram)
    assert home.sheet.phase == match.TURN
    assert home.sheet.pause == records.POWER
    home.board.power_off()


def test_a_held_key_takes_the_memory_of_another_board_and_the_host_hears_of_it():
    table = Table(fram=foreign_memory())
    host = Host(table)
    table.wait(2500)
    old = table.app.journal.id
    table.hold("#")
    assert table.said == texts.MEMORY_TAKEN
    table.set_up().press(*TO_TURN)
    table.wait(4000)
    new = table.app.journal.id
    assert new != old
    assert host.stored(new) == table.last
    assert table.app.link.phase == 2
    table.power_cycle()
    assert table.app.journal.id == new
    assert table.sheet.phase == match.TURN
    table.board.power_off()


def test_a_memory_that_cannot_be_taken_is_said_and_the_board_goes_on():
    table = Table(fram=foreign_memory())
    host = Host(table)
    table.wait(2500)
    table.board.fram.failed = True
    table.hold("#")
    assert table.said == texts.MEMORY_REFUSED
    table.set_up().press(*TO_TURN)
    table.hold("*")
    assert table.log()[-1] == ("undo", 0, 0, 0)
    table.wait(4000)
    assert host.has_all()
    table.board.power_off()


def test_a_memory_full_of_noise_is_formatted():
    table = Table(fram=Fram(bytes(range(256)) * 128))
    assert table.app.journal.storage() == journals.GOOD
    table.set_up().power_cycle()
    assert table.sheet.phase == match.READY
    table.board.power_off()


# --- a full memory -----------------------------------------------------------------------------------


def test_without_a_host_for_long_dice_go_first_then_memory_runs_from_ram_and_settles(table):
    table.set_up("#", "9", "9", "#", "6").press(*TO_TURN)
    seat = 1
    refused = None
    while table.app.journal.room() > -100:
        if refused is None:
            table.press("6", "1", gap=120)
            if table.said == texts.MEMORY_FULL:
                refused = table.app.journal.room()
                assert table.app.view.storage == journals.NEARLY_FULL
        table.press(seat, gap=120)
        seat = 1 - seat
    assert refused == journals.RESERVE
    assert table.app.view.storage == journals.FULL
    assert table.last == journals.PLACES + 100
    table.win(0)
    assert table.sheet.score == [1, 0]
    packed = table.sheet.pack()
    host = Host(table)
    table.wait(60_000)
    assert host.has_all()
    assert table.app.journal.volatile() == 0
    assert table.app.view.storage == journals.GOOD
    host.close()
    table.power_cycle()
    but_time = slice(0, 30)
    assert table.sheet.pack()[but_time] == packed[but_time]
    assert table.sheet.odd == 0
    table.press("#", "5", "4")
    assert table.said == ""


def test_more_than_memory_and_ram_hold_is_a_hole_and_not_the_end(table):
    table.set_up("#", "9", "9", "#", "6").press(*TO_TURN)
    seat = 1
    while table.last < journals.PLACES + journals.IN_RAM + 40:
        table.press(seat, gap=120)
        seat = 1 - seat
    table.board.press("*", hold_ms=1000)
    table.wait(3000)
    assert table.said == texts.UNDO_LOST
    table.wait(4000)
    table.win(1)
    host = Host(table)
    table.wait(60_000)
    journal = table.app.journal.id
    hole = host.missing(journal)
    assert 0 < len(hole) < 60
    assert hole[0] == journals.PLACES + 1
    assert host.stored(journal) == table.last
    assert table.app.journal.volatile() == 0
    assert table.app.view.storage == journals.GOOD
    table.press("#", "5", "4")
    table.power_cycle()
    assert table.sheet.score == [0, 1]


# --- time --------------------------------------------------------------------------------------------


def test_the_flag_falls_at_its_very_millisecond_and_the_match_is_lost(table):
    table.set_up("#", "1", "#", "4").press("3", "1", 1)
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
    after = table.last
    table.press("*")
    assert table.log(after) == [], "a flag is not a claim"
    table.press(0, 1)
    assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 1)
    assert table.board.sounds


def test_a_press_just_before_the_flag_counts_even_if_it_is_read_afterwards(table):
    table.set_up("#", "1", "#", "4").press("3", "1", 1)
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
    table.set_up("#", "5", "#", "5").press("3", "1", 1)
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


def test_the_time_base_is_set_back_while_no_clock_runs(table):
    host = Host(table)
    table.wait(2500)
    table.set_up("#", "5", "#", "1").press(*TO_TURN, "0", "6")
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
    assert passes(table, 10_000) < 200


def test_a_clock_left_running_for_ever_is_stopped_before_the_numbers_end(table):
    table.set_up("#", "5", "#", "6").press("3", "1")
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
    table.set_up("#", "5", "#", "1").press(*TO_TURN, "0", "6")
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


def test_an_idle_board_comes_round_a_few_times_a_second(table):
    assert passes(table, 60_000) < 200
    table.set_up().press(*TO_TURN)
    assert passes(table, 60_000) < 300
    host = Host(table)
    table.wait(3000)
    # the host looks every 20 ms; the board sends its state every 2 s
    assert passes(table, 60_000) < 600
    assert host.has_all()
    assert messages.MAJOR == 1
    assert table.board.uid == UID
