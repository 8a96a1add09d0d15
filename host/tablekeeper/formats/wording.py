"""Pairings and results in words, the same on the command line and on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.text import listing, value_text

#: told before the players, so that lists of pairings line up
_BEFORE = ("round", "match", "game")
#: what a round of die-roll is for
_ROLLS = (("positions", "for the positions"), ("dice", "to break the tie"))


def roll_text(pairing: Mapping[str, Any]) -> str:
    """Return what a round of die-roll is for, without who throws.

    >>> roll_text({"round_robin": 1, "positions": ["Ann", "Bob"]}), roll_text({"dice": ["Ann", "Bob"]})
    ('for the positions of double round-robin 1', 'to break the tie')
    """
    where = f" of double round-robin {pairing['round_robin']}" if "round_robin" in pairing else ""
    return next((what + where for key, what in _ROLLS if key in pairing), "")


def pairing_text(pairing: Any) -> str:
    """Return a pairing or a result in words: "game 4: Ann v Bob, winner Ann"."""
    if not isinstance(pairing, Mapping):
        return value_text(pairing)
    if "after" in pairing:
        # throws of a round at a board, beside how many were recorded before
        [throws] = (value for key, value in pairing.items() if key != "after")
        return "the throws " + ", ".join(map(value_text, throws))
    for key, what in _ROLLS:
        if key in pairing:
            where = f" (double round-robin {pairing['round_robin']})" if "round_robin" in pairing else ""
            return f"round of die-roll {what}: {listing(pairing[key])}{where}"
    if "lots" in pairing:
        return f"double round-robin {pairing['round_robin']}: lots {pairing['lots']}"
    names = pairing.get("players") or pairing.get("couples") or ()
    if pairing.get("draw"):
        # a round whose pairs are not drawn yet: everybody who is in it
        return f"round {pairing['round']}: the pairs of {listing(names)} are to be drawn"
    head = ", ".join(f"{key} {value_text(pairing[key])}" for key in _BEFORE if key in pairing)
    told = ("players" if "players" in pairing else "couples", "extra", *_BEFORE)
    # who won comes first; a stored result has its keys in another order than it was entered
    keys = sorted((key for key in pairing if key not in told), key=lambda key: key != "winner")
    rest = [f"{key.replace('_', ' ')} {value_text(pairing[key])}" for key in keys]
    versus = [" v ".join(str(name) for name in names)] if isinstance(names, list | tuple) and names else []
    text = ", ".join(versus + rest)
    return f"{head}: {text}" if head and text else head or text
