"""Transcripts named on a command line: all are read first, so errors are shown before a match is played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.languages import _

#: longer than any match: a larger file is not a transcript
LARGEST = 8 << 20


def read_transcripts(paths: Iterable[Path]) -> tuple[list[Transcript], list[str]]:
    """Return the matches of the readable files, and a sentence for each other file."""
    matches: list[Transcript] = []
    refused: list[str] = []
    for path in paths:
        try:
            matches += _read(path)
        except UserError as error:
            refused.append(str(error))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            refused.append(
                _("The file %(path)s can't be read (%(why)s): check its name.", path=path, why=why)
            )
    return matches, refused


def _read(path: Path) -> tuple[Transcript, ...]:
    with path.open("rb") as file:
        # the size of a device or a pipe is unknown, and it may never end
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UserError(
            "The file %(path)s is far too large to be a transcript: give a .mat or .sgf file.",
            path=path,
        )
    return read_transcript(data, path.name)
