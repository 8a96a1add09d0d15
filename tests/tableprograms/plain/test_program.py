"""The plain clock at the keys of a whole board: every action, refusal and way back, with 1 to 6 seats."""

import random
from functools import partial

import pytest

from tablecore import clock, messages, records, sheets
from tabledevice import setups, texts
from tablekeeper.games import timecontrol
from tableprograms.plain import setup as form
from tableprograms.plain import sheet as plain
from tableprograms.plain import texts as words
from tests.nonempty import nonempty
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import Host, Table

#: a clock of so many seats, 10 minutes and 5 seconds a move
TWO, THREE, SIX, ONE = (("#", "4", seats, "3") for seats in "2361")
UP = ("#", "4", "2", "6")


def table_of(*keys):
    made = Table()
    made.press(*keys)
    assert (made.sheet.PROGRAM, made.sheet.phase) == (sheets.PLAIN, plain.READY)
    return made


@pytest.fixture(params=[TWO])
def two(request):
    made = table_of(*request.param)
    yield made
    made.put_away()


six = at_table(make=partial(table_of, *SIX))


@pytest.mark.parametrize(
    ("keys", "before", "pressed", "logged"),
    [
        # who begins
        (TWO, (), ("#",), [("game", 1, 0, 0), ("press", 255, 0, 0)]),
        (TWO, (), (0,), [("game", 1, 0, 0), ("press", 255, 1, 0)]),
        (TWO, (), ("2",), [("game", 1, 0, 0), ("press", 255, 1, 0)]),
        (SIX, (), ("5",), [("game", 1, 0, 0), ("press", 255, 4, 0)]),
        (ONE, (), (0,), [("game", 1, 0, 0), ("press", 255, 0, 0)]),
        (TWO, ("#", "hold"), (0,), [("press", 255, 1, 0)]),
        (TWO, ("#", "hold"), ("#",), [("press", 255, 0, 0)]),
        # whose turn is next
        (TWO, ("#",), (0, 1, 0), [("press", 0, 1, 0), ("press", 1, 0, 0), ("press", 0, 1, 0)]),
        (THREE, ("#",), (0, 1, 2), [("press", 0, 1, 0), ("press", 1, 2, 0), ("press", 2, 0, 0)]),
        (THREE, ("#",), ("3", "1"), [("press", 0, 2, 0), ("press", 2, 0, 0)]),
        (THREE, ("#",), ("1",), [("press", 0, 1, 0)]),
        (SIX, ("4",), (3, "5", "6", 0), [
            ("press", 3, 4, 0), ("press", 4, 5, 0), ("press", 5, 0, 0), ("press", 0, 1, 0)]),
        (ONE, ("#",), (0, "1"), [("press", 0, 0, 0), ("press", 0, 0, 0)]),
        # stop, go on
        (TWO, ("#",), ("0", "6", "#"), [("pause", 7, 0, 0), ("pause", 6, 0, 0), ("resume", 0, 0, 0)]),
        # the end
        (TWO, ("#",), ("9", 1, 0), [("result", 1, 0, 0), ("confirm", 0, 0, 0), ("end", 1, 0, 0)]),
        (TWO, ("#",), ("9", "#", 1, 0), [
            ("result", 255, 0, 0), ("confirm", 1, 0, 0), ("confirm", 0, 0, 0), ("end", 255, 0, 0)]),
        (TWO, ("#", "0"), ("1", 1), [("pause", 1, 0, 0), ("result", 1, 0, 1)]),
        (TWO, ("#", "0"), ("2", 0), [("pause", 2, 0, 0), ("result", 0, 0, 2)]),
        (TWO, ("#", "9", 0), ("*",), [("reject", 1, 0, 0)]),
        (ONE, ("#", 0), ("9", "#"), [("result", 255, 0, 0), ("end", 255, 0, 0)]),
        (SIX, ("#",), ("9", "6", 0, 1, 2, 3, "5"), [
            ("result", 5, 0, 0), *[("confirm", seat, 0, 0) for seat in range(5)], ("end", 5, 0, 0)]),
    ],
)  # fmt: skip
def test_what_is_pressed_is_what_is_logged(keys, before, pressed, logged):
    table = table_of(*keys)
    for key in before:
        table.hold("*") if key == "hold" else table.press(key)
    assert table.writes(*pressed) == logged
    table.put_away()


@pytest.mark.parametrize(
    ("keys", "before", "pressed", "said"),
    [
        (TWO, (), 2, texts.NO_SUCH_SEAT),
        (TWO, (), "3", texts.NO_SUCH_SEAT),
        (TWO, (), "7", texts.NOTHING_HERE),
        (TWO, (), "9", texts.NOTHING_HERE),
        (TWO, ("#",), 1, texts.NOT_YOUR_TURN),
        (TWO, ("#",), "8", texts.NOTHING_HERE),
        (TWO, ("#", "0", "6"), 0, texts.PAUSED),
        (TWO, ("#", "0", "6"), "2", texts.PAUSED),
        (TWO, ("#", "0"), 0, texts.CHOOSE_FIRST),
        (TWO, ("#", "0"), "7", texts.CHOOSE_FIRST),
        (TWO, ("#", "9"), "3", texts.NO_SUCH_SEAT),
        (TWO, ("#", "9", 0), 0, texts.OTHER_CONFIRMS),
        (TWO, ("#", "9", 0), "2", texts.BUTTON_FIRST),
        (TWO, ("#", "9", 0), "9", texts.NOTHING_HERE),
        (TWO, ("#", "9", 0, 1), 0, texts.PRESS_HASH),
        (SIX, ("#",), 3, texts.NOT_YOUR_TURN),
        (SIX, ("#", "9", "6"), "6", texts.OTHER_CONFIRMS),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_reason_and_leaves_no_trace(keys, before, pressed, said):
    table = table_of(*keys)
    table.press(*before)
    table.refuses(pressed, said)
    table.put_away()


#: every action of a player: from the clock's screen at most three presses
ACTIONS = {
    "game": ((), ("#",)), "press": (("#",), (0,)), "pause": (("#",), ("0", "5")),
    "resume": (("#", "0", "5"), ("#",)),
    "result": (("#",), ("9", 1)), "confirm": (("#", "9", 1), (0,)), "reject": (("#", "9", 1), ("*",)),
    "end": (("#", "9", 1), (0,)), "undo": (("#", 0), ("hold",)),
}  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_is_at_most_three_presses_away(two, action):
    before, pressed = ACTIONS[action]
    assert len(pressed) <= 3
    two.press(*before)
    assert action in [row[0] for row in two.writes(*pressed)]


def test_every_kind_that_a_player_can_write_is_among_the_actions():
    kinds = {records.GAME: "game", records.PRESS: "press", records.RESULT: "result", records.END: "end"}
    assert set(plain.PlainSheet.ACTS) - {records.FLAG} == set(kinds)
    assert set(kinds.values()) | {"pause", "resume", "confirm", "reject", "undo"} == set(ACTIONS)


def test_of_two_who_press_at_once_the_seat_on_turn_ends_its_turn(two):
    two.press("#")
    after = two.last
    now = two.timeline.now_us
    two.board.press(0, now)
    two.board.press(1, now + 6000)
    two.wait(300)
    assert two.log(after) == [("press", 0, 1, 0)]


# --- undo -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "before", "label"),
    [
        (TWO, ("#",), words.UNDO_BEGIN),
        (TWO, ("#", 0), "Undo press Left"),
        (SIX, ("6", "6"), "Undo press Seat 6"),
        (TWO, ("#", "0", "6"), "Undo stop"),
        (TWO, ("#", "9", 1), "Undo result"),
        (TWO, ("#", "9", 1, 0), "Undo yes Left"),
    ],
)
def test_undo_says_what_it_undoes_and_then_does(keys, before, label):
    table = table_of(*keys)
    table.press(*before[:-1])
    table.wait(2000)
    table.press(before[-1])
    assert table.sheet.phase != plain.READY
    table.keep_down("*")
    assert table.reads(label)
    table.let_go("*")
    assert table.log()[-1][0] == "undo"
    table.put_away()


def test_an_undone_press_gives_the_time_back(two):
    two.press("#")
    two.wait(30_000)
    two.press(0)
    two.wait(10_000)
    two.hold("*")
    sheet = two.sheet
    assert (sheet.turn, sheet.all_moves()) == (0, 0)
    assert sheet.clock.remaining(1, two.now) == 600_000
    assert 600_000 - sheet.clock.remaining(0, two.now) == two.now - records.unpack(two.record(6))[5]


# --- flags ----------------------------------------------------------------------------------

#: two seats, a minute each and no delay: a flag ends it, or counts on
ENDS, GOES_ON = (("#", "4", "2", "0", which, "1", "1", "#") for which in "12")


def test_a_flag_ends_the_game_for_the_other_seat():
    table = table_of(*ENDS)
    table.press("#")
    table.wait(61_000)
    log = table.log()
    assert log[-2:] == [("flag", 0, 0, 0), ("result", 1, 0, 4)]
    flag = records.unpack(table.record(table.last - 1))[5]
    assert flag - records.unpack(table.record(table.last - 2))[5] == 60_000, "at its very instant"
    assert table.reads(words.ALL_CONFIRM)
    assert table.press("*").log(table.last) == [], "a flag is no claim"
    table.press(0, 1)
    assert (table.sheet.phase, table.sheet.winner) == (plain.OVER, 1)
    table.put_away()


def test_of_three_nobody_is_said_to_have_won():
    table = table_of("#", "4", "3", "0", "1", "1", "1", "#")
    table.press("#")
    table.wait(61_000)
    assert table.log()[-1] == ("result", 255, 0, 4)
    table.put_away()


def test_a_flag_counts_on_and_the_game_with_it():
    table = table_of(*GOES_ON)
    table.press("#")
    table.wait(63_000)
    assert table.log()[-1] == ("flag", 0, 0, 0)
    sheet = table.sheet
    assert sheet.phase == plain.PLAY
    over = sheet.clock.remaining(0, table.now)
    assert 1500 < over < 4000
    table.press(0)
    assert sheet.turn == 1
    table.wait(59_000)
    table.wait(3000)
    assert table.log()[-1] == ("flag", 1, 0, 0)
    assert (sheet.over, sheet.phase) == (3, plain.PLAY)
    table.press("9", "#", 0, 1)
    assert sheet.phase == plain.OVER
    table.put_away()


def test_a_power_cut_behind_the_flag_ends_what_the_flag_has_ended():
    table = table_of(*ENDS)
    table.press("#")
    table.wait(59_500)
    table.board.cut_power_after(24)
    table.wait(3000)
    table.power_on()
    if ("flag", 0, 0, 0) in table.log():
        assert table.log()[-1] == ("result", 1, 0, 4)
    else:
        assert table.sheet.pause == records.POWER
    table.put_away()


# --- the rare clocks ------------------------------------------------------------------------


def test_byo_yomi_shows_its_periods_as_they_go():
    table = table_of("#", "4", "2", "0", "0", "1", "1", "1", "#", "3", "#", "1", "0", "#")
    clock_ = table.sheet.clock
    assert clock_.method == [clock.UP + 1] * 2
    table.press("#")
    table.wait(60_000)
    seen = []
    for _ in range(4):
        seen.append((clock_.periods_left(0, table.now), bytes(table.board.pixels[512:576])))
        table.wait(10_000)
    assert [periods for periods, _ in seen] == [3, 2, 1, 0]
    assert len({shown for _, shown in seen[:3]}) == 3, "the number on the display follows"
    assert table.log()[-2:] == [("flag", 0, 0, 0), ("result", 1, 0, 4)]
    table.put_away()


def test_canadian_overtime_counts_moves_down():
    table = table_of("#", "4", "3", "0", "0", "1", "2", "1", "#", "3", "#", "2", "#")
    clock_ = table.sheet.clock
    assert clock_.method == [clock.UP + 2] * 3
    table.press("#")
    table.wait(70_000)
    assert clock_.moves_left(0, table.now) == 3
    table.press(0, 1, 2)
    assert clock_.moves_left(0, table.now) == 2
    table.put_away()


def test_an_hourglass_is_for_two_and_its_sand_is_never_more():
    table = table_of("#", "4", "2", "0", "0", "1", "3", "5", "#")
    clock_ = table.sheet.clock
    assert clock_.method == [clock.UP + 3] * 2
    table.press("#")
    for seat in (0, 1, 0):
        table.wait(20_000)
        table.press(seat)
        assert clock_.remaining(0, table.now) + clock_.remaining(1, table.now) == 600_000
    table.put_away()
    three = Table()
    three.press("#", "4", "3", "0", "0", "1")
    assert len(three.app.view.lines) == 2
    three.board.power_off()


# --- set-up ---------------------------------------------------------------------------------


def test_the_clocks_offered_are_what_they_say():
    for text, (method, reserve, delay) in nonempty(zip(form.CLOCKS, form.CONTROLS, strict=True)):
        assert timecontrol.parse(text)[:4] == (method, reserve, delay, 0)


def test_every_walk_through_the_menu_ends_in_a_run_that_the_sheet_takes():
    """All answers at the ends of their ranges, at each number of 0 pressed."""
    seen = set()

    def walk(answers, done, more):
        for place, question in enumerate(form.QUESTIONS):
            if place in done or not form.asked(place, answers, more):
                continue
            choices = question[1]
            for answer in choices if not isinstance(choices[0], str) else range(len(choices)):
                walk([*answers[:place], answer, *answers[place + 1 :]], {*done, place}, more)
            return
        sheet = plain.PlainSheet()
        rows = form.rows(bytes(answers))
        for place, (kind, a, b, c, p, q) in enumerate(rows):
            sheet.apply(place + 1, kind, a, b, c, 0, p, q)
        assert sheet.apply(len(rows) + 1, records.COMMIT, len(rows), rows[0][0], 0, 0, 1, 0), answers
        assert len(form.label(bytes(answers))) <= 19
        seen.add((sheet.seats, sheet.clock.method[0], sheet.options))

    for more in range(form.MORE + 1):
        walk([question[2] for question in form.QUESTIONS], set(), more)
    assert {seats for seats, _, _ in seen} == set(range(1, 7))
    # no minutes and no seconds are no clock
    assert {method for _, method, _ in seen} == set(range(clock.UP + 4))
    assert {options for _, _, options in seen} == {0, plain.FLAG_GOES_ON}


def test_all_programs_offered_can_be_remembered_together():
    for program in nonempty(setups.OFFERED):
        assert len(setups.load(program).QUESTIONS) + 2 <= 86 // 3


# --- the host -------------------------------------------------------------------------------


def directed(seats=4, options=0, time=(clock.SUDDEN, 0, 300_000, 0)):
    table = Table()
    host = Host(table)
    table.wait(2500)
    answer = host.run(
        (records.PLAIN, 1, seats, options, 77, 0), (records.TIME, 255, time[0], time[1], time[2], time[3])
    )
    return table, host, answer


def test_the_host_sets_a_clock_up_and_names_six_seats():
    table, host, answer = directed(6, 0, (clock.UP + 1, 4, 60_000, 5000))
    assert answer[0] == messages.DONE
    for seat, name in enumerate(("Ann", "Bert", "Cleo", "Dmitriy", "Eva", "Fritz")):
        assert host.order(messages.NAME, bytes([seat]) + name.encode(), match=77)[0] == messages.DONE
    table.press("#", "5")
    sheet = table.sheet
    assert (sheet.match_id, sheet.turn, sheet.clock.method) == (77, 4, [clock.UP + 1] * 6)
    assert host.direct(records.PAUSE, records.DIRECTOR, 0, 0, 0, 0)[0] == messages.DONE
    assert host.direct(records.CORRECT, 5, 3, 0, 42_000, 0)[0] == messages.DONE
    assert (sheet.clock.remaining(5, table.now), sheet.clock.periods[5]) == (42_000, 3)
    assert host.direct(records.RESULT, 6, 0, 3, 0, 0)[0] == messages.REFUSED
    assert host.direct(records.RESULT, 2, 0, 3, 0, 0)[0] == messages.DONE
    assert host.direct(records.CONFIRM, 255, 0, 0, 0, 0)[0] == messages.DONE
    assert (sheet.phase, sheet.winner, sheet.how) == (plain.OVER, 2, 3)
    assert host.direct(records.SEAL, 0, 0, 0, 1, 0)[0] == messages.DONE
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    table.put_away()


@pytest.mark.parametrize(("seats", "time"), [(7, (1, 0, 99, 0)), (3, (8, 0, 99, 0)), (2, (6, 0, 99, 5))])
def test_a_set_up_that_cannot_be_is_refused(seats, time):
    table, _, answer = directed(seats, 0, time)
    assert answer[0] == messages.REFUSED
    assert len(table.log()) == 1
    table.put_away()


@pytest.mark.parametrize("method", [6, 7, 8])
@pytest.mark.parametrize("last", ["stage", "time"])
def test_stages_of_a_clock_that_has_none_are_refused(method, last):
    table, host, _ = directed(2)
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    after = table.last
    time = (records.TIME, 255, method, 0 if method == 8 else 3, 60_000, 0 if method == 8 else 10_000)
    stage = (records.STAGE, 255, 1, 2, 60_000, 0)
    rows = (time, stage) if last == "stage" else (stage, time)
    answer = host.run((records.PLAIN, 1, 2, 0, 7, 0), *rows)
    assert answer == (messages.REFUSED, 0, "the set-up has numbers that are out of range")
    assert table.log(after) == []
    table.put_away()


def test_a_game_with_a_host_that_holds_the_same_log():
    table, host, _ = directed(4)
    chance = random.Random(4)
    table.press("#")
    for _ in range(40):
        table.wait(chance.randrange(200, 3000))
        table.press(table.sheet.turn if chance.random() < 0.8 else str(chance.randint(1, 4)))
    table.press("9", 2, 0, 1, 3)
    table.wait(3000)
    sheet = table.sheet
    assert (sheet.phase, sheet.winner, sheet.all_moves(), sheet.mismatch) == (plain.OVER, 2, 40, 0)
    assert host.has_all()
    folded = host.folded()
    assert folded.pack() == sheet.pack()
    table.put_away()
