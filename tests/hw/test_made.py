"""`python -m hw` writes its papers, the same each time, and refuses a board with a fault."""

import pytest

from hw import __main__ as command
from hw import calculations, design, lists


@pytest.fixture
def without_programs(monkeypatch):
    """As on a machine that has none of the programs."""
    monkeypatch.setattr(command, "find_spec", lambda module: None)
    monkeypatch.setattr(command, "KICAD_PYTHON", "/no/such/python")


def contents(folder):
    """Return every file below a folder."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("without_programs")
def test_two_builds_are_the_same(tmp_path, capsys):
    assert command.main([str(tmp_path / "one")]) == 0
    assert command.main([str(tmp_path / "two")]) == 0
    made = contents(tmp_path / "one")
    assert made == contents(tmp_path / "two")
    assert {"schematic.svg", "parts-carrier-4-seats.csv", "wires.md"} <= {path.name for path in made}
    told = capsys.readouterr().out
    assert "left out: netlist, electrical rules (needs skidl)" in told
    assert "left out: carrier (needs KiCad 6" in told


@pytest.mark.usefixtures("without_programs")
def test_all_is_not_all_when_a_program_is_missing(tmp_path):
    assert command.main([str(tmp_path), "--all"]) == 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"U1.GP4", "R1.2"', '"U1.GP14", "R1.2"', "The firmware has SDA on GP4"),
        ("ohm = 2_200", "ohm = 22_000", "I2C, rise time: 1.86e+03 ns."),
        ('"R51.2", "LS1.1"', '"R51.2", "LS1.2"', "LS1.2"),
    ],
)
def test_nothing_is_made_from_a_board_with_a_fault(tmp_path, monkeypatch, capsys, old, new, told):
    text = (design.HERE / "board.toml").read_text("utf-8")
    assert old in text
    wrong = design.read(text.replace(old, new))
    monkeypatch.setattr(design, "read", lambda: wrong)
    assert command.main([str(tmp_path / "made")]) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "table",
    [
        calculations.table,
        lists.wires_table,
        lists.costs_table,
        lambda board: lists.parts_table(board, lists.Variant()),
    ],
)
def test_the_guide_shows_these_tables(repository, table):
    assert table(design.read()) in (repository / "docs" / "build-the-device.md").read_text("utf-8")
