"""The race's sheet: who wins what, when a game is over, whose turn it is, the round of die-roll, the time.

The oracle for "over" knows none of the rules' shortcuts: it plays every order in which the open colours could
still be completed, and a game is over when all of them come to the same.
"""

import random
from itertools import permutations

import pytest

from tablecore import clock, records, sheets
from tablekeeper.games.race.view import placing
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race.rules import (
    GRAND_PRIX,
    GRAND_PRIX_PLUS,
    NAMES,
    THREE_PLUS,
    THREE_THREAT,
    THREE_XS,
    TRIPLEATHLON,
    TWO_THREAT,
    TWO_XL,
)
from tests.nonempty import nonempty
from tests.tableprograms.race.log import NOBODY, RaceLog, began

RED, GREEN, YELLOW, BLUE, BLACK, WHITE = range(6)
GAMES = range(GRAND_PRIX_PLUS + 1)
USUAL = racerules.usual(TWO_THREAT)
UNDER_WAY = USUAL | 1 << 14


def outcome(rules, order, owner, stops_early):
    """Return all that a game of these rules is played for, when its colours are completed in this order."""
    players = [owner[colour] for colour in order]
    both = [seat for place, seat in enumerate(players) if players[: place + 1].count(seat) == 2]
    if rules in (TWO_THREAT, THREE_THREAT):
        return players[0]
    if rules in (TWO_XL, THREE_PLUS):
        return both[0]
    if rules == THREE_XS:
        return players
    if rules == GRAND_PRIX_PLUS:
        return both
    return (players[0], both[0]) if stops_early else (order, both[0])


def open_outcomes(rules, done, owner, stops_early=False):
    """Return what can still come out, over every order of the open colours."""
    left = [colour for colour, seat in enumerate(owner) if seat != NOBODY and colour not in done]
    return {
        repr(outcome(rules, [*done, *rest], owner, stops_early)) for rest in permutations(left)
    }


# --- single games --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", GAMES)
def test_a_game_is_over_when_nothing_can_change_what_it_is_played_for(rules):
    owner = racerules.unpack(racerules.usual(rules))
    colours = [colour for colour, seat in enumerate(owner) if seat != NOBODY]
    for order in nonempty(permutations(colours)):
        log = began(rules)
        for place, colour in nonempty(enumerate(order)):
            log.complete(colour)
            done = list(order[: place + 1])
            left = open_outcomes(rules, done, owner)
            assert log.sheet.is_decided() == (len(left) == 1), done
            assert (log.sheet.phase == race.RESULT) == (len(left) == 1)
            if len(left) == 1:
                break
        if rules < GRAND_PRIX:
            won = outcome(rules, order, owner, False)
            assert log.sheet.winner == (won[0] if rules == THREE_XS else won)
        else:
            assert log.sheet.winner == NOBODY
            both = outcome(GRAND_PRIX_PLUS, order, owner, False)
            assert log.sheet.finishers() == both[: len(log.sheet.finishers())]
            assert len(log.sheet.finishers()) >= 2
        if rules in (THREE_XS, GRAND_PRIX):
            assert placing(log.sheet) == tuple(order)


def test_the_grand_prix_of_a_tripleathlon_stops_when_both_its_points_are_given():
    owner = racerules.unpack(racerules.usual(GRAND_PRIX))
    for order in nonempty(permutations(range(6))):
        log = RaceLog().run(TRIPLEATHLON, 0, (records.SERIES, GRAND_PRIX, THREE_THREAT, THREE_PLUS)).game()
        assert log.sheet.rules == GRAND_PRIX
        for place, colour in nonempty(enumerate(order)):
            log.complete(colour)
            left = open_outcomes(GRAND_PRIX, list(order[: place + 1]), owner, stops_early=True)
            assert (log.sheet.phase == race.RESULT) == (len(left) == 1)
            if len(left) == 1:
                break
        points = owner[log.sheet.order[0]], log.sheet.finishers()[0]
        assert points == outcome(GRAND_PRIX, order, owner, True)


def test_counted_pawns_are_of_the_best_colour_or_of_both():
    log = began(TWO_THREAT).home(GREEN, GREEN, YELLOW, YELLOW, YELLOW, BLUE).complete(GREEN)
    assert (log.sheet.counted(0), log.sheet.counted(1)) == (4, 3)
    log = began(TWO_XL).home(YELLOW, YELLOW, YELLOW).complete(BLUE).complete(RED, GREEN)
    assert (log.sheet.counted(0), log.sheet.counted(1)) == (8, 7)
    assert (log.sheet.completed(0), log.sheet.completed(1)) == (2, 1)


def test_the_grand_prix_of_the_rules_page():
    # "first game red white black green blue yellow with Ann red+blue, Bob green+black, Cid yellow+white"
    log = began(GRAND_PRIX)
    owner = log.sheet.owner
    assert (owner[RED], owner[YELLOW], owner[BLACK]) == (owner[BLUE], owner[WHITE], owner[GREEN]) == (0, 1, 2)
    log.complete(RED, WHITE, BLACK, GREEN, BLUE)
    assert log.sheet.phase == race.RESULT
    assert placing(log.sheet) == (RED, WHITE, BLACK, GREEN, BLUE, YELLOW)
    assert log.sheet.finishers()[0] == owner[GREEN]


# --- what a pawn must be ----------------------------------------------------------------------------


def test_a_pawn_that_cannot_be_is_refused():
    log = began(TWO_THREAT).home(RED, RED)
    log.refuses(records.PAWN, 1, RED, 3)  # another's colour
    log.refuses(records.PAWN, 0, RED, 5)
    log.refuses(records.PAWN, 0, RED, 2)
    log.refuses(records.PAWN, NOBODY, BLACK, 1)  # not in the game
    log.refuses(records.PAWN, 0, 6, 1)
    log.refuses(records.PAWN, 0, RED, 0)
    log.fits(records.PAWN, 0, RED, 3)
    log.fits(records.PAWN, 0, RED, 4)
    assert log.sheet.phase == race.RESULT
    log.refuses(records.PAWN, 0, GREEN, 1)


def test_pawns_count_when_a_full_memory_has_lost_what_lay_between_them():
    log = began(TWO_THREAT).home(RED).fits(records.PAUSE, records.BREAK)
    # the resume and one pawn are gone
    log.fits(records.PAWN, 0, RED, 3).fits(records.PAWN, 0, RED, 4)
    assert (log.sheet.phase, log.sheet.winner) == (race.RESULT, 0)
    log.agree()


def test_a_colour_has_four_pawns():
    log = began(TWO_XL).complete(RED)
    log.refuses(records.PAWN, 0, RED, 5).home(GREEN)
    assert log.sheet.home == [4, 1, 0, 0, 0, 0]


# --- set-up and line-ups ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "owner"), [
    (TWO_THREAT, [0, 0, 1, 1, NOBODY, NOBODY]),
    (TWO_XL, [0, 0, 1, 1, NOBODY, NOBODY]),
    (THREE_THREAT, [0, 0, 1, 1, 2, 2]),
    (THREE_PLUS, [0, 0, 1, 1, 2, 2]),
    (THREE_XS, [0, NOBODY, 1, NOBODY, 2, NOBODY]),
    (GRAND_PRIX, [0, 2, 1, 0, 2, 1]),
    (GRAND_PRIX_PLUS, [0, 2, 1, 0, 2, 1]),
    (TRIPLEATHLON, [0, 0, 1, 1, 2, 2]),
])
def test_the_usual_line_up(rules, owner):
    log = RaceLog().run(rules)
    assert log.sheet.phase == race.READY
    assert log.sheet.seats == (2 if rules <= TWO_XL else 3)
    assert log.sheet.owner == owner
    assert racerules.unpack(racerules.pack(owner)) == owner


@pytest.mark.parametrize(("rules", "rows"), [
    (8, ()),
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, racerules.usual(THREE_THREAT)),)),
    (THREE_THREAT, ((records.LINEUP, 0, 0, 0, racerules.usual(TWO_THREAT)),)),
    (THREE_THREAT, ((records.LINEUP, 0, 0, 0, 1 << 12 | racerules.usual(THREE_THREAT)),)),
    (THREE_THREAT, ((records.LINEUP, 0, 0, 0, 0),)),
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, 3 << 12 | UNDER_WAY),)),  # no third seat
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, 1 << 12 | USUAL),)),  # a turn, but no game
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, USUAL, 8),)),
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY << 1),)),
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY, 2),)),  # a second place, but no first
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY, 1 | 1 << 5),)),
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY, 1 | 8),)),  # complete, and not
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY, 8 << 20),)),  # a colour that is not played
    (TWO_THREAT, ((records.LINEUP, 0, 0, 0, UNDER_WAY, 1 << 30),)),
    (TRIPLEATHLON, ((records.SERIES, THREE_THREAT, THREE_PLUS, GRAND_PRIX, 0, 1 << 30),)),
    (TRIPLEATHLON, ((records.SERIES, THREE_THREAT, THREE_THREAT, GRAND_PRIX, 0),)),
    (TRIPLEATHLON, ((records.SERIES, THREE_THREAT, THREE_PLUS, TRIPLEATHLON, 0),)),
    (TRIPLEATHLON, ((records.SERIES, THREE_THREAT, THREE_PLUS, GRAND_PRIX, 65_535),)),
    (TWO_THREAT, ((records.TIME, 2, clock.UP, 0, 0, 0),)),
    (TWO_THREAT, ((records.TIME, 0, 9, 0, 0, 0),)),
    (TWO_THREAT, ((records.STAGE, 0, 1, 40, 0, 0),)),
])
def test_a_set_up_that_cannot_be_has_no_effect(rules, rows):
    log = RaceLog().run(rules, 0, *rows)
    assert (log.sheet.phase, log.sheet.PROGRAM) == (0, sheets.BACKGAMMON)
    assert log.sheet.odd
    assert RaceLog().run(THREE_THREAT, 4).sheet.PROGRAM == sheets.BACKGAMMON


def test_allies_turn_from_side_by_side_to_opposite_and_back():
    log = RaceLog().run(TRIPLEATHLON, 0, (records.SERIES, THREE_PLUS, GRAND_PRIX, THREE_THREAT)).game()
    assert log.sheet.owner == [0, 0, 1, 1, 2, 2]
    log.complete(RED, GREEN).agree().game()
    assert (log.sheet.rules, log.sheet.owner) == (GRAND_PRIX, [0, 2, 1, 0, 2, 1])
    log.complete(RED, BLUE).agree().game()
    assert (log.sheet.rules, log.sheet.owner) == (THREE_THREAT, [0, 0, 1, 1, 2, 2])
    log.complete(WHITE).agree().game()
    assert log.sheet.rules == THREE_PLUS


@pytest.mark.parametrize("stopped", range(7))
def test_a_stopped_game_counts_for_nothing_its_rules_come_again(stopped):
    """Oracle: the rules of the games that counted are the rotation, in turn, whatever was stopped between."""
    rng = random.Random(stopped)
    order = [GRAND_PRIX, THREE_THREAT, THREE_PLUS]
    log = RaceLog().run(TRIPLEATHLON, 0, (records.SERIES, *order))
    counted = 0
    for _ in range(stopped + 7):
        assert log.sheet.next_rules() == order[counted % 3]
        log.game(rng.choice([NOBODY, 0, 1, 2]))
        if rng.random() < stopped / 8:
            log.home(0)
            log.fits(records.RESULT, NOBODY, 0, race.STOPPED, records.NONE).agree()
        else:
            while log.sheet.phase == race.PLAY:
                log.home(rng.choice([one for one in range(6) if log.sheet.home[one] < 4]))
            log.agree()
            counted += 1
    assert log.sheet.games == stopped + 7


def test_an_undone_stop_leaves_the_rotation_as_it_was():
    log = RaceLog().run(TRIPLEATHLON).game(1)
    stop = len(log.records) + 1
    log.fits(records.RESULT, NOBODY, 0, race.STOPPED, records.NONE).agree()
    assert log.sheet.rotation == [GRAND_PRIX, THREE_THREAT, THREE_PLUS]
    log.fits(records.UNDO, p=stop).fits(records.RESUME, 1).complete(RED).agree()
    assert log.sheet.rotation == [THREE_THREAT, THREE_PLUS, GRAND_PRIX]
    assert log.sheet.next_rules() == THREE_PLUS


def test_every_side_by_side_line_up_turns_into_an_opposite_one_and_back():
    for shift in range(6):
        owner = [[0, 0, 1, 1, 2, 2][(colour - shift) % 6] for colour in range(6)]
        there = racerules.unpack(racerules.turned(owner, THREE_THREAT, GRAND_PRIX))
        assert all(there[colour] == there[(colour + 3) % 6] for colour in range(6))
        for colour in range(6):
            if owner[colour] == owner[(colour + 1) % 6]:
                assert there[colour] == owner[colour]
        back = racerules.turned(there, GRAND_PRIX, THREE_PLUS)
        assert racerules.fits(back, THREE_PLUS)


def test_players_may_choose_other_colours_for_a_game():
    log = RaceLog().run(TWO_THREAT)
    log.refuses(records.GAME, 1, TWO_THREAT, 0, 1, racerules.usual(THREE_THREAT))
    log.game(lineup=racerules.pack([NOBODY, 1, 1, NOBODY, 0, 0]))
    log.home(BLACK, GREEN)
    assert (log.sheet.counted(0), log.sheet.counted(1)) == (1, 1)


def test_a_game_has_its_number_and_rules():
    log = RaceLog().run(THREE_THREAT)
    packed = log.sheet.next_lineup()
    log.refuses(records.GAME, 2, THREE_THREAT, NOBODY, 2, packed)
    log.refuses(records.GAME, 1, THREE_PLUS, NOBODY, 1, packed)
    log.refuses(records.GAME, 2, THREE_THREAT, NOBODY, 1, packed)
    log.refuses(records.GAME, 1, THREE_THREAT, 3, 1, packed)
    log.game(2)
    assert (log.sheet.turn, log.sheet.game, log.sheet.clock.running) == (2, 1, True)
    log.refuses(records.GAME, 1, THREE_THREAT, NOBODY, 1, packed)


# --- turns and throws -------------------------------------------------------------------------------


def test_the_turn_passes_clockwise_by_itself_but_after_a_six():
    log = began(THREE_THREAT, racerules.LOGGED, 1)
    throws = [(1, 6), (1, 6), (1, 3), (2, 1), (0, 6), (0, 2), (1, 5)]
    for seat, die in nonempty(throws):
        assert log.sheet.thrower() == seat
        log.refuses(records.DICE, (seat + 1) % 3, die).fits(records.DICE, seat, die)
        assert (log.sheet.turn, log.sheet.clock.turn) == (seat, seat)
    log.refuses(records.DICE, 2, 7).refuses(records.DICE, 2, 0).refuses(records.DICE, 2, 4, 1)


def test_who_begins_can_be_corrected_until_something_has_happened():
    log = began(THREE_THREAT, racerules.LOGGED, 1, (records.TIME, NOBODY, clock.SUDDEN, 0, 10_000, 0))
    log.refuses(records.PRESS, 0, 2, 1).refuses(records.PRESS, 1, 1, 1).refuses(records.PRESS, 1, 3, 1)
    log.refuses(records.PRESS, 1, 0, 2).fits(records.PAUSE, 6).refuses(records.PRESS, 1, 0, 1)
    log.fits(records.RESUME, 1).fits(records.PRESS, 1, 0, 1, ms=3000)
    assert (log.sheet.thrower(), log.sheet.clock.turn, log.sheet.game_time(log.now)) == (0, 0, 0)
    assert [log.sheet.clock.remaining(seat, log.now + 2000) for seat in range(3)] == [8000, 10_000, 10_000]
    log.fits(records.DICE, 0, 6).refuses(records.PRESS, 0, 1, 1).fits(records.CANCEL, 0, 6)
    change = len(log.records) + 1
    log.fits(records.PRESS, 0, 2, 1).fits(records.UNDO, p=change)
    assert log.sheet.turn == 0
    log.fits(records.PRESS, 0, 1).refuses(records.PRESS, 1, 2, 1)
    began(TWO_THREAT).fits(records.PRESS, NOBODY, 1, 1).home(RED).refuses(records.PRESS, 1, 0, 1)


def test_a_throw_that_does_not_count_is_thrown_again():
    log = began(THREE_THREAT, racerules.LOGGED, 0).fits(records.DICE, 0, 4)
    log.refuses(records.CANCEL, 0, 3).refuses(records.CANCEL, 1, 4).fits(records.CANCEL, 0, 4)
    log.refuses(records.CANCEL, 0, 0)
    assert log.sheet.thrower() == 0
    log.fits(records.DICE, 0, 6).fits(records.CANCEL, 0, 6).fits(records.DICE, 0, 2)
    assert log.sheet.thrower() == 1


def test_a_button_ends_the_turn_without_a_throw():
    log = began(THREE_THREAT, racerules.LOGGED, 2)
    log.refuses(records.PRESS, 0, 1).refuses(records.PRESS, 2, 1).fits(records.PRESS, 2, 0)
    log.fits(records.DICE, 0, 6).fits(records.PRESS, 0, 1)
    assert (log.sheet.turn, log.sheet.die) == (1, 0)


def test_throws_are_only_taken_where_they_are_logged():
    began(THREE_THREAT, 0, 0).refuses(records.DICE, 0, 4)
    log = began(THREE_THREAT).refuses(records.PRESS, NOBODY, 0).refuses(records.PRESS, 0, 1)
    assert log.sheet.thrower() == NOBODY


# --- the round of die-roll --------------------------------------------------------------------------


def test_only_the_tied_roll_again_until_there_is_an_order():
    log = RaceLog().run(THREE_THREAT, racerules.ROLL_FIRST)
    assert (log.sheet.rolling, log.sheet.asked()) == (7, 0)
    log.fits(records.ROLL, 2, 5).fits(records.ROLL, 0, 5).refuses(records.ROLL, 0, 1)
    assert log.sheet.asked() == 1
    log.fits(records.ROLL, 1, 5)
    assert log.sheet.rolling == 7
    log.fits(records.ROLL, 0, 2).fits(records.ROLL, 1, 6).fits(records.ROLL, 2, 2)
    assert (log.sheet.rolling, log.sheet.place) == (5, [2, 1, 2])
    log.refuses(records.ROLL, 1, 3).fits(records.ROLL, 0, 1).fits(records.ROLL, 2, 4)
    assert (log.sheet.rolling, log.sheet.place) == (0, [3, 1, 2])
    log.refuses(records.ROLL, 0, 3).game()


@pytest.mark.parametrize("seed", range(40))
def test_a_round_settles_all_places_as_its_throws_compare(seed):
    """Oracle: each seat's throws as a list; the higher list comes first."""
    rng = random.Random(seed)
    taking = rng.choice([3, 5, 6, 7])
    log = RaceLog().run(THREE_THREAT)
    seats = [seat for seat in range(3) if taking >> seat & 1]
    throws = {seat: [] for seat in seats}
    first = True
    while first or log.sheet.rolling:
        seat = rng.choice([one for one in seats if first or log.sheet.rolling >> one & 1])
        die = rng.randrange(1, 4)
        log.fits(records.ROLL, seat, die, taking if first else 0)
        throws[seat].append(die)
        first = False
    ranked = sorted(seats, key=lambda seat: throws[seat], reverse=True)
    assert [log.sheet.place[seat] for seat in ranked] == list(range(1, len(seats) + 1))
    assert all(log.sheet.place[seat] == NOBODY for seat in range(3) if seat not in seats)
    assert len({tuple(one) for one in throws.values()}) == len(seats)


def test_a_round_is_refused_where_it_has_no_place():
    log = RaceLog().run(TWO_THREAT)
    log.refuses(records.ROLL, 0, 3).refuses(records.ROLL, 0, 3, 1).refuses(records.ROLL, 0, 3, 7)
    log.refuses(records.ROLL, 2, 3, 3).refuses(records.ROLL, 0, 7, 3).refuses(records.ROLL, 0, 0, 3)
    log.fits(records.ROLL, 0, 3, 3)
    log.refuses(records.GAME, 1, TWO_THREAT, NOBODY, 1, log.sheet.next_lineup())
    log.fits(records.ROLL, NOBODY).game().refuses(records.ROLL, 0, 3, 3)


# --- game time --------------------------------------------------------------------------------------


def test_game_time_stands_while_the_game_does():
    log = began(TWO_THREAT, racerules.LOGGED, 0)
    start = log.now
    log.fits(records.DICE, 0, 3, ms=5000).fits(records.DICE, 1, 3, ms=5000).fits(records.PAUSE, 6, ms=2000)
    assert log.sheet.game_time(log.now + 99_000) == 12_000
    log.fits(records.RESUME, 1, ms=60_000)
    log.complete(RED)
    paused = log.now - start - 60_000
    assert log.sheet.game_time(log.now + 5000) == paused
    log.agree()
    assert log.sheet.phase == race.READY
    assert log.sheet.game_time(log.now + 5000) == paused
    assert records.unpack(log.records[-1])[6] == paused
    log.game()
    assert log.sheet.game_time(log.now) == 0


def test_what_a_correction_and_a_flag_do_to_the_game_time():
    log = began(TWO_THREAT, 0, 0, (records.TIME, NOBODY, clock.SUDDEN, 0, 10_000, 0))
    log.fits(records.CORRECT, 0, 255, 0, 30_000, ms=4000)
    assert log.sheet.game_time(log.now) == 4000
    assert log.sheet.clock.remaining(0, log.now) == 30_000
    log.fits(records.FLAG, 0, ms=30_000)
    assert log.sheet.game_time(log.now + 7000) == 34_000
    log.refuses(records.PRESS, 0, 1)
    log.fits(records.CORRECT, 0, 255, 0, 5000).fits(records.RESUME, 0)
    assert log.sheet.game_time(log.now + 1000) == 35_000
    log.fits(records.PRESS, 0, 1, ms=1500)
    assert log.sheet.game_time(log.now) == 35_500
    log.complete(YELLOW).agree().game(1)
    assert log.sheet.clock.remaining(0, log.now) == 10_000, "a clock is for a game"


def test_a_power_cut_stops_the_game_time_at_the_last_sign_of_life():
    log = began(TWO_THREAT)
    began_at = log.now
    alive = log.now + 4000
    log.now = 0
    log.add(records.BOOT, 1, 1, 1, alive, 2, ms=0)
    assert (log.sheet.pause, log.sheet.clock.running) == (records.POWER, False)
    assert log.sheet.game_time(log.now) == alive - began_at
    log.fits(records.RESUME, 0, ms=9000).home(RED)
    assert log.sheet.game_time(log.now) == alive - began_at + 1000


# --- the end of a game ------------------------------------------------------------------------------


def test_everybody_agrees_and_the_end_says_what_came_out():
    log = began(THREE_PLUS).complete(RED, GREEN)
    log.refuses(records.END, 0, THREE_PLUS, 0).fits(records.CONFIRM, 2).refuses(records.CONFIRM, 3)
    log.agree()
    assert (log.sheet.games, log.sheet.wins, log.sheet.mismatch) == (1, [1, 0, 0], 0)
    assert log.sheet.home[:2] == [4, 4], "what was played last can be read until the next game"


def test_game_zero_counts_for_nothing():
    log = began(THREE_XS).complete(BLACK, RED).agree()
    assert (log.sheet.wins, placing(log.sheet)) == ([0, 0, 0], (BLACK, RED, YELLOW))


def test_the_board_of_another_sheet_is_noted():
    log = began(TWO_THREAT).complete(RED).fits(records.CONFIRM, NOBODY)
    log.fits(records.END, 0, TWO_THREAT, 0, log.sheet.game_time(log.now), 12345)
    assert log.sheet.mismatch == len(log.records)


def test_a_rejected_end_comes_again_unless_a_pawn_is_taken_back():
    log = began(TWO_THREAT).complete(RED).fits(records.REJECT, 1)
    assert (log.sheet.phase, log.sheet.pause, log.sheet.winner) == (race.PLAY, records.CONTESTED, NOBODY)
    log.refuses(records.PAWN, 1, BLUE, 1).fits(records.RESUME, 0)
    assert (log.sheet.phase, log.sheet.winner) == (race.RESULT, 0)
    log.fits(records.REJECT, 1)
    while log.sheet.home[RED] == 4:
        log.add(records.UNDO, p=log.fold.undoable())
    assert (log.sheet.phase, log.sheet.home[RED]) == (race.PLAY, 3)
    log.fits(records.RESUME, 0).home(BLUE, RED)
    assert log.sheet.phase == race.RESULT


@pytest.mark.parametrize(("winner", "how", "fine"), [
    (NOBODY, race.STOPPED, True), (0, race.STOPPED, False), (1, records.CONCEDED, True), (2, 1, False),
    (0, records.PLAYED, False), (NOBODY, records.PLAYED, False), (0, records.FORFEITED, True), (0, 6, False),
])
def test_a_game_may_end_otherwise(winner, how, fine):
    log = began(TWO_THREAT).home(RED)
    (log.fits if fine else log.refuses)(records.RESULT, winner, 0, how, NOBODY)
    if fine:
        log.agree()
        assert log.sheet.wins == [int(winner == seat) for seat in range(3)]


@pytest.mark.parametrize("rules", range(8))
def test_names_and_the_longest_state(rules):
    log = began(rules, racerules.LOGGED, 1, (records.TIME, NOBODY, clock.SUDDEN, 0, 600_000, 0))
    packed = sheets.pack(log.sheet)
    assert len(packed) <= 240
    again = sheets.unpack(packed)
    assert sheets.pack(again) == packed
    assert again.owner == log.sheet.owner
    assert len(NAMES) == 8
