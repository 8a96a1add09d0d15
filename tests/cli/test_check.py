"""`tablekeeper generate` and `tablekeeper check`: what is made is accepted, what is changed is told."""

import json

import pytest


@pytest.fixture
def made(command, tmp_path):
    """A generated event: its file."""
    file = tmp_path / "event.json"
    assert command("generate", "championship", "--seed", 3, "--output", file).exit_code == 0
    return file


def test_what_is_generated_is_accepted(command, made):
    result = command("check", made)
    assert result.exit_code == 0
    assert result.stdout == f"{made}: everything was recounted, and agrees.\n"


def test_a_difference_is_told_with_its_place(command, made):
    event = json.loads(made.read_text("utf-8"))
    won = event["standings"]["rows"][0]["won"]
    event["standings"]["rows"][0]["won"] += 1
    made.write_text(json.dumps(event), "utf-8")
    result = command("check", made)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("standings.rows[0].won (Player ")
    assert lines[0].endswith(f"the file says {won + 1}, the audit finds {won}")
    assert lines[1:] == ["1 difference."]
    told = json.loads(command("check", made, "--json").stdout)
    assert len(told["differences"]) == 1
    assert told["unaudited"] == []


def test_standard_output_is_the_event(command, made):
    assert command("generate", "championship", "--seed", 3).stdout == made.read_text("utf-8")


def test_no_file_is_overwritten(refused, made):
    assert "name another file" in refused("generate", "masters", "--output", made)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "this is not JSON"),
        ("[]", "an object is wanted here"),
        ('{"format": "masters", "players": [], "results": []}', "is missing"),
    ],
)
def test_what_is_no_exported_event_is_refused(command, tmp_path, text, why):
    file = tmp_path / "event.json"
    file.write_text(text)
    result = command("check", file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {file}: ")
    assert why in result.stderr
