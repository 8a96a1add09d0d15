"""Whole matches of TARA on a board: with a host, by drunk players, under a director, set up in every way."""

import random

import pytest

from tablecore import clock, messages, records, sheets
from tabledevice import setups, texts
from tabledevice.texts import setup as setup_words
from tablekeeper.games import timecontrol
from tableprograms.tara import setup as questions
from tableprograms.tara import sheet as tara
from tests.nonempty import nonempty
from tests.tabledevice.hands import Host, Table
from tests.tabledevice.test_app_memory import fill
from tests.tableprograms.tara.keys import AGREE, COUNT, FOUR, NUMBERS, TWO, table_of

# --- whole matches -------------------------------------------------------------------------------


def play(table, starter, first, second, seats, chance):
    """Play a game with BATTLE, OUT and the count."""
    turn = starter
    for _ in range(chance.randrange(seats, 12)):
        table.press(turn)
        turn = (turn + 1) % seats
    table.press("7")
    for _ in range(chance.randrange(seats, 12)):
        table.press(turn)
        turn = (turn + 1) % seats
    ends = 2 if seats == 2 else 4
    for place in range(ends):
        if seats == 2 or place == 0:
            table.press("8")
        table.press(turn)
        turn = (turn + 1) % seats
    assert table.sheet.phase == tara.COUNT
    for number in (*first, *second):
        table.press(*str(number), "#")


@pytest.mark.parametrize(("keys", "seats"), [(TWO, 2), (FOUR, 4)])
def test_a_match_is_played_with_a_host_that_holds_the_same_log(keys, seats):
    table = Table()
    host = Host(table)
    table.wait(2500)
    table.set_up(*keys)
    chance = random.Random(seats)
    counts = [((10, 20), (12, 25)), ((9, 21), (9, 23)), ((5, 20), (5, 20)), ((8, 22), (9, 23))][:seats]
    for number, (first, second) in enumerate(counts):
        starter = (1 + number) % seats
        table.press(1 if not number else "#")
        assert table.sheet.turn == starter
        play(table, starter, first, second, seats, chance)
        table.press(0, 1)
    table.wait(3000)
    sheet = table.sheet
    assert (sheet.phase, sheet.odd, sheet.mismatch) == (tara.OVER, 0, 0)
    assert sheet.score == ([4, 4] if seats == 2 else [8, 5])
    assert sheet.champion == (tara.NOBODY if seats == 2 else 0)
    assert host.has_all()
    # the host's own fold of what it holds
    folded = host.folded()
    assert folded.pack() == sheet.pack()
    # after the match nothing is pressed but the next set-up; undo opens the last game
    assert table.press("9").said == texts.PRESS_HASH
    table.hold("*")
    assert table.sheet.phase == tara.RESULT
    table.put_away()


def test_a_count_survives_a_power_cut_when_the_turns_before_it_do_not():
    """The memory is full: presses are in RAM only, and go with the power."""
    table = table_of(*TWO[:-1], "2")
    table.press(*AGREE, 0, 1, "#")
    seat = fill(table, -20)
    table.press("7", seat, 1 - seat, "8", seat, "8", 1 - seat, *NUMBERS, 0)
    assert table.sheet.confirmed == 1
    table.power_cycle()
    table.press(1)
    assert (table.sheet.phase, table.sheet.score) == (tara.OVER, [8, 0])
    assert table.board.crashes == []
    table.board.power_off()


# --- the director and the clock ------------------------------------------------------------------


def directed(seats=4, time=(clock.SUDDEN, 0, 300_000, 0), options=0, score=()):
    table = Table()
    host = Host(table)
    table.wait(2500)
    rows = [(records.TARA, tara.VERSION, seats, options, 77, 0), (records.TIME, 255, *time)]
    if score:
        rows.append((records.TARA_SCORE, *score))
    assert host.run(*rows)[0] == messages.DONE
    return table, host


def test_the_host_sets_a_match_up_and_names_four_seats():
    table, host = directed(options=tara.LEVEL_2 | tara.LINKED_OPENING)
    for seat, name in enumerate(("Ann", "Bert", "Cleo", "Dora")):
        assert host.order(messages.NAME, bytes([seat]) + name.encode())[0] == messages.DONE
    assert host.order(messages.NAME, b"\x04Eve")[0] == messages.REFUSED
    sheet = table.sheet
    assert (sheet.seats, sheet.options, sheet.match_id) == (4, 3, 77)
    table.press(2, 2)
    assert table.sheet.turn == 3
    table.keep_down("*")
    assert table.reads("Undo press Cleo")
    table.put_away()


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([(records.TARA, 1, 3, 0, 7, 0)], "the set-up has numbers that are out of range"),
        ([(records.TARA, tara.VERSION + 1, 2, 0, 7, 0)], "this firmware is too old for that match"),
        ([(records.TARA, 1, 2, 0, 7, 0), (records.SCORE, 1, 0, 0, 1, 0)], "the set-up cannot be read"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(rows, why):
    table = Table()
    host = Host(table)
    table.wait(2500)
    status, _, said = host.run(*rows)
    assert (status, said) == (messages.REFUSED, why)
    assert table.sheet.PROGRAM == sheets.BACKGAMMON
    table.board.power_off()


def test_a_match_taken_over_goes_on_in_its_last_turns():
    table, _ = directed(score=(7, 3, 0, 1, 1 + 2 | 0b1111 << 4 | 2 << 8))
    assert (table.sheet.turn, table.sheet.last, table.sheet.caller()) == (2, 2, 0)
    assert table.reads(texts.HASH_RESUME)
    table.press("#", 2, 3, *NUMBERS, 0, 1)
    assert (table.sheet.score, table.sheet.games, table.sheet.starter()) == ([11, 3], 2, 2)
    table.put_away()


def test_the_director_confirms_corrects_and_gives_a_match():
    table, host = directed(seats=2)
    assert host.direct(records.RESULT, 0, records.WHOLE_MATCH, 0, records.NONE)[2] == "no game is in progress"
    table.press(*AGREE)
    assert host.direct(records.CONFIRM, 255)[0] == messages.DONE
    assert table.sheet.score == [4, 0]
    table.press("#")
    assert host.direct(records.CORRECT, 1, 255, 0, 600_000)[0] == messages.DONE
    assert 590_000 < table.sheet.clock.remaining(1, table.now) <= 600_000
    for winner, kind in ((2, 4), (0, 1)):
        assert host.direct(records.RESULT, winner, kind, 0, records.NONE)[2] == "the order cannot be read"
    assert host.direct(records.PAUSE, records.DIRECTOR)[0] == messages.DONE
    given = (records.RESULT, 1, records.WHOLE_MATCH, records.FORFEITED, records.NONE)
    assert host.direct(*given)[0] == messages.DONE
    assert host.direct(records.CONFIRM, 255)[0] == messages.DONE
    assert (table.sheet.phase, table.sheet.champion) == (tara.OVER, 1)
    table.put_away()


@pytest.mark.parametrize("seats", [2, 4])
def test_a_flag_loses_the_match_for_the_side(seats):
    table, host = directed(seats=seats)
    table.press(seats - 1, seats - 1)
    table.wait(310_000)
    assert table.log()[-2:] == [("flag", 0, 0, 0), ("result", 1, 4, 4)]
    assert table.reads(texts.BOTH_CONFIRM)
    assert table.writes("*") == [], "a flag is no claim"
    # but its owner may be given time again, and then the result is taken back
    assert host.direct(records.CORRECT, 0, 255, 0, 60_000)[0] == messages.DONE
    table.press("*", "#")
    assert table.log()[-2:] == [("reject", 0, 0, 0), ("resume", 0, 0, 0)]
    table.wait(70_000)
    table.press(0, 1)
    assert (table.sheet.phase, table.sheet.champion) == (tara.OVER, 1)
    table.put_away()


def test_a_press_just_behind_the_flag_was_meant_for_the_clock():
    table, _ = directed(seats=2)
    table.press(0)
    flag = table.sheet.clock.flag_at()
    table.at(flag + 400, 0)
    table.wait(301_000)
    assert table.said == texts.TIME_IS_UP
    assert table.log()[-1] == ("result", 1, 4, 4)
    table.put_away()


def test_an_overtime_goes_on_in_the_same_turn():
    table = Table()
    host = Host(table)
    table.wait(2500)
    assert host.run(
        (records.TARA, 1, 2, 0, 7, 0), (records.TIME, 255, clock.SUDDEN, 0, 60_000, 0),
        (records.OVERTIME, 255, 0, 0, 30_000, 0),
    )[0] == messages.DONE  # fmt: skip
    table.press(1)
    table.wait(61_000)
    assert table.log()[-1] == ("flag", 1, 1, 0)
    table.press(1)
    assert table.log()[-1] == ("press", 1, 0, 0)
    table.put_away()


def test_lamps_show_who_may_start_whose_turn_it_is_and_who_has_to_agree(four):
    def lit():
        seen = set()
        for _ in range(20):
            four.wait(100)
            seen.add(four.board.leds)
        return seen

    off = (False,) * 4
    four.press("#")
    assert lit() == {off, (True,) * 4}
    four.press(2)
    assert lit() == {(False, False, True, False)}
    four.press("7", "9")
    assert lit() == {off}
    four.press(*NUMBERS, 1)
    assert lit() == {off, (True, False, True, False)}


def test_numbers_half_typed_are_gone_after_a_boot_and_the_count_is_not(two):
    two.press(*COUNT, *NUMBERS[:6], "1")
    two.power_cycle()
    assert (two.sheet.phase, two.sheet.counted()) == (tara.COUNT, 1)
    two.press(*NUMBERS[6:])
    assert two.sheet.phase == tara.RESULT
    two.press(0)
    two.power_cycle()
    two.press(1)
    assert two.sheet.score == [4, 0]


# --- set-up --------------------------------------------------------------------------------------


def test_every_answer_of_the_menu_is_a_run_that_the_sheet_takes():
    form = setups.load(sheets.TARA)
    assert form is questions
    for players in (0, 1):
        for level in (0, 1):
            for opening in (0, 1):
                for op0 in (0, 1):
                    for control in range(6):
                        rows = form.rows([players, level, opening, op0, control, 255, 1, 0])
                        sheet = sheets.make(sheets.TARA)
                        commit = (records.COMMIT, len(rows), records.TARA, 0, 1, 0)
                        for seq, row in enumerate([*rows, commit]):
                            assert sheet.apply(seq + 1, *row[:4], 0, *row[4:])
                        assert sheet.seats == (4 if players else 2)
                        assert sheet.options == level + 2 * opening + 4 * op0


def test_the_clocks_offered_are_what_they_say():
    for written, said in nonempty(zip(questions.CLOCKS, questions.CONTROLS, strict=True)):
        method, reserve, delay, precredit, per_point = timecontrol.parse(written)
        assert (method, reserve, delay) == said
        assert precredit == per_point == 0


def test_more_rules_and_an_own_clock():
    table = Table()
    # four, level 2, more: linked, OP0 allowed, more: Fischer, 15 minutes, 10 seconds
    table.press("#", "3", "2", "0", "2", "2", "2", "0", "5", "1", "5", "#", "1", "0", "#")
    sheet = table.sheet
    assert (sheet.PROGRAM, sheet.seats, sheet.options) == (sheets.TARA, 4, 7)
    fischer = ([clock.FISCHER] * 4, [900_000] * 4, [10_000] * 4)
    assert (sheet.clock.method, sheet.clock.reserve, sheet.clock.delay) == fischer
    table.hold("#")
    assert table.app.view.lines[-1] == "# " + setup_words.TARA_LABELS[1] % "15m f10"
    table.press("#")
    assert table.sheet.options == 7
    table.put_away()


def test_another_game_takes_the_table_and_gives_it_back():
    table = table_of(*TWO)
    table.press(*AGREE, 0, 1, "#", "7", "9", *NUMBERS, 0, 1)
    assert table.sheet.phase == tara.OVER
    table.press("#", "1", "5", "#", "5", "3", "1", 1)
    assert (table.sheet.PROGRAM, table.sheet.odd) == (sheets.BACKGAMMON, 0)
    table.power_cycle()
    assert table.sheet.PROGRAM == sheets.BACKGAMMON
    table.press("#").win(0, "3").press("6", "5", 1).win(0, "3")
    table.press("#", "3", "1", "1", "3", 0)
    assert (table.sheet.PROGRAM, table.sheet.phase) == (sheets.TARA, tara.PLAY)
    assert table.board.crashes == []
    table.board.power_off()
