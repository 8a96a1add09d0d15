"""`tablekeeper claim`: players report by commands, without a host that runs."""

import json

import pytest

from tests.cli.conftest import command, database, home, no, refused, say  # noqa: F401


@pytest.fixture
def seated(say):  # noqa: F811
    """A match to 7 points at a table without a board."""
    say("table", "new", "--count", "2")
    say("event", "new", "knockout", "Cup", "--length", "7")
    say("event", "enter", "Cup", "Ann", "Bob")
    say("event", "start", "Cup")
    say("event", "seat", "Cup")


def test_both_report(say, seated):  # noqa: F811
    reported = ("--score", "7,4", "--winner", "Ann")
    assert say("claim", "report", "Cup", "Ann", *reported) == "Reported; it does not count yet.\n"
    assert say("claim", "list") == (
        "Cup, action 5: Ann reports match A1: Ann v Bob, winner Ann, score 7-4; the other side has not "
        "answered\n"
    )
    [listed] = json.loads(say("claim", "list", "--json"))
    assert (listed["by"], listed["action"], listed["needs_director"]) == ("Ann", 5, False)
    assert say("claim", "agree", "Cup", "Bob", "5") == "Both sides agree: the result counts.\n"
    assert say("claim", "list") == "No result waits for an answer.\n"
    assert "Ann" not in say("table", "list")


def test_the_director_answers(say, no, seated):  # noqa: F811
    assert say("claim", "rule", "Cup", "director") == "Claims of players wait for the director.\n"
    say("claim", "report", "Cup", "Ann", "--score", "7,4", "--winner", "Ann")
    say("claim", "refuse", "Cup", "6", "--reason", "the sheet says 7-3")
    say("claim", "report", "Cup", "Ann", "--score", "7,3", "--winner", "Ann")
    assert "Action 6 is not a claim" in no("claim", "accept", "Cup", "6")
    assert say("claim", "accept", "Cup", "8").startswith("Action 9: the confirmation of the claim of Ann")
    say("claim", "rule", "Cup", "off")
    assert "Bob plays at no table now" in no("claim", "report", "Cup", "Bob", "--score", "7,3")
