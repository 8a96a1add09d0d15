"""The loop with a host that is absent, deaf, slow or gone, and with parts that are missing or fail."""

import pytest

from tablecore import hostlink
from tabledevice import journal as journals
from tabledevice.texts import welcome
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN, Host, Table

# --- the host ------------------------------------------------------------------------------------


def test_without_a_host_a_match_is_played_and_handed_over_when_one_appears(table):
    table.set_up("#", "1", "1", "#", "1").press(*TO_TURN).win(0)
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
    assert table.passes(10_000) < 2500, "it waits instead of running in circles"
    table.wait(60_000)
    table.press("0", "3", "#")
    assert table.log()[-1][0] == "resume"


def test_a_host_that_stops_reading_in_the_middle_gets_the_rest_later(table, host):
    table.set_up()
    table.board.usb_device.data.stalled = True
    table.press(*TO_TURN)
    for _ in range(30):
        table.press("6", "5", 1, "4", "2", 0)
    assert table.passes(10_000) < 2500
    assert host.stored(table.app.journal.id) < table.last
    table.board.usb_device.data.resume()
    table.wait(30_000)
    assert host.has_all()


def test_unplugged_and_plugged_in_again_in_mid_game(table, host):
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


def test_the_display_is_mirrored_pixel_for_pixel_while_somebody_watches(table, host):
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


def test_an_idle_board_comes_round_a_few_times_a_second(table):
    assert table.passes(60_000) < 200
    table.set_up().press(*TO_TURN)
    assert table.passes(60_000) < 300
    host = Host(table)
    table.wait(3000)
    # the host looks every 20 ms; the board sends its state every 2 s
    assert table.passes(60_000) < 600
    assert host.has_all()


# --- parts that are missing or fail ----------------------------------------------------------------


@pytest.mark.parametrize(("fram", "oled"), [(False, True), (True, False), (False, False)])
def test_without_memory_or_display_a_match_is_played_to_its_end(fram, oled):
    table = Table(fram=fram, oled=oled)
    table.wait(2500)
    if oled:
        assert table.reads(welcome.STORAGES[journals.RAM_ONLY], page=5)
    assert table.log()[0] == ("boot", 0, 1 if fram else 0, 1 if oled else 0)
    host = Host(table)
    table.set_up("#", "1", "3", "#", "1")
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
    table.put_away()


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


def test_a_bus_that_hangs_in_mid_game_is_told_and_gets_over(table, host):
    table.set_up("#", "1", "5", "#", "1").press(*TO_TURN)
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
