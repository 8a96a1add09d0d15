"""Cube questions: who may double when, what stands all the same, and what the Crawford game undoes."""

import itertools

import pytest

from tablekeeper.games.backgammon import paragraphs
from tablekeeper.games.backgammon.doubling import (
    MOMENTS,
    WISHES,
    annulment,
    dead_for,
    double_ruling,
    moment_of,
)
from tablekeeper.games.backgammon.matchid import Situation
from tests.nonempty import nonempty


@pytest.mark.parametrize(
    ("situation", "moment", "may", "stands", "sentence", "paragraph"),
    [
        (Situation(), "turn", True, True, "White may double to 2: it is White's turn, the dice are not",
         paragraphs.BEFORE_THE_DICE),
        (Situation(cube=2, owner=0), "turn", True, True, "White may double to 4", paragraphs.BEFORE_THE_DICE),
        (Situation(cube=2, owner=1), "turn", False, False, "Black holds the cube",
         paragraphs.TAKER_HOLDS_THE_CUBE),
        (Situation(), "rolled", False, False, "the dice are rolled", paragraphs.BEFORE_THE_DICE),
        (Situation(), "other", False, True, "The double stands", paragraphs.PREMATURE_DOUBLE),
        (Situation(cube=2, owner=1), "other", False, False, "Black holds the cube",
         paragraphs.TAKER_HOLDS_THE_CUBE),
        (Situation(), "early-roll", False, False, "loses the right to double", paragraphs.PREMATURE_ROLL),
        (Situation(), "offered", False, False, "already waits for its answer",
         paragraphs.WAITS_FOR_AN_ANSWER),
        (Situation(), "opening", False, False, "before the opening roll", paragraphs.OPENING),
        (Situation(), "over", False, False, "The game is over", paragraphs.ONLY_LEGAL_DOUBLES),
        (Situation(5, (4, 2), crawford=True), "turn", False, False, "in the Crawford game the cube is out",
         paragraphs.CRAWFORD),
        (Situation(5, (4, 2), crawford=True), "other", False, False, "out of play", paragraphs.CRAWFORD),
        (Situation(5, (2, 4)), "turn", True, True, "and the Crawford game has been played",
         paragraphs.BEFORE_THE_DICE),
    ],
)  # fmt: skip
def test_who_may_double(situation, moment, may, stands, sentence, paragraph):
    ruling = double_ruling(situation, 0, moment)
    assert (ruling.may, ruling.stands) == (may, stands)
    assert sentence in ruling.sentence
    assert ruling.paragraphs[0] == paragraph


def test_on_the_bar_against_a_closed_board_one_may_double():
    ruling = double_ruling(Situation(), 0, closed_out=True)
    assert ruling.may
    assert ruling.paragraphs[0] == paragraphs.DOUBLE_FROM_THE_BAR


def test_the_moment_follows_from_the_situation():
    assert moment_of(Situation()) == "turn"
    assert moment_of(Situation(dice=(3, 1))) == "rolled"
    assert moment_of(Situation(doubled=True)) == "offered"
    assert moment_of(Situation(progress="over")) == "over"


def test_what_a_double_is_worth():
    ruling = double_ruling(Situation(7, (3, 1), cube=2, owner=1), 1, names=("Ann", "Bob"))
    assert ruling.notes == ("Dropped, it gives Bob 2 points; taken, Ann holds the cube at 4.",)
    dead = double_ruling(Situation(5, (3, 1), cube=2, owner=0), 0, names=("Ann", "Bob"))
    assert dead.may
    assert dead.notes[1].startswith("The cube is dead for Ann: a single game at 2 already wins the match")
    assert dead_for(Situation(5, (3, 1), cube=2), 0)
    assert not dead_for(Situation(5, (3, 1), cube=2), 1)
    assert not dead_for(Situation(cube=64), 0)


def test_a_double_at_a_wrong_moment_is_valid_once_it_is_accepted():
    refused = double_ruling(Situation(), 0, "rolled")
    assert "until the other player accepts it" in refused.notes[0]
    accepted = double_ruling(Situation(), 0, "rolled", taken=True)
    assert not accepted.may
    assert accepted.stands
    assert accepted.paragraphs[0] == paragraphs.ACCEPTED
    # the Crawford game and a cube that is not his are another matter than the moment
    assert not double_ruling(Situation(5, (4, 2), crawford=True), 0, "rolled", taken=True).stands
    assert not double_ruling(Situation(cube=2, owner=1), 0, "rolled", taken=True).stands


@pytest.mark.parametrize("wish", ["beaver", "automatic"])
def test_no_beavers_and_no_automatic_doubles(wish):
    ruling = double_ruling(Situation(), 0, "turn", wish)
    assert not ruling.may
    assert not ruling.stands
    assert ruling.paragraphs[0] == paragraphs.NO_BEAVERS


def test_annulment_lasts_until_the_crawford_game_ends():
    crawford = Situation(5, (4, 2), cube=2, owner=0, crawford=True)
    assert annulment(crawford, game_over=False).may
    assert not annulment(crawford, game_over=True).may
    assert not annulment(Situation(5, (4, 2), cube=2, owner=0), game_over=False).may


def test_only_a_free_cube_on_ones_own_turn_may_be_turned():
    """All cases: what the table of the rules says, written here a second time."""
    cases = itertools.product(MOMENTS, WISHES, (None, 0, 1), (False, True), (0, 1), (False, True))
    for moment, wish, owner, crawford, seat, taken in nonempty(cases):
        situation = Situation(5, (4, 2), cube=1 if owner is None else 2, owner=owner, crawford=crawford)
        ruling = double_ruling(situation, seat, moment, wish, taken=taken)
        free = wish == "double" and owner in (None, seat) and not crawford
        assert ruling.may == (free and moment == "turn")
        cured = taken and moment in ("opening", "rolled", "early-roll")
        assert ruling.stands == (free and (moment in ("turn", "other") or cured))
        assert ruling.paragraphs
        assert ruling.sentence.endswith(".")
        if not ruling.stands and not (crawford and wish == "double" and moment != "over"):
            assert "null and void" in ruling.notes[0]
