"""The memory: silent, write-protected, of another board, full, overfull; and what the host gets of it."""

import pytest

from tablecore import messages, records
from tabledevice import journal as journals
from tabledevice import texts
from tabledevice.canvas import Canvas
from tabledevice.texts import erasing, held, rare, welcome
from tableprograms.backgammon import sheet as match
from tablesim.fram import Fram
from tests.tabledevice.hands import TO_TURN, Host, Table

# --- it does not answer -------------------------------------------------------------------------------


def test_an_undo_while_the_memory_does_not_answer_is_refused_and_nothing_is_lost(table):
    table.set_up().press(*TO_TURN, "6", "5")
    packed = table.sheet.pack()
    table.board.fram.failed = True
    assert table.hold("*").said == held.UNDO_LOST
    assert table.sheet.pack() == packed
    table.press(1)
    table.board.fram.failed = False
    table.wait(5000)
    assert table.hold("*").log()[-1] == ("undo", 0, 0, 0)
    assert table.sheet.phase == match.MOVE


def test_a_memory_that_does_not_answer_for_a_while_makes_no_hole_for_the_host(table, host):
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


def test_what_only_ram_holds_does_not_leave_the_board(table, host):
    """Else its numbers would be given twice: once at the host, once after a power cut on the board."""
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
    assert table.reads(welcome.STORAGES[journals.FOREIGN], page=5)
    assert table.reads(texts.FOREIGN)
    table.set_up().press(*TO_TURN).win(0)
    assert table.hold("#").said != rare.MEMORY_TAKEN, "not in the middle of a match"
    table.wait(60_000)
    table.board.power_off()
    assert bytes(fram.memory) == before
    # and the board it belongs to goes on with it
    home = Table(uid=b"TABLE--2", fram=fram)
    assert home.sheet.phase == match.TURN
    assert home.sheet.pause == records.POWER
    home.board.power_off()


def test_whose_log_it_is_is_said_before_it_is_erased_and_no_is_possible_twice():
    other = Table(uid=b"TABLE--2")
    host = Host(other)
    other.wait(2500)
    host.set_up(number=1234)
    for seat, name in enumerate((b"Anna", b"Boris")):
        host.order(messages.NAME, bytes((seat,)) + name)
    count = other.press(*TO_TURN).last
    other.board.power_off()
    fram = other.board.fram
    before = bytes(fram.memory)
    table = Table(fram=fram)
    table.hold("#")
    # reading a log takes a second
    table.wait(2000)
    view = table.app.view
    assert view.title == erasing.TITLES[0]
    assert view.lines == [erasing.BOARD, b"TABLE--2".hex(), "Anna, Boris", erasing.RECORDS % count,
                          erasing.MATCH % 1234]
    assert table.press("*").reads(texts.FOREIGN)
    table.hold("#").wait(2000)
    table.press("#")
    assert view.title == erasing.TITLES[1]
    table.refuses("3", texts.NOTHING_HERE)
    # a tap is not enough
    assert table.press("#").app.view.title == erasing.TITLES[1]
    assert table.press("*").reads(texts.FOREIGN)
    table.board.power_off()
    assert bytes(fram.memory) == before


def test_a_held_key_takes_the_memory_of_another_board_and_the_host_hears_of_it():
    table = Table(fram=foreign_memory())
    host = Host(table)
    table.wait(2500)
    old = table.app.journal.id
    table.hold("#").press("#").hold("#")
    assert table.said == rare.MEMORY_TAKEN
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
    table.hold("#").press("#").hold("#")
    assert table.said == rare.MEMORY_REFUSED
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
    table.set_up("#", "1", "9", "9", "#", "6").press(*TO_TURN)
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
    assert table.app.view.storage == journals.VOLATILE
    assert table.last == journals.PLACES + 100
    table.win(0)
    assert table.sheet.score == [1, 0]
    packed = table.sheet.pack()
    host = Host(table)
    table.wait(60_000)
    assert host.has_all()
    assert table.app.journal.volatile() == 0
    assert table.app.view.storage == journals.GOOD
    held = range(table.app.journal.first, table.last + 1)
    behind = [seq for seq in held if table.record(seq)[4] == records.VOLATILE]
    [kept_in_ram] = [records.unpack(table.record(seq)) for seq in behind]
    assert kept_in_ram[6:] == (kept_in_ram[0] - 1 - journals.PLACES, 0)
    host.close()
    table.power_cycle()
    but_time = slice(0, 30)
    assert table.sheet.pack()[but_time] == packed[but_time]
    assert table.sheet.odd == 0
    table.press("#", "5", "4")
    assert table.said == ""


def test_more_than_memory_and_ram_hold_is_a_hole_and_not_the_end(table):
    table.set_up("#", "1", "9", "9", "#", "6").press(*TO_TURN)
    seat = 1
    while table.last < journals.PLACES + journals._IN_RAM + 40:
        table.press(seat, gap=120)
        seat = 1 - seat
    table.board.press("*", hold_ms=1000)
    table.wait(3000)
    assert table.said == held.UNDO_LOST
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


# --- what a full memory does to a match, and what players can do about it -----------------------------


def fill(table, leave):
    """Press until so few places are left (fewer than none: so many records are in RAM); return the seat."""
    seat = table.sheet.turn
    while table.app.journal.room() > leave:
        table.press(seat, gap=120)
        seat = 1 - seat
    return seat


def shows(table, sign):
    """Return whether the status line shows these letters somewhere."""
    drawn = bytearray(1024)
    Canvas(drawn).text(0, 6, sign)
    letters = bytes(drawn[6 * 128 : 6 * 128 + 6 * len(sign) - 1])
    line = table.board.pixels[6 * 128 : 7 * 128]
    return letters in line or bytes(255 - one for one in letters) in line


@pytest.fixture(scope="module")
def filled():
    """The bytes of a memory with a finished match of one point and a long one that has filled all but 6."""
    table = Table()
    table.set_up("#", "1", "1", "#", "6").press(*TO_TURN).win(0)
    table.set_up("#", "1", "9", "#", "1").press(*TO_TURN)
    fill(table, 6)
    table.board.power_off()
    return bytes(table.board.fram.memory)


def again(filled):
    """A table with that memory."""
    table = Table(fram=Fram(filled))
    table.press("#")
    return table


def test_results_survive_a_power_cut_when_presses_do_not(filled):
    table = again(filled)
    seat = fill(table, -20)
    assert table.app.view.storage == journals.VOLATILE
    assert shows(table, texts.STORAGE_SIGNS[journals.VOLATILE])
    table.win(seat)
    table.press("#", "5", "2", seat)
    assert (table.sheet.score[seat], table.sheet.game) == (1, 2)
    last = table.last
    table.power_cycle()
    # the presses are gone, the result and the beginning of the next game are there, and nothing is doubled
    assert table.last > last - 4
    assert (table.sheet.score[seat], table.sheet.game) == (1, 2)
    log = table.log(table.app.journal.kept)
    names = [row[0] for row in log if row]
    assert names[:4] == ["result", "confirm", "end", "game"]
    assert None in log
    assert table.sheet.mismatch == 0 or names[-1] == "boot"
    host = Host(table)
    table.wait(60_000)
    assert table.app.view.storage == journals.GOOD
    volatile = [table.record(seq) for seq in range(last, table.last + 1)]
    volatile = [records.unpack(one) for one in volatile if one and one[4] == records.VOLATILE]
    assert len(volatile) == 1
    assert volatile[0][7] >= 18, "those that are lost are counted"
    journal = table.app.journal.id
    assert len(host.missing(journal)) == volatile[0][7]
    assert host.stored(journal) == table.last
    table.board.power_off()


def test_nobody_is_charged_for_presses_that_went_with_the_power(filled):
    """Else the seat of the last press in the memory would pay for all that came after it."""
    table = again(filled)
    seat = fill(table, 0)
    left = list(table.sheet.clock.reserve)
    charged = table.sheet.turn
    for _ in range(10):
        table.wait(50_000)
        table.press(seat)
        seat = 1 - seat
    assert max(table.sheet.clock.reserve) < min(left) - 100_000
    table.power_cycle()
    assert not table.sheet.clock.running
    assert table.sheet.clock.remaining(1 - charged, table.now) == left[1 - charged]
    # the seat on turn has thought until the first press that is lost
    assert -52_500 <= table.sheet.clock.remaining(charged, table.now) - left[charged] <= -48_000
    table.board.power_off()


def test_where_records_are_missing_a_result_charges_nobody(filled):
    table = again(filled)
    seat = fill(table, 0)
    left = list(table.sheet.clock.reserve)
    for _ in range(4):
        table.wait(60_000)
        table.press(seat)
        seat = 1 - seat
    table.win(1)
    assert min(table.sheet.clock.reserve) < min(left) - 60_000
    table.power_cycle()
    assert table.sheet.score == [0, 1]
    for place in (0, 1):
        assert abs(table.sheet.clock.reserve[place] - left[place]) < 2500
    table.board.power_off()


def test_before_a_match_the_players_may_give_the_oldest_one_up(filled):
    table = again(filled)
    first = table.log().index(("match", match.VERSION, 9, 1))
    assert table.hold("#").said != rare.FREED, "not in the middle of a match"
    table.win(0)
    assert table.app.journal.freed == 0
    # the director's closing of the match
    host = Host(table)
    host.acknowledges = False
    table.wait(3000)
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    host.close()
    table.wait(500)
    assert table.reads(texts.HASH_FREES)
    room = table.app.journal.room()
    table.hold("#")
    assert table.said == rare.FREED
    assert table.log(table.last - 1) == [("freed", 0, 0, 0)]
    assert records.unpack(table.record(table.last))[6:] == (first, first)
    assert table.app.journal.room() == room + first - 1
    table.board.power_off()


def test_a_match_that_fills_the_memory_alone_gives_way_but_for_its_last_game():
    table = Table()
    table.set_up("#", "1", "3", "#", "6").press(*TO_TURN).win(0)
    table.press(*TO_TURN)
    fill(table, 100)
    table.win(0)
    table.press(*TO_TURN)
    mark = table.app.fold.mark_seq
    fill(table, 20)
    table.win(0)
    assert table.sheet.phase == match.OVER
    assert table.reads(texts.HASH_FREES)
    packed = table.sheet.pack()
    table.hold("#").wait(1500)
    assert table.said == rare.FREED
    assert table.app.journal.freed == mark
    assert table.app.journal.storage() == journals.GOOD
    table.power_cycle()
    assert table.app.journal.freed == mark, "it is remembered"
    but_time = slice(0, 30)
    assert table.sheet.pack()[but_time] == packed[but_time]
    # the places are used again, and whoever comes late gets all that is left
    table.set_up("#", "1", "3", "#", "6").press(*TO_TURN)
    fill(table, journals.PLACES // 2)
    assert table.sheet.odd == 0
    host = Host(table)
    table.wait(60_000)
    journal = table.app.journal.id
    assert host.stored(journal) == table.last
    missing = host.missing(journal)
    assert missing == list(range(1, table.app.journal.first))
    assert 0 < len(missing) < mark
    table.board.power_off()


def test_nothing_is_given_up_while_there_is_room(table):
    table.set_up("#", "1", "1", "#", "6").press(*TO_TURN).win(0)
    table.hold("#")
    assert table.said != rare.FREED
    assert table.app.journal.freed == 0
    assert ("freed", 0, 0, 0) not in table.log()
