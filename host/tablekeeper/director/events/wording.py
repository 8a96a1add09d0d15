"""What was done in an event, as sentences for people: the history of a page, and what an undo undoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.formats.wording import pairing_text
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.text import listing, value_text


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value_text(value)}" for key, value in options.items()) or "no options"


def sentence(actions: Sequence[Action], seq: int) -> str:
    """Return what an action of a journal says, as the part of a sentence: "the result Ann v Bob"."""
    action = actions[seq - 1]
    body = action.body
    because = f" ({body['reason']})" if body.get("reason") else ""
    if action.action == UNDO:
        return f"the undoing of {sentence(actions, body['undoes'])}{because}"
    match action.action:
        case journal.NEW:
            return f"the event {body['name']}: {_options(body.get('options', {}))}"
        case journal.ENTER:
            return f"the {'late arrival' if body.get('late') else 'entry'} of {listing(body['players'])}"
        case journal.WITHDRAW:
            return f"the withdrawal of {body['player']}{because}"
        case journal.SET:
            return f"the options {_options(body['options'])}"
        case journal.DRAW:
            return f"the draw with seed {body['seed']}: {_options(body['drawn'])}"
        case journal.START:
            return "the start"
        case journal.TABLE:
            return f"match {body['match']} set up for {pairing_text(body['pairing'])}"
        case journal.CLAIM:
            return f"the claim of match {body['match']}: {pairing_text(body['result'])}"
        case journal.CONFIRM:
            return f"the confirmation of {sentence(actions, body['claim'])}"
        case journal.REJECT:
            return f"the rejection of {sentence(actions, body['claim'])}{because}"
        case journal.RESULT:
            return f"the result {pairing_text(body['result'])}"
        case journal.CANCEL:
            return f"the cancelled game {' v '.join(body['players'])}"
        case journal.RULE:
            instead = "no result" if body["result"] is None else pairing_text(body["result"])
            return f"the ruling on action {body['replaces']}: {instead}{because}"
        case journal.FINISH:
            return "the finish"
        case journal.REOPEN:
            return f"the reopening{because}"
    raise LookupError(f"no action is called {action.action}")
