"""Every record has its sentence, whatever the game, and any record can be told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecore import clock, records, sheets
from tablekeeper.games import catalogue
from tablekeeper.games.recordtext import sentence
from tablekeeper.games.registry import GAMES
from tablekeeper.games.sentences import SENTENCES, duration

PLAYERS = ("Ann", "Bob")
KINDS = tuple(row[0] for row in catalogue.KINDS)
BYTE = st.integers(0, 255)
LONG = st.integers(0, 2**32 - 1)


def test_every_kind_has_a_sentence():
    own = [game.sentences for game in GAMES.values()]
    assert set(SENTENCES).union(*own) == set(KINDS)


def test_a_kind_without_a_sentence_is_told_by_its_fields(monkeypatch):
    for kind in (records.START, records.COUNT):
        for table in (SENTENCES, *(game.sentences for game in GAMES.values())):
            monkeypatch.delitem(table, kind, raising=False)
    assert sentence(records.pack(7, 1, records.START, 2)) == "start: seat that starts the game 2"
    assert sentence(records.pack(7, 1, records.COUNT)) == "count"


@given(
    kind=BYTE | st.sampled_from(KINDS), a=BYTE, b=BYTE, c=BYTE, ms=LONG, p=LONG, q=LONG,
    program=st.integers(0, 4), seats=st.integers(0, 6),
)  # fmt: skip
def test_any_record_can_be_told(kind, a, b, c, ms, p, q, program, seats):
    players = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")[:seats]
    text = sentence(records.pack(1, 1, kind, a, b, c, ms, p, q), players, program)
    assert text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        (records.BOOT, (1, 1, 1, 0, 12),
         "switched on for the 12th time (reset reason 1, memory good), last alive at 0:00"),
        (records.BOOT, (1, 0, 0, records.NONE, 3),
         "switched on for the 3rd time (reset reason 1, no memory chip, no display)"),
        (records.MATCH, (1, 7, 3, 0, 0), "match made at the table: 7 points, Crawford rule, dice required"),
        (records.MATCH, (1, 0, 0, 5, 0), "match 5: no limit"),
        (records.TIME, (255, clock.BRONSTEIN, 1, 1_260_000, 12_000), "time of both: 21m b12+"),
        (records.STAGE, (255, clock.FISCHER, 40, 1_800_000, 30_000),
         "after 40 moves each gets 30:00 more, fischer 0:30"),
        (records.STAGE, (1, clock.SUDDEN, 1, 900_000, 0), "after 1 move Bob gets 15:00 more, sudden"),
        (records.OVERTIME, (0, 0, 0, 120_000, 0), "overtime of Ann: 2:00"),
        (records.CORRECT, (1, 255, 0, 61_500, 9), "the director sets the clock of Bob to 1:01.500"),
        (records.CORRECT, (0, 12, 0, 60_000, 9), "the director sets the clock of Ann to 1:00, 12 moves made"),
        (records.FLAG, (0, 1, 0, 0, 0), "the flag of Ann falls; overtime begins"),
        (records.SCORE, (1, 2, 0, 3, 0), "score set to 1-2 after 3 games, Crawford game still to come"),
        (records.CUBE, (2, 1, 0, 1, 0), "cube set to 4, Bob; Ann to go on"),
        (records.DICE, (0, 4, 2, 0, 0), "Ann rolls 4-2"),
        (records.OPENING, (3, 3, 0, 0, 0), "opening roll: Ann 3, Bob 3, again"),
        (records.PRESS, (1, 0, 1, 0, 0), "Bob ends the turn without dice; clock of Ann runs"),
        (records.DOUBLE, (1, 3, 1, 0, 0), "Bob doubles to 8 before the turn"),
        (records.DOUBLE, (1, 3, 2, 0, 0), "Bob doubles to 8, irregular and accepted"),
        (records.RESULT, (0, 2, 1, 1, 0), "result: Ann wins a gammon (conceded), said by Bob"),
        (records.CONFIRM, (255, 0, 0, 0, 0), "the director confirms the result"),
        (records.END, (1, 3, 0, 6, 0), "game over: Bob wins a backgammon, 6 points (played)"),
        (records.PAUSE, (5, 0, 0, 0, 0), "clock stopped: director called"),
        (records.FLAG, (9, 0, 0, 0, 0), "the flag of seat 9 falls"),
        (records.FAULT, (1, 1, 0, 2, 0), "display failed (count 2, detail 0)"),
        (records.FAULT, (7, 0, 0, 42_000, 0), "the phone's screen was off, or its page hidden, for 0:42"),
        (records.FAULT, (8, 0, 0, 1, 0),
         "the phone's page was loaded again: a running clock was stopped by that"),
        (records.END, (255, 1, 0, 1, 0), "game over: drawn, 1 point each"),
        (records.DICE, (1, 6, 0, 1, 0), "Bob rolls 6"),
        (records.RACE, (1, 1, 3, 4, 0), "series 4: 2T-XL, throws logged, the round of die-roll first"),
        (records.SERIES, (5, 2, 3, 1, 61_000),
         "1 game played, one under way for 1:01; a TripleAthlon's rules: GP, 3T, 3T+"),
        (records.LINEUP, (1, 0, 0, 0b1010_0101 | 1 << 14, 0),
         "line-up red: Ann, green: Ann, yellow: Bob, blue: Bob; games won: 1-0-0; a game is under way"),
        (records.PAWN, (1, 4, 1, 0, 0), "Bob has 1 pawn of black at home"),
        (records.PAWN, (2, 9, 4, 0, 0), "seat 2 has 4 pawns of (9) at home"),
        (records.ROLL, (0, 4, 3, 0, 0), "Ann rolls 4 for a place, the first of a round"),
        (records.ROLL, (255, 0, 0, 0, 0), "the round of die-roll is called off"),
        (records.CANCEL, (0, 4, 0, 0, 0), "the 4 of Ann does not count"),
        (records.TARA, (1, 4, 5, 9, 0), "match 9: TARA with 4 seats, level 2, OP0 may be built"),
        (records.TARA_SCORE, (7, 3, 0, 1, 0), "points set to 7-3 after 1 game"),
        (records.TARA_SCORE, (7, 3, 0, 2, 0x32),
         "points set to 7-3 after 2 games; a game is in progress, Bob to go on"),
        (records.START, (1, 0, 0, 0, 0), "Bob starts"),
        (records.BATTLE, (0, 0, 0, 0, 0), "Ann calls BATTLE"),
        (records.OUT, (0, 1, 0, 0, 0), "Ann calls OUT; clock of Bob runs"),
        (records.OUT, (1, 255, 0, 0, 0), "Bob calls OUT; the game is over"),
        (records.TALLY, (1, 1, 20, 0, 0), "second side: 1 kingdom, territory 20"),
        (99, (0, 0, 0, 0, 0), "a record of kind 99, which this version does not know"),
    ],
)  # fmt: skip
def test_sentences(kind, fields, text):
    a, b, c, p, q = fields
    assert sentence(records.pack(1, 1, kind, a, b, c, 0, p, q), PLAYERS) == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_told_at_a_table_of_any_size(kind):
    for program in range(5):
        for seats in range(7):
            for small in (0, 1, 5, 255):
                record = records.pack(1, 1, kind, small, small, small, 0, small, small)
                assert sentence(record, ("Ann",) * seats, program)


@pytest.mark.parametrize(
    ("program", "kind", "fields", "text"),
    [
        (sheets.RACE, records.GAME, (2, 3, 1, 2, 0xF5A),
         "game 2 begins: 3T+, colours yellow+blue, red+green, black+white; Bob begins"),
        (sheets.RACE, records.RESULT, (255, 0, 5, records.NONE, 0), "result: nobody wins (stopped)"),
        (sheets.RACE, records.END, (1, 0, 0, 61_000, 7), "game over: Bob wins, 2T, 1:01 (played)"),
        (sheets.RACE, records.DICE, (0, 6, 0, 0, 0), "Ann rolls 6"),
        (sheets.RACE, records.PRESS, (0, 1, 0, 0, 0), "Ann ends the turn; clock of Bob runs"),
        (sheets.RACE, records.PRESS, (255, 1, 1, 0, 0), "Bob begins instead"),
        (sheets.PLAIN, records.PLAIN, (1, 6, 1, 0, 0),
         "match made at the table: clock for 6 seats, a fallen flag ends nothing"),
        (sheets.PLAIN, records.PRESS, (255, 1, 0, 0, 0), "clock of Bob runs"),
        (sheets.PLAIN, records.END, (255, 0, 0, 1, 7), "ended: no winner, 1 move (played)"),
        (sheets.DICELOG, records.DICELOG, (1, 1, 8, 5, 0), "match 5: log of 1 die, the board throws"),
        (sheets.DICELOG, records.DICE, (255, 3, 4, 0, 0), "thrown: 3-4"),
        (sheets.DICELOG, records.END, (255, 0, 0, 84, 7), "the log ends after 84 throws"),
    ],
)  # fmt: skip
def test_sentences_of_one_kind_of_game(program, kind, fields, text):
    a, b, c, p, q = fields
    assert sentence(records.pack(1, 1, kind, a, b, c, 0, p, q), PLAYERS, program) == text


def test_durations():
    shown = [duration(ms) for ms in (0, 7_250, 1_260_000, 5_999_999)]
    assert shown == ["0:00", "0:07.250", "21:00", "99:59.999"]
