"""The things that each action of an event changes, and those that its author must have seen. Pure.

A thing is a name: "options", "option length", "players", "match A1". An action without an effect (a second
check-in of the same player) needs no confirmation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.matchrows import match_key
from tablekeeper.director.seen import Touch
from tablekeeper.formats.board import named_players
from tablekeeper.formats.colours import game_of
from tablekeeper.journal.action import Action

#: all options, players, the draw, start and end, presence, played games, the timetable, fees
OPTIONS, PLAYERS, DRAW, START, END, PRESENCE, GAMES, TIMES, FEES = (
    "options", "players", "draw", "start", "end", "presence", "games", "times", "fees",
)  # fmt: skip


def touch(actions: Sequence[Action], action: Action) -> Touch:
    """Return what an action touches; an action that is not in the table touches nothing."""
    found = _TABLE.get(action.action)
    changes, needs = ((), ()) if found is None else found(actions, action)
    return Touch(frozenset(changes), frozenset(needs))


_Things = tuple[Sequence[str], Sequence[str]]


def of_player(name: str) -> str:
    """Return the name of the thing for a player, who has played, was entered or has left."""
    return f"player {name}"


def _said(kind: str, name: str, so: bool) -> str:
    return f"{kind} {'yes' if so else 'no'}: {name}"


def _played(result: Mapping[str, Any]) -> list[str]:
    """Return the things that a result is about: its match, and the games of its players."""
    return [f"match {match_key(result)}", *(of_player(name) for name in named_players(result))]


def _options(body: Iterable[str]) -> list[str]:
    return [f"option {key}" for key in body]


def _enter(actions: Sequence[Action], one: Action) -> _Things:
    own = [*map(of_player, one.body["players"])]
    return [PLAYERS, *own], [START, DRAW, *own]


def _withdraw(actions: Sequence[Action], one: Action) -> _Things:
    name = one.body["player"]
    walkovers = [thing for pairing in one.body.get("walkovers", ()) for thing in _played(pairing)]
    return [PLAYERS, PRESENCE, GAMES, of_player(name), *walkovers], [START, DRAW, of_player(name)]


def _check_in(actions: Sequence[Action], one: Action) -> _Things:
    so, names = one.body["present"], one.body["players"]
    return [PRESENCE, *(_said("there", name, so) for name in names)], [
        *(_said("there", name, not so) for name in names), *map(of_player, names),
    ]  # fmt: skip


def _paid(actions: Sequence[Action], one: Action) -> _Things:
    so, names = one.body["paid"], one.body["players"]
    return [_said("paid", name, so) for name in names], [_said("paid", name, not so) for name in names]


def _set(actions: Sequence[Action], one: Action) -> _Things:
    own = _options(one.body["options"])
    return [OPTIONS, *own, *([DRAW] if "number" in one.body else [])], [START, DRAW, *own]


def _draw(actions: Sequence[Action], one: Action) -> _Things:
    own = _options(one.body["drawn"])
    return [DRAW, OPTIONS, *own], [DRAW, OPTIONS, PLAYERS, START]


def _throw(actions: Sequence[Action], one: Action) -> _Things:
    own = _options([one.body["option"]])
    return own, own


def _timetable(actions: Sequence[Action], one: Action) -> _Things:
    own = [f"round {name} {key}" for name, plan in one.body["rounds"].items() for key in plan]
    return [TIMES, *own], own


def _colours(actions: Sequence[Action], one: Action) -> _Things:
    own = [f"colours {match_key(game_of(one.body['pairing']))}"]
    return own, own


def _turn(actions: Sequence[Action], one: Action) -> _Things:
    own = [f"turn {' '.join(sorted((one.body['on_turn'], one.body['against'])))}"]
    return own, own


def _table(actions: Sequence[Action], one: Action) -> _Things:
    return [f"table {match_key(one.body['pairing'])}"], []


def _result(actions: Sequence[Action], one: Action) -> _Things:
    result = one.body["result"]
    return [GAMES, f"entry {one.seq}", *_played(result)], [f"match {match_key(result)}"]


def _claim(actions: Sequence[Action], one: Action) -> _Things:
    return [GAMES, f"claim {one.seq}"], []


def _confirm(actions: Sequence[Action], one: Action) -> _Things:
    number = one.body["claim"]
    claims = [earlier for earlier in actions if (earlier.seq, earlier.action) == (number, journal.CLAIM)]
    if not claims:
        return [], []  # it is not a claim; the journal refuses it
    result = claims[0].body["result"]
    return [GAMES, f"entry {one.seq}", *_played(result)], [f"match {match_key(result)}"]


def _cancel(actions: Sequence[Action], one: Action) -> _Things:
    own = [f"match {match_key({'players': one.body['players']})}"]
    return [GAMES, *own], own


def _rule(actions: Sequence[Action], one: Action) -> _Things:
    own = f"entry {one.body['replaces']}"
    return [GAMES, own, *_played(one.body["result"] or {})], [own]


def _ends(actions: Sequence[Action], one: Action) -> _Things:
    return [END], [GAMES, END, OPTIONS, DRAW]


_TABLE: Mapping[str, Callable[[Sequence[Action], Action], _Things]] = {
    journal.ENTER: _enter,
    journal.WITHDRAW: _withdraw,
    journal.CHECK_IN: _check_in,
    journal.PAID: _paid,
    journal.FEES: lambda actions, one: ([FEES], [FEES]),
    journal.SET: _set,
    journal.DRAW: _draw,
    journal.THROW: _throw,
    journal.START: lambda actions, one: ([START], [PLAYERS, OPTIONS, DRAW, PRESENCE]),
    journal.DISCARD: lambda actions, one: ([START], [PLAYERS, OPTIONS, DRAW]),
    journal.COLOURS: _colours,
    journal.TIMETABLE: _timetable,
    journal.TABLE: _table,
    journal.TURN: _turn,
    journal.CLAIM: _claim,
    journal.AGREE: lambda actions, one: ([GAMES, f"claim {one.body['claim']}"], []),
    journal.CONFIRM: _confirm,
    journal.RESULT: _result,
    journal.CANCEL: _cancel,
    journal.RULE: _rule,
    journal.FINISH: _ends,
    journal.REOPEN: lambda actions, one: ([END], [END]),
}
