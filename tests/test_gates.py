"""The rules of tests/conftest.py: what is missing skips at home and fails on a build machine."""

from datetime import UTC, datetime

import pytest

pytest_plugins = ["pytester"]

SUITE = """
    import pytest

    @pytest.mark.gnubg
    def test_engine(): pass

    @pytest.mark.soak
    def test_campaign(): pass

    def test_plain(): pass
"""


@pytest.fixture
def suite(pytester, repository, monkeypatch):
    """A small suite under our conftest, on a machine that has none of the programs."""
    # our conftest imports what stands beside it
    monkeypatch.setenv("PYTHONPATH", str(repository))
    # takes half a second to import in each of its processes
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:schemathesis")
    rules = (repository / "tests" / "conftest.py").read_text("utf-8")
    nothing = "PROGRAMS = {name: ('package', ['no-such-program'], []) for name in PROGRAMS}"
    pytester.makeconftest(f"{rules}\n{nothing}\n")
    pytester.makeini("[pytest]\nmarkers =\n  gnubg: .\n  soak: .\n")
    pytester.makepyfile(SUITE)
    return pytester


def test_a_missing_program_skips_at_home(suite, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    result = suite.runpytest_subprocess("-rs", "-n0")
    result.assert_outcomes(passed=1, skipped=1, deselected=1)
    result.stdout.fnmatch_lines("*gnubg is not installed here (Debian package package)*")


def test_a_missing_program_fails_on_a_build_machine(suite, monkeypatch):
    monkeypatch.setenv("CI", "true")
    suite.runpytest_subprocess("-n0").assert_outcomes(passed=1, errors=1, deselected=1)


def test_only_a_declared_skip_is_none_on_a_build_machine(suite, monkeypatch):
    monkeypatch.setenv("CI", "true")
    reasons = ["not beside the repository: games", "not on this system: rights", "no disk", "no tool"]
    tests = [f"def test_{n}(): pytest.skip({why!r})" for n, why in enumerate(reasons)]
    unfinished = "@pytest.mark.xfail(strict=True)\ndef test_unfinished(): assert False"
    suite.makepyfile("\n".join(["import pytest", *tests, unfinished]))
    result = suite.runpytest_subprocess("-n0", "-ra")
    result.assert_outcomes(skipped=2, failed=2, xfailed=1)
    *_, last = "\n".join(result.stdout.lines).partition("short test summary info")
    assert all(why in last for why in reasons)


def test_a_file_that_is_left_out_fails_on_a_build_machine(suite, monkeypatch):
    suite.makepyfile("import pytest\npytest.importorskip('no_such_module', reason='no module')")
    for machine, outcome in (("", {"skipped": 1}), ("true", {"errors": 1})):
        monkeypatch.setenv("CI", machine)
        suite.runpytest_subprocess("-n0").assert_outcomes(**outcome)


def test_the_chosen_guards_are_said_and_default_to_the_day(suite, monkeypatch):
    monkeypatch.setenv("GUARDS", "press-order")
    suite.runpytest_subprocess("-n0").stdout.fnmatch_lines("guards: GUARDS=press-order (*")
    monkeypatch.delenv("GUARDS")
    today = datetime.now(UTC).date()
    for _ in "12":
        shown = suite.runpytest_subprocess("-n0").stdout.str()
        if today == datetime.now(UTC).date():  # midnight may fall into the run, not into two
            break
        today = datetime.now(UTC).date()
    assert f"guards: GUARDS={today} (" in shown


@pytest.mark.parametrize(
    ("expression", "written"), [("soak", True), ("not soak", False), ("soak or not soak", False)]
)
def test_only_a_campaign_writes_its_figures(suite, expression, written):
    tests, benchmarks = suite.mkdir("tests"), suite.mkdir("benchmarks")
    for path in [*suite.path.glob("*.py")]:
        path.rename(tests / path.name)
    results = benchmarks / "results.md"
    results.write_text("old")
    (benchmarks / "__init__.py").write_text("")
    (benchmarks / "figure.py").write_text("Figure = lambda *a: None\n")
    (benchmarks / "report.py").write_text(
        "machine = lambda: ''\nsection = lambda *a, **k: 'new'\nreplaced = lambda old, sections: 'new'\n"
    )
    suite.syspathinsert()
    suite.runpytest_subprocess("-m", expression, "-n0")
    assert (results.read_text() == "new") is written


def test_the_long_campaigns_run_when_asked_for(suite):
    suite.runpytest_subprocess("-m", "soak", "-n0").assert_outcomes(passed=1, deselected=2)
