"""What a match needs beside turns and cube: breaks with their time, a clock that comes later, pairs, awards.

On a whole board, with keys and with a host: what is pressed or ordered is in the log, and what the screen
says is read from its pixels.
"""

import pytest

from tablecore import clock, records
from tabledevice import texts
from tabledevice.texts import held
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as words
from tests.tabledevice.hands import TO_TURN, Host

STOP = ("pause", 7, 0, 0)
MINUTE = 60_000
TWO_PAIRS = ("Ann", "Bob", "Cleo", "Dan")


@pytest.fixture
def between(table):
    """A match to 5 points whose first game is over."""
    table.set_up()
    return table.press("#").win(0)


# --- breaks -------------------------------------------------------------------------------------


def test_a_break_is_timed_between_games(between):
    table, after = between, between.last
    table.press("0", "6")
    assert table.app.view.question == words.ASK_BREAK
    table.press(1)
    assert table.log(after) == [STOP, ("pause", records.BREAK, 2, 0)]
    assert table.sheet.breaks == [0, 1]
    assert table.shows_hint()
    assert table.app.view.hint == words.BREAK_ENDS
    table.wait(4 * MINUTE)
    table.press("#")
    assert table.log(after)[2:] == [("resume", 255, 0, 0)]
    assert (table.sheet.breaking, table.sheet.overrun) == (0, [0, 0])
    # one break in a match shorter than 13 points; the other player still has his
    after = table.last
    table.press("0", "6", 1)
    assert table.said == words.NO_BREAK
    table.press(0)
    assert table.log(after) == [STOP, ("pause", records.BREAK, 1, 0)]
    table.press("#")
    table.press("0", "6")
    assert table.said == words.NO_BREAK


def test_a_break_that_lasts_too_long_is_recorded_when_it_is_over(between):
    table, after = between, between.last
    table.press("0", "6", 0)
    end = table.sheet.break_end
    table.wait(10 * MINUTE + 2000)
    assert table.log(after)[2:] == [("pause", records.BREAK, 1, 1)]
    seq, _, _, _, _, ms, _, _ = records.unpack(table.record(table.last))
    assert ms == end
    table.wait(5 * MINUTE)
    assert table.last == seq
    table.press("#")
    assert 302 <= table.sheet.overrun[0] <= 304
    assert table.sheet.overrun[1] == 0
    assert table.sheet.breaking == 0


def test_a_break_that_is_over_is_taken_back_whole(between):
    table, after = between, between.last
    table.press("0", "6", 0).wait(11 * MINUTE)
    table.hold("*")
    assert table.log(after)[-1] == ("undo", 0, 0, 0)
    assert (table.sheet.breaks, table.sheet.breaking, table.sheet.pause) == ([0, 0], 0, 7)
    table.wait(2 * MINUTE)
    assert table.log(after)[-1] == ("undo", 0, 0, 0)


def test_two_breaks_in_a_long_match(table):
    table.set_up("#", "1", "1", "3", "#", "5").press("#").win(1)
    for taken in (1, 2):
        table.press("0", "6", 1, "#")
        assert table.sheet.breaks == [0, taken]
    table.press("0", "6", 1)
    assert table.said == words.NO_BREAK


def test_before_the_first_game_and_within_one_a_break_has_no_time(table):
    table.set_up().press("0", "6")
    assert table.log()[-1] == ("pause", records.BREAK, 0, 0)
    table.press("#", *TO_TURN, "0", "6")
    assert table.log()[-1] == ("pause", records.BREAK, 0, 0)
    assert table.sheet.breaks == [0, 0]


def test_a_break_can_be_taken_back(between):
    table = between
    before = table.sheet.pack()
    table.press("0", "6", 1).hold("*").hold("*")
    sheet = table.sheet
    assert (sheet.breaks, sheet.breaking, sheet.pause) == ([0, 0], 0, match.NOBODY)
    # but for the ms of the last record
    assert before[:30] + before[34:] == sheet.pack()[:30] + sheet.pack()[34:]


def test_while_the_power_is_off_no_break_goes_on(between):
    table = between
    table.press("0", "6", 1).wait(3 * MINUTE)
    table.board.power_off()
    table.wait(30 * MINUTE)
    table.power_on()
    left = table.sheet.break_end - table.now
    assert 7 * MINUTE - 6000 < left <= 7 * MINUTE
    table.wait(left + 1500)
    assert table.sheet.breaking == 2 | match.BREAK_OVER
    table.wait(9_000)
    table.power_cycle()
    assert table.sheet.breaking == 2 | match.BREAK_OVER
    table.press("#")
    # as far as somebody saw it: the seconds without power, and the one before, are nobody's
    assert 10 <= table.sheet.overrun[1] <= 20


def test_the_next_game_ends_a_break(between):
    table = between
    table.press("0", "6", 1, "#", "#")
    assert (table.sheet.phase, table.sheet.breaking) == (match.OPENING, 0)


# --- a clock during the match -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digit", "method", "seconds", "precredit", "reserve"),
    [("1", clock.BRONSTEIN, 12, 0, 3), ("2", clock.DELAY, 12, 0, 2), ("3", clock.BRONSTEIN, 12, 1, 2)],
)
def test_players_introduce_a_clock(table, digit, method, seconds, precredit, reserve):
    table.set_up("#", "1", "5", "#", "6").press("#").win(0, "2").press(*TO_TURN, "6", "2")
    dice = table.sheet.dice
    after = table.last
    table.press("0")
    table.press("#")
    assert table.app.view.question == words.REASONS
    table.press("7", digit)
    assert table.log(after) == [STOP, ("clock", method, seconds, precredit)]
    made = table.sheet.clock
    # 3 and 5 points are still needed: 4 on average
    assert made.method == [method] * 2
    assert made.reserve == [4 * reserve * MINUTE + seconds * 1000 * precredit] * 2
    assert (made.turn, made.running, table.sheet.phase, table.sheet.dice) == (1, False, match.MOVE, dice)
    table.wait(MINUTE)
    table.press("#")
    assert made.running
    assert made.used == 0
    table.wait(20_000)
    table.press(1)
    assert table.sheet.clock.reserve[1] < made.initial[1]


def test_a_clock_of_the_players_can_be_taken_back(table):
    table.set_up("#", "1", "5", "#", "6").press(*TO_TURN, "0", "7", "4")
    assert table.sheet.clock.method == [clock.FISCHER] * 2
    table.keep_down("*")
    assert table.reads(held.UNDO % words.UNDONE[records.CLOCK])
    table.board.release("*")
    table.hold("*")
    assert table.sheet.clock.method == [clock.NONE] * 2


def test_the_menu_of_clocks_can_be_left(table):
    table.set_up("#", "1", "5", "#", "6").press(*TO_TURN, "0")
    after = table.last
    table.press("7", "9")
    assert table.said == texts.CHOOSE_FIRST
    table.press(1)
    assert table.said == texts.CHOOSE_FIRST
    table.press("*")
    assert table.last == after
    assert table.app.view.hint == texts.HASH_RESUME


def test_a_host_introduces_the_clock_of_its_match(table):
    host = Host(table)
    table.wait(2000)
    host.set_up(7, time=(clock.NONE, 0, 0, 0), number=77)
    table.press(*TO_TURN, "0", "7")
    assert table.said == texts.ASK_DIRECTOR
    table.press("*", "#", "6", "2")
    status, seq, _ = host.direct(records.CLOCK, clock.BRONSTEIN, 12, 2, 15 * MINUTE, 0, match=77)
    assert status == 0
    sheet = table.sheet
    assert (sheet.pause, sheet.clock.turn, sheet.clock.running) == (records.DIRECTOR, 1, False)
    assert (sheet.clock.reserve, sheet.clock.overtime) == ([15 * MINUTE] * 2, [MINUTE] * 2)
    table.hold("*")
    assert table.said == texts.ASK_DIRECTOR
    assert records.unpack(table.record(seq))[7] == host.number
    table.press("#").wait(30_000)
    table.press(1)
    assert 14 * MINUTE < sheet.clock.reserve[1] < 15 * MINUTE
    status, _, why = host.direct(records.CLOCK, clock.UP, 0, 0, MINUTE, 0, match=77)
    assert (status, why) == (2, "the order does not fit the table")
    table.press("9", "1", 0)
    status, _, why = host.direct(records.CLOCK, clock.FISCHER, 5, 0, MINUTE, 0, match=77)
    assert (status, why) == (2, "a result waits to be confirmed")


# --- points by the director's decision ----------------------------------------------------------


def test_the_director_awards_points_and_takes_them_back(table):
    host = Host(table)
    table.wait(2000)
    host.set_up(5, number=77)
    assert host.direct(records.AWARD, 1, 4, records.LATE, 0, 0, match=77)[0] == 0
    assert table.reads(words.AWARDED % (texts.SEATS[1], 4))
    assert table.sheet.score == [0, 4]
    # Crawford counts it
    assert table.sheet.is_crawford_game()
    assert host.direct(records.AWARD, 1, 2, records.LATE, 0, 0, match=77)[0] == 2
    table.press(*TO_TURN)
    assert table.sheet.crawford == match.NOW
    assert host.direct(records.AWARD, 1, 1, records.CONDUCT, 0, 0, match=77)[0] == 0
    assert (table.sheet.phase, table.sheet.champion, table.sheet.score) == (match.OVER, 1, [0, 5])
    assert table.app.program.lamps() == (0b10, 0)
    # appealed: the game goes on where it stood
    assert host.direct(records.AWARD, 1, 1, records.RULING, 1, 0, match=77)[0] == 0
    assert table.reads(words.TAKEN_BACK % (texts.SEATS[1], 1))
    sheet = table.sheet
    assert (sheet.phase, sheet.turn, sheet.score) == (match.TURN, 1, [0, 4])
    assert (sheet.pause, sheet.champion) == (records.DIRECTOR, match.NOBODY)
    table.press("#", "6", "1", 1)
    assert sheet.turn == 0
    assert host.direct(records.AWARD, 0, 1, records.RULING, 1, 0, match=77)[0] == 2
    table.press("#", "9", "1", 0, 1, "0", "6", 0)
    table.wait(10 * MINUTE + 2000)
    table.press("#")
    table.wait(2000)
    # the host has every byte of it, and its own fold says the same
    assert host.has_all()
    folded = host.folded()
    assert folded.pack() == sheet.pack()
    assert folded.mismatch == 0


def test_no_award_while_a_result_waits_or_without_a_match(table):
    host = Host(table)
    table.wait(2000)
    assert host.direct(records.AWARD, 0, 1, 0, 0, 0)[2] == "there is no match on this table"
    host.set_up(5, number=77)
    table.press("#", "9", "1", 0)
    assert host.direct(records.AWARD, 0, 1, 0, 0, 0)[2] == "a result waits to be confirmed"


# --- two pairs ----------------------------------------------------------------------------------


def test_in_a_consultation_match_each_of_four_has_a_button_and_a_name(table):
    host = Host(table)
    table.wait(2000)
    host.set_up(5, match.CRAWFORD_RULE | match.CONSULTATION, number=77)
    for seat, name in enumerate(TWO_PAIRS):
        assert host.order(3, bytes((seat,)) + name.encode(), match=77)[0] == 0
    assert host.order(3, b"\x04Eve", match=77)[0] == 2
    after = table.last
    table.press("3", "1", 3)
    assert table.app.program.lamps() == (0b0101, 0)
    table.press(2, "7", 1, "7", 2)
    assert table.log(after) == [
        ("game", 1, 0, 0), ("opening", 3, 1, 0), ("press", 1, 0, 0), ("press", 0, 1, 0), ("double", 1, 1, 0),
        ("take", 0, 0, 0),
    ]  # fmt: skip
    table.press("9", "1", 3)
    assert table.app.program.lamps() == (0b1010, 0b0101)
    table.press(2)
    assert table.sheet.score == [0, 2]
    seen = set()
    for _ in range(10):
        table.wait(1000)
        screen = table.app.screens
        seen.add((screen._name(table.app.view, 0, 9), screen._name(table.app.view, 1, 9)))
    assert seen == {("Ann", "Bob"), ("Cleo", "Dan")}
    table.power_cycle()
    assert table.app.view.names[:4] == list(TWO_PAIRS)


# --- a sealed game ------------------------------------------------------------------------------


def test_an_undo_of_a_sealed_game_asks_the_director(table):
    host = Host(table)
    table.wait(2000)
    host.set_up(5, number=77)
    table.press("#").win(0)
    assert host.direct(records.SEAL, 0, 0, 0, 1, 0, match=77)[0] == 0
    after = table.last
    table.hold("*")
    assert table.said == texts.ASK_DIRECTOR
    assert table.log(after) == [("request", 1, 0, 0)]
    # asked again, it is in the log already
    table.hold("*")
    assert table.last == after + 1
    table.press("#").hold("*")
    assert table.log(after + 1) == [("game", 2, 0, 0)]


# --- clocks without a reserve -------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("2", "0", "#", "1"), ("3", "0", "#", "1"), ("5", "0", "#", "1")])
def test_twelve_seconds_for_each_move(table, keys):
    # d, b and f; points to win, then more, more; length 5; Crawford, dice, clock of one's own
    table.set_up("#", "1", "5", "#", "0", "0", "1", "1", *keys, "1", "2", "#", "1")
    assert table.sheet.phase == match.READY
    table.press("#", *TO_TURN, "6", "2")
    seat = table.sheet.turn
    table.wait(9_000)
    table.press(seat)
    assert table.sheet.turn == 1 - seat
    table.wait(11_000)
    assert table.sheet.phase == match.TURN
    # with an increment the first move has saved some more
    table.wait(15_000)
    assert (table.sheet.phase, table.sheet.how, table.sheet.winner) == (match.RESULT, records.ON_TIME, seat)
