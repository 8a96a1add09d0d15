"""The matches that are delivered with the program, so that the demo plays real matches.

GNU Backgammon played them against itself; `python -m tablekeeper.transcripts.make` makes them again,
byte for byte.
"""

from __future__ import annotations

from pathlib import Path


def shipped() -> tuple[Path, ...]:
    """Return the transcripts that are delivered with the program, sorted by name."""
    return tuple(sorted(Path(__file__).parent.glob("*.mat")))
