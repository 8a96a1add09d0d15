"""Of 500 random changes of one token, at least nine in ten are noticed by the tests of their own rooms."""

import ast
import os
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from tests.guards import reach, sample, tokenchanges
from tests.guards.test_guards import tried
from tests.nonempty import nonempty

SEED = int(os.environ.get("TOKEN_SEED", "1"))
MANY = int(os.environ.get("TOKEN_CHANGES", "500"))
#: changes that no test can notice, each with the reason
ACCEPTED: dict[str, str] = tomllib.loads(Path(__file__).with_name("accepted.toml").read_text("utf-8"))
LONGEST_S = 300
#: enough for the rules of drawing; all folders take ten seconds to read
SMALL = ("firmware/lib/tablecore", "host/tablekeeper/standings", "host/tablekeeper/store")


@pytest.fixture(scope="module")
def reached(repository):
    """The files of tests that execute each block; one run of all tests notes them, until `make clean`."""
    if not reach.FOLDER.is_dir():
        words = ["-q", "-n", "2", "--dist", "loadfile", "-p", reach.__name__]
        subprocess.run([sys.executable, "-m", "pytest", *words], cwd=repository, check=False)
    return reach.files()


@pytest.fixture(scope="module")
def unnoticed(repository, reached, tmp_path_factory):
    """The changes of this seed by room: how many, and those that no test noticed."""
    changes = {change.told(repository): change for change in tokenchanges.drawn(repository, SEED, MANY)}
    plan = [
        {
            "name": told, "texts": {change.path: change.applied(repository)},
            "tests": tokenchanges.tests_for(change, repository, reached),
            "longest": LONGEST_S,
            # root starts PostgreSQL as another user, who may not enter a trial's folder: it would always fail
            "words": ["-x", "-m", "not postgresql"],
        }
        for told, change in changes.items() if told not in ACCEPTED
    ]  # fmt: skip
    verdicts = tried(plan, repository, tmp_path_factory.mktemp("changes"))
    found = defaultdict(lambda: (0, []))
    for told, change in changes.items():
        verdict = verdicts.get(told)
        room = tokenchanges.room(change.path)
        reports = {} if verdict is None or verdict["hung"] else verdict["reports"]
        passed = reports and {outcome for outcome, _ in reports.values()} <= {"passed", "skipped"}
        many, missed = found[room]
        found[room] = (many + 1, [*missed, told] if passed else missed)
    return dict(sorted(found.items()))


@pytest.mark.soak
def test_nine_of_ten_changes_are_noticed(unnoticed, record_property):
    many = sum(count for count, _ in unnoticed.values())
    missed = [told for _, missed in unnoticed.values() for told in missed]
    rooms = ", ".join(f"{room} {count - len(lost)}/{count}" for room, (count, lost) in unnoticed.items())
    figure = f"seed {SEED}: {many - len(missed)} of {many} noticed; {rooms}"
    record_property("figure", figure)
    assert 10 * len(missed) <= many, "\n".join([figure, *missed])


@sample.scenario("changes of a seed")
def test_a_seed_draws_the_same_changes_and_all_can_be_compiled(repository):
    changes = tokenchanges.drawn(repository, 7, 100, SMALL)
    assert changes == tokenchanges.drawn(repository, 7, 100, SMALL)
    assert changes != tokenchanges.drawn(repository, 8, 100, SMALL)
    for change in changes:
        before = (repository / change.path).read_text("utf-8")
        assert ast.dump(ast.parse(change.applied(repository))) != ast.dump(ast.parse(before))


@sample.scenario("tests for changes")
def test_every_room_has_tests_for_its_changes(repository):
    for change in nonempty(tokenchanges.drawn(repository, 7, 10, SMALL)):
        tests = tokenchanges.tests_for(change, repository, {})
        assert tests, change.told(repository)
        assert all((repository / test).is_file() for test in tests)


PROGRAM = '''
class Count:
    def up(self, by):
        """Count."""
        for step in range(by):
            if step % 2:
                self.odd = True
            else:
                self.odd = False
        return self
'''


def test_a_change_is_tried_with_the_files_that_execute_its_block_first(repository):
    change = tokenchanges.drawn(repository, 7, 1, ("host/tablekeeper/standings",))[0]
    assert not change.block(repository).endswith(" ")
    known = ["tests/formats/test_grand_prix.py", "tests/prizes/test_payout.py"]
    chosen = tokenchanges.tests_for(change, repository, {change.block(repository): known})
    assert sorted(chosen) == known


def test_a_line_is_in_its_innermost_block():
    found = [reach.block_at(PROGRAM, line) for line in range(2, 11)]
    own, step, odd, even = (f"Count.up {number}" for number in range(4))
    assert found == ["", "", own, own, step, odd, step, even, own]


def test_an_accepted_change_has_a_reason_and_still_stands_in_the_code(repository):
    problems = []
    for told, reason in ACCEPTED.items():
        path, scope, change = told.split(" @@ ")
        text = (repository / path).read_text("utf-8")
        stands = change.partition(" -> ")[0] in text and scope.rpartition(".")[2] in text
        problems += [] if stands and len(reason) > 20 else [told]
    assert problems == []
