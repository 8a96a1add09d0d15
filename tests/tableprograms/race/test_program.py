"""The pawn races as players press them, on a whole board: every action, every refusal, every way back.

Rows are what is pressed, what the log must then hold and what the screen says. Nothing may enter the log that
has no effect: the sheet's count of odd records stays zero.
"""

import random
from functools import cache

import pytest

from tablecore import clock, messages, records
from tabledevice import screens, texts
from tabledevice.texts import dispute
from tablekeeper.games import timecontrol
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race import texts as words
from tableprograms.race.rules import DEVICE, LOGGED, NAMES, ROLL_FIRST
from tableprograms.race.setup import CLOCKS
from tests.tabledevice.hands import Host, Table

NOBODY = 255
STOP = ("pause", 7, 0, 0)
#: keys of the set-up menu: a race, its rules, throws not logged, typed in, thrown by the board
TWO = ("#", "2", "1", "1")
TWO_LOGGED = ("#", "2", "2", "2")
THREE = ("#", "2", "3", "1")
THREE_LOGGED = ("#", "2", "4", "2")
THREE_THROWN = ("#", "2", "3", "3")
#: a 2T game in which seat 0 has one pawn to go
NEARLY = (0, "1", "1", "1")


# --- what keys do ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "pressed", "logged"),
    [
        (TWO, ("#",), [("game", 1, 0, 255)]),
        (TWO, (1,), [("game", 1, 0, 1)]),
        (THREE, (2,), [("game", 1, 2, 2)]),
        # pawns, not logged: the key is the colour
        ((*TWO, "#"), ("1", "4", "4"), [("pawn", 0, 0, 1), ("pawn", 1, 3, 1), ("pawn", 1, 3, 2)]),
        ((*THREE, "#"), ("6", "1"), [("pawn", 2, 5, 1), ("pawn", 0, 0, 1)]),
        # turns are kept when somebody said who begins
        ((*THREE, 1), (1, 2, 0), [("press", 1, 2, 0), ("press", 2, 0, 0), ("press", 0, 1, 0)]),
        # who begins was said by mistake, or not at all
        ((*THREE, 1), (0, 2, 2), [("press", 1, 0, 1), ("press", 0, 2, 1), ("press", 2, 0, 0)]),
        ((*THREE, "#"), (2, "1"), [("press", 255, 2, 1), ("pawn", 0, 0, 1)]),
        ((*TWO_LOGGED, 0, "3", "8"), (1, "4"), [("press", 0, 1, 1), ("dice", 1, 4, 0)]),
        # the game is over by itself, all agree, the next one begins
        ((*TWO, *NEARLY), ("1", 0, 1, "#"),
         [("pawn", 0, 0, 4), ("confirm", 0, 0, 0), ("confirm", 1, 0, 0), ("end", 0, 0, 0),
          ("game", 2, 0, 255)]),
        ((*TWO, *NEARLY), ("1", 1, "*"), [("pawn", 0, 0, 4), ("confirm", 1, 0, 0), ("reject", 0, 0, 0)]),
        ((*TWO, *NEARLY), ("1", "*", "#"), [("pawn", 0, 0, 4), ("reject", 0, 0, 0), ("resume", 0, 0, 0)]),
        # ended otherwise
        ((*TWO, 0), ("9", "1"), [("result", 255, 0, 5)]),
        ((*TWO, 0), ("9", 0, 1), [("result", 1, 0, 1), ("confirm", 1, 0, 0), ("end", 1, 0, 1)]),
        ((*TWO, 0), ("0", "1", 1), [STOP, ("pause", 1, 0, 0), ("result", 0, 0, 1)]),
        ((*THREE, 0), ("0", "1", "1"), [STOP, ("pause", 1, 0, 0), ("result", 255, 0, 5)]),
        ((*THREE, 0), ("0", "9", "*", "#"), [STOP, ("resume", 0, 0, 0)]),
        ((*THREE, 0, "0", "6"), ("9", "1"), [("result", 255, 0, 5)]),
        # throws logged
        ((*TWO_LOGGED, 1), ("6", "3", "5"), [("dice", 1, 6, 0), ("dice", 1, 3, 0), ("dice", 0, 5, 0)]),
        ((*TWO_LOGGED, 1), ("3", "7", "9", "9"),
         [("dice", 1, 3, 0), ("pawn", 1, 2, 1), ("pawn", 1, 3, 1), ("pawn", 1, 3, 2)]),
        ((*TWO_LOGGED, 1), ("3", "8", "4", "2"),
         [("dice", 1, 3, 0), ("cancel", 1, 3, 0), ("dice", 1, 4, 0), ("dice", 0, 2, 0)]),
        ((*TWO_LOGGED, 1), ("6", 1, "2"), [("dice", 1, 6, 0), ("press", 1, 0, 0), ("dice", 0, 2, 0)]),
        ((*THREE_LOGGED, 0, "2"), ("0", "1", "1"), [STOP, ("pause", 1, 0, 0), ("result", 255, 0, 5)]),
        # between games
        (THREE, ("7", "2", "3", "6", "1", "4", "5", "#"), [("game", 1, 2, 255)]),
        (THREE, ("8", "4", "4", "1"), [("roll", 0, 4, 7), ("roll", 1, 4, 0), ("roll", 2, 1, 0)]),
        ((*THREE, "8", "4", "4", "1"), ("2", "3", "#"),
         [("roll", 0, 2, 0), ("roll", 1, 3, 0), ("game", 1, 2, 255)]),
        ((*THREE, "8", "4"), ("9", "#"), [("roll", 255, 0, 0), ("game", 1, 2, 255)]),
        (THREE, ("8", "*", "#"), [("game", 1, 2, 255)]),
        (THREE, ("7", "2", "*", "#"), [("game", 1, 2, 255)]),
        (TWO, ("0", "6", "#"), [STOP, ("pause", 6, 0, 0), ("resume", 255, 0, 0)]),
        *(((*TWO, 0), ("0", str(reason), "#"), [STOP, ("pause", reason, 0, 0), ("resume", 0, 0, 0)])
          for reason in (2, 3, 4, 5, 6)),
    ],
)  # fmt: skip
def test_what_is_pressed_is_what_is_logged(table, before, pressed, logged):
    table.press(*before)
    assert table.writes(*pressed) == logged


@pytest.mark.parametrize(
    ("before", "pressed", "said"),
    [
        (TWO, ("1",), words.WHO_BEGINS),
        (TWO, ("9",), texts.NOTHING_HERE),
        (TWO, (2,), texts.NO_SUCH_SEAT),
        (THREE, (3,), texts.NO_SUCH_SEAT),
        (TWO_LOGGED, ("#",), words.WHO_BEGINS),
        ((*TWO, "#", "1"), (0,), words.NO_TURNS),
        ((*TWO, 0, "1"), (1,), texts.NOT_YOUR_TURN),
        ((*THREE, 0, 0), (0,), texts.NOT_YOUR_TURN),
        ((*TWO_LOGGED, 0, "6"), (1,), texts.NOT_YOUR_TURN),
        ((*TWO, 0), ("5",), words.NOT_PLAYED),
        ((*TWO, 0), ("7",), texts.NOTHING_HERE),
        ((*TWO, 0), ("8",), texts.NOTHING_HERE),
        (("#", "2", "2", "1", 0, "1", "1", "1", "1"), ("1",), words.COMPLETE),
        ((*TWO, *NEARLY, "1"), ("2",), texts.NOTHING_HERE),
        ((*TWO, *NEARLY, "1", "*"), ("2",), texts.PAUSED),
        ((*TWO, *NEARLY, "1", 0), (0,), texts.OTHER_CONFIRMS),
        ((*TWO, 0, "0", "6"), ("1",), texts.PAUSED),
        ((*TWO, 0, "0", "6"), (0,), texts.PAUSED),
        ((*TWO, 0, "9"), ("2",), words.ONE_STOPS),
        ((*THREE, 0, "9"), (0,), words.ONE_STOPS),
        ((*TWO, 0, "0"), (0,), texts.CHOOSE_FIRST),
        ((*TWO_LOGGED, 0), ("7",), words.THROW_FIRST),
        ((*TWO_LOGGED, 0), ("8",), words.THROW_FIRST),
        (("#", "2", "5", "2", 0, "3"), ("9",), texts.NOTHING_HERE),  # 3T-XS: one colour each
        ((*THREE, "7"), ("7",), texts.CHOOSE_FIRST),
        ((*THREE, "7", "2"), ("2",), texts.CHOOSE_FIRST),
        ((*THREE, "7"), (0,), texts.CHOOSE_FIRST),
        ((*THREE, "8"), (0,), words.TYPE_DIE),
        ((*THREE, "8"), (1,), texts.NOT_YOUR_TURN),
        ((*THREE, "8"), ("7",), texts.NOTHING_HERE),
        ((*THREE, "8", "3"), ("#",), words.ROUND_FIRST),
        ((*THREE, "8", "3"), ("8",), texts.NOTHING_HERE),
        ((*THREE_THROWN, "8"), (1,), texts.NOT_YOUR_TURN),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_reason_and_leaves_no_trace(table, before, pressed, said):
    table.press(*before, *pressed[:-1])
    table.refuses(pressed[-1], said)


# --- the board throws -------------------------------------------------------------------------------


def test_the_board_throws_and_says_so(table):
    table.press(*THREE_THROWN, 0)
    after = table.last
    table.press("1", "6", "2")
    found = [records.unpack(table.record(seq)) for seq in range(after + 1, table.last + 1)]
    assert [(one[1], one[6]) for one in found] == [(records.DICE, 1)] * 3
    assert all(1 <= one[3] <= 6 for one in found)


def test_in_a_round_each_throws_with_his_own_button(table):
    table.press(*THREE_THROWN, "8", 0)
    while table.sheet.rolling:
        table.press(table.sheet.asked())
    assert sorted(table.sheet.place) == [1, 2, 3]
    assert {row[0] for row in table.log()[-3:]} == {"roll"}


# --- undo -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "undone"),
    [
        ((*TWO, 0, "1"), "Undo Re 1 Left"),
        ((*TWO, 0, 0), "Undo press Left"),
        ((*THREE, 1, 0), "Undo press Seat 2"),
        ((*TWO_LOGGED, 1, "4"), "Undo die 4 Right"),
        ((*TWO_LOGGED, 1, "4", "8"), "Undo oops 4 Right"),
        ((*TWO_LOGGED, 1, "4", "9"), "Undo Bu 1 Right"),
        ((*THREE, "8", "5"), "Undo die 5 Seat 1"),
        ((*THREE, "8", "5", "9"), "Undo die 0 "),
        ((*TWO, *NEARLY, "1"), "Undo Re 4 Left"),
        ((*TWO, *NEARLY, "1", 1), "Undo yes Right"),
        ((*TWO, *NEARLY, "1", "*"), "Undo no Left"),
        ((*TWO, 0, "9", "1"), "Undo result"),
        ((*TWO, 0, "0", "6"), "Undo stop"),
    ],
)
def test_what_was_done_last_is_named_and_taken_back(table, played, undone):
    table.press(*played[:-1])
    before = but_clock_and_stamp(table.sheet)
    table.press(played[-1])
    table.board.press("*", hold_ms=1000)
    table.wait(500)
    assert table.app.view.hint == undone
    assert len(undone) <= 21
    table.wait(1000)
    assert table.log()[-1][0] == "undo"
    assert but_clock_and_stamp(table.sheet) == before


def but_clock_and_stamp(sheet):
    """Return what a game's own records make of a sheet, its pauses and times left out."""
    return (
        sheet.phase, list(sheet.home), list(sheet.order), sheet.die, sheet.turn, sheet.winner,
        sheet.confirmed, sheet.rolling, list(sheet.place),
    )


def test_everything_can_be_taken_back_to_the_beginning_of_the_game(table):
    table.press(*TWO_LOGGED, 1, "6", "4", "7", "9", "2", "8", "3", "0", "6", "#", "7", 0)
    for _ in range(12):
        table.hold("*")
    assert table.log()[-1][0] == "undo"
    sheet = table.sheet
    assert (sheet.phase, sheet.turn, sheet.die, sum(sheet.home)) == (race.PLAY, 1, 0, 0)
    table.hold("*")
    assert table.said == texts.ASK_DIRECTOR
    assert table.sheet.clock.running or table.sheet.pause != NOBODY


# --- set-up, from the menu and by the host ------------------------------------------------------------


@pytest.mark.parametrize("rules", range(8))
@pytest.mark.parametrize("throws", range(3))
def test_every_series_the_menu_offers(table, rules, throws):
    table.press("#", "2", str(rules + 1))
    if rules == racerules.TRIPLEATHLON:
        # the choice behind the throws
        table.press(str(throws + 1), "5")
    else:
        table.press(str(throws + 1))
    sheet = table.sheet
    assert (sheet.phase, sheet.series, sheet.seats) == (race.READY, rules, racerules.seats_of(rules))
    assert sheet.options == (0, LOGGED, LOGGED | DEVICE)[throws]
    if rules == racerules.TRIPLEATHLON:
        assert [NAMES[one] for one in sheet.rotation] == ["GP", "3T", "3T+"]
    # and the next time it is two keys
    log = table.log()
    table.hold("#").press("#")
    assert [row[0] for row in table.log(len(log))] == ["race", *["series"] * (rules == 7), "time", "commit"]
    assert table.sheet.series == rules


@pytest.mark.parametrize("choice", range(1, 7))
def test_every_clock_the_menu_offers(table, choice):
    table.press("#", "2", "0", "1", "1", "2", str(choice))
    method, reserve, delay, _, _ = timecontrol.parse(CLOCKS[choice - 1])
    sheet = table.sheet
    assert sheet.options == ROLL_FIRST
    assert (sheet.clock.method, sheet.clock.reserve, sheet.clock.delay) == (
        [method] * 2, [reserve] * 2, [delay] * 2
    )


@pytest.mark.parametrize("rules", range(8))
def test_a_series_of_the_hosts(table, host, rules):
    lineup = racerules.usual(rules)
    rows = [(records.RACE, 1, rules, LOGGED, 77, 0), (records.SERIES, 2, 3, 5, 4, 0),
            (records.LINEUP, 2, 1, 1, lineup, 0), (records.TIME, 255, clock.UP, 0, 0, 0)]
    assert host.run(*rows)[0] == messages.DONE
    assert host.run(*rows)[0] == messages.REFUSED
    table.press("#", 0)
    assert (table.sheet.game, table.sheet.match_id, table.sheet.wins) == (5, 77, [2, 1, 1])
    # the director ends the game and agrees for all
    assert host.direct(records.RESULT, 255, 0, 0, records.NONE, 0)[0] == messages.REFUSED
    assert host.direct(records.RESULT, 255, 0, race.STOPPED, records.NONE, 0)[0] == messages.DONE
    assert host.direct(records.CONFIRM, 255, 0, 0, 0, 0)[0] == messages.DONE
    assert table.log()[-1] == ("end", 255, table.sheet.rules, race.STOPPED)
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    table.wait(2000)
    assert host.has_all()


def test_a_whole_series_is_at_the_host_as_it_is_on_the_board(table, host):
    table.press(*THREE_LOGGED)
    rng = random.Random(4)
    for _ in range(2):
        table.press(rng.randrange(3))
        while table.sheet.phase == race.PLAY:
            table.press(str(rng.randrange(1, 7)))
            for key in "79":
                if rng.random() < 0.7:
                    table.press(key)
        table.press(0, 1, 2)
    table.wait(3000)
    assert host.has_all()
    folded = host.folded()
    assert folded.pack() == table.sheet.pack()
    assert (folded.games, folded.mismatch) == (2, 0)


# --- how far away things are ------------------------------------------------------------------------


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("before", "action", "most"),
    [
        ((*THREE, 0), "pawn", 1), ((*THREE, 0), "press", 1), ((*THREE, 0), "pause", 1),
        ((*THREE, 0), "result", 2), ((*THREE_LOGGED, 0), "dice", 1), ((*THREE_LOGGED, 0, "4"), "cancel", 1),
        ((*THREE_LOGGED, 0, "4"), "pawn", 1), ((*THREE_LOGGED, 0), "result", 3), (THREE, "game", 1),
        (THREE, "roll", 2), ((*TWO, *NEARLY, "1"), "confirm", 1), ((*TWO, *NEARLY, "1"), "reject", 1),
        ((*THREE, 0, "0"), "resume", 2),
    ],
)
def test_every_action_is_at_most_three_presses_away(before, action, most):
    """A walk over all keys, breadth first, from the screen of the game; a stop may lie on the way."""
    paths = [()]
    for depth in range(most):
        if depth:
            paths = [path for path in paths if names(before, path) <= {"pause"}]
        paths = [(*path, key) for path in paths for key in [0, 1, 2, *"1234567890*#"]]
        if any(action in names(before, path) for path in paths):
            return
    pytest.fail(f"{action} is further than {most} presses away")


@cache
def names(before, path):
    """Return the kinds of records that the last key of a path adds, on a board of its own."""
    table = Table()
    table.press(*before, *path[:-1], gap=150)
    after = table.last
    table.press(path[-1], gap=150)
    found = {row[0] for row in table.log(after)}
    table.board.power_off()
    return found


# --- flags, sounds and lamps --------------------------------------------------------------------------


def test_a_flag_stops_the_game_and_says_what_to_do(table):
    table.press("#", "2", "0", "1", "1", "1", "3", 0)
    table.wait(601_000)
    assert table.log()[-1] == ("flag", 0, 0, 0)
    assert table.app.view.hint == words.HINT_FLAG
    for key in ("1", 0):
        table.press(key)
        assert table.said == texts.TIME_IS_UP
    table.press("9", "1", 0, 1)
    assert table.log()[-1] == ("end", 255, 0, 5)
    table.press(1)
    assert table.sheet.clock.remaining(0, table.now) == 600_000


#: clocks of ten seconds a game
SECONDS = (records.TIME, 255, clock.SUDDEN, 0, 10_000, 0)


@pytest.mark.parametrize("options", [0, LOGGED])
@pytest.mark.parametrize("rules", [racerules.TWO_THREAT, racerules.THREE_THREAT])
def test_a_fallen_flag_takes_no_reason_but_the_end_of_the_game(table, host, rules, options):
    assert host.run((records.RACE, 1, rules, options, 77, 0), SECONDS)[0] == messages.DONE
    table.press(0, "3").wait(11_000)
    assert table.log()[-1][:2] == ("flag", table.sheet.turn)
    after = table.last
    table.press("0")
    assert (table.said, table.app.view.question) == ("", texts.REASONS[0])
    for reason in "2346":
        table.press(reason)
        assert table.said == texts.TIME_IS_UP
    assert host.direct(records.PAUSE, records.FALLEN, 0, 0, 0, 0)[0] == messages.REFUSED
    assert table.log(after) == []
    # no pause is possible, but the director can be called
    assert table.writes("5") == [("request", 0, 0, 0)]
    assert table.app.view.question == dispute.CALLED
    after = table.last
    table.press("0", "1", "1", *range(table.sheet.seats))
    assert table.log(after)[0] == ("result", 255, 0, race.STOPPED)
    assert table.log()[-1] == ("end", 255, rules, race.STOPPED)
    # the flag still shows what happened; between games no clock goes that could stop
    table.press("0")
    assert table.said == texts.NOTHING_HERE
    table.press(1)
    assert (table.sheet.game, table.sheet.clock.running) == (2, True)


def test_a_tripleathlon_plays_a_stopped_game_again_by_the_same_rules(table):
    table.press("#", "2", "8", "1", "1")
    assert [NAMES[one] for one in table.sheet.rotation] == ["3T", "3T+", "GP"]
    table.press(1, "9", "1", 0, 1, 2)
    assert table.log()[-1] == ("end", 255, racerules.THREE_THREAT, race.STOPPED)
    assert (table.sheet.games, NAMES[table.sheet.next_rules()]) == (1, "3T")
    table.power_cycle()
    assert NAMES[table.sheet.next_rules()] == "3T"
    table.press(0, "1", "1", "1", "1", 0, 1, 2)
    assert (table.sheet.games, table.sheet.wins, NAMES[table.sheet.next_rules()]) == (2, [1, 0, 0], "3T+")


def test_lamps_say_who_is_on_turn_and_who_has_to_answer(table):
    table.press(*THREE, 1)
    assert table.app.program.lamps() == (2, 0)
    table.press("1", "1", "1", "1", 2)
    assert table.app.program.lamps() == (1, 3)
    table.press(0, 1, "8", "3")
    assert table.app.program.lamps() == (0, 6)


def test_what_was_being_chosen_is_gone_after_a_boot(table):
    table.press(*THREE, "7", "2", "3", "6", "1", "4", "5")
    assert table.app.program.lineup
    table.power_cycle()
    table.press("#")
    assert table.sheet.owner == [0, 0, 1, 1, 2, 2]


def test_colours_that_were_chosen_stay_for_the_next_games(table):
    table.press(*TWO, "7", "5", "2", "1", "6", 0)
    assert table.sheet.owner == [1, 0, NOBODY, NOBODY, 0, 1]
    table.press("9", "1", 0, 1, 1)
    assert (table.sheet.game, table.sheet.owner) == (2, [1, 0, NOBODY, NOBODY, 0, 1])


@pytest.mark.turns(3)
@pytest.mark.parametrize("setting", [TWO, TWO_LOGGED, THREE, THREE_LOGGED, THREE_THROWN])
def test_random_presses_never_write_what_has_no_effect(table, setting):
    rng = random.Random(str(setting))
    table.press(*setting)
    kinds = set()
    for _ in range(300):
        if rng.random() < 0.05:
            table.hold("*")
        elif table.app.view.screen != screens.GAME:
            # out of the menu
            table.hold("*")
        else:
            table.press(rng.choice([0, 1, 2, 3, *"1234567890*#", *"123456", 0, 1, 2, "#"]), gap=120)
        assert table.sheet.odd == 0, table.log()[-3:]
    kinds = {row[0] for row in table.log()}
    assert kinds >= {"game", "pawn", "pause", "undo"}


@pytest.mark.turns(4)
@pytest.mark.parametrize("rules", [racerules.TWO_THREAT, racerules.TRIPLEATHLON])
@pytest.mark.parametrize("options", [0, LOGGED])
def test_a_storm_with_flags_never_writes_what_has_no_effect(table, rules, options):
    rng = random.Random(f"{rules} {options}")
    host = Host(table)
    table.wait(2500)
    assert host.run((records.RACE, 1, rules, options, 77, 0), SECONDS)[0] == messages.DONE
    for _ in range(25):
        # somebody begins or goes on, plays, thinks for too long, presses what comes to hand, perhaps gives up
        strokes = ["*", "#", rng.choice([0, 1]), *rng.choices([0, 1, 2, *"123456789"], k=4), "hold", "*", "#"]
        strokes += [11_000, *rng.choices([0, 1, 2, "hold", *"1234567890*#", *"000"], k=12)]
        strokes += ["*", "0", "1", "1", 0, 1, 2] if rng.random() < 0.6 else []
        for stroke in strokes:
            if stroke == 11_000:
                table.wait(stroke)
            elif stroke == "hold":
                table.hold("*")
            else:
                table.press(stroke, gap=120)
            assert table.sheet.odd == 0, table.log()[-3:]
    names = [row[0] for row in table.log()]
    assert names.count("flag") > 2
    assert names.count("end") > 2
