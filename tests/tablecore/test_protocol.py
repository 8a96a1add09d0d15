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


# --- the phases --------------------------------------------------------------------------------

PHASES = logs.PHASES


def reach(phase):
    """Return a log whose sheet stands in a phase, its clock running where one can."""
    log = logs.Log()
    log.boot(1)
    if phase == "empty":
        return log
    log.run(*logs.set_up(5))
    if phase == "ready":
        return log
    log.add(records.GAME, 1, p=1, ms=100)
    if phase == "opening":
        return log
    log.add(records.OPENING, 1, 6, ms=100)
    log.add(records.PRESS, 0, 1, ms=100)
    if phase == "move":
        return log
    log.add(records.PRESS, 1, 0, ms=100)
    if phase == "doubled":
        log.add(records.DOUBLE, 0, 1, ms=100)
    elif phase == "result":
        log.add(records.RESULT, 0, records.SINGLE, ms=100, p=0)
    elif phase == "over":
        log.add(records.RESULT, 0, records.WHOLE_MATCH, ms=100, p=0)
        log.add(records.CONFIRM, 1, ms=100)
        log.end()
    return log


def add(log, what):
    """Write the record that a row of the page names."""
    sheet = log.fold.sheet
    turn = sheet.turn if sheet.turn < 2 else 0
    short = sheet.games + 1
    if what == "commit of a set-up":
        log.run(*logs.set_up(7))
    elif what == "commit of a handover within a game":
        log.run(*logs.set_up(7), (records.CUBE, 0, 255, 1, 0, 1, 0))
    elif what == "end, both seats agree":
        if sheet.phase == match.RESULT:
            log.add(records.CONFIRM, 1, ms=100)
        log.add(records.END, 0, records.SINGLE, 0, 40, 1, sheet.checksum())
    elif what == "resume after a pause":
        log.add(records.PAUSE, records.BREAK, ms=100)
        log.add(records.RESUME, turn, ms=100)
    else:
        rows = {
            "game": (records.GAME, short, 0, 0, 100, short),
            "opening, equal dice": (records.OPENING, 3, 3, 0, 100),
            "opening, 6-1": (records.OPENING, 6, 1, 0, 100),
            "dice of the seat on turn": (records.DICE, turn, 6, 1, 100),
            "press of the seat on turn": (records.PRESS, turn, 1 - turn, 0, 100),
            "press of the other seat": (records.PRESS, 1 - turn, turn, 0, 100),
            "double of the seat on turn": (records.DOUBLE, turn, 1, 0, 100),
            "double of the other seat": (records.DOUBLE, 1 - turn, 1, 1, 100),
            "double, irregular and accepted": (records.DOUBLE, turn, 1, 2, 100),
            "take": (records.TAKE, turn, 0, 0, 100),
            "drop": (records.DROP, turn, 0, 0, 100),
            "result": (records.RESULT, 0, records.SINGLE, 0, 100, 0),
            "confirm": (records.CONFIRM, 1, 0, 0, 100),
            "reject": (records.REJECT, 1, 0, 0, 100),
            "pause": (records.PAUSE, records.BREAK, 0, 0, 100),
            "flag before its time": (records.FLAG, turn, 0, 0, 100),
            "seal of no game": (records.SEAL, 0, 0, 0, 100),
            "correct": (records.CORRECT, turn, 255, 0, 100, 500_000, 7),
            "clock": (records.CLOCK, clock.BRONSTEIN, 12, 0, 100, 900_000, 8),
            "award of one point": (records.AWARD, 1, 1, records.LATE, 100, 0, 9),
            "close": (records.CLOSE, 0, 0, 0, 100),
            "boot": (records.BOOT, 1, 1, 1, 100, records.NONE, 2),
        }
        log.add(*rows[what])


def but_the_stamp(packed):
    """Return a packed sheet without the ms of the last record."""
    return packed[:30] + packed[34:]


@pytest.mark.parametrize("phase", PHASES)
def test_what_each_record_leads_to(page, phase):
    (matrix,) = tables(page, "The match sheet")
    assert matrix[0] == ["record", *PHASES]
    assert len(matrix) == 28
    for row in matrix[2:]:
        log = reach(phase)
        sheet = log.fold.sheet
        assert PHASES[sheet.phase] == phase
        assert sheet.clock.running == (phase in ("turn", "move", "doubled"))
        assert sheet.odd == 0
        before = but_the_stamp(sheet.pack())
        add(log, row[0])
        expected = row[1 + PHASES.index(phase)]
        if expected == "-":
            assert sheet.odd == 1, row[0]
            assert row[0] == "resume after a pause" or but_the_stamp(sheet.pack()) == before, row[0]
            assert PHASES[sheet.phase] == phase
        else:
            assert sheet.odd == 0, row[0]
            assert PHASES[sheet.phase] == expected, row[0]


# --- the examples ------------------------------------------------------------------------------


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
