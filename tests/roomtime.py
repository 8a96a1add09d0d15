"""The time of each file of tests: the longest start first, and `--within` leaves them out of a quick run.

`seconds.json` lists the files that take a second or more, in seconds of one processor. `--renew-seconds`
writes it again from a run of all tests. No test asserts times, because they change with the load.
"""

import functools
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TABLE = HERE / "seconds.json"
SECONDS: dict[str, int] = json.loads(TABLE.read_text("utf-8"))
#: seconds of an unlisted file: between 0 and 1
SHORT_S = 0.4


@functools.cache
def seconds(path: Path) -> float:
    """Return the seconds that a file of tests takes."""
    name = f"tests/{path.relative_to(HERE).as_posix()}" if path.is_relative_to(HERE) else path.name
    return SECONDS.get(name, SHORT_S)


def files(arguments: Iterable[str]) -> list[Path]:
    """Return the files of tests in pytest's arguments: files, folders, single tests."""
    found = []
    for argument in arguments:
        path = Path(argument.partition("::")[0]).resolve()
        found += [path] if path.is_file() else sorted(path.rglob("test_*.py"))
    return found


def left_out(found: Iterable[Path], most: float) -> list[Path]:
    """Return the longest files to leave out, so that the rest takes `most` seconds or less."""
    waiting = sorted(found, key=lambda path: (seconds(path), path))
    taken = sum(map(seconds, waiting))
    out = []
    while taken > most:
        out.append(waiting.pop())
        taken -= seconds(out[-1])
    return out


class Within:
    """Leaves the longest files out of a run, and reports them."""

    def __init__(self, arguments: Iterable[str], most: float) -> None:
        self._all = files(arguments)
        self._out = left_out(self._all, most)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave a file out."""
        return True if collection_path in self._out else None

    def pytest_report_header(self) -> str:
        """Return the time of the tests, and the files that are left out."""
        taken = sum(seconds(path) for path in self._all if path not in self._out)
        out = ", ".join(f"{path.name} {seconds(path):.0f}" for path in self._out) or "nothing"
        return f"{len(self._all) - len(self._out)} files of about {taken:.0f} s; left out (s): {out}"


class Stopwatch:
    """Measures the time of each file, and writes the table at the end."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase of a test; with xdist this is called in the main process."""
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the table, longest files first; files that did not run keep their figure."""
        told = SECONDS | {name: round(taken) for name, taken in self._seconds.items()}
        longest = sorted((-taken, name) for name, taken in told.items() if taken)
        rows = {name: -taken for taken, name in longest}
        TABLE.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
