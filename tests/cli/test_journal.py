"""`tablekeeper journal`, and the undo of an event's action with what would change."""

import json

import pytest


@pytest.fixture
def cup(command):
    """A championship with two results."""
    for words in (
        ("event", "new", "championship", "Cup", "--first-to", "2"),
        ("event", "enter", "Cup", "Ann", "Bob", "Cid"),
        ("event", "start", "Cup"),
        ("event", "result", "Cup", "--winner", "Ann"),
        ("event", "result", "Cup", "--winner", "Bob"),
        ("people", "enter", "Zed"),
    ):
        assert command(*words).exit_code == 0
    return "Cup"


def test_everything_is_listed_by_time(command, cup):
    found = command("journal")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert len(lines) == 6
    assert lines[0].endswith("UTC  event 1, 1  director: the event Cup: first to 2")
    assert lines[-1].endswith("UTC  people, 1  director: the entry of Zed")


@pytest.mark.parametrize(("filters", "numbers"), [
    (("--event", "Cup"), [1, 2, 3, 4, 5]),
    (("--subject", "people"), [1]),
    (("--text", "winner bob"), [5]),
    (("--actor", "Eve"), []),
    (("--since", "2001-01-01 10:00", "--subject", "event", "--text", "result"), [4, 5]),
])  # fmt: skip
def test_filters_choose_lines(command, cup, filters, numbers):
    found = command("journal", *filters, "--json")
    assert [one["seq"] for one in json.loads(found.stdout)] == numbers


def test_nothing_is_said_in_words(command, cup):
    assert command("journal", "--actor", "Eve").stdout == "No action matches.\n"


def test_an_undo_is_shown_before_it_is_done(command, cup):
    shown = command("event", "undo", cup, "--show")
    assert shown.stdout.splitlines() == [
        "Undoing 5 would take back the result winner Bob.",
        "  Not counted any more: winner Bob.",
        "  1st place: Ann instead of Ann and Bob.",
        "  2nd place: Bob and Cid instead of nobody.",
        "  3rd place: nobody instead of Cid.",
        "  Not to be played any more: game 3: Ann v Bob v Cid.",
        "  To be played: game 2: Ann v Bob v Cid.",
    ]
    assert len(json.loads(command("journal", "--event", cup, "--json").stdout)) == 5
    assert command("event", "undo", cup, "1", "--show").exit_code == 2


def test_later_actions_are_undone_together(command):
    command("event", "new", "championship", "Cup", "--first-to", "2")
    command("event", "enter", "Cup", "Ann", "Bob", "Cid")
    command("event", "withdraw", "Cup", "Cid")
    refused = command("event", "undo", "Cup", "2")
    assert refused.exit_code == 2
    assert "1 later action would not fit without the entry of Ann, Bob and Cid" in refused.stderr
    assert "--together --reason TEXT" in command("event", "undo", "Cup", "2", "--show").stdout
    assert command("event", "undo", "Cup", "2", "--together").exit_code == 2
    done = command("event", "undo", "Cup", "2", "--together", "--reason", "another club")
    assert done.stdout == "Undone: the entry of Ann, Bob and Cid, and 1 later action.\n"
