"""Boards with the compact and with the readable firmware live the same lives, whatever is done to them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablecore import records
from tabledevice import journal
from tablekeeper.boardkit import make_bundle

STORM = Path(__file__).with_name("storm.py")
SEEDS = range(5)


@pytest.fixture(scope="module")
def drives(tmp_path_factory):
    """A drive with each."""
    found = []
    for readable in (True, False):
        drive = tmp_path_factory.mktemp("readable" if readable else "compact")
        for path, data in make_bundle(readable=readable).files.items():
            place = drive / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        found.append(drive)
    return found


def storm(drive, seed):
    """Return what a board with that drive does in a storm, line by line."""
    done = subprocess.run(
        [sys.executable, STORM, drive, str(seed)],
        env={**os.environ, "PYTHONPATH": str(drive / "lib"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def kinds(memory):
    """Return the kinds of all records in a board's memory."""
    ring = memory[journal.RING :]
    held = (ring[place : place + records.SIZE] for place in range(0, len(ring) - records.SIZE, records.SIZE))
    return {records.unpack(one)[1] for one in held if any(one)}


@pytest.fixture(scope="module")
def lives(drives):
    """What both do, by seed."""
    return {seed: [storm(drive, seed) for drive in drives] for seed in SEEDS}


@pytest.mark.parametrize("seed", SEEDS)
def test_both_do_the_same(lives, seed):
    readable, compact = lives[seed]
    assert readable[-2] == "crashes []"
    for line, other in zip(readable, compact, strict=True):
        assert line == other, line[:20]
    # something happens at every step
    assert len({line.split()[1] for line in readable[:-2]}) > 0.8 * (len(readable) - 2)


def test_the_storms_reach_most_of_the_program(lives):
    seen = set()
    for readable, _ in lives.values():
        seen |= kinds(bytes.fromhex(readable[-1].split()[1]))
    assert seen >= set(records.OPENERS)
    assert len(seen & set(records.KNOWN)) >= 24, seen
