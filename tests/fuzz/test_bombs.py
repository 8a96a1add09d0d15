"""Small files that would become large or take long are read or refused within a budget of memory and time."""

import json
import subprocess
import sys

import pytest

from tests.fuzz.bombs import BOMBS

#: MB of the process that reads all of them, and seconds for one: most take less than two
MOST_MB, MOST_S = 500, 60


@pytest.mark.skipif(sys.platform != "linux", reason="not on this system: /proc says how much memory is taken")
def test_no_bomb_takes_more_than_its_budget(tmp_path):
    def run(*words):
        program = [sys.executable, "-m", "tests.fuzz.bombs", str(tmp_path), *words]
        return subprocess.run(program, capture_output=True, text=True, timeout=600, check=True).stdout

    run("write")
    # another process, so that making them does not count
    told = [json.loads(line) for line in run().splitlines()]
    assert [one["name"] for one in told] == list(BOMBS)
    assert len(told) >= 28
    assert told[-1]["peak"] < MOST_MB, told
    assert max(one["seconds"] for one in told) < MOST_S, told
