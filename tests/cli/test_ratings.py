"""`tablekeeper ratings`: lists from tables and JSON lines, and one line for every wrong one."""

import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main

CSV = """date,winner,loser,length
2025-05-04,Ann,Bob,1
2025-05-04,Cid & Dan,Ann & Bob,49
"""
LINES = """{"sides": [["Ann"], ["Bob"], ["Cid"]], "ranks": [1, 2, 2], "date": "2025-05-04"}

{"sides": [["Ann", "Bob"], ["Cid", "Dan"]]}
"""


@pytest.fixture
def run(tmp_path):
    def go(text, *flags, name="results.csv"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return CliRunner().invoke(main, ["ratings", str(file), *flags])

    return go


def test_a_table_of_results(run):
    found = json.loads(run(CSV, "--json").stdout)
    assert (found["system"], found["results"]) == ("fibs", 2)
    # 10 points for the first match; the pairs were both 1500 on average: 4 x 7 / 2, times 5 or 4.99
    assert found["rows"] == [
        {"rank": 1, "player": "Ann", "rating": 1440.14, "experience": 50, "matches": 2, "provisional": False},
        {"rank": 2, "player": "Bob", "rating": 1420.14, "experience": 50, "matches": 2, "provisional": False},
        {"rank": None, "player": "Cid", "rating": 1570, "experience": 49, "matches": 1, "provisional": True},
        {"rank": None, "player": "Dan", "rating": 1570, "experience": 49, "matches": 1, "provisional": True},
    ]


def test_json_lines_with_level_sides(run):
    lines = LINES.replace(', "date": "2025-05-04"', "")
    result = run(lines, "--json", "--system", "openskill", name="results.jsonl")
    rows = {row["player"]: row for row in json.loads(result.stdout)["rows"]}
    assert rows["Ann"]["mu"] > rows["Bob"]["mu"] > 25 > rows["Cid"]["mu"]
    assert rows["Dan"]["matches"] == 1
    again = CliRunner().invoke(main, ["ratings", "-", "--json", "--system", "openskill"], input=lines)
    assert again.stdout == result.stdout


def test_a_third_player_and_a_byte_order_mark(run):
    text = b"\xef\xbb\xbfwinner,loser,third\nAnn,Bob,Cid\nBob,Ann,\n"
    rows = json.loads(run(text, "--json", "--system", "openskill").stdout)["rows"]
    assert {row["player"]: row["matches"] for row in rows} == {"Ann": 2, "Bob": 2, "Cid": 1}


def test_people_see_the_list(run):
    shown = run(CSV).stdout
    assert "Ratings (fibs)" in shown
    assert "2 results." in shown
    assert "│ 1 │ Ann    │ 1440.14 │" in shown
    assert "Players without a rank are provisional" in shown
    assert "0 results." in run("winner,loser\n").stdout


def test_a_day(run):
    text = CSV + "2025-06-01,Ann,Bob,5\n"
    assert json.loads(run(text, "--json", "--as-of", "2025-05-31").stdout)["results"] == 2
    assert json.loads(run(text, "--json").stdout)["results"] == 3
    result = run("winner,loser,length\nAnn,Bob,5\n", "--as-of", "2025-05-31")
    assert "line 2.date: is missing" in result.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("winner,loser,points\n", 'line 1: "points" is unknown or stands twice'),
        ("winner,winner,loser\n", 'line 1: "winner" is unknown or stands twice'),
        ("winner,length\n", "line 1: the column loser is missing"),
        ("", "line 1: the column winner is missing"),
        (CSV + "2025-05-05,Ann\n", "line 4: there must be 4 cells, not 2"),
        (CSV + "2025-05-05,Ann,,5\n", "line 4.sides[1][0]: a text is wanted"),
        (CSV + "2025-05-05,Ann,Ann & Bob,5\n", 'line 4.sides[1][0]: "Ann" plays twice in one result'),
        (CSV + "2025-05-05,Ann,Bob,five\n", "line 4.length: a whole number is wanted here"),
        (CSV + "2025-05-05,Ann,Bob,0\n", "line 4.length: 0 is out of range: 1 to 1001"),
        (CSV + "2025-05-05,Ann,Bob,\n", "line 4: an Elo rating needs the length of the match in points"),
        (
            CSV + "2025-05-05,Ann\x1b[2J,Bob,5\n",
            "line 4.sides[0][0]: a name has no line breaks and no control",
        ),
        (CSV + "2025-05-03,Ann,Bob,5\n", "line 4.date: 2025-05-03 comes after 2025-05-04"),
        (CSV + ",Ann,Bob,5\n", "line 4.date: is missing"),
        (CSV + "5 May,Ann,Bob,5\n", 'line 4.date: "5 May" is not a date'),
        ('winner,loser,length\n"Ann,Bob,5\n', "line 2: unexpected end of data"),
        ("winner,loser,third,length\nAnn,Bob,Cid,5\n", "line 2: an Elo rating needs two sides"),
        ("winner,loser\n" + "x" * 20_000, "a line has more than 10000 characters"),
        (b"winner,loser,length\nAnn,B\xf6b,5\n", "the file is not UTF-8 text"),
    ],
)
def test_a_wrong_table_is_one_line(run, text, told):
    result = run(text, "--json")
    assert result.exit_code == 2, result.stdout
    assert result.stdout == ""
    assert "results.csv: " in result.stderr
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 1: "),
        ('{"sides": [["Ann"], ["Bob"]], "colour": 1}', "line 1.colour: unknown key"),
        ('{"sides": [["Ann"]]}', "line 1.sides: give 2 to 6 here"),
        ('{"sides": [["Ann"], ["Bob"]], "ranks": [1]}', "line 1.ranks: give 2 here"),
        ('{"sides": [["Ann"], ["Bob"]], "ranks": [2, 1]}', "line 1.ranks: places are in order"),
        ('{"sides": [["Ann"], ["Bob"]], "ranks": [2, 2]}', "line 1.ranks: places are in order"),
        ("[1]", "line 1: an object is wanted"),
    ],
)
def test_a_wrong_line_is_one_line(run, line, told):
    result = run(line + "\n", "--system", "openskill", name="results.jsonl")
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there():
    result = CliRunner().invoke(main, ["ratings", "nowhere.csv"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nowhere.csv: No such file" in result.stderr
