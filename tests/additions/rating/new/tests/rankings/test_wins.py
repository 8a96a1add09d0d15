"""The rating system `wins` in the list of a file and on the page of a database with no match yet."""

import json

from click.testing import CliRunner

from tablekeeper.cli import main


def said(*words):
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_list_of_a_file(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text("winner,loser,length\nAnn,Bob,7\nAnn,Cid,7\nBob,Cid,5\n")
    rows = json.loads(said("ratings", file, "--system", "wins", "--json"))["rows"]
    assert [(row["rank"], row["player"], row["rating"]) for row in rows] == [
        (1, "Ann", 2), (2, "Bob", 1), (3, "Cid", 0),
    ]  # fmt: skip


def test_the_results_of_events_count(tmp_path):
    event = {
        "format": "round-robin", "name": "Cup", "options": {"length": 7}, "players": ["Ann", "Bob"],
        "results": [{"players": ["Ann", "Bob"], "winner": "Bob", "score": [5, 7]}],
    }  # fmt: skip
    file, database = tmp_path / "cup.json", tmp_path / "hall.db"
    file.write_text(json.dumps(event))
    said("event", "import", file, "--database", database)
    said("event", "finish", "Cup", "--database", database)
    said("rankings", "confirm", "Cup", "--database", database)
    rows = json.loads(said("rankings", "show", "wins", "--json", "--database", database))["rows"]
    assert [(row["player"], row["rating"]) for row in rows] == [("Bob", 1), ("Ann", 0)]
