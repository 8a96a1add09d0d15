"""Event files on the command line: read whole, or refused with file, place and reason."""

from __future__ import annotations

import sys
from pathlib import Path

from tablekeeper import formats
from tablekeeper.cli.refusal import Refusal

#: larger files are no event files (bytes)
LARGEST = 64 << 20


def read_document(path: Path) -> formats.Place:
    """Return the document in a file ("-" is standard input)."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise Refusal(f"{path}: the file is larger than {LARGEST >> 20} MB")
    try:
        return formats.loads(data)
    except formats.Refusal as error:
        raise named(path, error) from error


def named(path: Path, error: formats.Refusal) -> Refusal:
    """Return a refusal in one line that names the file, too."""
    return Refusal(f"{path}: {error}".replace("\n", " "))
