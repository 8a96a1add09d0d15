"""A match as its players press it, on a whole board: every action, every refusal, every way back.

Each row is what is pressed, what the log must then hold and what the screen says. Nothing may enter the
log that has no effect: `Table.log` is compared whole, and the sheet's count of odd records stays zero.
"""

import pytest

from tablecore import messages, records
from tabledevice import texts
from tabledevice.texts import held
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as match_texts
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_MOVE, TO_TURN, Host, Table

STOP = ("pause", 7, 0, 0)

table = at_table(*FIVE_POINTS_UP)


@pytest.mark.parametrize(
    ("before", "pressed", "logged"),
    [
        ((), ("#",), [("game", 1, 0, 0)]),
        ((), ("3", "1"), [("game", 1, 0, 0), ("opening", 3, 1, 0)]),
        ((), ("4", "4", "2", "6"), [("game", 1, 0, 0), ("opening", 4, 4, 0), ("opening", 2, 6, 0)]),
        (("#",), (0,), [("press", 0, 1, 1)]),
        (("3", "1"), (1,), [("press", 1, 0, 0)]),
        (("1", "3"), (0,), [("press", 0, 1, 0)]),
        (TO_MOVE, (0,), [("press", 0, 1, 0)]),
        (TO_MOVE, ("5", "6"), [("dice", 0, 5, 6)]),  # cocked: rolled again
        (TO_TURN, ("5", "6", 1), [("dice", 1, 5, 6), ("press", 1, 0, 0)]),
        (TO_TURN, (1,), [("press", 1, 0, 1)]),  # without dice
        (TO_TURN, ("7", 1), [("double", 1, 1, 0)]),
        (TO_TURN, ("7", 1, "7", 0), [("double", 1, 1, 0), ("take", 0, 0, 0)]),
        (TO_TURN, ("7", 1, "8", 0), [("double", 1, 1, 0), ("drop", 0, 0, 0)]),
        (TO_TURN, ("7", 0), [("double", 0, 1, 1)]),  # premature
        (TO_TURN, ("7", 0, "6", "1", 1, "7", 1),
         [("double", 0, 1, 1), ("dice", 1, 6, 1), ("press", 1, 0, 0), ("take", 1, 0, 0)]),
        (TO_TURN, ("9", "1", 0, 1), [("result", 0, 1, 0), ("confirm", 1, 0, 0), ("end", 0, 1, 0)]),
        (TO_TURN, ("9", "2", 1, 0), [("result", 1, 2, 0), ("confirm", 0, 0, 0), ("end", 1, 2, 0)]),
        (TO_TURN, ("9", "3", 0, 1), [("result", 0, 3, 0), ("confirm", 1, 0, 0), ("end", 0, 3, 0)]),
        (TO_TURN, ("0", "1", "2", 0, 1),
         [STOP, ("pause", 1, 0, 0), ("result", 1, 2, 1), ("confirm", 1, 0, 0), ("end", 1, 2, 1)]),
        (TO_TURN, ("0", "2", "2", 0, 1),
         [STOP, ("pause", 2, 0, 0), ("result", 0, 2, 2), ("confirm", 1, 0, 0), ("end", 0, 2, 2)]),
        (TO_TURN, ("9", "2", 1, "*"), [("result", 1, 2, 0), ("reject", 0, 0, 0)]),
        (TO_TURN, ("9", "2", 0, "*"), [("result", 0, 2, 0), ("reject", 1, 0, 0)]),
        (TO_TURN, ("9", "2", 0, "*", "#"), [("result", 0, 2, 0), ("reject", 1, 0, 0), ("resume", 1, 0, 0)]),
        *(
            (TO_TURN, ("0", str(reason), "#"), [STOP, ("pause", reason, 0, 0), ("resume", 1, 0, 0)])
            for reason in (3, 4, 5, 6)
        ),
        (TO_TURN, ("0", "*", "#"), [STOP, ("resume", 1, 0, 0)]),
        (TO_TURN, ("0", "3", "0", "5"), [STOP, ("pause", 3, 0, 0), ("pause", 5, 0, 0)]),  # a better reason
        (TO_TURN, ("0", "3", "0", "*", "0", "*"), [STOP, ("pause", 3, 0, 0)]),
        (TO_TURN, ("9", "0", "5"), [STOP, ("pause", 5, 0, 0)]),  # stops whatever is asked
        (TO_TURN, ("7", "0"), [STOP]),
        (TO_TURN, ("4", "0"), [STOP]),
        # a concession before the opening roll, and of the match
        ((), ("0", "1", "2", 0, 1),
         [STOP, ("pause", 1, 0, 0), ("game", 1, 0, 0), ("result", 1, 2, 1), ("confirm", 1, 0, 0),
          ("end", 1, 2, 1)]),
        (("#",), ("0", "1", "1", 1), [STOP, ("pause", 1, 0, 0), ("result", 0, 1, 1)]),
        (TO_TURN, ("0", "1", "4", 1, 0),
         [STOP, ("pause", 1, 0, 0), ("result", 0, 4, 1), ("confirm", 0, 0, 0), ("end", 0, 4, 1)]),
        (TO_TURN, ("0", "1", "1", 0, "*"),
         [STOP, ("pause", 1, 0, 0), ("result", 1, 1, 1), ("reject", 1, 0, 0)]),
        # irregular doubles that were accepted: after the dice, in the other's turn, before the opening roll
        (TO_MOVE, ("7", "7", 1, 0), [("double", 0, 1, 2), ("press", 0, 1, 0)]),
        (TO_MOVE, ("7", 0, "7", 1, "5", "6"), [("double", 0, 1, 2), ("dice", 0, 5, 6)]),
        (TO_TURN, ("7", "7", 1), [("double", 0, 1, 2)]),
        (("#",), ("7", "7", 0, "3", "1"), [("double", 1, 1, 2), ("opening", 3, 1, 0)]),
        ((*TO_TURN, "7", 0), ("7", "7", 1, 1), [("double", 0, 1, 2), ("press", 1, 0, 1)]),
        # a refused double: the button behind it ends no turn
        (("#",), ("7", 0, 1), [("press", 1, 0, 1)]),
        (("#",), ("7", "*", 1), [("press", 1, 0, 1)]),
        (("#",), ("7", "3", "1"), [("opening", 3, 1, 0)]),
        ((), ("0", "6", "#"), [STOP, ("pause", 6, 0, 0), ("resume", 255, 0, 0)]),  # a break
        # typed and thought better of
        (TO_TURN, ("4", "*", "5", "6"), [("dice", 1, 5, 6)]),
        (TO_TURN, ("4", 1), []),  # one die is asked about
        (TO_TURN, ("4", 1, 1), [("press", 1, 0, 1)]),
        (TO_TURN, ("4", 1, "2", 1), [("dice", 1, 4, 2), ("press", 1, 0, 0)]),
        (TO_TURN, ("4", 1, "*", 1), [("press", 1, 0, 1)]),
        (TO_MOVE, ("4", 0, 0), [("press", 0, 1, 0)]),
        (("#",), ("4", 0), []),
        (("#",), ("4", 0, 0), [("press", 0, 1, 1)]),
        (("3", "1"), ("4", 1), []),
        # opening dice that come again before the clock starts are a new roll-off
        (("#", "1", "3", "#", "1", "*", "2", "1"), ("1", "3", 0), [("opening", 1, 3, 0), ("press", 0, 1, 0)]),
        (("3", "1"), ("1", "3", 0), [("opening", 1, 3, 0), ("press", 0, 1, 0)]),
        (("3", "1"), ("5", "5"), [("opening", 5, 5, 0)]),
        (("3", "1", "5", "5"), ("2", "6", 0), [("opening", 2, 6, 0), ("press", 0, 1, 0)]),
        (("3", "1"), ("6", 1, "2", 1), [("opening", 6, 2, 0), ("press", 1, 0, 0)]),
        (TO_TURN, ("4", "7", 1), [("double", 1, 1, 0)]),
        (TO_TURN, ("7", "*", "9", "*", "6", "1"), [("dice", 1, 6, 1)]),
        (TO_TURN, ("9", "2", "*", "9", "1", 0), [("result", 0, 1, 0)]),
    ],
)  # fmt: skip
def test_what_is_pressed_is_what_is_logged(table, before, pressed, logged):
    table.press(*before)
    assert table.writes(*pressed) == logged


@pytest.mark.parametrize(
    ("before", "pressed", "said"),
    [
        ((), (0,), match_texts.ROLL_OR_BEGIN),
        ((), (1,), match_texts.ROLL_OR_BEGIN),
        ((), ("7",), texts.NOTHING_HERE),
        ((), ("8",), texts.NOTHING_HERE),
        ((), ("9",), texts.NOTHING_HERE),
        ((), (2,), texts.NO_SUCH_SEAT),
        ((), (3,), texts.NO_SUCH_SEAT),
        (("0",), ("2",), texts.CHOOSE_FIRST),  # between games there is nothing to claim
        (("0", "1"), ("5",), texts.CHOOSE_FIRST),
        ((*TO_TURN, "0", "2"), ("4",), texts.CHOOSE_FIRST),  # a match is conceded, not claimed
        (("#", "7"), (0,), match_texts.ROLL_FIRST),
        ((*TO_TURN, "7", 1, "7", 0, "7", "7"), (0,), match_texts.NOT_YOUR_CUBE),
        (("0", "6"), ("3",), texts.PAUSED),
        (("#",), ("7",), match_texts.ROLL_FIRST),
        (("#",), ("8",), texts.NOTHING_HERE),
        (("3", "1"), (0,), match_texts.OTHER_STARTS),
        (("3", "1", "1", "3"), (1,), match_texts.OTHER_STARTS),
        (TO_MOVE, (1,), texts.NOT_YOUR_TURN),
        (TO_MOVE, ("7", 0), match_texts.TOO_LATE_TO_DOUBLE),
        (TO_MOVE, ("8",), texts.NOTHING_HERE),
        (TO_TURN, (0,), texts.NOT_YOUR_TURN),
        (TO_TURN, (3,), texts.NO_SUCH_SEAT),
        (TO_TURN, ("7", 2), texts.NO_SUCH_SEAT),
        (TO_TURN, ("9", "1", 3), texts.NO_SUCH_SEAT),
        *((TO_TURN, ("7", digit), texts.BUTTON_FIRST) for digit in "12345689"),
        *(((*TO_TURN, "7"), ("7", digit), texts.BUTTON_FIRST) for digit in "123456789"),
        *((TO_TURN, ("9", "1", digit), texts.BUTTON_FIRST) for digit in "123456789"),
        *((TO_TURN, ("9", digit), texts.CHOOSE_FIRST) for digit in "456789"),
        *((TO_TURN, ("9", seat), texts.CHOOSE_FIRST) for seat in (0, 1)),
        *((TO_TURN, ("0", key), texts.CHOOSE_FIRST) for key in ("9", "0", 0, 1)),
        ((*TO_TURN, "0", "3"), (1,), texts.PAUSED),
        ((*TO_TURN, "0", "3"), ("6",), texts.PAUSED),
        ((*TO_TURN, "0", "3"), ("7",), texts.PAUSED),
        ((*TO_TURN, "7", 1, "0", "3"), ("7",), texts.PAUSED),
        ((*TO_TURN, "7", 1, "0", "3"), ("8",), texts.PAUSED),
        ((*TO_TURN, "7", 1, "0", "3"), (0,), texts.PAUSED),
        ((*TO_TURN, "7", 1), (0,), match_texts.TAKE_OR_DROP),
        ((*TO_TURN, "7", 1), (1,), match_texts.TAKE_OR_DROP),
        ((*TO_TURN, "7", 1), ("6",), texts.NOTHING_HERE),
        ((*TO_TURN, "7", 1), ("7", 1), match_texts.NOT_ASKED),
        ((*TO_TURN, "7", 1), ("8", 1), match_texts.NOT_ASKED),
        ((*TO_TURN, "7", 1, "7", 0), ("7", 1), match_texts.NOT_YOUR_CUBE),
        ((*TO_TURN, "7", 0), ("7", 0), match_texts.TOO_LATE_TO_DOUBLE),
        ((*TO_TURN, "9", "1", 0), (0,), texts.OTHER_CONFIRMS),
        ((*TO_TURN, "9", "1", 0), (3,), texts.NO_SUCH_SEAT),
        *(((*TO_TURN, "9", "1", 0), (key,), texts.NOTHING_HERE) for key in "0123456789"),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_reason_and_leaves_no_trace(table, before, pressed, said):
    table.press(*before, *pressed[:-1])
    table.refuses(pressed[-1], said)
    table.wait(3000)
    assert table.said == "", "a reason stays for a moment only"


# --- no more than three presses ----------------------------------------------------------------

ROWS = next(
    mark.args[1] for mark in test_what_is_pressed_is_what_is_logged.pytestmark if mark.name == "parametrize"
)
#: everything a player can do: records, the reasons of a pause, kinds and ways of a result
ACTIONS = {
    *("game", "opening", "dice", "press", "double", "take", "drop", "confirm", "reject", "resume"),
    *(("pause", reason) for reason in range(1, 8)),
    *(("result", kind, records.PLAYED) for kind in (1, 2, 3)),
    *(("result", 2, how) for how in (records.CONCEDED, records.CLAIMED)),
    ("result", records.WHOLE_MATCH, records.CONCEDED), ("double", 2),
}


def test_every_action_is_within_three_presses():
    """From one record to the next no action needs more than three presses (scores excepted)."""
    reached = {}
    for before, pressed, _ in ROWS:
        table = Table()
        table.set_up()
        seq = table.last
        presses = 0
        for key in (*before, *pressed):
            table.press(key)
            presses += 1
            for name, *numbers in table.log(seq):
                action = name
                if name == "pause":
                    action = (name, numbers[0])
                elif name == "double" and numbers[2]:
                    action = (name, numbers[2])
                elif name == "result":
                    action = (name, *numbers[1:])
                reached[action] = min(presses, reached.get(action, 99))
            if table.last != seq:
                seq = table.last
                presses = 0
        table.board.power_off()
    assert set(reached) >= ACTIONS
    assert max(reached.values()) == 3
    assert reached["press"] == reached["game"] == reached["pause", 7] == reached["confirm"] == 1


# --- the cube ----------------------------------------------------------------------------------


def test_in_the_crawford_game_the_cube_is_refused_with_its_reason(table):
    table.press(*TO_TURN, "7", 1, "7", 0).win(0, "2")  # a gammon with the cube at 2: 4-0 to 5
    assert table.sheet.score == [4, 0]
    table.press(*TO_TURN)
    assert table.sheet.crawford == match.NOW
    after = table.last
    assert table.press("7").said == match_texts.CRAWFORD_NO_CUBE
    assert table.press(1).said == match_texts.CRAWFORD_NO_CUBE
    table.press("7", "7", "*")
    assert table.log(after) == []
    table.press(1)
    assert table.log(after) == [("press", 1, 0, 1)]  # the button is a button again
    table.win(1)
    table.press(*TO_TURN, "7", 1)
    assert (table.sheet.crawford, table.sheet.phase) == (match.AFTER, match.DOUBLED)


def test_a_premature_double_stands_and_the_opponent_moves_knowing_it(table):
    table.press(*TO_TURN, "7", 0)
    assert table.reads(match_texts.HINT_TURN)
    table.press("6", "5", 1)
    assert (table.sheet.phase, table.sheet.turn) == (match.DOUBLED, 1)
    assert table.reads(match_texts.HINT_DOUBLED)
    table.press("8", 1, 0)
    assert table.sheet.score == [1, 0]


@pytest.mark.parametrize("kind", ["1", "3"])
def test_a_premature_double_is_forgotten_with_its_game(table, kind):
    table.press(*TO_TURN).win(0, "3")
    table.press(*TO_TURN, "7", 0).win(0, kind)
    shown = table.board.pixels[6 * 128 : 7 * 128]
    other = Table()
    other.set_up()
    other.press(*TO_TURN).win(0, "3")
    other.press(*TO_TURN).win(0, kind)
    assert shown == other.board.pixels[6 * 128 : 7 * 128]
    other.board.power_off()


def test_the_highest_cube_is_not_doubled(table):
    table.press(*TO_TURN)
    doubler, taker = 1, 0
    for _ in range(match.HIGHEST_CUBE):
        table.press("7", doubler, "7", taker, doubler)
        doubler, taker = taker, doubler
    assert table.sheet.cube == match.HIGHEST_CUBE
    assert table.press("7").said == match_texts.CUBE_LIMIT


# --- undo --------------------------------------------------------------------------------------

UNDONE = [
    (("#", "3"), "1", "Undo opening 3-1"),
    (("3", "1"), 1, "Undo press Right"),
    ((*TO_MOVE, "6"), "5", "Undo 6-5 Left"),
    (TO_MOVE, 0, "Undo press Left"),
    ((*TO_TURN, "7"), 1, "Undo double Right"),
    ((*TO_TURN, "7"), 0, "Undo double Left"),
    ((*TO_TURN, "7", 1, "7"), 0, "Undo take Left"),
    ((*TO_TURN, "9", "2", 0), 1, "Undo yes Right"),
    ((*TO_TURN, "9", "2", 0), "*", "Undo no Right"),
    ((*TO_TURN, "0", "3"), "#", "Undo resume"),
]
#: what stopped the clock: after the undo it stands still where it stood
STOPPED = [
    (TO_TURN, "0", "Undo stop"),
    ((*TO_TURN, "9", "2"), 1, "Undo result Right"),
    ((*TO_TURN, "7", 1, "8"), 0, "Undo drop Left"),
]


def test_a_refusal_does_not_hide_what_an_undo_will_take_back(table):
    table.press(*TO_TURN, "5", "3")
    after = table.last
    table.press("8")
    assert table.app.view.flash, "the drop is refused"
    table.board.press("*", hold_ms=1500)
    table.wait(400)
    assert table.reads("Undo 5-3 Right"), table.app.view.hint
    table.wait(2000)
    assert table.log(after) == [("undo", 0, 0, 0)]


@pytest.mark.parametrize(("before", "key", "label"), UNDONE + STOPPED)
def test_undo_says_what_it_undoes_and_then_does(table, before, key, label):
    table.press(*before)
    sheet = table.sheet.pack()
    phase = table.sheet.phase
    left = [table.sheet.clock.remaining(seat, table.now) for seat in (0, 1)]
    table.press(key)
    after = table.last
    table.keep_down("*")
    assert table.reads(label), table.app.view.hint
    assert table.last == after
    table.wait(1_000)
    assert table.log(after) == [("undo", 0, 0, 0)]
    table.board.release("*")
    table.wait(300)
    assert table.last == after + 1, "letting go of a held key is nothing"
    if (before, key, label) in UNDONE:
        assert table.sheet.pack() == sheet
    else:
        assert (table.sheet.phase, table.sheet.pause) == (phase, records.CONTESTED)
        table.wait(600_000)
        clock = table.sheet.clock
        for seat in (0, 1):
            assert abs(clock.remaining(seat, table.now) - left[seat]) < 1000, "the stop was charged"
        table.press("#")
        assert clock.running


def test_undo_reaches_the_start_of_the_game_and_not_further(table):
    table.press(*TO_TURN).win(0)
    table.press("#")
    start = table.sheet.pack()
    mark = table.last
    table.press("5", "5", "6", "2", 1, "3", "1", 0, "7", 1, "7", 0, "0", "4")
    actions = len([row for row in table.log(mark) if row[0] != "undo"])
    for _ in range(actions):
        table.hold("*")
    assert table.sheet.pack() == start
    after = table.last
    table.keep_down("*")
    assert table.reads(held.NO_UNDO)
    table.let_go("*")
    assert table.said == texts.ASK_DIRECTOR
    assert table.last == after
    assert table.sheet.score == [1, 0]


def test_an_ended_game_is_opened_again_until_the_next_one_begins(table):
    table.press(*TO_TURN).win(0)
    assert table.sheet.score == [1, 0]
    table.hold("*")
    assert (table.sheet.phase, table.sheet.score) == (match.RESULT, [0, 0])
    table.press(1)
    assert table.sheet.score == [1, 0]
    table.press("#")
    assert table.hold("*").said == texts.ASK_DIRECTOR
    assert table.sheet.score == [1, 0]


# --- the end of a match, and the next ------------------------------------------------------------


def test_a_match_is_played_to_its_end_and_the_next_is_set_up(table):
    for _ in range(2):
        table.press(*TO_TURN).win(1, "3")
    assert (table.sheet.phase, table.sheet.champion, table.sheet.score) == (match.OVER, 1, [0, 5])
    assert table.reads(texts.HASH_NEW_MATCH)
    after = table.last
    for key in (0, 1, "6", "7", "8", "9", "0"):
        assert table.press(key).said == texts.PRESS_HASH
    table.press("*")
    assert table.log(after) == []
    table.press("#", "1", "3", "#", "6")
    assert (table.sheet.phase, table.sheet.length, table.sheet.score) == (match.READY, 3, [0, 0])


def test_no_more_than_the_match_is_won(table):
    table.press(*TO_TURN, "7", 1, "7", 0).win(0, "3")
    assert table.sheet.score == [5, 0]
    assert records.unpack(table.record(table.last))[6] == 6


# --- who may press, and when -----------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_press_at_once_the_seat_on_turn_ends_its_turn(table, first):
    table.press(*TO_MOVE)
    after = table.last
    now = table.timeline.now_us
    table.board.press(first, now)
    table.board.press(1 - first, now)
    table.wait(300)
    assert table.log(after) == [("press", 0, 1, 0)], "the other's turn is not over as well"
    assert table.said == texts.NOT_YOUR_TURN
    assert table.press(1).log(after + 1) == [("press", 1, 0, 1)]


@pytest.mark.parametrize("delay_ms", [6, 30, 60])
def test_a_press_that_comes_just_too_early_or_late_is_nobodys_turn(table, delay_ms):
    table.press(*TO_MOVE)
    after = table.last
    now = table.timeline.now_us
    table.board.press(1, now)
    table.board.press(0, now + delay_ms * 1000)
    table.wait(300)
    assert table.log(after) == [("press", 0, 1, 0)]
    now = table.timeline.now_us
    table.board.press(1, now)
    table.board.press(0, now + delay_ms * 1000)
    table.wait(300)
    assert table.log(after + 1) == [("press", 1, 0, 1)]


def test_both_agree_in_the_same_scan(table):
    table.press(*TO_TURN, "9", "1", 0)
    now = table.timeline.now_us
    table.board.press(0, now)
    table.board.press(1, now)
    table.wait(300)
    assert table.sheet.score == [1, 0]


def test_lamps_show_whose_turn_it_is_and_who_has_to_answer(table):
    assert table.board.leds == (False, False, False, False)
    # before the first turn the lower roller has to press, not the player who will be on turn
    table.press("3", "1")
    assert table.app.program.lamps() == (0, 0b10)
    table.press(TO_MOVE[-1])
    assert table.board.leds == (True, False, False, False)
    table.press(0)
    assert table.board.leds == (False, True, False, False)
    table.press("9", "1", 1)
    seen = set()
    for _ in range(20):
        table.wait(100)
        seen.add(table.board.leds)
    # the winner's lamp is lit, the other one blinks
    assert seen == {(True, True, False, False), (False, True, False, False)}
    table.press(0)
    assert table.board.leds == (False, False, False, False)


# --- dice off, dice required -------------------------------------------------------------------------


def directed(**settings):
    made = Table()
    host = Host(made)
    made.wait(2500)
    assert host.set_up(**settings)[0] == messages.DONE
    return made


def test_without_dice_the_board_asks_for_none():
    table = directed(options=match.CRAWFORD_RULE | match.DICE_OFF)
    assert table.reads(texts.HASH_BEGINS)
    assert table.press("4").said == match_texts.DICE_NOT_LOGGED
    assert table.press(0).said == texts.HASH_BEGINS
    table.press("#")
    assert table.reads(match_texts.LOWER_STARTS)
    table.press(0, 1, 0)
    assert table.said == ""
    assert [name for name, *_ in table.log()[-3:]] == ["press"] * 3


def test_with_required_dice_a_press_without_them_stands_and_is_told():
    table = directed(options=match.CRAWFORD_RULE | match.DICE_REQUIRED)
    table.press(*TO_TURN, 1)
    assert table.said == match_texts.NO_DICE
    assert table.log()[-1] == ("press", 1, 0, 1)
    table.press("6", "1", 0)
    assert table.said == ""
