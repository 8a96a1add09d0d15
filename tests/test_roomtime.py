"""The table of how long files of tests take, and what a quick run of a room leaves out."""

import re
import subprocess
import sys

import pytest

from tests import roomtime


def test_each_file_of_the_table_is_there_and_the_longest_stand_first(repository):
    assert [name for name in roomtime.SECONDS if not (repository / name).is_file()] == []
    assert sorted(roomtime.SECONDS.values(), reverse=True) == [*roomtime.SECONDS.values()]


def test_a_room_fits_without_its_longest_files():
    found = roomtime.files([str(roomtime.HERE / "web")])
    out = roomtime.left_out(found, 30)
    rest = set(found) - set(out)
    assert sum(map(roomtime.seconds, rest)) <= 30 < sum(map(roomtime.seconds, {*rest, out[-1]}))
    assert min(map(roomtime.seconds, out)) >= max(map(roomtime.seconds, rest))
    assert roomtime.left_out(found, 10_000) == []


@pytest.fixture
def quickly(repository):
    """Collect a room's tests within so many seconds; return what was said."""

    def run(seconds, *words):
        command = [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, "--within", str(seconds), *words],
            cwd=repository, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_what_is_left_out_is_said_and_not_collected(quickly):
    told = quickly(6, "tests/regulation", "tests/vm")
    header = re.search(r"(\d+) files of about (\d+) s; left out \(s\): (.*)", told)
    assert int(header[2]) <= 6
    assert "test_machine.py" in header[3]
    assert "<Module test_machine.py>" not in told
    assert "<Module test_lateness.py>" in told


def test_a_room_that_fits_runs_whole(quickly):
    assert "left out (s): nothing" in quickly(1000, "tests/prizes")
