"""A game of TARA from its turns: plays them in order and refuses the first illegal one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablekeeper.errors import UserError
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.refusal import refusal
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.games.tara.turn import Turn
from tablekeeper.languages import _


def positions(rules: TaraRules, turns: Iterable[Turn], starter: int = 0) -> Iterator[Position]:
    """Yield the empty board, and the position after each turn; `UserError` explains an illegal turn.

    The game is over when nobody can move; each seat may still record this once, by a pass (in doubles OUT).
    """
    position = start(rules, starter)
    spoken = 0
    yield position
    for turn in turns:
        why = refusal(position, turn)
        if position.over:
            spoken += 1
            if spoken > rules.seats:
                why = _("the game is over")
        if why:
            raise UserError("%(turn)s: %(why)s", turn=turn, why=why)
        if not position.over:
            position = position.play(turn)
        yield position
