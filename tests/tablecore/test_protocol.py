"""PROTOCOL.md is the contract: each of its tables is the code's, each example a golden vector."""

import importlib
import json
import re

import pytest

from tablecore import clock, messages, records, stages
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon.sheet import MatchSheet
from tests.golden import logs


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


def tables(page, heading):
    """Return the tables under a heading, each a list of rows of cells, without their heads."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", section + "\n", re.MULTILINE):
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()]
        found.append(rows)
    return found


def test_the_kinds(page, repository, pytestconfig):
    kinds, pauses, awards = tables(page, "Kinds")
    if pytestconfig.getoption("--renew-golden"):
        rows = "".join(f"| {' | '.join(map(str, row))} |\n" for row in catalogue.KINDS)
        page = re.sub(r"(?<=\n## Kinds\n)(.*?\|---[^\n]*\n)(?:\|[^\n]*\n)+", lambda found: found[1] + rows,
                      page, count=1, flags=re.DOTALL)  # fmt: skip
        (repository / "firmware" / "PROTOCOL.md").write_text(page, "utf-8")
        kinds = tables(page, "Kinds")[0]
    assert kinds[2:] == [[str(cell) for cell in row] for row in catalogue.KINDS]
    assert pauses[2:] == [[str(number), text] for number, text in catalogue.PAUSES]
    assert awards[2:] == [[str(number), text] for number, text in catalogue.AWARDS]


def test_the_layout_of_a_record(page):
    (layout,) = tables(page, "Records")
    place = 0
    for offset, size, name, _ in layout[2:]:
        assert int(offset) == place
        if name != "crc":
            fields = dict.fromkeys(("seq", "kind", "a", "b", "c", "ms", "p", "q"), 0)
            fields[name] = 0x44332211 & ((1 << 8 * int(size)) - 1)
            packed = records.pack(0, **fields)
            assert packed[place : place + int(size)] == b"\x11\x22\x33\x44"[: int(size)]
            assert packed[:20].count(0) == 20 - int(size)
        place += int(size)
    assert place == records.SIZE


def test_the_messages_and_verbs(page):
    table, verbs = tables(page, "Messages")
    assert table[2:] == [
        [f"`{chr(letter)}`", f"`{fixed}`", fields, tail]
        for (letter, fixed), (named, fields, tail) in zip(messages.FIXED, catalogue.MESSAGES, strict=True)
        if letter == named
    ]
    assert verbs[2:] == [[str(verb), does, tail] for verb, does, tail in catalogue.VERBS]
    assert f"`{messages.STUB}`" in page


def test_the_constants(page):
    _, constants = tables(page, "The board's end")
    assert len(constants) > 15
    for name, value, _ in constants[2:]:
        module, constant = name.strip("`").split(".")
        folder = "tablecore.sheets" if module in ("fold", "draft") else "tablecore"
        held = vars(importlib.import_module(f"{folder}.{module}"))
        # a number that only its module reads has an underscore there: its name is not loaded on a board
        assert held.get(constant, held.get(f"_{constant}")) == int(value), name


def test_the_versions(page):
    assert f"Protocol version **{messages.MAJOR}.{messages.MINOR}**" in page
    assert f"fold of the match version **{match.VERSION}**" in page


def test_the_packed_state(page):
    for layout in (match._STATE, match._BREAKS, clock._HEAD, clock._SEAT, stages._SEAT, stages._STAGE):
        assert f"`{layout}`" in page
    assert f"{match._STATE_SIZE} bytes" in page
    assert f"{match._BREAKS_SIZE} bytes" in page
    sheet = MatchSheet()
    assert len(sheet.pack()) == match._STATE_SIZE + 12 + 2 * 19
    sheet.version = 2
    assert len(sheet.pack()) == match._STATE_SIZE + match._BREAKS_SIZE + 12 + 2 * 19
    sheet.version = 3
    assert len(sheet.pack()) == match._STATE_SIZE + match._BREAKS_SIZE + 1 + 12 + 2 * 19


def test_the_examples_are_golden(page, repository):
    folder = repository / "tests" / "golden"
    golden = {}
    for one in json.loads((folder / "records.json").read_text()):
        golden["record", one["name"]] = one["bytes"]
    for one in json.loads((folder / "messages.json").read_text())["messages"]:
        golden["payload", one["name"]] = one["payload"]
        golden["line", one["name"]] = one["line"].strip()
    (examples,) = tables(page, "Examples")
    assert len(examples) > 10
    for vector, shown in examples[2:]:
        what, name = vector.split(": ", 1)
        assert golden[what, name] == shown.strip("`"), vector
    assert f"0x{logs.JOURNAL:08X}" in page
