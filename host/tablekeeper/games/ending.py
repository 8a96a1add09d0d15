"""How a game ended, in words."""

from __future__ import annotations

#: a, b, c and p of an END record
End = tuple[int, int, int, int]
#: how a result came about: RESULT.c and END.c; the last one is the races' own
HOWS = ("played", "conceded", "claimed", "forfeited", "on time", "stopped")


def how_said(number: int) -> str:
    """Return how a result came about, in a word or two."""
    return HOWS[number] if number < len(HOWS) else f"({number})"


def said(result: str, how: str) -> str:
    """Return what came out, with how it came about where that says anything."""
    return result if how == "played" else f"{result} ({how})"
