"""Matches at tables that belong to an event: sets them up for a pairing and enters their results.

The result of a finished match is entered once. It counts at once if both players confirmed it on the board
and the match has no open problem. Otherwise it is a claim that waits for the director.

A match of several sets, or an event with several games at one board, continues automatically: when a set or
game is over, its board is set up for the next one. To stop this, the director closes the match.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.awaited import awaited
from tablekeeper.director.events.boardqueue import AtTable, claimed, sitting
from tablekeeper.director.events.contradictions import is_open
from tablekeeper.director.events.outcomes import race_results, sets_result
from tablekeeper.director.events.presence import check_staying
from tablekeeper.director.events.rounds import settled_round
from tablekeeper.director.events.seating import fitted, seating, times
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.hall import Hall
from tablekeeper.director.projection import MatchCourse
from tablekeeper.director.setup import SET_UP
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.errors import NotFound, UserError
from tablekeeper.formats import Format
from tablekeeper.formats.board import SETTLED, STOPPED, Seating, named_players
from tablekeeper.formats.colours import Colours, same_colours
from tablekeeper.formats.race_board import by_player
from tablekeeper.formats.wording import pairing_text
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.registry import GAMES
from tablekeeper.games.setupplan import Plan
from tablekeeper.games.view import FinishedGame
from tablekeeper.languages import _
from tablekeeper.store import Committed

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Finish:
    """The end of a match: results in the format's fields (the most complete first), place, and validity."""

    results: tuple[dict[str, Any], ...]
    table: str
    sure: bool
    #: whether the game was stopped: it counts only if its format accepts that
    stopped: bool = False
    #: for a race: the colours with which it was played
    colours: Colours | None = None


def _champion(course: MatchCourse) -> tuple[int | None, tuple[int, int]]:
    """Return the seat that has won a match of two (None during play), and the score."""
    sheet = None if course.last is None else course.last.sheet
    if sheet is None:
        return None, (0, 0)
    game = GAMES.of(sheet.PROGRAM)
    return game.champion(sheet), game.score(sheet)


class EventTables:
    """The matches whose results events wait for; a listener of the store."""

    def __init__(self, hall: Hall, matches: TableMatches, events: Events) -> None:
        self._hall = hall
        self._matches = matches
        self._events = events
        #: match -> (event, its pairing)
        self._awaited: dict[int, tuple[int, Mapping[str, Any]]] = {}
        self.read()
        #: whether the hall is complete, so that boards can be set up
        self._ready = False
        hall.store.listen(self._committed)
        self.catch_up(hall.own_boards())

    def read(self) -> None:
        """Read from the journals the matches without a result."""
        self._erasures = self._hall.store.erasure.count
        self._awaited = awaited(self._hall.store)

    def resume(self) -> None:
        """Set up the next game at boards whose game ended while the host was down, and from now on."""
        self._ready = True
        self._link_set_ups()
        for row in self._hall.store.events.all():
            tables = self._events.get(row.id).here
            latest = max(tables, default=0)
            for match, pairing in tables.items():
                if self._is_elsewhere(match):
                    continue
                if self._is_set(match) or (match not in self._awaited and match == latest):
                    self._later(row.id, match, pairing)

    def _is_elsewhere(self, match: int) -> bool:
        """Return whether another host has the board of a match, and sets up its next one itself."""
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            at = entry.segments[-1].uid if entry is not None and entry.segments else ""
            return bool(at) and bool(self._hall.tables[at].host)

    def _link_set_ups(self) -> None:
        """Link matches to their events that a killed host had set up but not yet linked."""
        linked = {match for row in self._hall.store.events.all() for match in self._events.get(row.id).here}
        with self._hall.lock:
            unknown = [
                (entry.match, entry.segments[-1].uid)
                for entry in self._hall.entries.values()
                if entry.segments and entry.match.closed_ms is None and entry.match.id not in linked
                and not self._hall.tables[entry.segments[-1].uid].host
            ]
        if not unknown:
            return
        last = {one.body["uid"]: one for one in self._hall.store.actions() if one.action == SET_UP}
        for match, uid in unknown:
            done = last.get(uid)
            if done is None or "event" not in done.body or list(match.names) != list(done.body["names"]):
                continue
            event = done.body["event"]
            for pairing in self._following(event):
                try:
                    names = self.check(event, pairing, match.length or None).names
                except UserError:
                    continue
                if sorted(names) == sorted(match.names):
                    self.link(event, match.id, pairing, done.actor)
                    self.catch_up({uid})
                    break

    def _following(self, event: int) -> Sequence[Mapping[str, Any]]:
        try:
            answer = self._events.get(event).answer
        except NotFound:
            return ()
        return () if answer is None else answer.next

    # --- setting up -----------------------------------------------------------------------

    def check(self, event: int, pairing: Mapping[str, Any], length: int | None = None) -> Seating:
        """Return the set-up of a board for a pairing; refuse a pairing that cannot be played now."""
        view = self._events.get(event)
        if view.answer is None or view.phase != "running":
            raise UserError("There is nothing to play in %(name)s now.", name=view.name)
        if not any(dict(one) == dict(pairing) for one in view.answer.next):
            raise UserError("That match cannot be played now: look at the event again.")
        check_staying(view.withdrawn, named_players(pairing))
        self._check_single(view, pairing)
        if length is None and "length" not in pairing and view.form.board.asks_length:
            length = view.plan(pairing).length
        return seating(view.form, view.played, view.answer, pairing, length)

    def _check_single(self, view: EventView, pairing: Mapping[str, Any]) -> None:
        """Refuse a pairing that is at a table already, or has been played there."""
        there = next((one for one in self.sitting([view]) if dict(one.pairing) == dict(pairing)), None)
        if there is not None:
            over = self._winner(there.match) is not None
            way = _("enter its result, or close that match") if over else _("close that match first")
            raise UserError(
                "%(pairing)s is at %(table)s already, as match %(match)s: to seat it again, %(way)s.",
                pairing=pairing_text(pairing), table=there.table, match=there.match, way=way,
            )
        if any(dict(one) == dict(pairing) for one in claimed(view)):
            raise UserError(
                "The result of %(pairing)s waits: confirm or reject it first.",
                pairing=pairing_text(pairing),
            )

    def sitting(self, views: Sequence[EventView] | None = None) -> list[AtTable]:
        """Return the matches of running events (by default of all events) that are at tables."""
        if views is None:
            views = [self._events.get(row.id) for row in self._hall.store.events.all()]
        with self._hall.lock:
            open_entries = {
                match: entry
                for view in views
                for match in view.here
                if (entry := self._hall.entries.get(match)) and entry.segments and not entry.match.closed_ms
            }
            gone = {match for view in views for match in view.here if match not in open_entries}
            return [
                replace(one, table=self._hall.tables[open_entries[one.match].segments[-1].uid].name)
                for one in sitting(views, gone)
            ]

    def controls(self, view: EventView, pairings: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the time control with which each of these pairings would be set up; "" without a set-up."""
        if view.answer is None:
            return [""] * len(pairings)
        found, played = [], view.played
        for pairing in pairings:
            plan = view.plan(pairing)
            try:
                wanted = seating(view.form, played, view.answer, pairing, plan.length)
                asked = {**wanted.answers, "control": times(wanted, plan.control or "")}
                found.append(GAMES.offered(wanted.program).read(asked)["control"])
            except UserError:
                # the control needs a length, or the pairing is not for a board
                found.append(plan.control or "")
        return found

    def prepared(
        self, event: int, pairing: Mapping[str, Any], length: int | None = None, control: str = ""
    ) -> tuple[Seating, Mapping[str, str], Plan]:
        """Return a set-up with the program's answers and its plan, or refuse it as `check` does."""
        wanted = self.check(event, pairing, length)
        game = GAMES.offered(wanted.program)
        said = control or self._events.get(event).plan(pairing).control or ""
        answers = game.read({**wanted.answers, "control": times(wanted, said)})
        return wanted, answers, fitted(wanted, game.plan(answers))

    def play(
        self,
        event: int,
        pairing: Mapping[str, Any],
        uid: str,
        length: int | None = None,
        control: str = "",
        *,
        actor: str = "director",
    ) -> int:
        """Set a table up for a pairing of an event that is to be played now; return the match's id.

        `length` is the length of a match of backgammon, `control` a time control; by default they come from
        the event and its timetable, else from the program.
        """
        with self._hall.acting:
            wanted, answers, plan = self.prepared(event, pairing, length, control)
            match = self._matches.set_up_plan(uid, wanted.program, answers, plan, wanted.names, actor, event)
            if wanted.lineup is not None:
                # before the link, so that one undo takes only the set-up back; the colours stay chosen
                self._events.colours.hold(event, pairing, wanted.lineup.by_player, actor=actor)
            self.link(event, match, pairing, actor)
            # a fast board may have finished before this host waited for the result
            self.catch_up({uid})
            return match

    def link(self, event: int, match: int, pairing: Mapping[str, Any], actor: str) -> None:
        """Note that a match was set up for a pairing, and wait for its result."""
        self._events.link(event, match, pairing, actor=actor)
        self._awaited[match] = (event, pairing)

    def sets(self, view: EventView, pairing: Mapping[str, Any]) -> tuple[int, int] | None:
        """Return the sets won so far in a running match of sets; None for other matches."""
        if pairing.get("sets", 1) < 2 or not (matches := self._run((view.id, pairing))):
            return None
        winners = [found for match in matches if (found := self._winner(match)) is not None]
        return winners.count(0), winners.count(1)

    # --- results --------------------------------------------------------------------------

    def _committed(self, committed: Committed) -> None:
        if self._awaited:
            self.catch_up({fresh.uid for fresh in committed.fresh} | {uid for uid, _ in committed.troubled})

    def catch_up(self, boards: Collection[str] | None = None) -> None:
        """Enter the results of finished matches, of all `boards` or only of these, which have new records.

        Afterwards set up the next matches at these boards.
        """
        if self._erasures != self._hall.store.erasure.count:
            # a name in a pairing may have been removed
            self.read()
        for match in list(self._awaited):
            if boards is not None and not self._concerns(match, boards):
                continue
            event, pairing = self._awaited.get(match, (0, {}))
            brought = next(
                (how for one in self._finishes(match) if (how := self._enter(event, match, one))), ""
            )
            if brought:
                for one in [*self._sets_before(match), match]:
                    self._awaited.pop(one, None)
            # after a round of die-roll no game follows in the same set-up
            rolled = brought == journal.CLAIM and "players" not in pairing
            if brought == journal.RESULT or rolled or self._is_set(match):
                self._later(event, match, pairing)

    def _concerns(self, match: int, boards: Collection[str]) -> bool:
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            # the valid records of a moved match may depend on more than the records of these boards
            return entry is None or len(entry.segments) != 1 or entry.segments[0].uid in boards

    def _finishes(self, match: int) -> Sequence[_Finish]:
        """Return the ends of a match from which its result can be made; none during play."""
        if (its := self._awaited.get(match)) is None:
            return ()
        event, pairing = its
        form = self._events.form(event)
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            course = None if entry is None else self._hall.course(entry)
            if course is None or course.last is None:
                return ()
            table = self._hall.tables[course.last.segment.uid].name
            sure = not course.problems and not course.strays
            if rolled := form.round_of(pairing):
                return self._of_round(event, match, course, table, *rolled)
            if form.board.one_board:
                return [self._of_race(event, form, pairing, one, table, sure) for one in course.games]
        if pairing.get("sets", 1) > 1:
            return self._of_sets(match, pairing, table)
        return self._of_match(match, form, pairing, course, table, sure)

    def _of_round(
        self, event: int, match: int, course: MatchCourse, table: str, kept: str, players: Sequence[str]
    ) -> Sequence[_Finish]:
        throws = settled_round(course, players)
        if not throws:
            return ()
        # nobody has confirmed the throws, and others may have been entered since the board was set up
        after = self._events.throws_before(event, match, kept)
        return [_Finish(({kept: throws, "after": after},), table, False)]

    def _of_race(
        self,
        event: int,
        form: Format,
        pairing: Mapping[str, Any],
        game: FinishedGame,
        table: str,
        sure: bool,
    ) -> _Finish:
        colours = None
        if isinstance(game.details, FinishedRace):
            colours = by_player(game.details.owner, pairing["players"])
        results = tuple(race_results(form, pairing, game))
        sure = sure and game.how in (*SETTLED, STOPPED)
        if form.board.colours_option and colours is not None:
            # the option says for which player each colour scores
            view = self._events.get(event)
            lineup = None if view.answer is None else form.board.lineup(view.played, pairing)
            sure = sure and lineup is not None and same_colours(lineup.by_player, colours)
        return _Finish(results, table, sure, game.how == STOPPED, colours)

    def _of_match(
        self,
        match: int,
        form: Format,
        pairing: Mapping[str, Any],
        course: MatchCourse,
        table: str,
        sure: bool,
    ) -> Sequence[_Finish]:
        games, (winner, score) = course.games, _champion(course)
        if form.board.single_game and games:
            # later games in this set-up count for no pairing
            winner, score = games[0].winner, games[0].score
            games = games[:1]
        if winner is None:
            return ()
        result = form.board.match_result(form.result, pairing, match, winner, score, games)
        sure = sure and bool(games) and games[-1].how in SETTLED
        return () if result is None else [_Finish((result,), table, sure)]

    # --- sets -----------------------------------------------------------------------------

    def _of_sets(self, match: int, pairing: Mapping[str, Any], table: str) -> Sequence[_Finish]:
        winners = []
        sure = True
        for one in [*self._sets_before(match), match]:
            winner = self._winner(one)
            if winner is None and one != match and self._hall.entries[one].match.closed_ms is not None:
                # the set was given up and set up again
                continue
            if winner is None:
                return ()
            winners.append(winner)
            sure = sure and self._is_sure(one)
        result = sets_result(pairing, winners)
        return () if result is None else [_Finish((result,), table, sure)]

    def _sets_before(self, match: int) -> list[int]:
        """Return the matches in which earlier sets of the same match were played."""
        # if another thread has entered the result in the meantime, nobody waits for it
        its = self._awaited.get(match, (0, {}))
        return [one for one in self._run(its) if one < match] if its[1].get("sets", 1) > 1 else []

    def _run(self, its: tuple[int, Mapping[str, Any]]) -> list[int]:
        """Return the matches for a pairing of an event without a result so far, in order."""
        return sorted(one for one, other in list(self._awaited.items()) if other == its)

    def _is_set(self, match: int) -> bool:
        """Return whether a match is a finished set, and the last set of its match so far."""
        its = self._awaited.get(match)
        if its is None or its[1].get("sets", 1) < 2:
            return False
        return max(self._run(its), default=match) <= match and self._winner(match) is not None

    def _winner(self, match: int) -> int | None:
        """Return the seat that has won a match at a table; None during play."""
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            course = None if entry is None else self._hall.course(entry)
            return None if course is None else _champion(course)[0]

    def _is_sure(self, match: int) -> bool:
        with self._hall.lock:
            course = self._hall.course(self._hall.entries[match])
            games = course.games
            return not course.problems and not course.strays and bool(games) and games[-1].how in SETTLED

    # --- entering, setting the next match up ----------------------------------------------

    def _enter(self, event: int, match: int, finish: _Finish) -> str:
        """Enter the result of a finish, or a claim; return the action, "" if there is none."""
        if finish.colours is not None and finish.results and not finish.stopped:
            self._hold(event, match, finish)
        its = self._awaited.get(match)
        # if it was entered by hand in the meantime, it would count as a second game of these players
        if finish.sure and (its is None or is_open(self._events.get(event), its[1])):
            for result in finish.results:
                try:
                    self._events.result(event, result, match=match, actor=finish.table)
                    return journal.RESULT
                except UserError as error:
                    _log.info("Match %d waits for the director: %s", match, error)
        if finish.stopped or not finish.results:
            return ""
        try:
            self._events.claim(event, match, finish.results[0], actor=finish.table)
        except UserError as error:
            _log.warning("Match %d brought no result into event %d: %s", match, event, error)
        # also after an error: do not offer a result a second time
        return journal.CLAIM

    def _hold(self, event: int, match: int, finish: _Finish) -> None:
        """Note the colours with which a game was played; its board may have chosen others."""
        its = self._awaited.get(match)
        if its is None:
            return
        try:
            self._events.colours.hold(event, its[1], finish.colours or {}, actor=finish.table)
        except UserError as error:
            _log.info("The colours of match %d are not noted: %s", match, error)

    def _later(self, event: int, match: int, pairing: Mapping[str, Any]) -> None:
        """Set the next match up, as the director could: at once, or after an action that may wait for us."""
        if not self._ready:
            return
        if self._hall.acting.acquire(blocking=False):
            try:
                self._go_on(event, match, pairing)
            finally:
                self._hall.acting.release()
            return

        def wait() -> None:
            with self._hall.acting:
                self._go_on(event, match, pairing)

        threading.Thread(target=wait, name="next game", daemon=True).start()

    def _go_on(self, event: int, match: int, pairing: Mapping[str, Any]) -> None:
        """Free the board of a finished match, and set it up for the next match there."""
        view = self._events.get(event)
        several = match in self._awaited
        if not several and not view.form.board.one_board and not view.form.board.single_game:
            return
        with self._hall.lock:
            entry = self._hall.entries.get(match)
            if entry is None or entry.match.closed_ms is not None or not entry.segments:
                return
            uid, length, control = entry.segments[-1].uid, entry.match.length, entry.match.control
            table = self._hall.tables[uid].name
        try:
            self._matches.close(match, actor=table)
            if view.phase != "running" or view.answer is None:
                return
            if several:
                self.play(event, pairing, uid, length, control, actor=table)
            elif view.form.board.one_board:
                following = next((one for one in view.answer.next if "players" in one), None)
                if following is not None:
                    self.play(event, following, uid, None, control, actor=table)
        except UserError as error:
            # a game is in progress there, or a decision is open: the director must set the board up
            _log.info("%s does not go on by itself behind match %d: %s", table, match, error)
