"""`event new|templates|enter|checkin|start|draw`: from a template to the start, on the command line."""

import json
from functools import partial

from tablekeeper.feeds.sheet import Sheet
from tablekeeper.feeds.workbook import workbook


def test_a_template_makes_an_event_and_a_flag_sets_another_value(event):
    event("new", "backgammon-16", "Cup", "--length", "7,7,9,11")
    found = json.loads(event("export", "Cup"))
    assert found["options"] == {
        "length": [7, 7, 9, 11], "consolation": "progressive consolation", "consolation_length": 5,
        "late_places": "spread",
    }  # fmt: skip


def test_the_templates_are_listed_with_their_options(command):
    event = partial(command, "event")
    listed = json.loads(event("templates", "--json").stdout)
    row = next(one for one in listed if one["template"] == "backgammon-rising")
    assert (row["format"], row["options"]["length"]) == ("knockout", [7, 7, 9, 11])
    assert "backgammon-rising" in event("templates").stdout
    told = event("new", "swing-6000", "--help").stdout
    assert "Unless said: --stake 6000 --cpp 300,500,700,1000." in " ".join(told.split())


def test_a_list_is_entered_whole_or_not_at_all(event, command, database, tmp_path):
    event("new", "knockout", "Cup")
    file = tmp_path / "players.csv"
    file.write_text("First name;Last name\nAnn;Lee\nBob;Kay\nAnn;Lee\n")
    run = partial(command, "event", "enter", "Cup", "--file", str(file), "--database", database)
    for words in ((), ("--dry-run",)):
        result = run(*words)
        assert result.exit_code == 1
        assert "line 4: Ann Lee (problem: as in line 2)" in result.stdout
        assert "nobody is entered" in result.stdout
    file.write_text("First name;Last name\nAnn;Lee\nBob;Kay\n")
    assert run("--dry-run").stdout.endswith("2 players to enter; nobody is entered.\n")
    assert run().stdout.endswith("Entered: Ann Lee, Bob Kay. Players now: 2.\n")


def test_a_workbook_is_entered_and_names_of_the_register_are_written_as_there(event, say, tmp_path):
    say("people", "enter", "Ann Lee")
    event("new", "knockout", "Cup")
    file = tmp_path / "players.xlsx"
    file.write_bytes(workbook([Sheet("x", ("Name",), (("ann  lee",), ("Bob",)))]))
    told = json.loads(event("enter", "Cup", "--file", str(file), "--json"))
    assert told == {
        "entered": ["Ann Lee", "Bob"], "players": 2,
        "lines": [{"line": 2, "name": "Ann Lee", "problem": None, "notice": None},
                  {"line": 3, "name": "Bob", "problem": None, "notice": "not in the register"}],
    }  # fmt: skip


def test_names_or_a_list_are_said(event, no_event, tmp_path):
    event("new", "knockout", "Cup")
    (tmp_path / "none.txt").write_text("\n\n")
    assert "Give names, or a list" in no_event("enter", "Cup")
    assert "Give names, or a list" in no_event("enter", "Cup", "Ann", "--file", "x.csv")
    assert "There is no name in the list" in no_event("enter", "Cup", "--file", str(tmp_path / "none.txt"))


def test_check_in_says_who_is_missing(event, no_event):
    event("new", "knockout", "Cup")
    event("enter", "Cup", "Ann", "Bob", "Cid")
    assert event("checkin", "Cup") == "Present: nobody. Missing: Ann, Bob and Cid.\n"
    assert event("checkin", "Cup", "Ann", "Bob") == "Present: Ann and Bob. Missing: Cid.\n"
    assert event("checkin", "Cup", "Bob", "--absent") == "Present: Ann. Missing: Bob and Cid.\n"
    assert "start with --absent" in no_event("start", "Cup")
    assert event("checkin", "Cup", "--all") == "Present: Ann, Bob and Cid. Missing: nobody.\n"
    assert "Give names or --all" in no_event("checkin", "Cup", "--all", "Ann")
    assert "Say who is not there" in no_event("checkin", "Cup", "--absent")
    assert event("start", "Cup") == "Started.\n"


def test_a_draw_is_shown_with_its_seed_before_it_is_entered(event):
    event("new", "knockout", "Cup", "--length", 5)
    event("enter", "Cup", "Ann", "Bob", "Cid", "Dan")
    shown = event("draw", "Cup", "--seed", 9, "--show").splitlines()
    assert (shown[0], shown[-1]) == (
        "Seed 9.", "Nothing is entered: repeat with --seed 9 and without --show.",
    )  # fmt: skip
    found = json.loads(event("draw", "Cup", "--seed", 9, "--show", "--json"))
    assert json.loads(event("export", "Cup"))["journal"][-1]["action"] == "enter"
    event("draw", "Cup", "--seed", 9)
    event("start", "Cup")
    assert json.loads(event("next", "Cup", "--json"))[:2] == found["next"]
    assert len(shown) == 4


def test_a_draw_that_chooses_an_order_tells_it(event):
    event("new", "ttt", "Tourney")
    event("enter", "Tourney", "Ann", "Bob", "Cid", "Dan")
    shown = event("draw", "Tourney", "--groups", 2, "--seed", 3, "--show")
    assert shown.startswith("Seed 3.\nGroups: ")


def test_a_late_arrival_without_a_place_takes_a_bye(event, no_event):
    event("new", "knockout", "Cup")
    event("enter", "Cup", *"ABCDE")
    assert no_event("enter", "Cup", "Zoe", "--bye-of", "A").startswith("Cup has not started: ")
    event("start", "Cup")
    assert no_event("enter", "Cup", "Zoe") == (
        "No place is kept open for Zoe; these byes of the first round can still be given: C; "
        "A (match B1: A v B would wait); B (match B1: A v B would wait). Choose one with --bye-of NAME, or "
        "take the first with --yes."
    )
    assert event("enter", "Cup", "Zoe", "--yes") == "Entered: Zoe. Players now: 6.\n"
    assert "match A3: C v Zoe" in event("next", "Cup")
    event("enter", "Cup", "Yan", "--bye-of", "B")
    assert event("undo", "Cup") == "Undone: the late arrival of Yan beside B, who had a bye.\n"
    assert "match B1: A v B" in event("next", "Cup")
