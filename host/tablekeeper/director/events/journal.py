"""The journal of an event: declares each of its actions once. Pure.

The effect of an action is a method of `EventState`. Its text is a part of a sentence: "the result 3-1".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director.events.claims import BOTH, DIRECTOR, OFF
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.timetable import rounds_text
from tablekeeper.formats.colours import colours_text
from tablekeeper.formats.wording import options_text, pairing_text
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.declared import Declared, JournalKind, Tell, undoing
from tablekeeper.languages import _, joined
from tablekeeper.prizes.plan import PERCENT, SHARES, SUMS
from tablekeeper.prizes.plan import read as read_fees
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing, value_text, versus

NEW, ENTER, WITHDRAW, SET, DRAW, START = "new", "enter", "withdraw", "set", "draw", "start"
CHECK_IN, FEES, PAID = "checkin", "fees", "paid"
THROW, COLOURS = "throw", "colours"
TURN = "turn"
TABLE, CLAIM, CONFIRM, REJECT = "table", "claim", "confirm", "reject"
AGREE, CLAIMS = "agree", "claims"
DISCARD, TIMETABLE = "discard", "timetable"
RESULT, CANCEL, RULE, FINISH, REOPEN = "result", "cancel", "rule", "finish", "reopen"

#: actions during the play of an event that do not change earlier games
PLAY = frozenset((
    THROW, COLOURS, TURN, TIMETABLE, TABLE, CLAIM, AGREE, CLAIMS, CONFIRM, REJECT, RESULT, CANCEL,
))  # fmt: skip


def _options(options: Mapping[str, Any]) -> str:
    return options_text(options) if options else _("no options")


def _because(action: Action) -> str:
    return f" ({action.body['reason']})" if action.body.get("reason") else ""


def _new(action: Action, tell: Tell) -> str:
    return _(
        "the event %(name)s: %(options)s",
        name=action.body["name"],
        options=_options(action.body.get("options", {})),
    )


def _enter(action: Action, tell: Tell) -> str:
    players = listing(action.body["players"])
    if kept := action.body.get("kept"):
        return _(
            "the late arrival of %(players)s; nothing changes up to round %(kept)s",
            players=players, kept=kept,
        )
    if bye_of := action.body.get("bye_of"):
        return _(
            "the late arrival of %(players)s beside %(player)s, who had a bye", players=players, player=bye_of
        )
    if action.body.get("late"):
        return _("the late arrival of %(players)s", players=players)
    return _("the entry of %(players)s", players=players)


def _withdraw(action: Action, tell: Tell) -> str:
    told = _(
        "the withdrawal of %(player)s%(because)s", player=action.body["player"], because=_because(action)
    )
    ruling = action.body.get("ruling")
    if ruling == "removed":
        return _("%(told)s, removed with all games", told=told)
    what = _("timeouts with nothing played") if ruling == "timeouts" else _("without play")
    if walkovers := joined(map(pairing_text, action.body.get("walkovers", ())), "; "):
        return joined((joined((told, what)), walkovers), ": ")
    # a double round-robin without lots has no pairings yet
    return joined((told, _("open games won by the others"))) if ruling == "walkovers" else told


def _check_in(action: Action, tell: Tell) -> str:
    names = listing(action.body["players"])
    return (
        _("the check-in of %(names)s", names=names)
        if action.body["present"]
        else _("the absence of %(names)s", names=names)
    )


def _fees(action: Action, tell: Tell) -> str:
    body = action.body
    units = {PERCENT: " %", SHARES: _(" shares"), SUMS: _(" as fixed sums")}
    plain = _(
        "the fee %(fee)s %(currency)s, paid out %(places)s%(unit)s",
        fee=body["fee"],
        currency=body["currency"],
        places=", ".join(body["places"]),
        unit=units[body["unit"]],
    )
    stages = read_fees(Cursor(body)).stages
    return joined((plain, *(one.text for one in stages)), "; ") if stages else plain


def _paid(action: Action, tell: Tell) -> str:
    names = listing(action.body["players"])
    return (
        _("the fee of %(names)s", names=names)
        if action.body["paid"]
        else _("the fee of %(names)s, not paid", names=names)
    )


def _set(action: Action, tell: Tell) -> str:
    number = action.body.get("number")
    draw = _(", which give draw %(number)s", number=number) if number else ""
    return _("the options %(options)s%(draw)s", options=_options(action.body["options"]), draw=draw)


def _draw(action: Action, tell: Tell) -> str:
    number, seed = action.body.get("number"), action.body["seed"]
    drawn = {key: value for key, value in action.body["drawn"].items() if (key, value) != ("seed", seed)}
    draw = _("draw %(number)s", number=number) if number else _("the draw")
    if not drawn:
        return _("%(draw)s with seed %(seed)s", draw=draw, seed=seed)
    return _("%(draw)s with seed %(seed)s: %(options)s", draw=draw, seed=seed, options=_options(drawn))


def _throw(action: Action, tell: Tell) -> str:
    return _("the throws %(throws)s", throws=", ".join(map(value_text, action.body["throws"])))


def _colours(action: Action, tell: Tell) -> str:
    return _(
        "the colours %(colours_text)s for %(pairing_text)s",
        colours_text=colours_text(action.body["colours"]),
        pairing_text=pairing_text(action.body["pairing"]),
    )


def _turn(action: Action, tell: Tell) -> str:
    return _(
        "the turn of %(on_turn)s against %(against)s",
        on_turn=action.body["on_turn"],
        against=action.body["against"],
    )


def _start(action: Action, tell: Tell) -> str:
    return _("the start")


def _discard(action: Action, tell: Tell) -> str:
    return _("the event discarded%(because)s", because=_because(action))


def _timetable(action: Action, tell: Tell) -> str:
    return _("the timetable: %(rounds_text)s", rounds_text=rounds_text(action.body["rounds"]))


def _table(action: Action, tell: Tell) -> str:
    return _(
        "a table set up for %(pairing_text)s",
        pairing_text=pairing_text(action.body["pairing"]),
    )


#: the ways by which a player's word comes: the own link, a table's card, a command
LINK, CARD, COMMAND = "link", "card", "command"
WAYS = {LINK: _("the own link"), CARD: _("the table's card"), COMMAND: _("a command")}
RULES = {
    BOTH: _("count when both sides agree"), DIRECTOR: _("wait for the director"), OFF: _("are not taken"),
}  # fmt: skip


def _way(action: Action) -> str:
    return _(" (by %(way)s)", way=WAYS[action.body["way"]]) if action.body.get("way") in WAYS else ""


def _agree(action: Action, tell: Tell) -> str:
    told = _("%(player)s agrees to %(tell)s", player=action.body["by"], tell=tell(action.body["claim"]))
    return joined((told, _way(action)), "")


def _claims(action: Action, tell: Tell) -> str:
    told = _("claims of players %(rule)s", rule=RULES[action.body["rule"]])
    return joined((told, _("one browser may speak for both"))) if action.body["one_browser"] else told


def _claim(action: Action, tell: Tell) -> str:
    if by := action.body.get("by"):
        told = _("the claim of %(player)s: %(result)s",
            player=by, result=pairing_text(action.body["result"]))
        return joined((told, _way(action)), "")
    return _(
        "the claim of the table: %(pairing_text)s",
        pairing_text=pairing_text(action.body["result"]),
    )


def _confirm(action: Action, tell: Tell) -> str:
    told = _("the confirmation of %(tell)s", tell=tell(action.body["claim"]))
    return joined((told, _way(action)), "")


def _reject(action: Action, tell: Tell) -> str:
    return _(
        "the rejection of %(tell)s%(because)s", tell=tell(action.body["claim"]), because=_because(action)
    )


def _result(action: Action, tell: Tell) -> str:
    told = pairing_text(action.body["result"])
    if any(key in action.body["result"] for key in ("match", "game")):
        return _("the result of %(pairing_text)s", pairing_text=told)
    return _("the result %(pairing_text)s", pairing_text=told)


def _cancel(action: Action, tell: Tell) -> str:
    return _("the cancelled game %(players)s", players=versus(action.body["players"]))


def _rule(action: Action, tell: Tell) -> str:
    result = action.body["result"]
    instead = _("no result") if result is None else pairing_text(result)
    return _(
        "the ruling on action %(replaces)s: %(instead)s%(because)s",
        replaces=action.body["replaces"],
        instead=instead,
        because=_because(action),
    )


def _finish(action: Action, tell: Tell) -> str:
    return _("the finish%(because)s", because=_because(action))


def _reopen(action: Action, tell: Tell) -> str:
    return _("the reopening%(because)s", because=_because(action))


def _undo(action: Action, undone: str, again: bool) -> str:
    told, because = undoing(action, undone, again), _because(action)
    return joined((told, because), "") if because else told


EVENTS: JournalKind[EventState] = JournalKind(
    EventState,
    (
        Declared(
            NEW,
            "name format options?",
            EventState.new,
            _new,
            lasting=lambda told: _("an event stays: its first action cannot be undone"),
        ),
        Declared(ENTER, "players late? kept? bye_of?", EventState.enter, _enter),
        Declared(WITHDRAW, "player reason? walkovers? ruling? kept?", EventState.withdraw, _withdraw,
                 free=EventState.is_before_ties),
        Declared(CHECK_IN, "players present", EventState.check_in, _check_in),
        Declared(
            FEES, "currency fee additions deductions unit places step stages?", EventState.set_fees, _fees
        ),
        Declared(PAID, "players paid", EventState.pay, _paid),
        Declared(SET, "options number?", EventState.set, _set),
        Declared(DRAW, "seed choices? drawn number?", EventState.draw, _draw),
        Declared(THROW, "option after throws", EventState.throw, _throw, free=EventState.is_unused),
        Declared(START, "", EventState.start, _start),
        Declared(DISCARD, "reason?", EventState.discard, _discard),
        Declared(COLOURS, "pairing colours", EventState.choose_colours, _colours),
        Declared(TIMETABLE, "rounds", EventState.plan_rounds, _timetable),
        Declared(TABLE, "match pairing", EventState.table, _table),
        Declared(TURN, "on_turn against", EventState.turn, _turn),
        Declared(CLAIM, "match result by? way? browser?", EventState.claim, _claim),
        Declared(AGREE, "claim by way?", EventState.agree, _agree),
        Declared(CLAIMS, "rule one_browser", EventState.set_claims, _claims),
        Declared(CONFIRM, "claim by? way?", EventState.confirm, _confirm, free=EventState.is_before_ties),
        Declared(REJECT, "claim reason", EventState.reject, _reject),
        Declared(RESULT, "result match?", EventState.result, _result, free=EventState.is_before_ties),
        Declared(CANCEL, "players", EventState.cancel, _cancel, free=EventState.is_before_ties),
        Declared(RULE, "replaces result reason claim?", EventState.rule, _rule),
        Declared(FINISH, "reason?", EventState.finish, _finish),
        Declared(REOPEN, "reason", EventState.reopen, _reopen),
    ),
    undoing=_undo,
    place=lambda action: f"journal[{action.seq - 1}].body",
    before=EventState.check_open,
    stays=EventState.stays,
)
#: every action a journal may hold
ACTIONS = EVENTS.names
fold, sentence = EVENTS.fold, EVENTS.sentence


def follow(earlier: Sequence[Action], action: Action, state: EventState | None = None) -> EventState:
    """Return the event after one more action; refuse an action that cannot follow the earlier ones.

    `state` is the fold of the earlier ones, if it is known.
    """
    if state is None:
        state = fold(earlier)
    if action.action == UNDO:
        EVENTS.check_undo(state, earlier, Cursor(action.body, "undo"))
    return EVENTS.fold_on(state, earlier, [action])


def checked(journal: Sequence[Action]) -> EventState:
    """Return the event of an imported journal, after checking every action as if it were new."""
    state = EventState()
    for place, action in enumerate(journal):
        if action.action == UNDO:
            EVENTS.check_undo(state, journal[:place], Cursor(action.body, f"journal[{place}].body"))
            state = fold(journal[: place + 1])
        else:
            EVENTS.take(state, action)
            if action.action == NEW:
                state.check_installed(Cursor(action.body, f"journal[{place}].body"))
    return state
