"""What Tablekeeper stands on: pinned, complete, and under licences that allow MIT use.

LGPL is fine for a library that is only imported; GPL and AGPL are not (programs such as GNU
Backgammon run as processes of their own and are no dependencies).
"""

import re
from importlib import metadata

import pytest

from tests import vulnerabilities

ALLOWED = re.compile(
    r"0BSD|Apache( Software License|[- ]2\.0)?|BSD( License|-[23]-Clause)?|CC0-1\.0|ISC( License \(ISCL\))?"
    r"|LGPL[-\w.]*|MIT( License|-CMU)?|MPL-2\.0|Mozilla Public License 2\.0 \(MPL 2\.0\)|PSF-2\.0"
    r"|Python Software Foundation License|Zlib"
)
#: Packages whose metadata names no licence, and where the licence was read.
READ_ELSEWHERE = {"atheris": "Apache-2.0", "axe-playwright-python": "MIT", "pyrage": "MIT"}  # their LICENSE
#: What an environment brings along.
BROUGHT = {"pip", "setuptools", "wheel", "tablekeeper"}


def plain(name: str) -> str:
    """Return a distribution's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licences(distribution: metadata.Distribution) -> list[str]:
    """Return the licences a distribution names: its expression, else its classifiers, else its word."""
    about = distribution.metadata
    if expression := about.get("License-Expression"):
        return re.split(r" (?:AND|OR|WITH) ", expression.replace("(", "").replace(")", ""))
    classifiers = about.get_all("Classifier") or []
    classified = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License")]
    if classified:
        return classified
    if word := about.get("License"):
        return [word]
    return [READ_ELSEWHERE.get(plain(distribution.name), "none named")]


INSTALLED = {plain(found.name): found for found in metadata.distributions()}


@pytest.fixture(scope="module")
def constraints(repository):
    """Every pinned version by name."""
    lines = (repository / "constraints.txt").read_text("utf-8").splitlines()
    assert lines == sorted(set(lines))
    # names and versions only: no addresses, no hashes, no options
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9][a-z0-9.+]*", line)] == []
    return dict(line.split("==") for line in lines)


def test_everything_installed_is_pinned_and_nothing_differs(constraints):
    found = {name: installed.version for name, installed in INSTALLED.items() if name not in BROUGHT}
    assert len(found) > 30
    assert {name: version for name, version in found.items() if constraints.get(name) != version} == {}


def test_everything_declared_is_pinned(constraints):
    declared = {
        plain(re.match(r"[\w.-]+", line)[0]) for line in INSTALLED["tablekeeper"].requires or []
    } - {"tablekeeper"}
    assert {"pyserial", "sqlalchemy", "pytest"} <= declared
    assert declared - set(constraints) == set()


@pytest.mark.parametrize("name", sorted(set(INSTALLED) - BROUGHT))
def test_the_licence_allows_mit_use(name):
    named = licences(INSTALLED[name])
    assert [licence for licence in named if not ALLOWED.fullmatch(licence)] == []
    assert named


@pytest.mark.parametrize("licence", ["GPL-3.0-only", "AGPL-3.0-or-later", "GPL-2.0-or-later", "Proprietary"])
def test_other_licences_are_not_allowed(licence):
    assert not ALLOWED.fullmatch(licence)


def package(name, *known, **more):
    vulns = [{"id": number, "fix_versions": versions} for number, versions in known]
    return {"name": name, "version": "1.0", "vulns": vulns, **more}


def test_a_known_vulnerability_with_a_version_that_mends_it_fails_the_check():
    found = {"dependencies": [package("clean"), package("open", ("CVE-1", []), ("CVE-2", ["1.1", "2.0"]))]}
    said, status = vulnerabilities.verdict(found)
    assert said == [
        "open 1.0 has CVE-1, no version mends it yet.",
        "open 1.0 has CVE-2, mended in 1.1, 2.0: run make lock.",
    ]
    assert status == 1
    assert vulnerabilities.verdict({"dependencies": [package("open", ("CVE-1", []))]})[1] == 0
    assert vulnerabilities.verdict({"dependencies": [package("clean")]}) == ([], 0)


@pytest.mark.parametrize("found", [None, {"dependencies": [{"name": "a", "skip_reason": "not found"}]}])
def test_a_service_that_does_not_answer_is_told_and_fails_nothing(found):
    assert vulnerabilities.verdict(found) == ([vulnerabilities.UNREACHED], 0)


def test_pip_audit_is_asked_in_words_that_it_understands():
    """What it prints for no package at all, which it asks nobody about."""
    assert vulnerabilities.asked([]) == {"dependencies": [], "fixes": []}
