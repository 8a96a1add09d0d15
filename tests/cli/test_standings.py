"""`tablekeeper standings`: the answer as JSON, for people, and one line for every wrong file."""

import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main

EVENT = {
    "format": "grand-prix",
    "options": {
        "games": 3,
        "colours": {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]},
    },
    "players": ["Ann", "Bob", "Cid"],
    "results": [
        {"order": ["red", "white", "black", "green", "blue", "yellow"]},
        {"order": ["blue", "red", "black", "yellow", "green", "white"]},
    ],
}


@pytest.fixture
def run(tmp_path):
    def go(document, *flags):
        file = tmp_path / "event.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
        return CliRunner().invoke(main, ["standings", str(file), *flags])

    return go


def test_json_is_one_document(run):
    result = run(EVENT, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert [(row["rank"], row["player"], row["gpp"]) for row in answer["rows"]] == [
        (1, "Ann", 30),
        (2, "Bob", 15),
        (3, "Cid", 11),
    ]
    assert list(answer) == [
        "format", "over", "winner", "provisional", "rows", "places", "next", "cancelled", "notes",
    ]  # fmt: skip
    assert not result.stderr


def test_what_may_be_a_mistake_is_said_and_stays_out_of_the_document(run):
    colours = {"Ann": ["red", "green"], "Bob": ["blue", "black"], "Cid": ["yellow", "white"]}
    document = EVENT | {"options": EVENT["options"] | {"colours": colours}}
    doubt = "By GP allied colours lie opposite each other: red and green of Ann do not."
    assert doubt in run(document).stdout
    told = run(document, "--json")
    assert doubt in told.stderr
    assert "opposite" not in told.stdout


def test_people_see_places_reasons_and_what_is_open(run):
    shown = run(EVENT, "--explain").stdout
    assert "Next: game 3: Ann v Bob v Cid" in shown
    assert "Ann is first if Bob scores at most 14 more than Ann in the last game." in shown
    # nothing has decided a place while the event runs
    assert "most points: " not in shown
    certain = {"order": ["red", "blue", "white", "yellow", "green", "black"]}
    shown = run(EVENT | {"results": [EVENT["results"][0], certain]}, "--explain").stdout
    assert "most points: 30 v 14" in shown
    assert "Winner: Ann" in shown


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "line 1, column 1: this is not JSON"),
        ("[]", "an event file holds one object"),
        ('{"format": "grand-prix", "format": "ttt"}', 'the key "format" is in one object twice'),
        (EVENT | {"venue": "Hall"}, "venue: unknown key"),
        (EVENT | {"results": [{"order": ["red"] * 6}]}, "results[0].order[1]: red finishes twice"),
        (EVENT | {"players": ["Ann", "Bob"]}, "players: give 3 here, not 2"),
        ("\u0000", "this is not JSON"),
        ("[" * 100_000, "too deeply"),
        ('{"players": ["\\udc00"]}', "a text holds half a character"),
        ("1" * 5000, "a number has thousands of digits"),
    ],
)
def test_a_wrong_file_is_one_line(run, document, sentence):
    result = run(document, "--json")
    assert result.exit_code == 2
    assert not result.stdout
    assert result.stderr.count("\n") == 1
    assert "event.json: " in result.stderr
    assert sentence in result.stderr


def test_a_file_that_is_not_there_and_one_that_is_no_text(run, tmp_path):
    missing = CliRunner().invoke(main, ["standings", str(tmp_path / "none.json")])
    assert (missing.exit_code, missing.stdout) == (2, "")
    (tmp_path / "bytes.json").write_bytes(b'{"format": "\xff"}')
    wrong = CliRunner().invoke(main, ["standings", str(tmp_path / "bytes.json")])
    assert wrong.exit_code == 2
    assert "not UTF-8" in wrong.stderr


def test_a_picture_is_written_once_and_only_where_there_is_one(run, tmp_path):
    out = tmp_path / "cup.svg"
    assert run(EVENT, "--json", "--picture", str(out)).exit_code == 0
    assert out.read_text("utf-8").startswith("<svg ")
    refused = run(EVENT, "--picture", str(out))
    assert refused.exit_code
    assert "name another file with --picture" in refused.stderr
    colours = {"A": ["red", "blue"], "B": ["green", "black"], "C": ["yellow", "white"]}
    order = {"order": ["red", "white", "black", "green", "blue", "yellow"]}
    endless = {
        "format": "grand-prix", "players": ["A", "B", "C"], "options": {"games": 300, "colours": colours},
        "results": [order] * 201,
    }  # fmt: skip
    refused = run(endless, "--picture", str(tmp_path / "endless.svg"))
    assert refused.exit_code
    assert "There is no picture of this event" in refused.stderr
    assert not (tmp_path / "endless.svg").exists()
