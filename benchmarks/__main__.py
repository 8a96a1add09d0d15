"""Runs the benchmarks named on the command line, or all, and renews their sections of results.md."""

import importlib
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import report

HERE = Path(__file__).resolve().parent


def known() -> list[str]:
    """Return the names of all benchmarks, from the modules bench_<name>.py beside this one."""
    return sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def main(names: list[str], results: Path) -> int:
    """Run the named benchmarks (none named: all) and write results; return the exit status."""
    unknown = sorted(set(names) - set(known()))
    if unknown:
        there_are = ", ".join(known())
        print(f"No benchmark is called {', '.join(unknown)}; there are: {there_are}.", file=sys.stderr)
        return 2
    where = report.machine()
    for name in names or known():
        module = importlib.import_module(f"benchmarks.bench_{name}")
        print(f"{name} ...", flush=True)
        began = time.perf_counter()
        figures = module.run()
        took = time.perf_counter() - began
        for figure in figures:
            against = f"  ({figure.reference})" if figure.reference else ""
            print(f"  {figure.name}: {figure.shown()}{against}")
        today = datetime.now(UTC).date()
        renewed = report.section(name, module.__doc__ or "", figures, where=where, day=today, took=took)
        # after each one: a benchmark that fails takes no other's figures with it
        old = results.read_text("utf-8") if results.is_file() else ""
        results.write_text(report.replaced(old, {name: renewed}), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], HERE / "results.md"))
