"""results.md as sections, one per benchmark, so that running one leaves the others' figures alone."""

import os
import platform
from datetime import date
from pathlib import Path

from benchmarks.figure import Figure

HEAD = """# Benchmark results

Written by `make bench`, one section per benchmark; each says on what machine and when it was measured.
"""


def machine() -> str:
    """Return processor, cores and Python of this machine in one line."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    cores = os.cpu_count() or 1
    memory = ""
    if "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {}):
        gibibytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
        memory = f", {gibibytes:.0f} GiB"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {cores} cores{memory}, {python}, {platform.system()}"


def section(name: str, about: str, figures: list[Figure], *, where: str, day: date, took: float) -> str:
    """Return one benchmark's section: what it measures, its figures, machine, date and command."""
    rows = ["| figure | value | held against | how |", "|---|---:|---|---|"]
    for figure in figures:
        cells = (figure.name, figure.shown(), figure.reference, figure.note)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    command = f"`python -m benchmarks {name}`"
    foot = f"Measured {day.isoformat()} on {where}, with {command} in {took:.1f} s."
    return "\n".join([f"## {name}", "", about.strip(), "", *rows, "", foot, ""])


def replaced(text: str, sections: dict[str, str]) -> str:
    """Return the text of results.md with the given sections renewed or added; the rest stays.

    Sections stand in alphabetical order, so that the file does not depend on what ran first.
    """
    kept: dict[str, str] = {}
    for piece in text.split("\n## ")[1:]:
        kept[piece.split("\n", 1)[0].strip()] = "## " + piece.rstrip() + "\n"
    kept.update(sections)
    return "\n".join([HEAD, *(kept[name].rstrip() + "\n" for name in sorted(kept))])
