"""The programs behind `make hw` find planted faults: electrical rules, solids, design rules of the board.

Each test runs in the interpreter that has the program: that of `make hw`, or KiCad's own.
"""

import os
import subprocess
from pathlib import Path

import pytest

from hw.__main__ import KICAD_PYTHON

pytestmark = pytest.mark.hardware

TOOLS = "build/hw-tools/bin/python"
ENVIRONMENT = {"KICAD6_SYMBOL_DIR": "/usr/share/kicad/symbols", **os.environ}


@pytest.fixture
def run(repository, tmp_path):
    """Run a piece of Python in the repository; return (exit status, last line of what it says)."""

    def call(python, code):
        done = subprocess.run(
            [python, "-c", f"from pathlib import Path\nPLACE = Path({str(tmp_path)!r})\n{code}"],
            cwd=repository, env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        said = (done.stderr if done.returncode else done.stdout).strip().splitlines()
        return done.returncode, said[-1] if said else ""

    return call


SCHEMATIC = """
from hw import design, schematic
board = design.read()
{}
print(schematic.build(board) == Path("hw/tablekeeper.net").read_text("utf-8"))
"""


def test_the_kept_netlist_is_what_skidl_makes(run):
    assert run(TOOLS, SCHEMATIC.format("")) == (0, "True")


SHORT = """
old = schematic._sound
def planted(c):
    old(c)
    c.net("VBUS").connect(c["U1"]["3V3"])
schematic._sound = planted
"""


@pytest.mark.parametrize(
    "fault",
    [
        # a pin that nobody joins and nobody declares as free
        "schematic._free = lambda circuit: None",
        # two outputs on one net
        SHORT,
    ],
)
def test_the_electrical_rules_find_a_planted_fault(run, fault):
    status, said = run(TOOLS, SCHEMATIC.format(fault))
    assert status == 1
    assert "SchematicError: The electrical rules found" in said


SOLIDS = """
from hw import design
from hw.enclosure import solids
from hw.enclosure.layout import Case
board = design.read()
{}
print(solids.overlaps(Case(board, 4)))
"""


def test_nothing_in_the_case_is_in_anothers_place(run):
    assert run(TOOLS, SOLIDS.format("")) == (0, "[]")


def test_a_planted_size_makes_solids_overlap(run):
    status, said = run(TOOLS, SOLIDS.format('board.keys["enclosure"]["button"]["deep"] = 60.0'))
    assert status == 0
    assert "base and button 1 share" in said


def test_a_part_that_needs_supports_is_found(run):
    status, said = run(
        TOOLS,
        "from build123d import Box, Pos\nfrom hw.enclosure.solids import hanging\n"
        "print(hanging(Box(10, 10, 40) + Pos(30, 0, 15) * Box(50, 10, 10))[0] > 20)",
    )
    assert (status, said) == (0, "True")


CARRIER = """
from hw import design
from hw.carrier import layout, router
board = design.read()
{}
layout.make(board, PLACE)
"""
WITHOUT_DATA = """
old = router.route
router.route = lambda *given: [piece for piece in old(*given) if piece.net != "SDA"]
"""


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (WITHOUT_DATA, "unconnected_items"),
        ('board.keys["place"]["R12"] = [10, 10, "left"]', "courtyards_overlap"),
    ],
)
def test_the_design_rules_find_a_planted_fault(run, fault, told):
    status, said = run(KICAD_PYTHON, CARRIER.format(fault))
    assert status == 1
    assert "CarrierError: The design rules found" in said
    assert told in said


def test_a_carrier_without_a_fault_has_its_gerbers(run, tmp_path):
    assert Path(KICAD_PYTHON).exists()
    status, _ = run(KICAD_PYTHON, CARRIER.format("") + "\nprint('made')")
    assert status == 0
    assert len(list((tmp_path / "gerbers").iterdir())) == 9
