"""Every kept input under its contract, and damaged copies; the soak searches further, guided by coverage."""

import os
import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.fuzz.contracts import CONTRACTS, LONGEST

CORPUS = Path(__file__).resolve().parent / "corpus"
INPUTS = [(one.parent.name, one.name) for one in sorted(CORPUS.glob("*/*"))]
#: damaged copies of each input, and seconds of a search
COPIES, SEARCH_S = 60, 240


@pytest.fixture(scope="module")
def contract():
    """Return a contract by its name; it is loaded once."""
    loaded = {}
    return lambda name: loaded.setdefault(name, loaded.get(name) or CONTRACTS[name]())


def test_the_corpus_has_examples_for_every_contract():
    assert {name for name, _ in INPUTS} == set(CONTRACTS)


@pytest.mark.parametrize(("name", "file"), INPUTS)
def test_a_kept_input_is_read_or_refused(contract, name, file):
    contract(name)((CORPUS / name / file).read_bytes())


def damaged(source: bytes, rng: random.Random) -> bytes:
    """Return a copy with bytes changed, removed, doubled or put elsewhere."""
    data = bytearray(source)
    for _ in range(rng.randint(1, 6)):
        at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 4, 16, 64))
        piece = data[at : at + size]
        kind = rng.randrange(5)
        if kind == 0:
            data[at : at + size] = bytes(rng.randrange(256) for _ in range(size))
        elif kind == 1:
            del data[at : at + size]
        elif kind == 2:
            data[at:at] = piece * rng.choice((1, 3, 50))
        elif kind == 3:
            data[at : at + 1] = rng.choice((b"9" * 30, b"\0", b"\n", b'"', b"\xff", b"-", b"{", "²".encode()))
        else:
            del data[at : at + size]
            to = rng.randrange(len(data) + 1)
            data[to:to] = piece
    return bytes(data[:LONGEST])


@pytest.mark.turns(4)
@pytest.mark.parametrize(("name", "file"), INPUTS)
def test_damaged_copies_are_read_or_refused(contract, name, file):
    source = (CORPUS / name / file).read_bytes()
    for number in range(COPIES):
        copy = damaged(source, random.Random(zlib.crc32(f"{name} {file} {number}".encode())))
        try:
            contract(name)(copy)
        except BaseException as error:
            error.add_note(f"the input is {copy!r}")
            raise


@pytest.mark.soak
@pytest.mark.parametrize("name", CONTRACTS)
def test_a_search_finds_nothing_that_breaks_the_contract(name, repository, record_property):
    pytest.importorskip("atheris", reason="not on this system: atheris has no build")
    command = [sys.executable, "-m", "tests.fuzz.search", name, str(SEARCH_S), str(os.getpid())]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    counted = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
    record_property("figure", f"{int(counted[0]):,} inputs in {SEARCH_S} s")
