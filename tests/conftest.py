"""Shared by all tests: the paths of folders, and the installed programs.

A test that uses GNU Backgammon, Chromium or PostgreSQL has a marker. Without that
program it is skipped with the reason. On a build machine (CI=true) each skip is a failure, because a check
that is skipped silently checks nothing; only what `DECLARED` allows is skipped there, too, and the last lines
of the run list it. Tests marked `soak` or `hardware` run only on request (`make soak`,
`make hw`).

The variable GUARDS says which patches of tests/guards are tried: by default a sample that changes with the
day.
"""

import asyncio
import gc
import glob
import os
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests import fonts, roomtime
from tests.guards import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
ON_BUILD_MACHINE = os.environ.get("CI", "").lower() in ("true", "1")

#: marker: the package to install, its programs (the best first), and their places outside PATH
PROGRAMS = {
    "gnubg": ("gnubg", ["gnubg"], ["/usr/games/gnubg"]),
    # without a window to draw, a test takes about half the time
    "chromium": ("chromium", ["chromium-headless-shell", "chromium"], []),
    "postgresql": ("postgresql", ["initdb"], ["/usr/lib/postgresql/*/bin/initdb"]),
    "nats": ("nats-server", ["nats-server"], ["/usr/sbin/nats-server"]),
    "age": ("age", ["age"], []),
    "systemd": ("systemd", ["systemd-analyze"], []),
    "dosfstools": ("dosfstools", ["fsck.vfat"], ["/usr/sbin/fsck.vfat", "/sbin/fsck.vfat"]),
}
#: how the reason of a skip begins that is no failure on a build machine either: the published texts and
#: transcripts, and what another operating system or the user's rights rule out
DECLARED = ("not beside the repository: ", "not on this system: ")

# Repeatable everywhere: no examples drawn from the clock, no limit that a busy machine can miss.
UNTIMED = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("house", derandomize=True, database=None, **UNTIMED)
hypothesis.settings.register_profile("soak", max_examples=10_000, print_blob=True, **UNTIMED)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


def program(marker: str) -> Path | None:
    """Return the path of a marker's program, or None."""
    _, names, places = PROGRAMS[marker]
    for name in names:
        found = shutil.which(name)
        if found:
            return Path(found)
    # the newest version last, so that 15 wins over 9 by length and then by name
    candidates = [found for place in places for found in glob.glob(place)]
    return Path(max(candidates, key=lambda path: (len(path), path))) if candidates else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to write golden files again, and to leave out long files (`make room`)."""
    parser.addoption("--renew-golden", action="store_true", help="write the golden files again")
    parser.addoption("--renew-seconds", action="store_true", help="write tests/seconds.json again")
    parser.addoption("--within", type=float, help="leave the longest files out: seconds of one processor")


def pytest_report_header() -> str:
    """Return the patches of tests/guards that this run tries, and how to repeat this."""
    return f"guards: GUARDS={sample.GUARDS} (set it to repeat these; tests/guards/README.md)"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """Let each worker of xdist start with different files, so that no two workers compile the same file."""
    report = _allowed((yield))
    worker = getattr(collector.config, "workerinput", None)
    if worker and isinstance(collector, pytest.Directory):
        begin = len(report.result) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        report.result = [*report.result[begin:], *report.result[:begin]]
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep the tests of a file with one worker, and those of tests/vm, which share evenings of a minute."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return "tests/vm" if file.startswith("tests/vm/") else file

    return Together(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With workers, run the longest files first; leave out tests whose marker must be named to run them."""
    # a file stays with one worker, so a long one started late would delay the end; alone the order stays, so
    # that a trial of tests/guards begins with the tests that are nearest to its change
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: (-roomtime.seconds(item.path), item.path))
    sample.take_turns(items)
    for marker in ("soak", "hardware"):
        left_out = [item for item in items if item.get_closest_marker(marker)]
        if left_out and marker not in config.getoption("markexpr"):
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker(marker)]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Hide the thousands of tests from the garbage collector, which would check them repeatedly."""
    gc.collect()
    gc.freeze()
    # ten times as rarely as Python does
    gc.set_threshold(7_000, 10, 10)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Hide the objects that a file leaves, too: without this each collection of the firmware takes 3 s."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


class Campaign:
    """Collects the figures of the long tests and writes them into benchmarks/results.md at the end.

    A test adds its figures with `record_property("figure", "200 seeds, 31,000 records")`.
    """

    def __init__(self, results: Path) -> None:
        self.results = results
        self.seen: list[tuple[str, float, str, str]] = []
        self.began = time.perf_counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a finished test; with xdist this is called in the main process."""
        if report.when == "call":
            told = "; ".join(str(value) for name, value in report.user_properties if name == "figure")
            name = report.nodeid.removeprefix("tests/")
            self.seen.append((name, report.duration, report.outcome, told))

    def pytest_sessionfinish(self) -> None:
        """Write the section of the results again."""
        if not self.seen:
            return
        # here, because the rules of this file also hold where there are no benchmarks
        from benchmarks import report
        from benchmarks.figure import Figure

        rooms: dict[str, dict[str, tuple[float, list[str], str]]] = {}
        for name, took, outcome, told in sorted(self.seen):
            room, _, test = name.partition("::")
            rows = rooms.setdefault(room, {})
            # many seeds of one test without further figures are one row
            label = test if told else test.partition("[")[0]
            before = rows.get(label, (0.0, [], told))
            rows[label] = (before[0] + took, [*before[1], outcome], told)
        where, today, took = report.machine(), datetime.now(UTC).date(), time.perf_counter() - self.began
        old = self.results.read_text("utf-8")
        for room, rows in rooms.items():
            figures = []
            for label, (seconds, outcomes, told) in rows.items():
                ended = ", ".join(f"{outcomes.count(one)} {one}" for one in sorted(set(outcomes)))
                figures.append(Figure(label, seconds, "s", ended, told))
            # a section for each file, so that a part of a campaign does not change the others' figures
            about = "A long campaign: how long each test took, how it ended, what it did."
            name = f"soak {room}"
            text = report.section(name, about, figures, where=where, day=today, took=took)
            text = text.replace(f"`python -m benchmarks {name}`", f"`make soak ARGS=tests/{room}`")
            old = report.replaced(old, {name: text})
        self.results.write_text(old, "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Set up the collection of figures and times; the workers of xdist report to the main process."""
    results = ROOT / "benchmarks" / "results.md"
    # only for a whole campaign: other expressions may exclude the marker, or select one test
    campaign = config.getoption("markexpr").strip() == "soak"
    if campaign and not hasattr(config, "workerinput") and results.is_file():
        config.pluginmanager.register(Campaign(results))
    if config.getoption("renew_seconds") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(roomtime.Stopwatch())
    if config.getoption("within") is not None:
        config.pluginmanager.register(roomtime.Within(config.args, config.getoption("within")))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose program is missing."""
    for marker, (package, _, _) in PROGRAMS.items():
        if item.get_closest_marker(marker) and program(marker) is None:
            pytest.skip(f"{marker} is not installed here (Debian package {package})")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Fail a skip on a build machine."""
    return _allowed((yield))


def _allowed(report: pytest.TestReport | pytest.CollectReport) -> pytest.TestReport | pytest.CollectReport:
    """Return the report; on a build machine, a skip whose reason is not declared has failed."""
    if ON_BUILD_MACHINE and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not reason.startswith(DECLARED):
            report.outcome, report.longrepr = "failed", f"skipped on a build machine: {reason}"
    return report


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder with pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published transcripts beside the repository, or $TABLEKEEPER_SHARED."""
    folder = Path(os.environ.get("TABLEKEEPER_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "mat" / "manifest.json").is_file():
        pytest.skip(f"not beside the repository: transcripts in {folder} (or in $TABLEKEEPER_SHARED)")
    return folder


@pytest.fixture(scope="session")
def mat_folder(shared: Path) -> Path:
    """The published transcripts and their manifest.json."""
    return shared / "data" / "mat"


def installed(marker: str) -> object:
    """Return a fixture: the program behind a marker; use it together with that marker."""

    @pytest.fixture(scope="session")
    def fixture() -> Path:
        found = program(marker)
        assert found is not None, f"mark this test with pytest.mark.{marker}"
        return found

    return fixture


gnubg, chromium, dosfstools = map(installed, ("gnubg", "chromium", "dosfstools"))


@pytest.fixture(scope="session")
def started_chromium(
    chromium: Path, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[tuple[Browser, asyncio.AbstractEventLoop]]":
    """One Chromium for all files of a worker, and Playwright's event loop: both take a second to start."""
    # here, because most tests need none
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # the sandbox needs rights that build machines' containers don't have; all pages are ours
        browser = playwright.chromium.launch(
            executable_path=str(chromium), args=["--no-sandbox"],
            env=fonts.environment(tmp_path_factory.mktemp("fonts")),
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def running_chromium(started_chromium: "tuple[Browser, asyncio.AbstractEventLoop]") -> "Iterator[Browser]":
    """The worker's Chromium for the tests of a file, without the pages of earlier files."""
    browser, loop = started_chromium
    # between its calls Playwright has its loop marked as running; tests of other files run loops of their own
    asyncio._set_running_loop(loop)
    yield browser
    for context in browser.contexts:
        context.close()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def postgresql_programs() -> Path:
    """The folder of initdb and pg_ctl; use it together with the marker `postgresql`."""
    found = program("postgresql")
    assert found is not None, "mark this test with pytest.mark.postgresql"
    return found.resolve().parent
