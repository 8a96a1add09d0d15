"""The page of all rulings: appeals are decided there, the committee is named, what waits is carried out."""

import pytest

from tablekeeper.regulation.committee import DIRECTOR
from tests.web.conftest import directed

serving = directed


@pytest.fixture
def desk(director):
    """The desk of a hall without tables: two rulings, the second one appealed."""
    desk = director.desk
    desk.act("committee", {"members": ["Eve", "Finn", "Bob"]})
    desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"})
    desk.rule("offence", ["Bob", "Ann"], {"cause": "pace"})
    desk.act("appeal", {"ruling": 3, "by": "Bob"})
    return desk


def send(signed, status=303, **form):
    answer = signed.submit("/rulings", **form)
    assert answer.status_code == status, answer.text
    return answer.text


def test_only_a_director_sees_it(browser):
    assert browser.get("/rulings").status_code == 401
    browser.sign_in_as("scorer")
    assert browser.get("/rulings").status_code == 403


def test_an_empty_hall_says_so(signed):
    assert "Nothing was ruled yet" in signed.get("/rulings").text


def test_an_appeal_is_decided_by_votes(signed, desk):
    page = signed.get("/rulings").text
    assert "Bob appeals ruling 3" in page
    assert "Bob is in the dispute: who sits for Bob?" in page
    send(signed, what="substitute", ruling="3", out="Bob", new="Hana")
    assert desk.panel(3) == ("Eve", "Finn", "Hana")
    votes = {f"vote-{DIRECTOR}": "uphold", "vote-Eve": "overturn", "vote-Hana": "overturn"}
    form = {"what": "votes", "appeal": "4", **votes, "heard-Ann": "1"}
    refused = send(signed, 409, **form, decision="nothing")
    assert "hears both players first: say that it has heard Bob" in refused
    assert refused.count('value="overturn" checked') == 2
    refused = send(signed, 409, **form, **{"heard-Bob": "1"}, decision="points", points="", against="Ann")
    assert 'id="problem-votes-points"' in refused
    send(signed, **form, **{"heard-Bob": "1"}, decision="warning", against="Ann")
    [verdict] = [one for one in desk.state().rulings.values() if one.kind == "appeal"]
    assert [(one.kind, one.player) for one in verdict.effects] == [("warning", "Ann")]
    assert "overturned by ruling" in signed.get("/rulings").text


def test_an_appeal_without_a_majority_stays_open(signed, desk):
    votes = {f"vote-{DIRECTOR}": "abstain", "vote-Eve": "overturn", "vote-Finn": "uphold"}
    send(signed, what="votes", appeal="4", **votes, **{"heard-Ann": "1", "heard-Bob": "1"})
    assert "no majority yet" in signed.get("/rulings").text
    refused = send(signed, 409, what="undo", entry="4")
    assert refused.count('role="alert"') == 1
    assert "Later entries depend on entry 4: undo them first" in refused


def test_committee_and_ladder(signed, desk):
    assert "3 to 5 members, not 2" in send(signed, 409, what="committee", members="Eve\nFinn")
    send(signed, what="committee", members="Eve\n\n Finn \nGus\n")
    assert desk.committee() == ("Eve", "Finn", "Gus")
    form = {
        "what": "settings", "ladder": "1 point, 3 points, out", "counting": "all", "overtime": "lateness",
        "grace": "10", "appeals": "5",
    }  # fmt: skip
    refused = send(signed, 409, **form | {"grace": "soon"})
    assert 'id="problem-settings-grace"' in refused
    assert 'value="1 point, 3 points, out"' in refused
    entries = len(desk.history())
    send(signed, **form)
    state = desk.state()
    assert (state.ladder.text(), state.counting, state.grace_ms) == (
        "1 point, 3 points, disqualification", "all", 600_000,
    )  # fmt: skip
    send(signed, **form | {"ladder": state.ladder.text()})
    assert len(desk.history()) == entries + 1, "what says the same is no entry"


def test_a_ruling_is_undone_appealed_and_carried_out_here_too(signed, desk):
    send(signed, what="appeal", ruling="2", by="Ann")
    assert desk.state().appeals[max(desk.state().appeals)].by == "Ann"
    assert "There is no ruling 99" in send(signed, 409, what="carry", ruling="99")
    send(signed, what="carry", ruling="2")
    assert "Unknown action" in send(signed, 400, what="sing")
