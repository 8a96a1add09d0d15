"""The rules of tests/conftest.py: what is missing skips at home and fails on a build machine."""

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
def suite(pytester, repository):
    """A small suite under our conftest, on a machine that has none of the programs."""
    rules = (repository / "tests" / "conftest.py").read_text("utf-8")
    nothing = "PROGRAMS = {name: ('package', 'no-such-program', []) for name in PROGRAMS}"
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


def test_the_long_campaigns_run_when_asked_for(suite):
    suite.runpytest_subprocess("-m", "soak", "-n0").assert_outcomes(passed=1, deselected=2)
