"""Chooses the guards for a run: the variable GUARDS is a date, `all`, `soak`, or names and prefixes of names.

Each trial runs a part of the tests again, so `make test` tries only one of 30 of them, a different one each
day: 30 days in a row try every guard once, and the date repeats the sample. Other long tests use their day's
share with `todays`, `drawn` or `scenario`; `make soak` runs them completely.
"""

import os
import re
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import TypeVar

import pytest

Name = TypeVar("Name")
# set at import, so that the workers of xdist inherit one day even at midnight; benchmarks import tests, too
GUARDS = os.environ.setdefault("GUARDS", datetime.now(UTC).date().isoformat())

#: a day tries one of this number of patches
SHARE = 30
#: the longest tests, each a whole evening, a campaign or programs that play: a day runs every fourth
SCENARIOS = (
    "an evening's knockout in a browser", "an evening's league in a browser",
    "an evening's tourney in a browser", "two venues' demo",
    "killed consumers", "a second tourney's demo", "an installed wheel", "many entries to two consumers",
    "the largest free block", "faults of five seeds", "wrong transcripts", "a restored server",
    "a federation's pages", "five programs on all boards", "clocks on all boards", "a killed host",
    "four players at two tables", "a mini tourney", "what the VM loads", "three directors at once",
    "each command beside a running hall",
)  # fmt: skip
#: try every patch; `soak` does so as a long campaign
ALL = ("all", "soak")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def share(names: Sequence[Name], wanted: str, of: int = SHARE) -> list[Name]:
    """Return all names if `wanted` is one of ALL, else the share of that day: one name of `of`.

    If `wanted` is not a day (names of patches), it also has a share.
    """
    if wanted in ALL:
        return list(names)
    day = date.fromisoformat(wanted).toordinal() if _DAY.fullmatch(wanted) else zlib.crc32(wanted.encode())
    return list(names[day % of :: of])


def todays(names: Sequence[Name], of: int = SHARE) -> list[Name]:
    """Return today's share for `make test` (one of `of`); `make soak` tries everything."""
    return share(names, os.environ["GUARDS"], of)


def waits(name: Name, names: Sequence[Name], of: int = SHARE) -> bool:
    """Return whether a test of a name is only for `make soak`: its turn is not today, or this is the soak."""
    return os.environ["GUARDS"] == "soak" or name not in todays(names, of)


def drawn(names: Sequence[Name], of: int = SHARE, among: Sequence[Name] | None = None) -> list:
    """Return parameters of a test: those whose turn is not today are only for `make soak`.

    If several tests share the names, pass all of them as `among`: the turns are then shared, too.
    """
    return [
        pytest.param(name, marks=[pytest.mark.soak] if waits(name, among or names, of) else [])
        for name in names
    ]


def in_turn(name: Name, names: Sequence[Name], of: int = SHARE) -> Callable:
    """Return a decorator that leaves a test to the soak unless its turn is today."""
    return pytest.mark.soak if waits(name, names, of) else lambda test: test


def scenario(name: str) -> Callable:
    """Return a decorator that leaves one of SCENARIOS to the soak unless its turn is today."""
    assert name in SCENARIOS, name
    return in_turn(name, SCENARIOS, of=4)


def chosen(names: list[str], wanted: str) -> list[str]:
    """Return the names that `wanted` (GUARDS) chooses; raise ValueError when a word chooses none."""
    if wanted in ALL:
        return names
    if _DAY.fullmatch(wanted):
        return share(names, wanted)
    found: set[str] = set()
    for word in wanted.replace(",", " ").split() or [wanted]:
        # a whole name means only this patch, even if others begin with it
        fitting = {word} if word in names else {name for name in names if word and name.startswith(word)}
        if not fitting:
            raise ValueError(
                f"GUARDS={wanted}: no patch in tests/guards is called or begins with {word!r}; "
                "say a date, all, or a patch's name."
            )
        found |= fitting
    return [name for name in names if name in found]
