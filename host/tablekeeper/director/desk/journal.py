"""The desk's journal: declares each kind of entry once. Pure.

Each entry's effect is a method of `DeskState`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.desk import disputes, notices, requests, timekeeping
from tablekeeper.director.desk.state import DeskState, read_order, read_ruling, text_at
from tablekeeper.director.desk.timekeeping import why
from tablekeeper.director.desk.wording import effects_text, ruling_text
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.declared import Declared, JournalKind, Tell
from tablekeeper.languages import _, joined
from tablekeeper.regulation.breaks import LADDER
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.regulation.finding import read_effect
from tablekeeper.regulation.moment import minutes
from tablekeeper.regulation.penalties import read_ladder
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import counted

SETTINGS, COMMITTEE, SUBSTITUTE, RULING = "settings", "committee", "substitute", "ruling"
LATE, GRANT, BREAK, APPEAL, VERDICT, ORDER = "late", "grant", "break", "appeal", "verdict", "order"


def _settings(action: Action, tell: Tell) -> str:
    said = {
        "ladder": lambda value: _("the ladder: %(value)s", value=read_ladder(value).words()),
        "counting": lambda value: (
            _("offences of the same cause count") if value == "cause" else _("offences of any cause count")
        ),
        "overtime": lambda value: (
            _("breaks that are too long cost the next step of the ladder")
            if value == LADDER
            else _("breaks that are too long cost 1 point for each full 5 minutes")
        ),
        "appeal_ms": lambda value: _("appeals within %(value)s", value=minutes(value)),
        "grace_ms": lambda value: _("lateness counts %(value)s after the schedule", value=minutes(value)),
    }  # fmt: skip
    return _(
        "sets %(settings)s",
        settings=joined(said[key](value) for key, value in sorted(action.body.items())),
    )


def _ruling(action: Action, tell: Tell) -> str:
    return ruling_text(read_ruling(action))


def _verdict(action: Action, tell: Tell) -> str:
    body = action.body
    votes = joined(
        joined((DIRECTOR if name == DIRECTOR else name, _(vote)), ": ")
        for name, vote in body["votes"].items()
    )
    effects = tuple(read_effect(item) for item in Cursor(body["effects"]).items())
    told = _(
        "%(sentence)s on appeal %(appeal)s; %(votes)s",
        sentence=text_at(Cursor(body).at("sentence")),
        appeal=body["appeal"],
        votes=votes,
    )
    return told + ("; " + effects_text(effects) if effects else "") + why(action)


def _order(action: Action, tell: Tell) -> str:
    order = read_order(action)
    what = _("of ruling %(of)s, effect %(effect)s", of=order.of, effect=order.effect + 1)
    if order.problem:
        return _("not carried out, %(what)s: %(problem)s", what=what, problem=order.problem)
    if not order.commands:
        # an effect in an event, or at a table that needs no order to a board
        return (_("carried out") if order.give else _("taken back")) + ", " + what
    how = counted(len(order.commands), "command")
    return (_("ordered") if order.give else _("taken back")) + ", " + what + ": " + how


def _undo(action: Action, told: str, again: bool) -> str:
    return _("undoes entry %(undoes)s%(why)s", undoes=action.body["undoes"], why=why(action))


#: the declared actions of the desk
KINDS = (*disputes.KINDS, *notices.KINDS, *timekeeping.KINDS, *requests.KINDS)
DESK: JournalKind[DeskState] = JournalKind(
    DeskState,
    (
        Declared(SETTINGS, "ladder? counting? overtime? appeal_ms? grace_ms?", DeskState.set, _settings),
        Declared(
            RULING,
            "kind players sentence paragraphs effects facts? proposed? reason? closes? games? match? event?",
            DeskState.rule,
            _ruling,
        ),
        *(kind.declared() for kind in KINDS if kind.apply is not None),
        Declared(VERDICT, "appeal votes heard sentence effects games? reason?", DeskState.decide, _verdict),
        Declared(
            ORDER,
            "of effect give commands problem",
            DeskState.note_order,
            _order,
            lasting=lambda told: _(
                "an order to a table cannot be undone: undo its ruling, and it is taken back"
            ),
        ),
    ),
    undoing=_undo,
    noun=_("entry of the desk"),
)
#: every entry a journal may hold
ACTIONS = DESK.names
fold, sentence = DESK.fold, DESK.sentence


def follow(earlier: Sequence[Action], action: Action, state: DeskState | None = None) -> DeskState:
    """Return the desk after one more entry; refuse an entry that cannot follow the earlier ones.

    `state` is the fold of the earlier ones, if it is known.
    """
    if state is None:
        state = fold(earlier)
    if action.action != UNDO:
        return DESK.fold_on(state, earlier, [action])
    DESK.check_undo(state, earlier, Cursor(action.body))
    try:
        return fold([*earlier, action])
    except DocumentError as error:
        seq = action.body["undoes"]
        raise DocumentError(
            "",
            "later entries depend on entry %(seq)s: undo them first (%(reason)s)",
            seq=seq, reason=error.reason,
        ) from error
