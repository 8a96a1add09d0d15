"""The interface of events for pages and commands: queries and actions.

Every action is checked against the whole event, then appended to its journal. An impossible action raises a
`UserError` of one sentence and changes nothing. Nothing is edited: an undo and a ruling are actions, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper import formats
from tablekeeper.director import seen
from tablekeeper.director.events import arrivals, document, drawing, heldbydesk, journal, opengames, redraw
from tablekeeper.director.events.answers import EventAnswers
from tablekeeper.director.events.batches import EventBatches
from tablekeeper.director.events.colours import EventColours
from tablekeeper.director.events.contradictions import replaced
from tablekeeper.director.events.decisions import check_entry, check_no_decision
from tablekeeper.director.events.drawing import EventDraws
from tablekeeper.director.events.fees import EventFees
from tablekeeper.director.events.journal import EVENTS, fold, follow
from tablekeeper.director.events.names import check_free, check_names
from tablekeeper.director.events.presence import EventPresence, check_leaving, check_present
from tablekeeper.director.events.reader import EventReader
from tablekeeper.director.events.redraw import DrawReplaced
from tablekeeper.director.events.sentences import of_new_result, sentence, sentences, within
from tablekeeper.director.events.shown import ShownEvents
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.summaries import EventSummaries, EventSummary
from tablekeeper.director.events.throwing import read_throws, throw_body
from tablekeeper.director.events.timetables import EventTimetables
from tablekeeper.director.events.views import EventView, view
from tablekeeper.director.events.walkovers import walkovers
from tablekeeper.director.ranking.finishing import propose_entry, propose_units
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.format import Futures
from tablekeeper.journal.action import UNDO, Action, Overtaken
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import _
from tablekeeper.store import EventRow, Store
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import meant

#: who reports a result, and the way it came
Said = Mapping[str, str]


class Events:
    """The events of a store. All methods may be called from any thread."""

    def __init__(self, store: Store, topics: Topics | None = None, reader: EventReader | None = None) -> None:
        self._store = store
        self._topics = topics
        self._reader = reader or EventReader(store)
        #: several actions together, all or none
        self.batches = EventBatches(store, self._acted, lambda name, own: check_free(name, self.all(), own))
        #: the states that forms have shown
        self.shown = ShownEvents(self._read)
        self.timetables = EventTimetables(self._read, self._do, self.shown.state)
        self.draws = EventDraws(self._read)
        #: entry fees and payouts
        self.fees = EventFees(self._do, self._read)
        #: presence, and the consequences if a player leaves
        self.presence = EventPresence(self._do, self._read)
        self._answers = EventAnswers()
        self._summaries = EventSummaries(self._reader, self._answers)
        #: the colours of races
        self.colours = EventColours(self._do, self._state, self._answers)
        #: by event: its format, which never changes
        self._forms: dict[int, formats.Format] = {}
        #: called after each action, with the event and the author
        self.on_acted: Callable[[int, str], None] | None = None
        #: what waits for the director
        self.undecided = heldbydesk.Undecided(store)

    # --- asking ---------------------------------------------------------------------------

    def all(self) -> tuple[EventSummary, ...]:
        """Return every event, oldest first."""
        return self._summaries.all()

    def get(self, event: int) -> EventView:
        """Return the present state of an event."""
        row = self._row(event)
        reading = self._read(event)
        return view(row, reading, *self._answers.known(event, reading.state))

    def form(self, event: int) -> formats.Format:
        """Return an event's format."""
        known = self._forms.get(event)
        if known is None:
            known = self._forms[event] = self._state(event).format
        return known

    def futures(self, event: int) -> Futures | None:
        """Return settled places and needs; None if no game is open, or the format does not compute them."""
        self._row(event)
        return self._answers.futures(event, self._read(event).state)

    def export(self, event: int) -> dict[str, Any]:
        """Return an event as a document (docs/event-files.md)."""
        self._row(event)
        reading = self._read(event)
        return document.export(reading.actions, reading.state)

    # --- an event and its players ---------------------------------------------------------

    def new(
        self, name: str, form: str, options: Mapping[str, Any] | None = None, *, actor: str = "director"
    ) -> int:
        """Make an event without players; return its id."""
        with sentences(formats.FORMATS.get(form)):
            options = document.storable(Cursor(dict(options or {}), "options"))
            if form in formats.FORMATS:
                options = {**formats.FORMATS[form].fresh, **options}
            body = {"name": " ".join(name.split()), "format": form, "options": options}
            state = EventState()
            EVENTS.take(state, Action(1, 0, actor, journal.NEW, body), Cursor(body))
            state.check_installed(Cursor(body))
            state.check_options()
            check_free(state.name, self.all())
            event = self._store.events.create(state.name, state.format.key, [(actor, journal.NEW, body)])
        self._changed(event)
        return event

    def discard(self, event: int, reason: str = "", *, actor: str = "director") -> None:
        """Discard an event that has not started; an undo brings it back."""
        self._do(event, actor, journal.DISCARD, {"reason": reason} if reason else {})

    def take_in(self, cursor: Cursor, name: str, now_ms: int, *, actor: str = "director") -> int:
        """Import a document; return the new event's id. A DocumentError names the wrong place."""
        actions = document.read(cursor, name, now_ms, actor)
        state = fold(actions)
        check_free(state.name, () if state.finished or state.discarded else self.all())
        event = self._store.events.adopt(state.name, state.format.key, actions)
        self._changed(event)
        return event

    def enter(
        self, event: int, players: Sequence[str], *, different: bool = False, bye_of: str = "",
        first_bye: bool = False, actor: str = "director") -> None:  # fmt: skip
        """Enter players, as late arrivals once the event has started.

        Similar names need a confirmation (`Unconfirmed`), unless they are marked as `different` people. So
        does a place beside a player with a bye: `bye_of` names this player, `first_bye` takes the first one.
        """
        names = [" ".join(name.split()) for name in players]
        state = self._state(event)
        if not different:
            check_names(names, state.entrants)
        body: dict[str, Any] = {"players": names}
        if state.started:
            with sentences(state.format):
                body |= {"late": True} | state.kept(state.format.arrival)
                body |= arrivals.place(
                    state, names, bye_of, missing=heldbydesk.missing(self._store, event), first=first_bye
                )
        elif bye_of:
            raise UserError("%(name)s has not started: the draw places all players.", name=state.name)
        self._do(event, actor, journal.ENTER, body)

    def withdraw(
        self, event: int, player: str, reason: str = "", *, ruling: str = "", ask: bool = False,
        actor: str = "director") -> None:  # fmt: skip
        """Take a player out: remove from the list before the start; later, open matches become walkovers.

        If the format needs a decision about them, `ruling` is one of its `departures`.
        With `ask`, losses of a started event that were not shown before need a confirmation (`Unconfirmed`).
        """
        body: dict[str, Any] = {"player": player} | ({"reason": reason} if reason else {})
        state = self._state(event)
        answer = self._answers.known(event, state)[0]
        departures = state.format.departures if answer is not None else {}
        if ruling not in departures and (departures or ruling):
            choices = "; ".join(f"{key} ({words})" for key, words in departures.items())
            raise UserError("Choose the ruling on the games of %(player)s: %(choices)s.",
                player=player, choices=choices or _("there is none here"))
        if ask:
            check_leaving(self.presence.leaving(event, player), ruling)
        self.presence.check_as_seen(event, self.shown.state(event), player, ruling)
        if answer is not None and state.format.departure:
            left = state.departure(player, ruling)
            body |= {"walkovers": walkovers(state, answer, left)}
            body |= {key: left[key] for key in ("ruling", "kept") if key in left}
        self._do(event, actor, journal.WITHDRAW, body)

    def set_options(
        self, event: int, options: Mapping[str, Any], *, new_draw: bool = False, actor: str = "director"
    ) -> None:
        """Set options to new values; None takes one back to its default.

        Without `new_draw`, a change that would replace the draw of a running event raises `DrawReplaced`.
        """
        said = self.shown.said(event, options)
        if said or not options:
            self._do(event, actor, journal.SET, {"options": said} | self._number(event, new_draw))

    def _number(self, event: int, new_draw: bool) -> dict[str, int]:
        return drawing.numbered(self._state(event)) if new_draw else {}

    def draw(
        self,
        event: int,
        seed: int | None = None,
        choices: Mapping[str, Any] | None = None,
        *,
        new_draw: bool = False,
        actor: str = "director") -> int:
        """Make the format's draw; return the seed, by default a random one from the operating system.

        Replacing a draw that is being played is refused, as by `set_options`.
        """
        body = drawing.body(self._state(event), seed, choices)
        try:
            self._do(event, actor, journal.DRAW, body | self._number(event, new_draw))
        except DrawReplaced as error:
            error.said["seed"] = str(body["seed"])
            raise
        return int(body["seed"])

    def throw(self, event: int, text: str, *, actor: str = "director") -> int:
        """Record throws, "Bob 5, Ann 3", of the players who must throw now; return the action's number."""
        throws = read_throws(self.get(event), text)
        self._settle_begun(event, actor)
        return self._do(event, actor, journal.THROW, throw_body(self.get(event), throws))

    def _settle_begun(self, event: int, actor: str) -> None:
        """Note the order of a double round-robin that began without lots: the throws are for the next one."""
        begun = self.form(event).begun(self._state(event).event())
        if begun:
            self._do(event, actor, journal.SET, {"options": begun})

    def throws_before(self, event: int, match: int, kept: str) -> int:
        """Return the number of throws in an option at the time when a table's match was set up."""
        actions = self._read(event).actions
        linked = [one for one in actions if one.action == journal.TABLE and one.body["match"] == match]
        return len(fold(actions[: linked[-1].seq]).options.get(kept) or ()) if linked else 0

    def start(self, event: int, *, absent: bool = False, actor: str = "director") -> None:
        """Start an event: results can be entered from now on.

        If some players have checked in, the others need a confirmation (`Unconfirmed`) or must be `absent`.
        """
        if not absent:
            check_present(self._state(event))
        self._do(event, actor, journal.START, {})

    # --- results --------------------------------------------------------------------------

    def result(
        self, event: int, result: Mapping[str, Any], *,
        match: int | None = None, decides: bool = True, actor: str = "director") -> int:  # fmt: skip
        """Enter a result; with `match`, a result of this table's match. Return the action's number."""
        self._row(event)
        check_entry(self._read(event), result, actor, match, decides)
        return self._enter(event, actor, journal.RESULT, result, match)

    def _enter(self, event: int, by: str, action: str, result: Mapping[str, Any], match: int | None) -> int:
        """Enter a result, completed by its format; repeat if another action has used the same completion."""
        at = {} if match is None else {"match": match}
        while True:
            before = len(self._read(event).actions)
            try:
                # a claim is about the pairing that its match was set up for, not about the current pairings
                known = self._state(event).tables.get(match or 0) if action == journal.CLAIM else None
                whole = self._completed(event, result, match, known)
                return self._do(event, by, action, {**at, "result": whole})
            except UserError:
                # a result without players would become the result of another match
                if "players" not in result or len(self._read(event).actions) == before:
                    raise

    def _completed(
        self, event: int, result: Mapping[str, Any], match: int | None = None,
        instead: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return a result completed by its format; results before the start are refused elsewhere."""
        state = self._state(event)
        if not state.started:
            return dict(result)
        with sentences(state.format):
            given = GivenResult(result, state.tables, match, instead)
            return dict(state.format.completed(state.event(), given))

    def turn(self, event: int, on_turn: str, against: str, *, actor: str = "director") -> int:
        """Note the player on turn in a turn-based game, from now on; return the action's number."""
        answer = self._answers.known(event, self._state(event))[0]
        coming = () if answer is None else answer.next
        for name in (on_turn, against):
            known = [row.player for row in answer.rows] if answer is not None else [name]
            if name not in known:
                near = meant(name, known)
                raise UserError('"%(name)s" is not among the players%(near)s.', name=name, near=near)
        if not any({on_turn, against} == set(one.get("players", ())) for one in coming):
            raise UserError(
                "There is nothing to play between %(on_turn)s and %(against)s.",
                on_turn=on_turn, against=against,
            )
        return self._do(event, actor, journal.TURN, {"on_turn": on_turn, "against": against})

    def cancel(self, event: int, players: Sequence[str], *, actor: str = "director") -> int:
        """Enter that a game need not be played; return the action's number."""
        return self._do(event, actor, journal.CANCEL, {"players": list(players)})

    def link(self, event: int, match: int, pairing: Mapping[str, Any], *, actor: str = "director") -> None:
        """Note that a table's match is played for a pairing."""
        if self.form(event).round_of(pairing):
            self._settle_begun(event, actor)
        self._do(event, actor, journal.TABLE, {"match": match, "pairing": dict(pairing)})

    def claim(self, event: int, match: int, result: Mapping[str, Any], *, actor: str) -> int:
        """Note the result that a table sent; it counts once it is confirmed. Return the claim's number."""
        return self._enter(event, actor, journal.CLAIM, result, match)

    def reported(self, event: int, match: int, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return a result that a player reports of a table's match, completed; refuse an impossible one."""
        state = self._state(event)
        check_no_decision(state.format, result)
        pairing = state.tables[match]
        named = {option.key for option in state.format.result} & {"match", "players"} | result.keys()
        # it is a result of that pairing, whatever else it says
        told = dict(result) | {key: pairing[key] for key in named & pairing.keys()}
        whole = self._completed(event, told, match, pairing)
        with sentences(state.format):
            self._check(event, "", journal.RESULT, document.storable(Cursor({"result": whole})))
        return whole

    # these two are no actions of their own: `PlayerClaims` checks who sits where, from which browser

    def report(self, event: int, match: int, result: Mapping[str, Any], said: Said, author: str) -> int:
        """Note the result that a player reports (`said`: `by`, `way`, `browser`); return its number."""
        return self._do(event, author, journal.CLAIM, {"match": match, "result": result, **said})

    def agree(self, event: int, claim: int, said: Said, author: str, *, counts: bool) -> int:
        """Note that another player agrees to a claim (`said`: `by`, `way`); it `counts`, or it waits."""
        action = journal.CONFIRM if counts else journal.AGREE
        return self._do(event, author, action, {"claim": claim, **said})

    def set_claims(
        self, event: int, rule: str, one_browser: bool = False, *, actor: str = "director"
    ) -> int:
        """Set when players' claims count: `both`, `director` or `off`; and if one browser may confirm."""
        return self._do(event, actor, journal.CLAIMS, {"rule": rule, "one_browser": one_browser})

    def confirm(self, event: int, claim: int, reason: str = "", *, actor: str = "director") -> int:
        """Confirm a claim; with a reason it replaces the result that it contradicts. Return the number."""
        if (found := replaced(self.get(event), claim, reason)) is None:
            return self._do(event, actor, journal.CONFIRM, {"claim": claim})
        return self.rule(event, found[1].seq, found[0].result, reason, claim=claim, actor=actor)

    def reject(self, event: int, claim: int, reason: str, *, actor: str = "director") -> None:
        """Reject a claim with a reason."""
        self._do(event, actor, journal.REJECT, {"claim": claim, "reason": reason})

    def rule(
        self,
        event: int,
        replaces: int,
        result: Mapping[str, Any] | None,
        reason: str,
        *,
        claim: int | None = None,
        actor: str = "director") -> int:
        """Replace the result that action `replaces` entered by another one, or by none; return the number.

        With `claim` it also answers that claim, which is then closed.
        """
        entered = next((one for one in self._state(event).entered if one.seq == replaces), None)
        if result is not None and entered is not None:
            result = self._completed(event, result, instead=entered.result)
        body = {"replaces": replaces, "result": result, "reason": reason}
        return self._do(event, actor, journal.RULE, body | ({} if claim is None else {"claim": claim}))

    # --- ending and undoing ---------------------------------------------------------------

    def finish(self, event: int, reason: str = "", *, actor: str = "director") -> None:
        """Finish an event: nothing more can be entered. Its ranking entry is proposed.

        While matches are open, or cases wait for the director, it needs a reason (`Unconfirmed`).
        """
        state = self._state(event)
        if not reason and not state.claims:
            waiting = self.undecided.of(event, state.tables)
            opengames.check_finish(self._answers.known(event, state)[0], waiting)
        self._do(event, actor, journal.FINISH, {"reason": reason} if reason else {})
        propose_entry(self._store, event, actor)

    def reopen(self, event: int, reason: str, *, actor: str = "director") -> None:
        """Reopen a finished event, with a reason."""
        check_free(self._state(event).name, self.all(), event)
        self._do(event, actor, journal.REOPEN, {"reason": reason})

    def undo(self, event: int, seq: int | None = None, reason: str = "", *, actor: str = "director") -> str:
        """Undo action `seq`, or without it the last action that counts; return what was undone, in words."""
        self._row(event)
        reading = self._read(event)
        seq = reading.undoable(actor) if seq is None else seq
        if reading.state.discarded or reading.state.finished:
            check_free(reading.state.name, self.all(), event)
        body = {"undoes": seq} | ({"reason": reason} if reason else {})
        self._do(event, actor, UNDO, body)
        return reading.sentences[seq - 1]

    # --- inside ---------------------------------------------------------------------------

    def _do(self, event: int, actor: str, action: str, body: Mapping[str, Any]) -> int:
        self._row(event)
        with sentences(self.form(event)):
            body = document.storable(Cursor(dict(body)))
            # without a lock: results of tables arrive in the thread that commits, which must never wait
            try:
                last = self._store.events.journals.follow(
                    lambda: self._check(event, actor, action, body), (actor, action, body), event)
            except Overtaken as error:
                raise UserError(
                    "Other people keep changing event %(event)s: look at it again.", event=event) from error
        seen.added(seen.event_journal(event), last)
        self._acted(event, actor)
        return last

    def _check(self, event: int, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Return the number of an event's last action; refuse this action if it cannot follow it."""
        reading = self._read(event)
        actions = reading.actions
        after = len(actions)
        new = Action(after + 1, 0, actor, action, body)
        self.shown.check(event, reading, new)
        if action == UNDO:
            heldbydesk.check_undo(self._store, event, actions, body["undoes"])
        try:
            state = follow(actions, new, reading.state)
            if action in (journal.SET, journal.DRAW):
                state.check_options()
            if state.started:
                self._answers.of(event, state)
        except DocumentError as error:
            if action in (journal.SET, journal.DRAW) and error.place.startswith("results["):
                raise UserError("It does not fit what has been played: %(error)s",
                    error=sentence(error, reading.state.format)) from error
            if action != UNDO or error.place.startswith("undo"):
                raise of_new_result(error, len(reading.state.results)) from error
            raise UserError("Later actions depend on %(actions)s: undo them first (%(value)s).",
                actions=journal.sentence(actions, body["undoes"]), value=within(error, reading.state.format)
            ) from error
        changing = actions[body["undoes"] - 1].action if action == UNDO else action
        if changing in (journal.SET, journal.DRAW, UNDO):
            running, _kept = self._answers.known(event, reading.state)
            way = _("Undo the start first.") if action == UNDO else ""
            redraw.check(reading.state, running, state, way)
        changing = redraw.undone_at_last(actions, body["undoes"]) if action == UNDO else action
        if changing in (journal.ENTER, journal.WITHDRAW):
            running, _kept = self._answers.known(event, reading.state)
            given = str(body.get("bye_of", "")) if action == journal.ENTER else ""
            redraw.check_kept(reading.state, running, state, entry=action == journal.ENTER, given=given)
        return after

    def _row(self, event: int) -> EventRow:
        return self._reader.row(event)

    def _state(self, event: int) -> EventState:
        self._row(event)
        return self._read(event).state

    def _read(self, event: int) -> Reading[EventState]:
        return self._reader.read(event)

    def _acted(self, event: int, actor: str) -> None:
        """Announce new actions, and propose ranking entries for complete units of a running event."""
        ranking = self.form(event).ranking
        if ranking is not None and ranking.running:
            answer, _ = self._answers.known(event, self._state(event))
            if answer is not None:
                propose_units(self._store, event, actor, answer)
        self._changed(event)
        if self.on_acted is not None:
            self.on_acted(event, actor)

    def _changed(self, event: int) -> None:
        if self._topics is not None:
            self._topics.bump("events", f"event/{event}")
