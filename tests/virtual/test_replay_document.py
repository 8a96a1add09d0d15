"""docs/replay.md promises nothing that does not happen: its examples run, its words are the program's."""

import json
import re
import shlex
import subprocess
import sys

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.virtual.verdict import ReplayedGame, ReplayVerdict
from tests.guards import sample


@pytest.fixture(scope="module")
def document(repository):
    return (repository / "docs" / "replay.md").read_text("utf-8")


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-c", "from tablekeeper.cli import main; main()", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1", "COLUMNS": "80", "PATH": ""},
    )


@sample.scenario("examples of replays")
def test_the_examples_run(document, shipped):
    examples = re.findall(r"^```console\n\$ tablekeeper (.*)\n([^`]*)```$", document, re.MULTILINE)
    assert len(examples) == 3
    for command, shown in examples:
        done = run(shipped, *shlex.split(command))
        told = done.stdout.rstrip("\n") + "\n" + done.stderr
        # how many bytes there are to damage is the firmware's business
        assert re.sub("[0-9]+ bytes", "186 bytes", told) == shown, command
        assert done.returncode == (2 if done.stderr else 0)


@sample.scenario("a replay as JSON")
def test_json_goes_to_standard_output_and_nothing_else(shipped, mat_folder):
    file = mat_folder / "031_3pt_MrPurple-Lasse-3pt-Backgammon-Studio-2024-05-11-.mat"
    done = run(shipped, "replay", "3-points-cleo-dan.mat", str(file), "--json", "--faults", "14")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["file"], first["match"], first["score"]) == ("3-points-cleo-dan.mat", 1, [0, 3])
    assert first["crawford_game"] == 2
    assert (second["score"], second["games"][1]["kind"]) == ([0, 3], "x1004.0")
    assert not any("with faults" in problem for problem in first["problems"] + second["problems"])


def test_every_key_is_explained(document):
    table = document.partition("## The JSON")[2].partition("##")[0]
    named = set(re.findall(r"`([a-z_]+)`", table))
    verdict = ReplayVerdict("x.mat", 1, 5, ("Ann", "Bob"), games=[ReplayedGame(1, 0, 1, 1, "drop")])
    told = verdict.as_json()
    assert set(told) | set(told["games"][0]) | {"ply", "line", "text", "why"} <= named


@sample.scenario("sentences of replays")
def test_its_sentences_are_those_of_real_files(document, mat_folder, read):
    said = set(re.findall(r"^\| `((?:game|the) [^`]*)` \|", document, re.MULTILINE))
    assert len(said) > 10
    real = set()
    for file in sorted(mat_folder.glob("*.mat")):
        real |= {str(problem) for problem in examine(read(file)).problems}
    found = {sentence for sentence in said if any(one.startswith(sentence.rstrip(".")) for one in real)}
    assert len(found) == 5
