"""Chooses the reader for a transcript by the file's contents, not by its name.

A reader takes the bytes and the file's name and returns the matches, each with its problems; it raises
UserError if the file contains no match.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.sgf import read_sgf
from tablekeeper.games.backgammon.transcript import Transcript

_SNOWIE_POSITION = re.compile(rb"\s*\d+(?:;\d+){4};[^;\n]*;[^;\n]*(?:;-?\d+){33}")
Reader = Callable[[bytes, str], tuple[Transcript, ...]]


def read_transcript(data: bytes, name: str) -> tuple[Transcript, ...]:
    """Return the matches of a file: `.mat` and similar texts (as Snowie's), or GNU Backgammon's `.sgf`."""
    return _reader(data, name)(data, name)


def _reader(data: bytes, name: str) -> Reader:
    # the first bytes of every file that eXtreme Gammon saves
    if data.startswith(b"RGMH"):
        return _refuse_extreme_gammon
    if _SNOWIE_POSITION.match(data):
        return _refuse_position
    begins = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    return read_sgf if begins.startswith(b"(") and b";" in begins[:8] else read_mat


def _refuse_extreme_gammon(data: bytes, name: str) -> tuple[Transcript, ...]:
    raise UserError(
        "%(name)s is a file of eXtreme Gammon, which only that program reads: open it there, export the "
        "match as text, and give the .txt or .mat file that it writes.",
        name=name,
    )


def _refuse_position(data: bytes, name: str) -> tuple[Transcript, ...]:
    raise UserError(
        "%(name)s holds a position of Snowie, not a match: give the match that it belongs to.",
        name=name,
    )
