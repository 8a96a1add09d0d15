"""Which guards a run tries: the variable GUARDS holds a date, `all`, `soak`, or names and prefixes of names.

Each trial runs a part of the tests again, so `make test` tries a sample that changes with the day: after a
week nearly every guard has been tried, and the date repeats the sample.
"""

import re
import zlib
from collections.abc import Sequence
from typing import TypeVar

Name = TypeVar("Name")

#: of so many patches a day tries one
SHARE = 3
#: try every patch; `soak` does so as a long campaign
ALL = ("all", "soak")


def share(names: Sequence[Name], wanted: str) -> list[Name]:
    """Return all names when `wanted` says so, else the third of them that it draws."""
    if wanted in ALL:
        return list(names)
    return [name for name in names if zlib.crc32(f"{wanted} {name}".encode()) % SHARE == 0]


def chosen(names: list[str], wanted: str) -> list[str]:
    """Return the names that `wanted` (GUARDS) chooses; raise ValueError when a word chooses none."""
    if wanted in ALL:
        return names
    if re.fullmatch(r"\d{4}-\d\d-\d\d", wanted):
        return share(names, wanted)
    found: set[str] = set()
    for word in wanted.replace(",", " ").split() or [wanted]:
        # a whole name means this patch alone, even where others begin with it
        fitting = {word} if word in names else {name for name in names if word and name.startswith(word)}
        if not fitting:
            raise ValueError(
                f"GUARDS={wanted}: no patch in tests/guards is called or begins with {word!r}; "
                "say a date, all, or a patch's name."
            )
        found |= fitting
    return [name for name in names if name in found]
