"""The list of installed files, kept on the drive; `sha256sum -c tablekeeper.txt` can check it too.

The list shows which files an older bundle installed, so that they can be removed when a newer one no longer
has them. No other file is ever removed. While files are copied the list holds the old and the new hashes,
so the files of an interrupted installation are known, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

NAME = "tablekeeper.txt"
#: the programs that CircuitPython starts by name; all our other files are in lib/
PROGRAMS = ("lastresort.py", "code.py", "safemode.py", "boot.py")

_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")

Manifest = dict[str, frozenset[str]]
"""Path on the drive -> SHA-256 of what we put there (in hexadecimal)."""


def parse(data: bytes | None) -> Manifest:
    """Return the contents of a list; ignore lines that do not name our files (a drive can be damaged)."""
    found: dict[str, set[str]] = {}
    for line in (data or b"").decode("utf-8", "replace").splitlines():
        entry = _LINE.fullmatch(line)
        if entry is not None and is_ours(entry[2]):
            found.setdefault(entry[2], set()).add(entry[1])
    return {path: frozenset(hashes) for path, hashes in found.items()}


def text(entries: Mapping[str, Iterable[str]]) -> bytes:
    """Return the list, one file per line, sorted by path."""
    lines = (f"{one}  {path}\n" for path in sorted(entries) for one in sorted(entries[path]))
    return "".join(lines).encode()


def both(one: Manifest, other: Manifest) -> Manifest:
    """Return the union of two lists."""
    paths = {**one, **other}
    return {path: one.get(path, frozenset()) | other.get(path, frozenset()) for path in paths}


def is_ours(path: str) -> bool:
    """Return whether this program may write or remove a file at a path."""
    parts = PurePosixPath(path).parts
    if path in PROGRAMS:
        return True
    tame = all(part not in (".", "..") and not set(part) & set('\\:*?"<>|') for part in parts)
    return len(parts) > 1 and parts[0] == "lib" and tame and str(PurePosixPath(path)) == path
