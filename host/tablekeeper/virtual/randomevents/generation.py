"""Makes a random complete event with its journal from a seed, for `tablekeeper generate`. Pure.

The journal is like that of a real event: withdrawn entries, late arrivals, wrong results that are undone or
overridden, results from tables. It uses the same fold as the director's journals.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tablekeeper.director.events import document, journal
from tablekeeper.formats import Format
from tablekeeper.formats.colours import game_of
from tablekeeper.games.race.lineup import COLOURS
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import DocumentError
from tablekeeper.virtual.randomevents.generator import random_document

DIRECTOR = "director"
#: noon of a day in spring 2026, UTC (Unix ms)
_START_MS = 1_776_513_600_000


class _Day:
    """The actions of a day, each some time after the previous one."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.actions: list[Action] = []
        self.at_ms = _START_MS
        self.match = 0

    def do(self, action: str, body: Mapping[str, Any], actor: str = DIRECTOR) -> int:
        """Add an action; return its number."""
        self.at_ms += self.chance.randint(1_000, 600_000)
        seq = len(self.actions) + 1
        self.actions.append(Action(seq, self.at_ms, actor, action, dict(body)))
        return seq

    def can(self, action: str, body: Mapping[str, Any]) -> bool:
        """Return whether an action could follow."""
        entry = Action(len(self.actions) + 1, self.at_ms, DIRECTOR, action, dict(body))
        try:
            state = journal.follow(self.actions, entry)
            if state.started:
                state.answer()
        except DocumentError:
            return False
        return True


def generate(form: Format, seed: int) -> dict[str, Any]:
    """Return a random complete exported event of a format; the same seed gives the same one."""
    chance = random.Random(f"{form.key} {seed}")
    event = random_document(form, chance)
    results = event["results"]
    day = _Day(chance)
    name = f"{form.title} {seed}"
    options = dict(event.get("options", {}))
    lots = options.pop("lots", None) if "lots" in form.throws.values() else None
    day.do(journal.NEW, {"name": name, "format": form.key, "options": options})
    _enter(day, form, event["players"])
    if lots:
        _throw(day, lots)
    noisy = set(chance.sample(range(len(results)), min(len(results), 4)))
    chance = random.Random(f"{form.key} {seed} colours")
    coloured = bool(form.board.race_rules) and not form.board.colours_option
    chosen = set(chance.sample(range(len(results)), min(len(results), 3))) if coloured else set()
    for number, result in enumerate(results):
        if "turns_a_day" in event["options"] and not day.chance.randrange(5):
            one, other = day.chance.sample(event["players"], 2)
            seq = day.do(journal.TURN, {"on_turn": one, "against": other})
            if number in noisy:
                day.do(UNDO, {"undoes": seq})
        if number in chosen:
            _choose(day, form, chance)
        _bring(day, form, result, number in noisy)
    if chance.random() < 0.5:
        day.do(journal.FINISH, {})
        if chance.random() < 0.3:
            day.do(journal.REOPEN, {"reason": "one more look at the sheets"})
            day.do(journal.FINISH, {})
    return document.export(day.actions, journal.checked(day.actions))


def _enter(day: _Day, form: Format, players: list[str]) -> None:
    chance = day.chance
    late: list[str] = []
    if form.most is None and len(players) > max(3, form.least) and chance.random() < 0.3:
        late = players[-1:]
    early = players[: len(players) - len(late)]
    split = chance.randint(1, len(early))
    day.do(journal.ENTER, {"players": early[:split]})
    if split < len(early):
        # a player who is entered and removed again, or whose entry is undone, is not in the event
        if chance.random() < 0.3:
            guest = day.do(journal.ENTER, {"players": ["Passer-by"]}) if form.most is None else None
            if guest is not None and chance.random() < 0.5:
                day.do(journal.WITHDRAW, {"player": "Passer-by", "reason": "had to leave"})
            elif guest is not None:
                day.do(UNDO, {"undoes": guest})
        day.do(journal.ENTER, {"players": early[split:]})
    if late and not _starts(day, late):
        day.do(journal.ENTER, {"players": late})
        late = []
    day.do(journal.START, {})
    if late:
        day.do(journal.ENTER, {"players": late, "late": True})


def _starts(day: _Day, late: list[str]) -> bool:
    # whether the format can begin without the late players
    return day.can(journal.START, {})


def _throw(day: _Day, lots: list[list[Any]]) -> None:
    # entered by hand, or thrown at a board: a claim that is then confirmed
    if len(lots) % 2:
        day.do(journal.THROW, {"option": "lots", "after": 0, "throws": lots})
        return
    day.match += 1
    day.do(journal.TABLE, {"match": day.match, "pairing": {}})
    claim = day.do(journal.CLAIM, {"match": day.match, "result": {"lots": lots, "after": 0}}, "Table A")
    day.do(journal.CONFIRM, {"claim": claim})


def _choose(day: _Day, form: Format, chance: random.Random) -> None:
    # colours for the next game, some undone again, some for a board that has chosen others
    played = journal.fold(day.actions).event()
    following = form.answer(played).next
    if not following or "players" not in following[0] or not form.board.plays(following[0]):
        return
    pairing = following[0]
    lineup = form.board.lineup(played, pairing)
    if lineup is None:
        return
    for _ in range(chance.choice((1, 1, 2))):
        free = chance.sample(COLOURS, len(COLOURS))
        own = {name: [free.pop() for _ in lineup.colours[0]] for name in lineup.players}
        seq = day.do(journal.COLOURS, {"pairing": game_of(pairing), "colours": own})
        if chance.random() < 0.3:
            day.do(UNDO, {"undoes": seq})


def _bring(day: _Day, form: Format, result: Mapping[str, Any], noisy: bool) -> None:
    chance = day.chance
    field = next((key for key in (form.arrival, form.departure) if key and key in result), "")
    if field:
        more = {key: result[key] for key in ("kept", "ruling", form.bye) if key in result}
        late = {"players": [result[field]], "late": True, **more}
        gone = {"player": result[field], "walkovers": [], **more}
        action, body = (journal.ENTER, late) if field == form.arrival else (journal.WITHDRAW, gone)
        seq = day.do(action, body)
        if noisy:
            day.do(UNDO, {"undoes": day.do(UNDO, {"undoes": seq})})
        return
    if set(result) == {"cancelled"}:
        day.do(journal.CANCEL, {"players": result["cancelled"]})
        return
    kind = chance.choice(("undo", "redo", "rule", "claim", "match")) if noisy else "plain"
    wrong = _wrong(result)
    if kind == "undo" and wrong is not None and day.can(journal.RESULT, {"result": wrong}):
        mistake = day.do(journal.RESULT, {"result": wrong})
        day.do(UNDO, {"undoes": mistake, "reason": "entered for the wrong player"})
        day.do(journal.RESULT, {"result": result})
    elif kind == "rule" and wrong is not None and day.can(journal.RESULT, {"result": wrong}):
        mistake = day.do(journal.RESULT, {"result": wrong})
        day.do(journal.RULE, {"replaces": mistake, "result": result, "reason": "the sheets say so"})
    elif kind == "redo":
        brought = day.do(journal.RESULT, {"result": result})
        day.do(UNDO, {"undoes": day.do(UNDO, {"undoes": brought})})
    elif kind in ("claim", "match"):
        day.match += 1
        pairing = {"players": result["players"]} if "players" in result else {}
        day.do(journal.TABLE, {"match": day.match, "pairing": pairing})
        if kind == "match":
            day.do(journal.RESULT, {"result": result, "match": day.match}, "Table A")
        else:
            claim = day.do(journal.CLAIM, {"match": day.match, "result": result}, "Table A")
            day.do(journal.CONFIRM, {"claim": claim})
    else:
        day.do(journal.RESULT, {"result": result})


def _wrong(result: Mapping[str, Any]) -> dict[str, Any] | None:
    # the same result with the two players exchanged
    players = result.get("players")
    if not isinstance(players, list) or len(players) != 2 or result.get("winner") not in players:
        return None
    other = players[1] if result["winner"] == players[0] else players[0]
    mixed = {**result, "winner": other}
    for key in ("score", "pawns", "colours"):
        if isinstance(mixed.get(key), list):
            mixed[key] = mixed[key][::-1]
    return mixed
