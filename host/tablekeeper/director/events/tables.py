"""Matches at tables that are played for an event: set up for a pairing, and their results brought back.

A finished match brings its result once. It counts at once when both players have confirmed it on the
board and nothing about the match is doubtful; otherwise it is a claim that waits for the director.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tablecore.sheets.match import OVER, MatchSheet
from tablekeeper.director.events import journal
from tablekeeper.director.events.service import Events
from tablekeeper.director.hall import Hall
from tablekeeper.director.setup import DirectorError
from tablekeeper.director.views import GameView
from tablekeeper.formats import Format
from tablekeeper.store import Committed

#: what a game's kind is called in results; who drops a double loses a single game
_KINDS = {"single": "single", "drop": "single", "gammon": "gammon", "backgammon": "backgammon"}
_POINTS = {"single": 1, "gammon": 2, "backgammon": 3}
#: ends that need nobody's decision
_SETTLED = ("played", "conceded")
_log = logging.getLogger(__name__)


def result_of(
    form: Format,
    pairing: Mapping[str, Any],
    match: int,
    winner: int,
    score: Sequence[int],
    games: Sequence[GameView],
) -> dict[str, Any] | None:
    """Return a finished match as a result of a format, or None where the table does not tell enough.

    The pairing's fields (its match, round or phase) go into the result where the format has them; a
    format that numbers its matches gets the table's number for a pairing that has none.
    """
    fields = {field.key for field in form.result}
    if any(field.key == "match" and field.kind == "whole" for field in form.result):
        pairing = {"match": match, **pairing}
    players = list(pairing["players"])
    told: dict[str, Any] = {"players": players, "winner": players[winner], "score": list(score)}
    if fields & {"kind", "points", "cube"}:
        # the format counts one game, not a match: what it was worth has to be known
        if len(games) != 1 or games[0].kind not in _KINDS or games[0].how not in _SETTLED:
            return None
        kind = _KINDS[games[0].kind]
        told |= {"kind": kind, "points": _POINTS[kind], "cube": games[0].cube}
    if not {"players", "winner"} <= fields:
        return None
    return {key: value for key, value in {**pairing, **told}.items() if key in fields}


class EventTables:
    """The matches that events wait for; a listener of the store."""

    def __init__(self, hall: Hall, events: Events) -> None:
        self._hall = hall
        self._events = events
        #: match -> (event, its pairing)
        self._awaited: dict[int, tuple[int, Mapping[str, Any]]] = {}
        self._load()
        hall.store.listen(self._committed)
        self._bring()

    def _load(self) -> None:
        self._erasures = self._hall.store.erasure.count
        awaited: dict[int, tuple[int, Mapping[str, Any]]] = {}
        for row in self._hall.store.events.all():
            actions = self._hall.store.events.actions(row.id)
            brought = {
                one.body.get("match") for one in actions if one.action in (journal.CLAIM, journal.RESULT)
            }
            for match, pairing in journal.fold(actions).tables.items():
                if match not in brought:
                    awaited[match] = (row.id, pairing)
        self._awaited = awaited

    def check(self, event: int, pairing: Mapping[str, Any]) -> tuple[str, str]:
        """Return the two players of a pairing that is to be played now, or refuse it."""
        view = self._events.get(event)
        if view.answer is None or view.phase != "running":
            raise DirectorError(f"Nothing of {view.name} is to be played now.")
        if not any(dict(one) == dict(pairing) for one in view.answer.next):
            raise DirectorError("That is not to be played now: look at the event again.")
        players = pairing.get("players", ())
        if len(players) != 2:
            raise DirectorError("Only a pairing of two is set up from an event: set other games up as such.")
        return (players[0], players[1])

    def link(self, event: int, match: int, pairing: Mapping[str, Any], actor: str) -> None:
        """Note that a match was set up for a pairing, and wait for its result."""
        self._events.link(event, match, pairing, actor=actor)
        self._awaited[match] = (event, pairing)

    def _committed(self, committed: Committed) -> None:
        if self._awaited:
            self._bring({fresh.uid for fresh in committed.fresh} | {uid for uid, _ in committed.troubled})

    def _bring(self, boards: Collection[str] | None = None) -> None:
        """Bring the results that have come; only these boards have anything new, if they are named."""
        if self._erasures != self._hall.store.erasure.count:
            # a name in a pairing may be gone
            self._load()
        for match in list(self._awaited):
            if boards is not None and not self._concerns(match, boards):
                continue
            found = self._finished(match)
            if found is not None:
                event, _ = self._awaited.pop(match)
                self._enter(event, match, *found)

    def _concerns(self, match: int, boards: Collection[str]) -> bool:
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            # what counts of a match that has moved may follow from more than records
            return entry is None or len(entry.segments) != 1 or entry.segments[0].uid in boards

    def _finished(self, match: int) -> tuple[dict[str, Any], str, bool] | None:
        """Return the result of a match, its table, and whether it counts; None = there is none (yet)."""
        event, pairing = self._awaited[match]
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            course = None if entry is None else self._hall.course(entry)
            if course is None or course.last is None or not isinstance(course.last.sheet, MatchSheet):
                return None
            sheet = course.last.sheet
            if sheet.phase != OVER or sheet.champion not in (0, 1):
                return None
            score, champion, games = tuple(sheet.score), int(sheet.champion), course.games
            table = self._hall.tables[course.last.segment.uid].name
            sure = not course.problems and not course.strays and bool(games) and games[-1].how in _SETTLED
        result = result_of(self._events.get(event).form, pairing, match, champion, score, games)
        return None if result is None else (result, table, sure)

    def _enter(self, event: int, match: int, result: dict[str, Any], table: str, sure: bool) -> None:
        if sure:
            try:
                self._events.result(event, result, match=match, actor=table)
                return
            except DirectorError as error:
                _log.info("Match %d waits for the director: %s", match, error)
        try:
            self._events.claim(event, match, result, actor=table)
        except DirectorError as error:
            _log.warning("Match %d brought no result into event %d: %s", match, event, error)
