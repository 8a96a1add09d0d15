"""`tablekeeper rankings`: a ranking file as JSON, for people, on a day, and one line for every wrong file."""

import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main

FILE = {
    "ranking": "world",
    "rules": "2025-06",
    "tournaments": [
        {"name": "Masters [old]", "style": "3T+", "level": 2, "date": "2025-04-01",
         "wins": {"Ann": 3, "Bob": 1, "Cid": 0}},
        {"name": "GP", "style": "GP", "level": 1, "date": "2025-05-01",
         "wins": {"Ann": 0.5, "Bob": 2, "Cid": 4.5}, "places": [["Bob"], ["Cid"], ["Ann"]],
         "cp": {"player": "Bob", "points": 0.5, "reason": "ahead of Cid"}},
    ],
}  # fmt: skip


@pytest.fixture
def run(tmp_path):
    def go(found, *flags, before=()):
        file = tmp_path / "world.json"
        file.write_text(found if isinstance(found, str) else json.dumps(found), "utf-8")
        return CliRunner().invoke(main, ["rankings", *before, str(file), *flags])

    return go


def test_json_is_one_document(run):
    result = run(FILE, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "rows": [
            {"rank": 1, "player": "Ann", "TP": [14, 2], "WP": [3, 0.5], "CP": [0, 0], "TP_total": 16,
             "WP_total": 3.5, "total": 19.5, "decided_by": "total 19.5 v 18.5"},
            {"rank": 2, "player": "Bob", "TP": [8, 7], "WP": [1, 2], "CP": [0, 0.5], "TP_total": 15,
             "WP_total": 3, "total": 18.5, "decided_by": "total 18.5 v 12.5"},
            {"rank": 3, "player": "Cid", "TP": [4, 4], "WP": [0, 4.5], "CP": [0, 0], "TP_total": 8,
             "WP_total": 4.5, "total": 12.5, "decided_by": None},
        ],
        "window": ["Masters [old]", "GP"],
    }  # fmt: skip
    assert not result.stderr


def test_options_may_stand_before_the_file_and_the_verb_may_be_named(run):
    after = run(FILE, "--json").stdout
    assert run(FILE, before=["--json"]).stdout == after
    assert run(FILE, "--json", before=["file"]).stdout == after


def test_people_see_totals_points_and_reasons(run):
    shown = run(FILE).stdout
    assert "World Rankings, rules of 2025-06" in shown
    assert "  2025-04-01  Masters [old] (3T+, level 2): Ann 14+3, Bob 8+1, Cid 4+0\n" in shown
    assert "  2025-05-01  GP (GP, level 1): Ann 2+0.5, Bob 7+2+0.5, Cid 4+4.5\n" in shown
    shown = run(FILE, "--explain").stdout
    assert "  Ann before Bob by total 19.5 v 18.5\n" in shown
    assert "  GP: Bob 0.5 CP: ahead of Cid\n" in shown


def test_reasons_in_json(run):
    told = json.loads(run(FILE, "--json", "--explain").stdout)["explain"]
    assert "Ann before Bob by total 19.5 v 18.5" in told
    assert "Masters [old]: Cid 2 x level 2 = 4 TP, 0 WP" in told
    assert "GP: Bob 0.5 CP: ahead of Cid" in told


def test_a_refusal_moves_no_cursor(run):
    result = run(FILE | {"rules": "\x1b[2J\r\n"})
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert not any(letter in result.stderr for letter in "\x1b\r")


def test_a_day(run):
    result = run(FILE, "--as-of", "2025-04-30", "--json")
    assert json.loads(result.stdout)["window"] == ["Masters [old]"]
    assert "No tournament counts yet." in run(FILE, "--as-of", "2025-03-01").stdout
    assert run(FILE, "--as-of", "yesterday").exit_code == 2


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("{", "this is not JSON"),
        ("[]", "a ranking file holds one object"),
        ('{"ranking": "world", "ranking": "world"}', 'the key "ranking" is in one object twice'),
        ('{"ranking": "world", "window": ' + "1" * 5000 + "}", "a number has thousands of digits"),
        ('{"ranking": "world", "source": "\\ud800"}', "a text holds half a character"),
        (FILE | {"window": 0}, "window: 0 is out of range"),
        (FILE | {"tournaments": [FILE["tournaments"][0] | {"level": 7}]}, "tournaments[0].level: 7 is out"),
    ],
)
def test_a_wrong_file_is_one_line(run, found, told):
    result = run(found, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert "world.json: " in result.stderr
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there_and_an_unknown_option(run):
    result = CliRunner().invoke(main, ["rankings", "nowhere.json"])
    assert result.exit_code == 2
    assert "nowhere.json: No such file" in result.stderr
    assert run(FILE, "--nothing").exit_code == 2


def test_standard_input(run):
    result = CliRunner().invoke(main, ["rankings", "-", "--json"], input=json.dumps(FILE))
    assert json.loads(result.stdout)["window"] == ["Masters [old]", "GP"]
