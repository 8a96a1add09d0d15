"""What a seeded draw gives, made once more; docs/formats.md says what each format draws from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any


def drawn(form: str, players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return what the draw of a format gives for its seed; nothing for a format that draws nothing."""
    if form == "knockout":
        # the seed itself: every round is drawn from it
        return {"seed": seed}
    if form != "ttt":
        return {}
    order = list(players)
    random.Random(f"ttt {seed}").shuffle(order)
    asked = choices.get("groups", 1) if isinstance(choices, dict) else 1
    groups: list[list[str]] = [[] for _ in range(asked if isinstance(asked, int) else 1)]
    for place, player in enumerate(order):
        groups[place % len(groups)].append(player)
    return {"groups": groups}
