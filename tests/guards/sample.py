"""Chooses the guards for a run: the variable GUARDS is a date, `all`, `soak`, or names and prefixes of names.

Each trial runs a part of the tests again, so `make test` tries only one of 60 of them, a different one each
day: 60 days in a row try every guard once, and the date repeats the sample. Other long tests use their day's
share with `todays`, `drawn` or `scenario`, long parametrized ones with the marker `turns`; `make soak` runs
them completely.
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
SHARE = 60
#: the longest tests, each a whole evening, a campaign or programs that play: a day runs every sixth
SCENARIOS = (
    "an evening's knockout in a browser", "an evening's league in a browser",
    "an evening's tourney in a browser", "two venues' demo", "killed consumers", "a second tourney's demo",
    "an installed wheel", "many entries to two consumers", "the largest free block", "faults of five seeds",
    "wrong transcripts", "a restored server", "a federation's pages", "five programs on all boards",
    "clocks on all boards", "a killed host", "four players at two tables", "a mini tourney",
    "what the VM loads", "three directors at once", "each command beside a running hall",
    "records of chance", "every moment of an evening", "any order of arrival", "evenings of dice",
    "a referee in a browser", "rankings in a browser", "an event set up in a browser", "prints of a cup",
    "an event on a phone", "events on a screen", "a tourney by arrows", "tables on a screen",
    "tables on every screen", "sixteen players in two clicks", "a projector from afar",
    "more browsers than files", "as many browsers as allowed", "plays clicked together",
    "every branch of the fold", "impossible values in every form", "three at once", "a demo in a browser",
    "a board from an installed wheel", "a board that waits or loses", "rulings in four clicks",
    "who may do what", "an evening's knockout by commands", "a hand-over from a record",
    "a hand-over in a game", "a hand-over between games", "a game by clicking", "accounts in a browser",
    "the longest words on a phone", "strangers behind a proxy", "ten questions", "money in a browser",
    "a player's sheet", "TARA for everybody", "damage without checksums", "a draw in a browser",
    "a broken board in a browser", "dice in a browser", "another game than pressed", "a tourney's demo",
    "a second demo", "every text of all pages", "a short attack", "a double elimination of 32",
    "tests for changes", "changes of a seed", "checksums of every schema", "every step of a tie",
    "any frames", "an event at two hosts", "a match left out of a draw", "examples of replays",
    "a replay as JSON", "secrets of a host at work", "a published club", "a published event",
    "a wrong transcript", "the way back", "the table of additions", "damaged transcripts", "damaged lines",
    "the same bytes of a transcript", "an installed demo", "TARA with fingers", "a result by clicks",
    "turns of a player closed out", "a tourney after a killed host", "pages of a big event",
    "files that a board compiles", "every activity of a demo", "bytecode of MicroPython",
    "a program that cannot start", "failures far apart", "the order of ends in a knockout",
    "every prefix of a knockout", "faults without sending again", "boards that run ahead",
    "logs of every game", "TARA by keys", "tables that change places", "a table named in a browser",
    "a second board of one uid", "two hundred browsers", "equal logs", "a tourney of one seed",
    "tables without a script", "rankings of two venues", "entries of a killed consumer",
    "what was acknowledged", "opening plays", "any order of confirming", "sentences of replays",
    "prints of a league", "what screens show", "tables by keyboard", "a career counted again",
    "an event of every format as a file", "a browser that does not read", "a thousand forged reports",
    "nobody who left",
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


def drawn(
    names: Sequence[Name],
    of: int = SHARE,
    among: Sequence[Name] | None = None,
    always: Sequence[Name] = (),
) -> list:
    """Return parameters of a test: those whose turn is not today are only for `make soak`.

    If several tests share the names, pass all of them as `among`: the turns are then shared, too. Those in
    `always` are tested every day.
    """
    return [pytest.param(name, marks=_marks(name, names, of, among, always)) for name in names]


def _marks(
    name: Name, names: Sequence[Name], of: int, among: Sequence[Name] | None, always: Sequence[Name]
) -> list[pytest.MarkDecorator]:
    daily = name in always and os.environ["GUARDS"] != "soak"
    return [] if daily or not waits(name, among or names, of) else [pytest.mark.soak]


def in_turn(name: Name, names: Sequence[Name], of: int = SHARE) -> Callable:
    """Return a decorator that leaves a test to the soak unless its turn is today."""
    return pytest.mark.soak if waits(name, names, of) else lambda test: test


def take_turns(items: Sequence[pytest.Item]) -> None:
    """Leave to the soak the cases of parametrized tests marked `turns(of)` whose turn is not today.

    A day tries one of `of`, at least one case of each test. A case that is named alone is always tried.
    """
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("turns") and not item.get_closest_marker("soak"):
            test, bracket, _ = item.nodeid.partition("[")
            if bracket:
                families.setdefault(test, []).append(item)
    for test, family in families.items():
        # the first cases of all tests, often the longest, have different days
        first = zlib.crc32(test.encode()) % len(family)
        numbers = range(len(family))
        marker = family[0].get_closest_marker("turns")
        assert marker is not None
        of = min(marker.args[0], len(family))
        for number, item in enumerate([*family[first:], *family[:first]]):
            if of > 1 and waits(number, numbers, of):
                item.add_marker(pytest.mark.soak)


def scenario(name: str) -> Callable:
    """Return a decorator that leaves one of SCENARIOS to the soak unless its turn is today."""
    assert name in SCENARIOS, name
    return in_turn(name, SCENARIOS, of=6)


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
