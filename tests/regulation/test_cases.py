"""The table of cases: every kind read strictly, and a worked example for each paragraph it stands for."""

import shlex

import pytest

from tablekeeper.cli.eventflags import parse
from tablekeeper.formats.written import value_of
from tablekeeper.regulation.cases import KINDS, Case, find, read_facts
from tablekeeper.regulation.finding import (
    DISQUALIFICATION,
    EXCLUSION,
    FORFEIT,
    INTRODUCE,
    NO_PRIZE,
    WITHDRAWAL,
    Effect,
)
from tablekeeper.regulation.paragraphs import BY_NAME
from tablekeeper.strictjson import DocumentError
from tests.refusal import document_error

BOTH = ("Ann", "Bob")


def case(key, players=BOTH, **facts):
    kind = KINDS[key]
    return find(kind, Case(tuple(players), read_facts(kind, facts)))


@pytest.mark.parametrize("key", KINDS)
def test_the_example_of_every_kind_is_answered_with_paragraphs(key):
    kind = KINDS[key]
    table = {f"--{option.key.replace('_', '-')}": option for option in kind.options}
    facts, words = {}, shlex.split(kind.example)
    while words:
        option = table[words.pop(0)]
        facts[option.key] = True if option.kind == "flag" else value_of(option, words.pop(0))
    finding = case(key, kind.names, **facts)
    assert finding.paragraphs
    assert set(finding.paragraphs) <= set(BY_NAME)
    assert finding.sentence == finding.sentence.strip().rstrip(".")


def test_facts_are_read_strictly():
    for facts in (
        {"stated": 7, "played": 5},
        {"stated": "seven", "played": 5, "score": [4, 2]},
        {"stated": 7, "played": 5, "score": [4]},
        {"stated": 0, "played": 5, "score": [4, 2]},
        {"stated": 7, "played": 5, "score": [4, 2], "colour": "red"},
    ):
        with pytest.raises(DocumentError):
            case("length", **facts)
    assert "one line" in document_error(case, "other", text="first\nsecond")
    assert "no paragraph" in document_error(case, "other", text="so be it", paragraphs=["nonsense"])
    assert "2 different players" in document_error(case, "length", ["Ann"], stated=7, played=5, score=[4, 2])
    with pytest.raises(DocumentError, match="different players"):
        case("length", ["Ann", "Ann"], stated=7, played=5, score=[4, 2])


def test_who_reports_a_result():
    assert not case("result", winner="Ann", by="Bob").open
    assert not case("result", winner="Ann", by="Ann", sheet=True).open
    assert not case("result", winner="Ann", by="Ann", confirmed=True).open
    unproved = case("result", winner="Ann", by="Ann")
    assert unproved.open
    assert "Bob has to report it" in unproved.sentence
    assert "not among the players" in document_error(case, "result", winner="Cid", by="Ann")


def test_a_mistaken_concession_stands_once_it_is_entered():
    assert case("concession", loser="Ann", posted=True).sentence.endswith(
        "Bob is entered as the winner: the result stands"
    )
    assert case("concession", loser="Bob").sentence.endswith("the match goes on")


def test_equipment_is_changed_from_the_next_game_or_at_once_by_the_director():
    asked = case("equipment", what="cups", asked_by="Ann", irregular=True, within_game=True)
    assert asked.sentence == "Ann gets other cups from the next game: the equipment in use is not regular"
    assert asked.paragraphs == ("change-request",)
    assert case("equipment", what="cups").paragraphs == ("replacement",)
    assert case("equipment", what="cups", asked_by="Ann").sentence.endswith("nothing is changed")
    assert case("equipment", unauthorised=True).paragraphs == ("unauthorised", "equipment")


def test_dice_change_only_as_the_director_decides_and_are_mixed_between_games():
    assert case("dice").paragraphs == ("new-dice", "dice-change")
    assert case("dice", asked_by="Ann").sentence.endswith("nothing is changed")
    told = case("dice", asked_by="Ann", justified=True).sentence
    assert told == "Ann gets other dice for the game that begins: there is a justified reason"
    assert case("dice", mix=True, asked_by="Ann").sentence == "Ann mixes the dice and Bob chooses first"
    assert "has to wait" in case("dice", mix=True, asked_by="Ann", within_game=True).sentence
    with pytest.raises(DocumentError):
        case("dice", mix=True)


def test_spectators_are_silent_and_sent_away():
    assert "sent away" in case("spectator", spectator="Eve", conduct="noise").sentence
    assert case("spectator", spectator="Eve", conduct="leave").paragraphs == ("sent-away",)
    assert case("spectator", spectator="Eve", conduct="comment", player="Ann").open


def test_the_key_of_earlier_versions_is_read():
    assert case("spectator", spectator="Eve", deed="leave").paragraphs == ("sent-away",)
    options = KINDS["spectator"].options
    for flag in ("--deed", "--conduct"):
        assert parse(options, [flag, "noise"]) == {"conduct": "noise"}


def test_a_player_of_the_match_is_no_spectator():
    for conduct in ("noise", "signal"):
        with pytest.raises(DocumentError, match="no spectator of it"):
            case("spectator", spectator=" Ann", conduct=conduct, player="Bob")


def test_a_spectator_testifies_when_asked_or_about_cheating():
    assert "is not heard" in case("spectator", spectator="Eve", conduct="testimony").sentence
    for why in ("asked", "cheating"):
        assert "testifies" in case("spectator", spectator="Eve", conduct="testimony", **{why: True}).sentence


def test_a_spectator_speaks_with_a_player_as_the_opponent_permits():
    no = case("spectator", spectator="Eve", conduct="address", player="Ann")
    assert no.sentence == "Eve may not speak with Ann: Bob has not agreed"
    yes = case("spectator", spectator="Eve", conduct="address", player="Ann", permitted=True)
    assert yes.paragraphs == ("addressing", "languages")
    assert "which player" in document_error(case, "spectator", spectator="Eve", conduct="address")


def test_signals_disqualify_without_a_prize_and_a_spectator_who_takes_part_too():
    signal = case("spectator", spectator="Eve", conduct="signal", player="Ann", takes_part=True)
    assert [(one.kind, one.player) for one in signal.effects] == [
        (DISQUALIFICATION, "Ann"), (NO_PRIZE, "Ann"), (DISQUALIFICATION, "Eve"), (NO_PRIZE, "Eve"),
    ]  # fmt: skip
    assert len(case("spectator", spectator="Eve", conduct="signal", player="Ann").effects) == 2


def test_withdrawal_and_exclusion():
    assert case("withdraw", ["Ann"]).effects == (Effect(WITHDRAWAL, "Ann"),)
    excluded = case("exclude")
    assert excluded.effects == (Effect(EXCLUSION, "Ann", to="Bob", cause="behaviour"),)
    assert excluded.paragraphs == ("behaviour",)


def test_who_refuses_a_video_forfeits():
    assert case("video").effects == ()
    assert case("video", refused_by="Bob").effects == (Effect(FORFEIT, "Bob", to="Ann", cause="video"),)


def test_a_referee_is_neutral():
    assert case("referee", name="Eve").paragraphs == ("referee",)
    assert "neutral" in document_error(case, "referee", name="Ann")


def test_a_clock_is_introduced_at_any_time():
    finding = case("clock", control="2m/pt b12", within_game=True)
    assert finding.effects == (Effect(INTRODUCE, "Ann", to="Bob", cause="clock", control="2m/pt b12"),)
    assert "within the game" in finding.sentence
    assert "with the next game" in case("clock").sentence
