"""Wrong match lengths: agreed, posted by mistake, noticed in time, noticed when the length is reached."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.regulation.finding import DISQUALIFICATION, POINTS, WARNING, Effect
from tablekeeper.regulation.length import wrong_length
from tablekeeper.strictjson import DocumentError

BOTH = ("Ann", "Bob")


def length(stated, played, score, **more):
    return wrong_length(BOTH, stated=stated, played=played, score=score, **more)


def kinds(finding):
    return [(one.kind, one.player, one.points) for one in finding.effects]


def test_who_agrees_on_another_length_is_penalised_not_only_warned():
    finding = length(7, 5, (2, 1), agreed=True)
    assert finding.effects == (
        Effect(POINTS, "Ann", 1, "Bob", "length"),
        Effect(POINTS, "Bob", 1, "Ann", "length"),
    )
    assert finding.paragraphs == ("agreed-length", "wrong-length", "stated-length")
    assert "goes on from 2-1 to 7 points" in finding.sentence


def test_a_posted_result_of_a_wrong_length_stands_and_both_are_warned():
    finding = length(7, 5, (5, 2), posted=True)
    assert kinds(finding) == [(WARNING, "Ann", 0), (WARNING, "Bob", 0)]
    assert finding.sentence.startswith("the posted result stands: nothing is replayed")
    assert finding.paragraphs == ("posted-length",)


def test_a_second_mistake_is_penalised():
    finding = length(7, 5, (5, 2), posted=True, steps=(1, 0))
    assert kinds(finding) == [(POINTS, "Ann", 1), (WARNING, "Bob", 0)]
    finding = length(7, 5, (5, 2), posted=True, steps=(9, 2))
    assert kinds(finding) == [(DISQUALIFICATION, "Ann", 0), (POINTS, "Bob", 2)]


def test_noticed_in_time_the_match_goes_on_to_the_stated_length():
    # too short: 5 instead of 7; played out, but nothing is posted
    for score in ((4, 3), (5, 3)):
        finding = length(7, 5, score)
        assert finding.sentence.endswith("to 7 points")
        assert finding.effects == ()
    # too long: 9 instead of 7, and 7 is not reached
    assert length(7, 9, (6, 5)).sentence.endswith("goes on from 6-5 to 7 points")


def test_noticed_when_the_stated_length_is_reached_the_wrong_one_counts():
    finding = length(7, 9, (8, 5))
    assert finding.sentence == "7 points are reached already: the match goes on to 9 points"
    assert finding.paragraphs == ("wrong-length",)
    assert "the result stands" in length(7, 9, (9, 5)).sentence


def test_without_a_length_on_the_sheets_the_stated_one_is_played():
    finding = length(7, 0, (4, 3))
    assert finding.paragraphs == ("missing-length", "stated-length")
    assert finding.sentence.endswith("played to the stated 7 points")
    assert "ended when 7 points were reached" in length(7, 0, (8, 3)).sentence


@pytest.mark.parametrize(
    ("stated", "played", "score"), [(7, 7, (3, 2)), (7, 5, (6, 2)), (7, 5, (5, 5)), (7, 5, (-1, 2))]
)
def test_what_cannot_be_is_refused(stated, played, score):
    with pytest.raises(DocumentError):
        length(stated, played, score)


@given(st.data())
def test_a_match_ends_as_soon_as_somebody_has_the_number_it_is_played_to(data):
    """Oracle: replay by points whether the stated number came before the mistake was noticed."""
    stated, played = data.draw(st.lists(st.integers(1, 20), min_size=2, max_size=2, unique=True))
    loser = data.draw(st.integers(0, played - 1))
    winner = data.draw(st.integers(loser, played))
    sentence = length(stated, played, (winner, loser)).sentence
    reached = any(points >= stated for points in range(winner + 1))
    finished = winner == played
    if not reached:
        assert sentence.endswith(f"to {stated} points")
    elif finished:
        assert sentence.endswith("the result stands")
    else:
        assert sentence.endswith(f"to {played} points")
