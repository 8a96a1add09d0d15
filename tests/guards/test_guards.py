"""Every guard is needed: without it, the test that is named in its patch fails.

A copy of the house is made, each `*.patch` takes one guard away from it, and the named tests are run there
(README.md tells how to add one). The tests of the whole tree show that they pass with all guards in place.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import housecopy
from tests.guards import guardpatch, sample
from tests.guards.guardpatch import StalePatch

NAMES = guardpatch.names()
GUARDS = os.environ["GUARDS"]
#: run with every patch: it must pass, so a patch takes away a guard and not the game
SANE = "tests/tabledevice/test_app.py::test_without_a_host_a_match_is_played_and_handed_over_when_one_appears"
JOBS = 2
TRIED = [
    pytest.param(name, marks=[pytest.mark.soak] if GUARDS == "soak" else [])
    for name in sample.chosen(NAMES, GUARDS)
]


def tried(plan, repository, folder):
    """Run the trials of a plan (see trials.py) in copies of the repository; return the verdicts by name."""
    housecopy.copy(repository, folder / "house")
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("trials.py")), str(folder), str(JOBS)],
        input=json.dumps(plan), capture_output=True, text=True, check=False,
        # what fails without a guard is tried whether its turn is today or not
        env={name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
        | {"GUARDS": "all"},
    )  # fmt: skip
    shutil.rmtree(folder)
    assert done.returncode == 0, done.stderr
    return {verdict["name"]: verdict for verdict in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def verdicts(request, repository, tmp_path_factory):
    """What became of the trials of all patches that this run asks for, by the patch's name."""
    wanted = {
        item.callspec.params["name"] for item in request.session.items if "verdicts" in item.fixturenames
    }
    plan, stale = [], {}
    for name in sorted(wanted):
        guard = guardpatch.read(name)
        try:
            texts = guard.applied(repository)
        except StalePatch as problem:
            stale[name] = str(problem)
            continue
        plan.append({"name": name, "texts": texts, "tests": sorted({*guard.fails, SANE})})
    found = tried(plan, repository, tmp_path_factory.mktemp("guards"))
    return found | {name: {"stale": sentence} for name, sentence in stale.items()}


@pytest.mark.parametrize("name", NAMES)
def test_a_patch_fits_what_it_guards(name, repository):
    guard = guardpatch.read(name)
    assert guard.applied(repository)
    # a test that was renamed would be missed on the day of the patch only
    for path, _, test in (one.partition("::") for one in guard.fails):
        defined = f"def {test.partition('[')[0].rpartition('::')[2]}("
        assert defined in (repository / path).read_text("utf-8"), f"{path} has no {test}"


@pytest.mark.parametrize("name", TRIED)
def test_without_the_guard_its_test_fails(name, verdicts):
    verdict = verdicts[name]
    if "stale" in verdict:
        pytest.fail(verdict["stale"], pytrace=False)
    guard = guardpatch.read(name)
    reports = verdict["reports"]
    assert not verdict["hung"], f"{name}: name a test that fails without the guard; this one never ends"
    assert verdict["foreign"] == [], "modules came from elsewhere than the copy"
    assert reports.get(SANE, ["not run"])[0] == "passed" or SANE in guard.fails, reports or verdict["said"]
    for test in guard.fails:
        ended = {
            outcome for node, (outcome, _) in reports.items() if node == test or node.startswith(f"{test}[")
        }
        if "failed" not in ended:
            what = ", ".join(sorted(ended)) or f"not run\n{verdict['said']}"
            pytest.fail(
                f"{name} takes away: {guard.sentence}\n{test} did not mind: {what}\n"
                f"Chosen by GUARDS={GUARDS}; alone: make test GUARDS={name} ARGS=tests/guards",
                pytrace=False,
            )
