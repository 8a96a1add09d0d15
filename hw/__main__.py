"""`python -m hw [FOLDER]`: makes everything from board.toml, into build/hw or another folder.

If a program is missing, what needs it is left out, and a line says so. `make hw` installs the programs and
leaves nothing out (`--all`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hw import calculations, design, lists, netlist, placement, rules
from hw.design import Design
from hw.drawings import perfboard
from hw.drawings.schematic import Sheet
from hw.enclosure import layout

#: The interpreter that has KiCad's module `pcbnew`.
KICAD_PYTHON = os.environ.get("KICAD_PYTHON", "/usr/bin/python3")


def main(arguments: list[str] | None = None) -> int:
    """Makes everything and returns the exit status: 1 if a check finds a fault or something is left out."""
    parser = argparse.ArgumentParser(prog="python -m hw", description="Make everything from hw/board.toml.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/hw"), help="where it goes")
    parser.add_argument("--all", action="store_true", help="fail when a program is missing")
    given = parser.parse_args(arguments)
    board = design.read()
    faults = [*rules.faults(board.keys), *netlist.differences(kept_netlist(), board)]
    faults += placement.faults(board)
    faults += [
        f"{fault} ({name})" for name, case in layout.variants(board).items() for fault in layout.faults(case)
    ]
    faults += [
        f"{line.what}: {line.value:.3g} {line.unit}." for line in calculations.lines(board) if not line.kept
    ]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    missing = 0
    for what, needs, here, step in STEPS:
        if not here():
            print(f"left out: {what} (needs {needs})")
            missing += 1
            continue
        step(board, given.folder.resolve())
        print(what)
    return 1 if given.all and missing else 0


def kept_netlist() -> str:
    """Returns the netlist that is kept under version control."""
    return (design.HERE / "tablekeeper.net").read_text("utf-8")


def _papers(board: Design, folder: Path) -> None:
    _write(folder / "schematic.svg", Sheet(board).render())
    _write(folder / "perfboard-parts.svg", perfboard.parts(board))
    _write(folder / "perfboard-wires.svg", perfboard.wires(board))
    _write(folder / "assembly.svg", perfboard.assembly(board))
    _write(folder / "calculations.md", calculations.table(board))
    _write(folder / "wires.md", lists.wires_table(board))
    _write(folder / "costs.md", lists.costs_table(board))
    for build in ("carrier", "perfboard"):
        _write(folder / f"joints-{build}.md", lists.joints_table(board, build))
        for seats in (2, 4):
            variant = lists.Variant(build, seats)
            _write(folder / f"parts-{build}-{seats}-seats.csv", lists.parts_csv(board, variant))
            _write(folder / f"parts-{build}-{seats}-seats.md", lists.parts_table(board, variant))


def _netlist(board: Design, folder: Path) -> None:
    from hw import schematic

    made = schematic.build(board)
    _write(folder / "tablekeeper.net", made)
    if made != kept_netlist():
        raise SystemExit(
            f"hw/tablekeeper.net is not what hw/schematic.py makes: copy {folder}/tablekeeper.net there."
        )


def _archive(board: Design, folder: Path) -> None:
    # the files for a maker, and the Gerbers in an archive of their own, as board makers want them
    wanted = ("*.svg", "*.csv", "*.md", "case/*.stl", "case/*.step", "case/*.png", "carrier/*.png")
    files = sorted(path for pattern in wanted for path in folder.glob(pattern))
    gerbers = folder / "carrier" / "gerbers.zip"
    _zip(gerbers, folder / "carrier" / "gerbers", sorted((folder / "carrier" / "gerbers").glob("*")))
    _zip(
        folder / "tablekeeper-hardware.zip",
        folder,
        [*files, folder / "carrier" / "tablekeeper.kicad_pcb", gerbers],
    )


def _zip(place: Path, root: Path, files: Sequence[Path]) -> None:
    with ZipFile(place, "w", ZIP_DEFLATED) as archive:
        for path in files:
            # the earliest date that the format allows, so that the bytes are always the same
            entry = ZipInfo(path.relative_to(root).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())


def _write(place: Path, text: str) -> None:
    place.write_text(text, "utf-8")


def _carrier(board: Design, folder: Path) -> None:
    # in KiCad's own Python: its module cannot be installed in another one
    subprocess.run(
        [KICAD_PYTHON, "-m", "hw.carrier", str(folder / "carrier")], cwd=design.HERE.parent, check=True
    )


def _case(board: Design, folder: Path) -> None:
    from hw.enclosure import pictures, solids

    solids.write(board, folder / "case")
    pictures.write(board, folder / "case")


def _here(*modules: str) -> Callable[[], bool]:
    return lambda: all(find_spec(module) is not None for module in modules)


def _kicad() -> bool:
    try:
        tried = subprocess.run([KICAD_PYTHON, "-c", "import pcbnew"], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0 and which("gerbv") is not None


#: What is made, what it needs, whether that is installed, and how it is made.
STEPS: tuple[tuple[str, str, Callable[[], bool], Callable[[Design, Path], None]], ...] = (
    ("schematic, perfboard, calculations, lists of parts and wires", "", _here(), _papers),
    ("netlist, electrical rules", "skidl", _here("skidl"), _netlist),
    ("case: solids, pictures", "build123d, pyvista", _here("build123d", "pyvista"), _case),
    ("carrier", "KiCad 6 with its Python module and footprints, gerbv", _kicad, _carrier),
    (
        "archives for makers",
        "all of the above",
        lambda: _kicad() and _here("build123d", "pyvista")(),
        _archive,
    ),
)


if __name__ == "__main__":
    sys.exit(main())
