"""The ruling committee, and appeals against rulings. `Desk.decide` enters the votes."""

from __future__ import annotations

from typing import Any

from tablekeeper.actions.kind import ActionKind
from tablekeeper.director.desk.casehall import CaseHall
from tablekeeper.director.desk.state import DeskState, text_at
from tablekeeper.director.desk.timekeeping import REASON, why
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Tell
from tablekeeper.languages import _, kept
from tablekeeper.regulation import appeal as appeals
from tablekeeper.strictjson import Cursor
from tablekeeper.text import name_list


def _told_committee(action: Action, tell: Tell) -> str:
    return _("the ruling committee: %(members)s", members=name_list(action.body["members"]))


def _told_substitute(action: Action, tell: Tell) -> str:
    told = {key: action.body[key] for key in ("new", "out", "ruling")}
    return _("%(new)s sits for %(out)s on ruling %(ruling)s%(why)s", why=why(action), **told)


def _appeal(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    state, ruling = hall.state(), facts["ruling"]
    if ruling not in state.rulings:
        raise UserError(
            "There is no ruling %(ruling)s that counts: `ruling list` shows which do.", ruling=ruling
        )
    at, ruled = hall.now() if facts["at_ms"] is None else facts["at_ms"], state.rulings[ruling].at_ms
    finding = appeals.raised(facts["by"], ruled_ms=ruled, at_ms=at, limit_ms=state.appeal_ms)
    if finding.open and not facts["reason"]:
        raise UserError("%(told)s: the director may admit it, with a reason.", told=finding.sentence)
    return facts | {"sentence": kept(finding.sentence)}


def _told_appeal(action: Action, tell: Tell) -> str:
    return _(
        "%(sentence)s (ruling %(ruling)s)%(why)s",
        sentence=text_at(Cursor(action.body).at("sentence")), ruling=action.body["ruling"], why=why(action),
    )  # fmt: skip


_RULING = Option("ruling", _("The number of the ruling"), "whole", None, low=1, needed=True)
COMMITTEE: ActionKind[DeskState] = ActionKind(
    "committee", "Name the members of the committee, 3 to 5.",
    (Option("members", _("The members of the committee"), "people", None, needed=True),),
    apply=DeskState.seat, told=_told_committee, words=("members",), example="Eve Finn Gus Hana",
    answer=lambda state, action: _("The ruling committee: %(named)s.", named=name_list(state.committee)),
)  # fmt: skip
SUBSTITUTE: ActionKind[DeskState] = ActionKind(
    "substitute", "Let NEW sit for OUT, who is in the dispute about the ruling NUMBER.", (
        _RULING, Option("out", _("The member who is in the dispute"), "person", None, needed=True),
        Option("new", _("The substitute"), "person", None, needed=True), REASON,
    ), apply=DeskState.substitute, told=_told_substitute, words=("ruling", "out", "new"),
    example="12 Eve Ida --reason 'she plays in it'", answer=lambda state, action: _(
        "The committee for ruling %(ruling)s: %(panel)s.",
        ruling=action.body["ruling"], panel=name_list(state.panel(action.body["ruling"])),
    ),
)  # fmt: skip
APPEAL: ActionKind[DeskState] = ActionKind(
    "appeal", "Enter the appeal of a player (BY) against the ruling NUMBER; a late one needs the director's "
    "reason.", (_RULING, Option("by", _("The player who appeals"), "person", None, needed=True), REASON),
    (Option("at_ms", _("When it was raised; else now"), "moment", None),),
    (Option("sentence", "", "sentence", None, filled=True),), DeskState.enter_appeal, _told_appeal, _appeal,
    words=("ruling", "by"), example="12 Bob", answer=lambda state, action: _(
        "Appeal %(number)s: %(appeal)s. Who may decide: %(panel)s.", number=action.seq,
        appeal=state.appeals[action.seq].sentence,
        panel=name_list(state.panel(action.body["ruling"])) or _("nobody yet"),
    ), more=lambda state, action: {"panel": list(state.panel(action.body["ruling"]))},
)  # fmt: skip
KINDS = (COMMITTEE, SUBSTITUTE, APPEAL)
