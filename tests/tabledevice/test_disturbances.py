"""Disturbances one by one, each of which a single line of the firmware is there for (tests/guards)."""

import pytest

from tablecore import frames, messages, records
from tabledevice import texts
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN, folded

# --- keys ---------------------------------------------------------------------------------------------


def test_presses_while_the_loop_is_busy_are_taken_in_the_order_of_their_stamps(table):
    """Seats and keypad have a queue each, and one is read before the other."""
    table.set_up().press(*TO_TURN)
    after = table.last
    table.board.bus.stuck = True
    table.wait(1100)
    now = table.timeline.now_us
    for place, key in enumerate(("6", "5", 1, "4", "2", 0)):
        table.board.press(key, now + place * 120_000)
    table.wait(3000)
    table.board.bus.stuck = False
    table.wait(5000)
    assert [row for row in table.log(after) if row[0] in ("dice", "press")] == [
        ("dice", 1, 6, 5), ("press", 1, 0, 0), ("dice", 0, 4, 2), ("press", 0, 1, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("turn", [0, 1])
def test_whoever_is_on_turn_goes_first_of_two_in_the_same_scan(table, turn):
    table.set_up().press(*TO_TURN)
    if table.sheet.turn != turn:
        table.press(table.sheet.turn)
    assert table.sheet.turn == turn
    after, now = table.last, table.timeline.now_us
    for seat in (0, 1):
        table.board.press(seat, now)
    table.wait(300)
    assert [row[:3] for row in table.log(after)] == [("press", turn, 1 - turn)]
    assert table.said == texts.NOT_YOUR_TURN, "told to the other one"


# --- the display --------------------------------------------------------------------------------------


def test_a_display_that_comes_back_while_nobody_plays_shows_everything(table):
    table.board.oled.dead = True
    table.press("#")
    assert not table.app.oled.alive
    table.wait(4000)
    table.board.oled.dead = False
    table.board.oled.ram[:] = bytes(1024)
    table.wait(70_000)
    assert table.board.pixels == bytes(table.app.oled.buffer)
    assert any(table.board.pixels)


# --- the memory ---------------------------------------------------------------------------------------


def test_a_record_that_cannot_be_read_just_once_is_not_passed_over(table, host):
    host.close()
    table.set_up().press(*TO_TURN)
    read, asked = table.board.fram.read, []

    def fails_once(count):
        asked.append(count)
        if asked.count(records.SIZE) == 3:
            asked.append(records.SIZE)
            raise OSError(5)
        return read(count)

    table.board.fram.read = fails_once
    host.session = 0
    host.open()
    table.wait(20_000)
    assert asked.count(records.SIZE) > 3
    assert host.has_all()


def test_names_leave_the_memory_with_their_match(table, host):
    assert host.set_up()[0] == messages.DONE
    for seat, name in enumerate((b"Ann", b"Bob")):
        assert host.order(messages.NAME, bytes([seat]) + name)[0] == messages.DONE
    assert b"Ann" in table.board.fram.memory
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    assert b"Ann" not in table.board.fram.memory
    assert b"Bob" not in table.board.fram.memory


# --- the wire -----------------------------------------------------------------------------------------


def test_a_host_that_stops_reading_for_a_while_gets_whole_frames_only(table, host):
    table.set_up()
    table.board.usb_device.data.stalled = True
    table.press(*TO_TURN)
    for _ in range(5):
        table.press("6", "5", 1, "4", "2", 0)
    table.board.usb_device.data.resume()
    table.wait(30_000)
    assert (host.link.reader.stray, host.link.reader.overlong) == (0, 0)
    assert host.has_all()


def test_a_new_host_gets_nothing_that_was_said_to_the_one_before(table):
    port = table.board.usb
    table.board.usb_device.data.stalled = True
    port.open()
    table.wait(5000)
    before = table.app.link.session
    port.close()
    table.wait(100)
    table.board.usb_device.data.stalled = False
    port.open()
    table.wait(2500)
    greetings = [messages.unpack(payload) for payload in frames.Reader().receive(port.read())]
    sessions = {greeting[15] for greeting in greetings if greeting[0] == messages.HELLO}
    assert sessions == {table.app.link.session} != {before}


def test_what_would_stop_the_loop_is_switched_off(table):
    """A file that changes on the drive reloads nothing, and no cable is waited for."""
    modules = table.board.vm.program.modules
    assert modules["supervisor"].runtime.autoreload is False
    data = modules["usb_cdc"].data
    assert (data.timeout, data.write_timeout) == (0, 0)


# --- a set-up that is cut off --------------------------------------------------------------------------


def run_of(log, length):
    """Append the records of a set-up to a log, without its commit; return the sequence of the first."""
    first = len(log) + 1
    log.append(records.pack(1, first, records.MATCH, match.VERSION, length, 1, 0, 77, 0))
    log.append(records.pack(1, first + 1, records.TIME, 255, 5, 0, 0, 0, 0))
    return first


def committed(log, first):
    """Append the commit of a run that began with `first`."""
    log.append(records.pack(1, len(log) + 1, records.COMMIT, 2, records.MATCH, 0, 0, first, 0))


def test_a_set_up_has_its_effect_at_its_commit():
    log = []
    committed(log, run_of(log, 5))
    before = folded(log)
    assert before.length == 5
    first = run_of(log, 7)
    assert folded(log).pack() == before.pack()
    committed(log, first)
    assert folded(log).length == 7


def test_a_set_up_that_power_has_cut_off_is_committed_by_nobody():
    log = []
    first = run_of(log, 5)
    log.append(records.pack(1, len(log) + 1, records.BOOT, 0, 1, 1, 0, records.NONE, 2))
    committed(log, first)
    assert folded(log).phase == match.EMPTY
