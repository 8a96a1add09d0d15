"""What a director decides otherwise, as it is written."""

import pytest

from tablekeeper.regulation.decision import read_decision
from tablekeeper.regulation.finding import (
    DISQUALIFICATION,
    EXCLUSION,
    FORFEIT,
    NO_PRIZE,
    POINTS,
    WARNING,
    Effect,
    read_effect,
)
from tablekeeper.strictjson import Cursor, DocumentError


def test_decisions_are_read():
    texts = ["warn Ann Lee for noise", "1 point against Bob", "12 points against Bob for pace",
             "disqualify Cid", "forfeit Cid", "exclude Cid for behaviour", "no prize for Cid"]  # fmt: skip
    assert read_decision(texts, "late") == (
        Effect(WARNING, "Ann Lee", cause="noise"),
        Effect(POINTS, "Bob", 1, cause="late"),
        Effect(POINTS, "Bob", 12, cause="pace"),
        Effect(DISQUALIFICATION, "Cid", cause="late"),
        Effect(FORFEIT, "Cid", cause="late"),
        Effect(EXCLUSION, "Cid", cause="behaviour"),
        Effect(NO_PRIZE, "Cid", cause="late"),
    )
    assert read_decision(["nothing"]) == ()


@pytest.mark.parametrize(
    "texts",
    [["shoot Ann"], ["warn"], ["0 points against Ann"], ["100 points against Ann"], ["nothing", "warn Ann"]],
)
def test_what_is_no_decision_is_refused(texts):
    with pytest.raises(DocumentError, match="is not a decision"):
        read_decision(texts)


def test_a_name_may_hold_the_word_for():
    assert read_decision(["warn Wait for Me"]) == (Effect(WARNING, "Wait for Me"),)


def test_an_effect_is_read_back_from_its_document():
    for effect in (
        Effect(POINTS, "Ann", 3, "Bob", "late"),
        Effect(WARNING, "Ann", cause="noise"),
        Effect("clock", "Ann", to="Bob", cause="late", ms=90_000),
        Effect("introduce", "Ann", to="Bob", cause="clock", control="3m/pt b12"),
    ):
        assert read_effect(Cursor(effect.document())) == effect
        assert effect.sentence()
    for wrong in (
        {"kind": "points", "player": "Ann", "cause": "late"},
        {"kind": "hug", "player": "A", "cause": "late"},
    ):
        with pytest.raises(DocumentError):
            read_effect(Cursor(wrong))
