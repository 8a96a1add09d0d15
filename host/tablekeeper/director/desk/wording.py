"""Entries of the desk as sentences: the history, the report and the answers of commands use them."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.entries import Ruling
from tablekeeper.journal.action import Action
from tablekeeper.regulation.finding import Effect, read_effect
from tablekeeper.regulation.moment import clock_time, minutes
from tablekeeper.regulation.paragraphs import cited
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted


def effects_text(effects: Sequence[Effect]) -> str:
    """Return effects in one line, "nothing follows" when there are none."""
    return "; ".join(effect.sentence() for effect in effects) or "nothing follows"


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling in one line: what is the case, what follows, by which paragraphs, and why otherwise."""
    told = f"{ruling.sentence}; {effects_text(ruling.effects)}" if ruling.effects else ruling.sentence
    told += f" [{cited(ruling.paragraphs)}]"
    if ruling.proposed is not None:
        told += f"; the regulation alone: {effects_text(ruling.proposed)}"
    return told + (f" ({ruling.reason})" if ruling.reason else "")


def _settings(action: Action) -> str:
    said = {
        "ladder": lambda value: f"the ladder: {value}",
        "counting": lambda value: f"offences of {'the same' if value == 'cause' else 'any'} cause count",
        "overtime": lambda value: f"breaks too long cost by the {value}",
        "appeal_ms": lambda value: f"appeals within {minutes(value)}",
        "grace_ms": lambda value: f"lateness counts {minutes(value)} after the schedule",
    }  # fmt: skip
    return "sets " + ", ".join(said[key](value) for key, value in sorted(action.body.items()))


def _why(action: Action) -> str:
    reason = action.body.get("reason", "")
    return f" ({reason})" if reason else ""


def sentence(actions: Sequence[Action], seq: int) -> str:
    """Return what entry `seq` of a checked journal says."""
    action = actions[seq - 1]
    body = action.body
    match action.action:
        case journal.SETTINGS:
            return _settings(action)
        case journal.COMMITTEE:
            return f"the ruling committee: {', '.join(body['members'])}"
        case journal.SUBSTITUTE:
            return f"{body['new']} sits for {body['out']} on ruling {body['ruling']}{_why(action)}"
        case journal.RULING:
            return ruling_text(journal.read_ruling(action))
        case journal.LATE:
            told = f"{body['player']} is missing ({body['opponent']} waits); penalties count from "
            return told + clock_time(body["from_ms"]) + _why(action)
        case journal.GRANT:
            return f"a delay is granted: penalties count from {clock_time(body['from_ms'])}{_why(action)}"
        case journal.BREAK:
            consent = f", as the director allows ({body['consent']})" if "consent" in body else ""
            return f"{body['player']} takes a break from {clock_time(body['from_ms'])}{consent}"
        case journal.APPEAL:
            return f"{body['sentence']} (ruling {body['ruling']}){_why(action)}"
        case journal.VERDICT:
            votes = ", ".join(f"{name}: {vote}" for name, vote in body["votes"].items())
            effects = tuple(read_effect(item) for item in Cursor(body["effects"]).items())
            told = f"{body['sentence']} on appeal {body['appeal']}; {votes}"
            return told + (f"; {effects_text(effects)}" if effects else "") + _why(action)
        case journal.ORDER:
            return _order(action)
        case _:
            return f"undoes entry {body['undoes']}{_why(action)}"


def _order(action: Action) -> str:
    order = journal.read_order(action)
    what = f"of ruling {order.of}, effect {order.effect + 1}"
    if order.problem:
        return f"not carried out, {what}: {order.problem}"
    how = counted(len(order.commands), "command") if order.commands else "nothing is to be sent"
    return f"{'ordered' if order.give else 'taken back'}, {what}: {how}"
