"""The matches that come with the program, so that the demo has something real to play.

GNU Backgammon played them against itself; `python -m tablekeeper.transcripts.make` makes them again,
byte for byte.
"""

from __future__ import annotations

from pathlib import Path


def shipped() -> tuple[Path, ...]:
    """Returns the transcripts that come with the program, in the order of their names."""
    return tuple(sorted(Path(__file__).parent.glob("*.mat")))
