"""Chips, keys, lamps and cable around the emulated processor, driven by its registers: no image is needed.

The tests are node programs, as what they look at is: one for each subject, `*.test.mjs` beside this file.
"""

import json
import subprocess
from pathlib import Path

import pytest

from silicon import emulator, wiring

HERE = Path(__file__).resolve().parent
SUBJECTS = sorted(path.name for path in HERE.glob("*.test.mjs"))
_SECONDS = 60


def run(repository, rp2040js, place):
    """Run one node program of tests; return the ended process."""
    told = {
        "SILICON": str(repository / "simulator" / "silicon"),
        "BOARD": json.dumps(wiring.read(repository)),
    }
    return subprocess.run(
        ["node", "--test", "--test-reporter=spec", place],
        env={**emulator.environment(rp2040js), **told},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )


@pytest.mark.turns(3)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_peripherals(repository, rp2040js, subject):
    done = run(repository, rp2040js, HERE / subject)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr


def test_a_failing_node_test_fails(repository, rp2040js, tmp_path):
    program = tmp_path / "planted.test.mjs"
    program.write_text('import { test } from "node:test";\ntest("no", () => { throw Error("planted"); });\n')
    done = run(repository, rp2040js, program)
    assert done.returncode != 0
    assert "planted" in done.stdout
