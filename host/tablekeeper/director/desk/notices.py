"""Notices for the whole hall: announcements, a pause that stops the clocks, and the projector's programme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablekeeper.actions.kind import ActionKind
from tablekeeper.director.desk.casehall import CaseHall
from tablekeeper.director.desk.entries import Announcement, HallPause
from tablekeeper.director.desk.projector import LONGEST_S, PARTS, SHORTEST_S, TABLE, USUAL_S, Programme
from tablekeeper.director.desk.state import DeskState
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Tell
from tablekeeper.languages import _, joined
from tablekeeper.tables.notice import Notice
from tablekeeper.text import listing

# --- announcements ----------------------------------------------------------------------------


def on_boards(text: str) -> str:
    """Return what boards show of an announcement, if they cannot show it as it is; else ""."""
    return Notice("", text).otherwise


def _announce(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    if facts["event"] is not None and facts["table"]:
        raise UserError("Tell it to an event or to a table, not to both.", field="to")
    return facts | {"to": hall.called(facts["event"], facts["table"], "to")}


def _announced(state: DeskState, action: Action) -> str:
    text = action.body["text"]
    told = _("Announcement %(number)s: %(words)s", number=action.seq, words=text)
    shown = on_boards(text)
    return joined((told, _("Boards show: %(words)s", words=shown)), "\n") if shown else told


def _told_announcement(action: Action, tell: Tell) -> str:
    return _("tells %(to)s: %(text)s", to=action.body.get("to", _("the hall")), text=action.body["text"])


ANNOUNCE: ActionKind[DeskState] = ActionKind(
    "announce", """Show TEXT on every page and board, until --end takes it down; without TEXT, list the \
announcements.

    With --event the boards show it at which that event is played, and every page; with --table only that
    board does. Boards show at most 105 letters of it, in five lines and in western letters; if that is not
    all, the command says what they show. A table in a match shows them line by line below the game, and no
    clock, score or question is covered.
    """, (
        Option("text", _("The announcement"), "line", None, needed=True),
        Option("event", _("Only to the tables of this event, by number or name"), "event", None),
        Option("table", _("Only to this table"), "place", ""),
    ), (), (Option("to", "", "line", ""),), DeskState.announce, _told_announcement, _announce,
    words=("text",), example='"Round 3 begins at 20:30"', answer=_announced,
)  # fmt: skip
TAKE_DOWN: ActionKind[DeskState] = ActionKind(
    "take down", "Take an announcement down.",
    (Option("announcement", _("Take announcement NUMBER down"), "whole", None, low=1, needed=True,
            flag="end"),),
    apply=DeskState.take_down, told=lambda action, tell: _(
        "ends announcement %(announcement)s", announcement=action.body["announcement"]
    ), answer=lambda state, action: _(
        "Announcement %(end)s is taken down.", end=action.body["announcement"]
    ),
)  # fmt: skip

# --- the pause of the hall --------------------------------------------------------------------


def _pause(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    # a second pause is refused by the journal: it stops nothing
    return facts | {"stopped": () if hall.state().pause else hall.stop_clocks()}


def _paused(state: DeskState, action: Action) -> str:
    stopped = action.body.get("stopped")
    clocks = _("no clock had to be stopped")
    if stopped:
        clocks = _("clocks stopped: %(tables)s", tables=listing(stopped))
    return _("The hall has a pause; %(clocks)s.", clocks=clocks)


PAUSE: ActionKind[DeskState] = ActionKind(
    "pause", "Begin a pause; the boards that are connected stop their clocks. A board that is away is "
    "not stopped.",
    (Option("reason", _("Why, and until when"), "reason", "Pause", filled=True),),
    (), (Option("stopped", "", "texts", ()),), DeskState.pause_hall,
    lambda action, tell: _("the hall has a pause") + f": {action.body['reason']}", _pause,
    words=("reason",), example='"Lunch until 13:30"', answer=_paused,
)  # fmt: skip
RESUME: ActionKind[DeskState] = ActionKind(
    "resume", "End the pause; players start their clocks again by the key #.", (),
    apply=DeskState.resume_hall, told=lambda action, tell: _("the pause of the hall is over"),
    answer=lambda state, action: _("The pause is over: players start their clocks again by #."),
)  # fmt: skip

# --- the projector, and calls that are done ---------------------------------------------------


def _project(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    shown = facts["show"]
    if facts["table"] and TABLE not in shown:
        shown = (*shown, TABLE)
    if not shown:
        raise UserError("Choose at least one thing that the screen shows.")
    hall.called(facts["event"], facts["table"])
    return facts | {"show": shown}


PROJECT: ActionKind[DeskState] = ActionKind(
    "project", """Let every projector that has /screen open show these parts, in this order.

    PART is tables, next, standings, bracket or table. Without any, nothing changes and what is shown is told.
    """, (
        Option("show", _("What is shown, one after the other"), "texts", (), choices=PARTS, flag="part",
               filled=True),
        Option("seconds", _("How long each is shown"), "whole", USUAL_S, SHORTEST_S, LONGEST_S, filled=True),
        Option("event", _("Only of this event, by number or name; else of all that run"), "event", None),
        Option("table", _("Show this table large, with its display"), "place", ""),
    ), apply=DeskState.project, told=lambda action, tell: _(
        "the screen shows %(told)s", told=Programme.of(**PROJECT.body(action)).told()
    ), fill=_project, words=("show",), example="tables next standings --seconds 20",
)  # fmt: skip
DONE: ActionKind[DeskState] = ActionKind(
    "done", "Note that a call for the director is done.", (
        Option("call", _("The key of the call"), "text", None, needed=True),
        Option("text", _("The call in words"), "text", None, needed=True),
    ), apply=DeskState.call_done,
    told=lambda action, tell: _("the call is done: %(text)s", text=action.body["text"]),
)  # fmt: skip
KINDS = (ANNOUNCE, TAKE_DOWN, PAUSE, RESUME, PROJECT, DONE)

# --- asking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """What every page shows now."""

    pause: HallPause | None = None
    announcements: tuple[Announcement, ...] = ()

    @classmethod
    def of(cls, state: DeskState) -> Shown:
        """Return what a desk shows, the newest announcement first."""
        return cls(state.pause, tuple(reversed(state.announcements.values())))
