"""Runs tests on a copy of the repository without one guard: `python trials.py FOLDER JOBS < plan`.

The plan is a JSON list of {name, texts: {path: text}, tests: [node id], words: [for pytest], longest:
seconds}; `words` and `longest` may be left out. For each trial a line of JSON is printed:
{name, reports: {node id: [outcome, message]}, foreign: [modules not of the copy], said, hung}.

The libraries that all tests use are imported here once, and each trial is a fork of this process, because a
new
Python for each would take longer than the tests. No module of the repository may be imported before the fork.
"""

import contextlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import pytest

for name in (
    "alembic", "hypothesis", "jinja2", "networkx", "openskill", "playwright.sync_api", "rich.console",
    "sqlalchemy", "starlette.testclient", "uvicorn", "xlsxwriter",
):  # fmt: skip
    with contextlib.suppress(ImportError), warnings.catch_warnings(action="ignore"):
        importlib.import_module(name)

HOUSES = ("firmware/lib", "host", "simulator")
OURS = ("tablecore", "tabledevice", "tableprograms", "tablekeeper", "tablesim")
#: seconds after which a test counts as hanging
LONGEST = 600
#: what one process may take, a browser included
MOST_BYTES = 8 << 30
#: seconds that a test waits for an event that never happens without its guard: tests/patience.py
PATIENCE = "40"


class Reports:
    """Collects the outcome of each test, and the reason."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the result of a test; an error before or after the test replaces it."""
        if report.when == "call" or report.outcome != "passed":
            outcome = report.outcome if report.when != "setup" else f"{report.outcome} before it began"
            crash = getattr(report.longrepr, "reprcrash", None)
            self.found[report.nodeid] = (outcome, str(getattr(crash, "message", ""))[:500])


def try_out(copy: Path, trial: dict, answer: Path) -> None:
    """Run the tests of a trial in this process, and write their results."""
    houses = [str(copy / house) for house in HOUSES]
    os.environ["PYTHONPATH"] = os.pathsep.join(houses)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ["PATIENCE_S"] = PATIENCE
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(copy), *houses]
    os.chdir(copy)
    reports = Reports()
    # pytest warns about modules that were imported before the fork
    imported = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    words = ["-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--tb=short", "-W", imported]
    pytest.main([*words, *trial.get("words", []), *trial["tests"]], plugins=[reports])
    foreign = [
        name
        for name, module in sys.modules.items()
        if name.partition(".")[0] in OURS
        and getattr(module, "__file__", None)
        and not Path(module.__file__).is_relative_to(copy)
    ]
    answer.write_text(json.dumps({"reports": reports.found, "foreign": foreign}))


class Slot:
    """One copy of the house, in which one trial runs at a time."""

    def __init__(self, folder: Path, number: int) -> None:
        self.copy = folder / f"house-{number}"
        shutil.copytree(folder / "house", self.copy)
        self.busy: dict | None = None

    def start(self, trial: dict) -> None:
        """Change the copy and begin."""
        self.busy = trial
        self._kept = {self.copy / name: (self.copy / name).stat().st_mtime_ns for name in trial["texts"]}
        self._texts = {path: path.read_text("utf-8") for path in self._kept}
        for name, text in trial["texts"].items():
            (self.copy / name).write_text(text, "utf-8")
        self._temporary = Path(tempfile.mkdtemp(dir=self.copy.parent))
        self._limit = time.monotonic() + trial.get("longest", LONGEST)
        self._hung = False
        sys.stdout.flush()
        self._child = os.fork()
        if self._child == 0:
            self._be_the_child(trial)

    def _be_the_child(self, trial: dict) -> None:
        status = 1
        try:
            os.setsid()
            # a loop that no longer ends must not take the memory of the machine
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
            out = os.open(self._temporary / "said", os.O_WRONLY | os.O_CREAT)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.environ["TMPDIR"] = str(self._temporary)
            tempfile.tempdir = None
            try_out(self.copy, trial, self._temporary / "answer")
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def ended(self) -> bool:
        """Return whether the trial is over; kill a hanging trial."""
        if os.waitpid(self._child, os.WNOHANG)[0]:
            return True
        if time.monotonic() > self._limit:
            os.killpg(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._hung = True
            return True
        return False

    def finish(self) -> dict:
        """Restore all files; return the result of the trial."""
        assert self.busy is not None
        answer, said = self._temporary / "answer", self._temporary / "said"
        found = json.loads(answer.read_text()) if answer.is_file() else {"reports": {}, "foreign": []}
        told = said.read_text("utf-8", "replace")[-3000:]
        found |= {"name": self.busy["name"], "said": told, "hung": self._hung}
        for path, text in self._texts.items():
            path.write_text(text, "utf-8")
            os.utime(path, ns=(self._kept[path], self._kept[path]))
        shutil.rmtree(self._temporary, ignore_errors=True)
        self.busy = None
        return found


def main(folder: Path, jobs: int) -> None:
    """Run all trials of the plan, `jobs` at a time."""
    waiting = json.load(sys.stdin)
    slots = [Slot(folder, number) for number in range(min(jobs, len(waiting)))]
    while waiting or any(slot.busy for slot in slots):
        for slot in slots:
            if slot.busy and slot.ended():
                print(json.dumps(slot.finish()), flush=True)
            if not slot.busy and waiting:
                slot.start(waiting.pop(0))
        time.sleep(0.02)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
