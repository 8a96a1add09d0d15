"""Setting up at the table: every length and clock the menu offers, every wrong key, every way out."""

import tomllib

import pytest

from tablecore import clock, messages, records
from tabledevice import screens, texts
from tabledevice.setups import OFFERED, clocks, said
from tabledevice.setups.clocks import CLOCKS, METHODS
from tabledevice.texts import menu
from tabledevice.texts import setup as words
from tablekeeper.games import timecontrol
from tableprograms.backgammon import setup as backgammon
from tableprograms.backgammon import sheet as match
from tests.nonempty import nonempty
from tests.tabledevice.hands import Table


@pytest.mark.parametrize("length", [1, 5, 7, 10, 25, 99])
@pytest.mark.parametrize("choice", range(len(CLOCKS)))
def test_every_clock_with_many_lengths(table, length, choice):
    table.press("#")
    assert (table.app.view.screen, table.app.view.title) == (screens.MENU, menu.GAME_TITLE)
    table.press("1")
    assert table.app.view.screen == screens.ENTRY
    assert table.reads(texts.HINT_ENTRY)
    table.press(*str(length), "#")
    assert (table.app.view.screen, table.app.view.title) == (screens.MENU, words.CLOCK_TITLE % length)
    assert len(table.log()) == 1, "nothing is written before the last key"
    table.press(str(choice + 1))
    sheet = table.sheet
    method, reserve, delay, precredit, per_point = timecontrol.parse(CLOCKS[choice])
    if per_point:
        reserve *= length
    if precredit:
        reserve += delay
    assert (sheet.phase, sheet.length, sheet.options) == (match.READY, length, match.CRAWFORD_RULE)
    assert sheet.clock.method == [method, method]
    assert sheet.clock.delay == [delay, delay]
    assert sheet.clock.reserve == [reserve, reserve]
    assert sheet.crawford == (match.AFTER if length == 1 else match.BEFORE)
    assert method != clock.NONE or CLOCKS[choice] == "none"


GAMES = [f"{number + 1} {menu.GAMES[number]}" for number in OFFERED]
RANGE = words.RANGE % (1, 99)


@pytest.mark.parametrize(
    ("before", "key", "said"),
    [
        ("", "0", texts.CHOOSE_FIRST),
        ("", "#", texts.CHOOSE_FIRST),
        ("", "9", texts.CHOOSE_FIRST),
        ("", 1, texts.PRESS_HASH),
        ("1", "0", RANGE),
        ("1", "#", RANGE),
        ("112", "3", RANGE),
        ("15", 0, texts.PRESS_HASH),
        ("1", 3, texts.PRESS_HASH),
        ("15#", str(len(CLOCKS) + 1), texts.CHOOSE_FIRST),
        ("15#", "#", texts.CHOOSE_FIRST),
        ("15#", 1, texts.PRESS_HASH),
        ("15#0", "3", texts.CHOOSE_FIRST),
        ("15#00", "0", texts.CHOOSE_FIRST),
        ("15#00114181", "#", words.RANGE % (0, 180)),
    ],
)
def test_wrong_keys_are_told_and_change_nothing(table, before, key, said):
    table.press("#", *before)
    shown = table.app.view.screen, table.app.view.title, list(table.app.view.lines)
    assert table.press(key).said == said
    assert (table.app.view.screen, table.app.view.title, table.app.view.lines) == shown
    assert len(table.log()) == 1


@pytest.mark.parametrize("method", range(len(METHODS)))
@pytest.mark.parametrize("seconds", [0, 12])
def test_a_custom_clock_without_minutes_is_the_one_its_label_says(method, seconds):
    made = clocks.own(method, 0, seconds, 5)
    assert timecontrol.parse(clocks.label(method, 0, seconds, 1))[:4] == made
    table = clock.Clock(2)
    table.set(0, *made)
    # the first move has its seconds
    table.start(0, 0)
    assert table.press(11_999, 1)


def test_digits_are_taken_back_one_by_one(table):
    table.press("#", "1", "1", "2", "*", "5", "#", "*", "*", "7", "#", "5")
    assert table.sheet.length == 17


def test_every_step_can_be_taken_back(table):
    table.press("#", *"19#00224", *"30", "#", "2")
    assert table.app.view.title == words.SECONDS_TITLE
    back = []
    for _ in range(14):
        table.press("*")
        back.append((table.app.view.title, list(table.app.view.lines)))
    titles = [title for place, (title, _) in enumerate(back) if not place or title != back[place - 1][0]]
    assert titles == [
        words.PER_POINT_TITLE, words.MINUTES_TITLE, words.METHOD_TITLE, words.DICE_TITLE,
        words.CRAWFORD_TITLE, words.CLOCK_TITLE % 9, words.LENGTH_TITLE, menu.GAME_TITLE,
    ][: len(titles)]  # fmt: skip
    assert len(table.log()) == 1


@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("crawford", range(2))
def test_more_rules(table, crawford, dice):
    table.press("#", "1", "5", "#", "0")
    assert table.app.view.title == words.CRAWFORD_TITLE
    table.press(str(crawford + 1), str(dice + 1), "4")
    expected = (0, match.DICE_REQUIRED, match.DICE_BY_DEVICE, match.DICE_OFF)[dice]
    assert table.sheet.options == expected | (0 if crawford else match.CRAWFORD_RULE)
    assert table.sheet.clock.reserve == [600_000, 600_000]


@pytest.mark.parametrize("per_point", range(2))
@pytest.mark.parametrize("method", range(len(METHODS)))
def test_an_own_clock_and_pairs(table, method, per_point):
    table.press("#", "1", "5", "#", "0", "0", "1", "1", str(method + 1), "1", "4", "#", str(per_point + 1))
    if method:
        assert table.app.view.title == words.SECONDS_TITLE
        table.press("8", "#")
    assert table.app.view.title == words.PLAYERS_TITLE
    pairs = (method + per_point) % 2
    table.press(str(pairs + 1))
    assert table.sheet.options == match.CRAWFORD_RULE | (match.CONSULTATION if pairs else 0)
    assert table.sheet.chairs() == (4 if pairs else 2)
    number, precredit, _ = METHODS[method]
    delay = 8000 if method else 0
    clock_ = table.sheet.clock
    assert (clock_.method, clock_.delay) == ([number] * 2, [delay] * 2)
    assert clock_.reserve == [14 * 60_000 * (5 if per_point else 1) + (delay if precredit else 0)] * 2
    table.hold("#")
    label = table.app.view.lines[-1]
    control = label[label.index(": ") + 2 :]
    read = timecontrol.parse(control)
    assert read == (number, 14 * 60_000, delay, precredit, per_point)


# --- as last time ---------------------------------------------------------------------------


def test_the_last_set_up_is_offered_first(table):
    table.press("#", "1", "7", "#", "1")
    wanted = table.sheet.pack()
    table.hold("#")
    assert table.app.view.lines == [*GAMES, "# Bg 7: 3m/pt b12"]
    assert table.reads(menu.HINT_AGAIN)
    after = table.last
    table.press("#")
    row = ("match", match.VERSION, 7, 1)
    assert table.log(after) == [row, ("time", 255, clock.BRONSTEIN, 0), ("commit", 2, 16, 0)]
    now = table.sheet
    assert (now.length, now.clock.reserve, len(now.pack())) == (7, [1_260_000] * 2, len(wanted))


def test_three_different_set_ups_are_kept_through_a_power_cut(table):
    for length in ("3", "5", "7", "9", "5"):
        table.hold("#").press("1", length, "#", "6")
    table.power_cycle()
    table.hold("#")
    seen = []
    for _ in range(4):
        seen.append(table.app.view.lines[-1])
        table.press("0")
    assert seen == ["# Bg 5: none", "# Bg 9: none", "# Bg 7: none", "# Bg 5: none"]
    table.press("#")
    assert table.sheet.length == 9
    table.hold("#")
    assert table.app.view.lines[-1] == "# Bg 9: none", "the last one comes first"


def test_what_is_kept_is_lost_with_the_memory_and_never_stands_in_the_way(table):
    table.press("#", "1", "7", "#", "1")
    for place in range(0x0440, 0x0500):
        table.board.fram.memory[place] ^= 0xFF
    table.power_cycle()
    table.hold("#")
    assert table.app.view.lines == GAMES
    table.press("1", "3", "#", "1")
    assert table.sheet.length == 3


@pytest.mark.parametrize(
    "kept",
    [
        b"", b"\x00", b"\x01\x07", b"\x01\x63", b"\x02\x00\x05",
        b"\x09\x00" + bytes([7, 0, 0, 9, 255, 1, 0, 0]),
        b"\x09\x00" + bytes([100, 0, 0, 0, 255, 1, 0, 0]), b"\x09\x00" + bytes([7, 0, 4, 0, 255, 1, 0, 0]),
        b"\x09\x00\x07",
    ],
)  # fmt: skip
def test_what_another_version_kept_is_not_offered(table, kept):
    remember = table.app.step

    def step():
        del table.app.step
        table.app.journal.keep_presets(kept)
        remember()

    table.app.step = step
    table.wait(2000)
    assert table.app.journal.failures == 0
    table.hold("#")
    assert table.app.view.lines == GAMES


def test_every_answer_makes_a_run_that_the_sheet_takes():
    lengths, _, _, _, _, minutes, _, seconds, _ = (question[1] for question in backgammon.QUESTIONS)
    for crawford in range(2):
        for dice in range(4):
            for method in [255, *range(len(METHODS))]:
                for length in nonempty(lengths):
                    for clock_ in nonempty(range(len(CLOCKS))):
                        for minute in nonempty(minutes):
                            rest = (clock_, method, minute, 1, seconds[1], crawford)
                            answers = bytes((length, crawford, dice, *rest))
                            sheet = match.MatchSheet()
                            rows = backgammon.rows(answers)
                            for place, (kind, a, b, c, p, q) in enumerate(rows):
                                sheet.apply(place + 1, kind, a, b, c, 0, p, q)
                            commit = (len(rows) + 1, records.COMMIT, len(rows), rows[0][0], 0, 0, 1, 0)
                            assert sheet.apply(*commit)
                            assert len(backgammon.label(answers)) <= 19


def test_the_menu_is_left_by_stepping_back_or_by_holding_the_star(table):
    table.press("#", "1", "1", "*", "*")
    assert table.app.view.title == menu.GAME_TITLE
    table.press("*")
    assert table.app.view.screen == screens.WELCOME
    table.press("#", "1", "1", "#")
    table.hold("*")
    assert table.app.view.screen == screens.WELCOME
    assert len(table.log()) == 1


def test_a_held_star_in_the_menu_takes_nothing_back(table):
    table.set_up("#", "1", "1", "#", "5").press("3", "1", 1).win(0)
    assert table.sheet.phase == match.OVER
    after = table.last
    table.press("#", "1", "3")
    table.hold("*")
    assert table.log(after) == []
    assert table.sheet.phase == match.OVER


def test_a_match_set_up_wrongly_at_the_table_can_be_left_between_games(table):
    table.set_up("#", "1", "9", "9", "#", "6").press("3", "1", 1)
    assert table.hold("#").said == texts.NOTHING_HERE, "not within a game"
    table.win(0)
    table.hold("#")
    assert table.app.view.screen == screens.MENU
    table.press("1", "5", "#", "6")
    assert (table.sheet.length, table.sheet.score, table.sheet.phase) == (5, [0, 0], match.READY)
    table.press("#").hold("#")
    assert table.app.view.screen == screens.MENU, "before the opening roll, too"


def test_a_match_of_the_hosts_is_not_for_the_players_to_leave(table, host):
    assert host.set_up(length=5)[0] == messages.DONE
    after = table.last
    assert table.hold("#").said == texts.NOTHING_HERE
    table.press("3", "1", 1).win(0)
    assert table.hold("#").said == texts.NOTHING_HERE
    assert [name for name, *_ in table.log(after) if name in ("match", "commit")] == []


def test_names_of_the_match_before_do_not_stay(table, host):
    host.set_up(length=1)
    for seat, name in enumerate(("Ann", "Bob")):
        assert host.order(messages.NAME, bytes([seat]) + name.encode())[0] == messages.DONE
    table.press("3", "1", 1).win(0)
    assert table.app.view.names[:2] == ["Ann", "Bob"]
    table.set_up("#", "1", "3", "#", "1")
    assert table.app.view.names == [""] * 6
    assert b"Ann" not in table.board.fram.memory
    assert b"Bob" not in table.board.fram.memory


def test_a_set_up_of_the_hosts_closes_the_menu(table, host):
    table.press("#", "1", "5")
    assert host.set_up(length=9)[0] == messages.DONE
    assert table.app.view.screen == screens.GAME
    table.press("#")
    assert (table.sheet.length, table.sheet.phase) == (9, match.OPENING)


def test_power_that_goes_within_the_run_leaves_what_was_before(table):
    for count in range(1, 72):
        other = Table(seed=count)
        other.press("#", "1", "5", "#")
        # the sign of life writes, too, so the cut is somewhere within the run or beside it
        other.board.cut_power_after(count)
        other.press("1")
        other.wait(1500)
        assert not other.board.powered
        other.power_on()
        assert other.sheet.phase in (match.EMPTY, match.READY)
        assert (other.sheet.phase == match.READY) == (("commit", 2, 16, 0) in other.log())
        assert other.hold("*").said in (texts.NOTHING_HERE, texts.ASK_DIRECTOR), "nobody's action"
        other.board.power_off()


# --- the menu in the place of the program --------------------------------------------------------


def test_a_break_ends_while_the_menu_is_open(table):
    table.set_up("#", "1", "5", "#", "1").press("#").win(0)
    after = table.last
    table.press("0", "6", 0)
    end = table.sheet.break_end
    table.hold("#")
    assert table.app.menu is not None
    table.wait(10 * 60_000 + 2000)
    assert table.app.view.title == menu.GAME_TITLE
    assert table.log(after)[2:] == [("pause", records.BREAK, 1, 1)]
    assert records.unpack(table.record(table.last))[5] == end
    table.press("*")
    assert table.app.menu is None
    assert table.app.view.screen == screens.GAME


def test_an_order_ends_the_menu(table, host):
    table.set_up("#", "1", "5", "#", "1").press("#").win(0)
    table.hold("#")
    assert table.app.menu is not None
    assert host.direct(records.PAUSE, records.DIRECTOR)[2] == "no game is in progress"
    assert table.app.menu is None
    table.hold("#")
    assert host.direct(records.SEAL, 1)[0] == messages.DONE
    assert table.app.menu is None
    assert table.log()[-1][0] == "seal"


def test_a_set_up_of_the_hosts_ends_the_menu(table, host):
    table.press("#", "1")
    assert host.set_up()[0] == messages.DONE
    assert table.app.menu is None
    assert table.app.view.screen == screens.GAME
    table.press("#")
    assert table.log()[-1][0] == "game"


def test_the_board_says_so_when_it_asks_for_more_only_later(table):
    table.press("#", "3", "1", "0")
    assert table.said == words.MORE_LATER
    # at the clock the next question is one of these
    table.press("1", "0")
    assert table.said == ""
    assert table.app.view.title == words.METHOD_TITLE


def test_lamps_stay_as_they_are_while_the_menu_is_open(table):
    table.set_up("#", "2", "2", "2", "2", "2")
    before = table.app.program.lamps()
    table.hold("#")
    assert table.app.menu is not None
    assert table.app.program.lamps() == before


def test_time_controls_that_are_words_are_words_of_the_language(repository):
    table = tomllib.loads((repository / "firmware" / "texts.toml").read_text("utf-8"))
    assert [table["setup"][name]["de"] for name in ("UP", "NO_CLOCK")] == ["hoch", "ohne"]
    assert [said(one) for one in CLOCKS] == [*CLOCKS[:-2], words.UP, words.NO_CLOCK]
