"""Which withdrawals of an event a ruling of the desk holds: the ruling is undone, not they."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.desk.journal import DESK
from tablekeeper.director.events.journal import WITHDRAW
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action
from tablekeeper.store import Store


def check_undo(store: Store, event: int, actions: Sequence[Action], seq: int) -> None:
    """Refuse to undo an event's action `seq` while a ruling that counts has that player out of the event."""
    if not 1 <= seq <= len(actions) or actions[seq - 1].action != WITHDRAW:
        return
    player = actions[seq - 1].body["player"]
    for ruling in store.desk.reading(DESK).state.rulings.values():
        here = ruling.event == event and ruling.counts
        if here and any(effect.leaves and effect.player == player for effect in ruling.effects):
            raise UserError(
                "%(player)s is out by ruling %(seq)s: undo that ruling, which brings %(player)s back.",
                player=player, seq=ruling.seq,
            )
