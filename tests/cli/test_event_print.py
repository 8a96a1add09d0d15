"""`event print`: what can be printed, as a file that a browser prints, beside a host or alone."""

import pytest


@pytest.fixture
def cup(say):
    say("event", "new", "knockout", "Cup", "--length", 5, "--seed", 3)
    say("event", "enter", "Cup", "Ann", "Bob", "Cid")
    return "Cup"


def test_what_can_be_printed_is_listed_and_written(no, say, cup, tmp_path):
    assert "bracket" not in say("event", "print", cup)
    say("event", "start", cup)
    listed = [line.split()[0] for line in say("event", "print", cup).splitlines()]
    assert listed == [
        "score-sheets", "match-cards", "pairings", "pairings-by-table", "standings", "bracket", "wall-chart",
        "incident-report",
    ]  # fmt: skip
    file = tmp_path / "sheets.html"
    say("event", "print", cup, "score-sheets", "--output", file, "--address", "http://192.168.1.5:8080/")
    assert file.read_text().count("<figure") == 2
    assert "<svg" not in say("event", "print", cup, "score-sheets")
    assert say("event", "print", cup, "match-cards", "--match", "A2").count("<article>") == 1
    gone = no("event", "print", cup, "match-cards", "--round", "Round Z")
    assert "nothing to print as 'Match cards' now" in gone


def test_what_cannot_be_printed_is_said_in_a_sentence(no, say, cup, tmp_path):
    assert "nothing to print as 'Bracket' now" in no("event", "print", cup, "bracket")
    assert "begins with http://" in no("event", "print", cup, "standings", "--address", "192.168.1.5")
    assert "There is no event 9" in no("event", "print", 9)
    say("event", "start", cup)
    file = tmp_path / "mine.html"
    file.write_text("mine")
    assert "name another file with --output" in no("event", "print", cup, "standings", "--output", file)
    assert file.read_text() == "mine"
