"""The incident report: everything about a match, a player or an event, with the paragraphs. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.entries import Ruling
from tablekeeper.director.desk.state import DeskState
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.reading import Reading, ToldAction
from tablekeeper.regulation.finding import POINTS, WARNING
from tablekeeper.regulation.moment import clock_time
from tablekeeper.regulation.paragraphs import BY_NAME

#: returns the state of each effect of a ruling
Status = Callable[[DeskState, Ruling], Sequence[str]]
_BRINGS = frozenset({journal.RULING, journal.VERDICT})


@dataclass(frozen=True, slots=True)
class Filter:
    """The subject of a report; None means everything."""

    match: int | None = None
    event: int | None = None
    player: str | None = None

    def takes(self, body: Mapping[str, Any], players: Sequence[str]) -> bool:
        """Return whether the report includes an entry about these players."""
        return (
            (self.match is None or body.get("match") == self.match)
            and (self.event is None or body.get("event") == self.event)
            and (self.player is None or self.player in players)
        )


def subject(actions: Sequence[Action], action: Action) -> Action:
    """Return the ruling, lateness or break that an entry belongs to, or else the entry itself."""
    body = action.body
    key = {
        journal.SUBSTITUTE: "ruling", journal.APPEAL: "ruling", journal.VERDICT: "appeal",
        journal.GRANT: "late", journal.ORDER: "of", UNDO: "undoes",
    }.get(action.action)  # fmt: skip
    return action if key is None else subject(actions, actions[body[key] - 1])


def _concerns(actions: Sequence[Action], action: Action, about: Filter) -> bool:
    if about == Filter():
        return True
    one = subject(actions, action)
    body = one.body
    players = list(body.get("players") or [body.get("player", ""), body.get("opponent", "")])
    # a spectator can be penalised without playing in the match
    players += [effect["player"] for effect in body.get("effects", ())]
    return one.action in (journal.RULING, journal.LATE, journal.BREAK) and about.takes(body, players)


def _entry(
    actions: Sequence[Action], line: ToldAction, state: DeskState, status: Status
) -> dict[str, Any]:
    action = actions[line.seq - 1]
    told: dict[str, Any] = {
        "seq": line.seq, "at_ms": line.at_ms, "actor": line.actor, "action": line.action, "text": line.text,
        "undone": line.undone, "body": action.body,
    }  # fmt: skip
    if action.action not in _BRINGS:
        return told
    ruling = state.rulings.get(line.seq) or journal.fold(actions[: line.seq]).rulings.get(line.seq)
    if ruling is None:
        return told
    told["counts"] = line.seq in state.rulings and ruling.counts
    told["overturned_by"] = ruling.overturned_by
    told["paragraphs"] = [
        {"number": BY_NAME[name].number, "name": name, "gist": BY_NAME[name].gist}
        for name in ruling.paragraphs
    ]
    told["effects"] = [
        {"text": effect.sentence(), "at_table": became or None}
        for effect, became in zip(ruling.effects, status(state, ruling), strict=True)
    ]
    return told


def ledger(state: DeskState, about: Filter | None = None) -> list[dict[str, Any]]:
    """Return the penalties that count, by player; the filter selects one match, event or player."""
    rows: dict[str, dict[str, Any]] = {}
    for ruling, effect in state.ledger():
        body = {"match": ruling.match, "event": ruling.event}
        if about is not None and not about.takes(body, [effect.player]):
            continue
        row = rows.setdefault(
            effect.player, {"player": effect.player, "warnings": 0, "points": 0, "others": [], "entries": []}
        )
        if effect.kind == WARNING:
            row["warnings"] += 1
        elif effect.kind == POINTS:
            row["points"] += effect.points
        else:
            row["others"].append(effect.kind)
        row["entries"].append({"ruling": ruling.seq, "at_ms": ruling.at_ms, "text": effect.sentence()})
    return [rows[name] for name in sorted(rows)]


def document(reading: Reading[DeskState], about: Filter, status: Status) -> dict[str, Any]:
    """Return a report as a JSON document."""
    actions, state = reading.actions, reading.state
    named = {"match": about.match, "event": about.event, "player": about.player}
    return {
        "about": {key: value for key, value in named.items() if value is not None},
        "committee": list(state.committee),
        "ladder": state.ladder.text(),
        "entries": [
            _entry(actions, line, state, status)
            for line in reading.told
            if _concerns(actions, actions[line.seq - 1], about)
        ],
        "ledger": ledger(state, about),
    }


#: characters with a meaning in Markdown
_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})


def _safe(text: str) -> str:
    return text.translate(_SIGNS)


def markdown(told: Mapping[str, Any]) -> str:
    """Return a report for people."""
    about = ", ".join(f"{key} {value}" for key, value in told["about"].items()) or "everything"
    out = [f"# Incident report: {_safe(about)}", ""]
    out += [f"Ruling committee: {_safe(', '.join(told['committee'])) or 'none'}.", ""]
    out += ["## What happened", ""]
    cited: dict[int, dict[str, Any]] = {}
    for one in told["entries"]:
        marks = " **undone**" if one["undone"] else ""
        if one.get("overturned_by") is not None:
            marks += f" **overturned by {one['overturned_by']}**"
        text = (
            f"- {one['seq']}: {clock_time(one['at_ms'])}, {_safe(one['actor'])}: {_safe(one['text'])}{marks}"
        )
        out.append(text)
        for effect in one.get("effects", ()):
            became = f": {effect['at_table']}" if effect["at_table"] else ""
            out.append(f"  - {_safe(effect['text'] + became)}")
        cited |= {paragraph["number"]: paragraph for paragraph in one.get("paragraphs", ())}
    if not told["entries"]:
        out.append("Nothing.")
    out += ["", "## Penalties that count", ""]
    for row in told["ledger"]:
        out.append(f"- {_safe(row['player'])}: " + _safe("; ".join(one["text"] for one in row["entries"])))
    if not told["ledger"]:
        out.append("None.")
    if cited:
        out += ["", "## Paragraphs", ""]
        out += [f"- §{number} {one['name']}: {one['gist']}" for number, one in sorted(cited.items())]
    return "\n".join(out) + "\n"
