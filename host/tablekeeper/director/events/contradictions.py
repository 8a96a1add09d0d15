"""Finds the entered result that a table's claim contradicts, if it was entered by hand first. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.director.events.claims import Claim
from tablekeeper.director.events.opengames import took_part
from tablekeeper.director.events.state import Entered
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import pairing_text

#: the fields that identify a match, together with its players
SAME = ("match", "stage", "round", "phase", "couples", "mini")


def is_open(view: EventView, pairing: Mapping[str, Any]) -> bool:
    """Return whether a pairing is still to be played."""
    return view.answer is not None and pairing in view.answer.next


def standing(view: EventView, claim: Claim) -> Entered | None:
    """Return the entered result of a table's match; None if the match is open, or the result was undone."""
    pairing = view.tables.get(claim.match)
    if pairing is None or is_open(view, pairing):
        return None
    played = [one for one in view.entered if one.result is not None and one.result.get("started") is not True]
    if all(option.key != "players" for option in view.form.result):
        # games are numbered in their order, so the number of a game is its place
        game = pairing.get("game")
        return played[game - 1] if isinstance(game, int) and 0 < game <= len(played) else None
    # players who meet several times play in order, so the first result after the set-up belongs to it
    return next((one for one in played if one.seq > claim.linked and _is_of(view, pairing, one)), None)


def replaced(view: EventView, number: int, reason: str) -> tuple[Claim, Entered] | None:
    """Return a claim and the result that it replaces; None for a claim of an open match.

    Raises UserError if there is a result but no reason: the claim would otherwise count as another match.
    """
    claim = next((one for one in view.claims if one.seq == number), None)
    entered = None if claim is None else standing(view, claim)
    if claim is None or entered is None:
        return None
    if not reason:
        raise UserError(
            "%(entered)s is entered already, but the board says %(claim)s: confirm the board's result with "
            "a reason, and it replaces what is entered, or reject it.",
            entered=pairing_text(entered.result or {}), claim=pairing_text(claim.result),
        )
    return claim, entered


def _is_of(view: EventView, pairing: Mapping[str, Any], entered: Entered) -> bool:
    result = entered.result or {}
    if set(named_players(pairing)) != set(took_part(view, entered)):
        return False
    return all(pairing[key] == result[key] for key in SAME if key in pairing and key in result)
