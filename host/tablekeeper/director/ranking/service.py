"""The interface of the club's rankings for pages and commands: queries and actions.

Finished events propose entries; an entry counts when the director confirms it. Nothing is edited: a
correction and a withdrawal are actions of the entry's journal. Their effect on the places is shown before
they are written.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper import rankings
from tablekeeper.director import seen
from tablekeeper.director.events.journal import EVENTS, PLAY
from tablekeeper.director.events.state import EventState
from tablekeeper.director.people.book import Book, name_key
from tablekeeper.director.people.register import Register
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.counting import RANKINGS, sentences
from tablekeeper.director.ranking.difference import Difference
from tablekeeper.director.ranking.effects import Effects
from tablekeeper.director.ranking.finishing import propose_entry
from tablekeeper.director.ranking.journal import ENTRIES, RankingEntry
from tablekeeper.director.ranking.proposals import (
    Edits,
    Proposal,
    complete_units,
    edits_again,
    kept_edits,
    propose,
)
from tablekeeper.errors import NotFound, UserError
from tablekeeper.journal.action import Overtaken
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import ngettext
from tablekeeper.rankings.book import Named
from tablekeeper.rankings.entries import NoEntry
from tablekeeper.store.entries import CONFIRMED, CORRECTED, DOUBLE_THREAT, PROPOSED, WITHDRAWN, WORLD
from tablekeeper.strictjson import Cursor
from tablekeeper.textchecks import check_reason, check_registered_name


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry with the name of its event."""

    entry: RankingEntry
    title: str
    #: whether its event has changed since it was confirmed
    stale: bool
    #: number of complete units of a running event that still wait to be confirmed
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """The consequences of confirming, correcting or withdrawing an entry."""

    event: int | None
    title: str
    kind: str
    #: by name, as in the ranking file; empty for ratings and for a withdrawal
    tournaments: tuple[Mapping[str, Any], ...]
    #: number of results for the ratings
    results: int
    #: names that are not in the register: these people will be entered
    strangers: tuple[str, ...]
    differences: tuple[Difference, ...]


class Rankings(Effects):
    """The rankings of a store. All methods may be called from any thread."""

    register: Register

    def __init__(self, register: Register) -> None:
        super().__init__(register)
        self._acting = threading.RLock()

    # --- asking ---------------------------------------------------------------------------

    def entries(self) -> tuple[EntryView, ...]:
        """Return every entry, oldest first."""
        found = self.folded()
        names = {row.id: row.name for row in self._store.events.all()}
        return tuple(self._view(one, names) for one in found.values())

    def entry(self, number: int) -> EntryView:
        """Return an entry."""
        found = self.folded().get(number)
        if found is None:
            raise UserError("There is no ranking entry %(number)s.", number=number)
        return self._view(found, {row.id: row.name for row in self._store.events.all()})

    def of_event(self, event: int) -> RankingEntry | None:
        """Return the entry of an event, None if it has no entry."""
        found = [one for one in self.folded().values() if one.event == event]
        return found[-1] if found else None

    # --- proposing and confirming ---------------------------------------------------------

    def propose(self, event: int, *, actor: str = "director") -> int | None:
        """Propose the entry of a finished event; return its number, None if it counts in no ranking."""
        with self._acting:
            self._title(event)
            state = self._event(event).state
            if not state.finished and not complete_units(state):
                raise UserError("%(event)s is not finished: finish it first.", event=self._title(event))
            return propose_entry(self._store, event, actor)

    def preview(self, event: int, edits: Edits | None = None) -> Change:
        """Return the consequences of confirming or correcting the entry of an event. Nothing is written."""
        known = self.of_event(event)
        proposal, decided = self._proposal(event, known, edits or Edits())
        book = self.register.book()
        strangers = self._strangers(book, proposal)
        # players who will be entered are in the tables under unused numbers
        numbers_of = {name: str(-place) for place, name in enumerate(strangers, 1)}
        entry = self._entry_of(event, known, proposal, decided, book, numbers_of)
        return Change(
            event, self._title(event), proposal.kind, proposal.tournaments, len(proposal.results), strangers,
            self.differences(entry, entry, numbers_of),
        )  # fmt: skip

    def confirm(
        self, event: int, edits: Edits | None = None, *, reason: str = "", actor: str = "director"
    ) -> int:
        """Make a finished event count in its present state; return the entry's number."""
        with self._acting:
            self.propose(event, actor=actor)
            known = self.of_event(event)
            proposal, decided = self._proposal(event, known, edits or Edits())
            assert known is not None
            book = self.register.book()
            strangers = self._strangers(book, proposal)
            if strangers:
                self.register.enter(strangers, actor=actor)
                book = self.register.book()
            entry = self._entry_of(event, known, proposal, decided, book, {})
            assert entry.body is not None
            body = {**entry.body, "event_seq": entry.event_seq}
            more = len(entry.tournaments) - len(known.tournaments)
            if known.counts and not reason.strip():
                if more < 1 or entry.tournaments[:-more] != known.tournaments:
                    raise UserError("It counts already: a correction needs a reason, which is kept.")
                reason = ngettext("%(num)s unit more is complete", "%(num)s units more are complete", more)
            if known.counts:
                body["reason"] = check_reason(reason)
                if entry.body == known.body and entry.event_seq == known.event_seq:
                    raise UserError("%(event)s counts like that already.", event=self._title(event))
            self._append(known, CORRECTED if known.counts else CONFIRMED, body, actor)
        self.register.changed()
        return known.id

    # --- taking back ----------------------------------------------------------------------

    def preview_withdrawal(self, number: int) -> Change:
        """Return the consequences of withdrawing an entry. Nothing is written."""
        view = self.entry(number)
        self._check_counts(view)
        return Change(
            view.entry.event, view.title, view.entry.kind, (), 0, (),
            self.differences(view.entry, None, {}),
        )  # fmt: skip

    def withdraw(self, number: int, reason: str, *, actor: str = "director") -> None:
        """Withdraw an entry with a reason: it no longer counts."""
        with self._acting:
            view = self.entry(number)
            self._check_counts(view)
            self._append(view.entry, WITHDRAWN, {"reason": check_reason(reason)}, actor)
        self.register.changed()

    def restore(self, number: int, *, actor: str = "director") -> None:
        """Make a withdrawn entry count again, with the same points as before."""
        with self._acting:
            view = self.entry(number)
            if view.entry.state != WITHDRAWN or view.entry.body is None:
                raise UserError("Entry %(number)s was not withdrawn.", number=number)
            body = {**view.entry.body, "event_seq": view.entry.event_seq}
            self._append(view.entry, CONFIRMED, body, actor)
        self.register.changed()

    # --- from elsewhere -------------------------------------------------------------------

    def take_in(self, cursor: Cursor, *, actor: str = "director") -> tuple[int, ...]:
        """Import the tournaments of a ranking file, all or none; return the entries' numbers."""
        file = rankings.read(cursor)
        for item, one in zip(cursor.at("tournaments").items(), file.tournaments, strict=True):
            if one.date is None:
                raise item.at("date").refuse("is missing: the club's tournaments need the day they ended")
            for player in one.players:
                try:
                    check_registered_name(player)
                except UserError as error:
                    raise item.at("wins").refuse(str(error)) from error
        documents = [item.value for item in cursor.at("tournaments").items()]
        with self._acting:
            counting = {
                (tournament["name"], tournament["date"])
                for entry in self.folded().values()
                if entry.counts
                for tournament in entry.tournaments
            }
            for item in cursor.at("tournaments").items():
                if (item.value["name"], item.value["date"]) in counting:
                    raise item.at("name").refuse("counts already: withdraw it first")
            book = self.register.book()
            names = dict.fromkeys(player for one in documents for player in numbers.players_of(one))
            strangers = {name_key(name): name for name in names if book.find(name) is None}
            if strangers:
                self.register.enter(list(strangers.values()), actor=actor)
                book = self.register.book()
            found = []
            for document, tournament in zip(documents, file.tournaments, strict=True):
                kind = DOUBLE_THREAT if tournament.part == "double-threat" else WORLD
                body = {"tournaments": [_numbered(document, book, {})], "event_seq": 0}
                found.append(self._store.entries.create(kind, None, CONFIRMED, body, actor=actor))
        self.register.changed()
        return tuple(found)

    # --- inside ---------------------------------------------------------------------------

    def _view(self, entry: RankingEntry, names: Mapping[int, str]) -> EntryView:
        if entry.event is None:
            return EntryView(entry, str(entry.tournaments[0]["name"]), False)
        if not entry.counts:
            return EntryView(entry, names[entry.event], False)
        reading = self._event(entry.event)
        later = reading.actions[entry.event_seq :]
        units = 0 if reading.state.finished else complete_units(reading.state)
        if not units:
            return EntryView(entry, names[entry.event], bool(later))
        # while an event runs, further games do not change its complete units
        more = units - len(entry.tournaments)
        stale = more < 0 or any(one.action not in PLAY for one in later)
        return EntryView(entry, names[entry.event], stale, max(0, more))

    def _event(self, event: int) -> Reading[EventState]:
        return self._store.events.journals.reading(EVENTS, event)

    def _title(self, event: int) -> str:
        row = self._store.events.get(event)
        if row is None:
            raise NotFound("There is no event %(event)s.", event=event)
        return row.name

    def _check_counts(self, view: EntryView) -> None:
        if not view.entry.counts:
            raise UserError("%(title)s does not count: there is nothing to withdraw.", title=view.title)

    def _append(self, entry: RankingEntry, action: str, body: Mapping[str, Any], actor: str) -> None:
        counting = numbers.rated(body) if action in (CONFIRMED, CORRECTED) else ()
        reading = self._store.entries.journals.reading(ENTRIES, entry.id)
        whole = frozenset({"entry"})
        seen.check_needs(
            seen.entry_journal(entry.id), reading.actions, whole,
            lambda _, one: seen.Touch(frozenset() if one.action == PROPOSED else whole), reading.tell,
        )  # fmt: skip
        try:
            self._store.entries.append(entry.id, entry.last, action, body, actor=actor, rated=counting)
        except Overtaken as error:
            raise UserError("Somebody else has changed that entry: look at it again.") from error

    def _proposal(self, event: int, known: RankingEntry | None, edits: Edits) -> tuple[Proposal, Edits]:
        """Return the event's present proposal, with the earlier and the new decisions."""
        self._title(event)
        reading = self._event(event)
        before = dict(known.body.get("edits", {})) if known is not None and known.body else {}
        if "winner" in before:
            before["winner"] = self.register.book().name(int(before["winner"]))
        decided = edits_again(before, edits)
        with sentences():
            try:
                return propose(reading.state, reading.actions, decided), decided
            except NoEntry:
                if decided.winner is None or edits.winner is not None or "winner" not in before:
                    raise
                # the former winner is not level for first place any more
                decided = replace(decided, winner=None)
                return propose(reading.state, reading.actions, decided), decided

    def _strangers(self, book: Book, proposal: Proposal) -> tuple[str, ...]:
        """Return the names that are not in the register yet; refuse two names of one person."""
        seen: dict[int, str] = {}
        strangers: dict[str, str] = {}
        for name in proposal.players:
            check_registered_name(name)
            found = book.find(name)
            if found is None:
                if name_key(name) in strangers:
                    raise UserError(
                        "'%(name)s' and '%(strangers)s' are one name in the register.",
                        name=name, strangers=strangers[name_key(name)],
                    )
                strangers[name_key(name)] = name
                continue
            if found in seen:
                raise UserError(
                    "'%(seen)s' and '%(name)s' are one person in the register: split a name off.",
                    seen=seen[found], name=name,
                )
            seen[found] = name
        return tuple(strangers.values())

    def _entry_of(
        self,
        event: int,
        known: RankingEntry | None,
        proposal: Proposal,
        decided: Edits,
        book: Book,
        strangers: Mapping[str, str],
    ) -> RankingEntry:
        """Return the entry that a proposal will be after its confirmation."""
        kept = kept_edits(decided)
        if "winner" in kept:
            kept["winner"] = strangers.get(kept["winner"]) or str(book.find(kept["winner"]))
        body: dict[str, Any] = {"edits": kept} if kept else {}
        if proposal.tournaments:
            body["tournaments"] = [_numbered(one, book, strangers) for one in proposal.tournaments]
        if proposal.results:
            body["day"] = proposal.day
            body["results"] = [_rated(one, book, strangers) for one in proposal.results]
        count = len(self._event(event).actions)
        number = 1 << 62 if known is None else known.id
        # a new number of the last action, so that ratings notice the difference to the counting entry
        last = 1 if known is None else known.last + 1
        return RankingEntry(number, proposal.kind, event, CONFIRMED, body, count, last)


def _number(name: str, book: Book, strangers: Mapping[str, str]) -> int:
    found = strangers.get(name)
    return int(found) if found is not None else int(book.find(name) or 0)


def _rated(result: Named[str], book: Book, strangers: Mapping[str, str]) -> dict[str, Any]:
    """Return a result for the ratings with numbers instead of names."""
    sides, length, ranks = result
    found: dict[str, Any] = {"sides": [[_number(name, book, strangers) for name in side] for side in sides]}
    return found | ({"length": length} if length else {}) | ({"ranks": list(ranks)} if ranks else {})


def _numbered(tournament: Mapping[str, Any], book: Book, strangers: Mapping[str, str]) -> dict[str, Any]:
    """Return a tournament with numbers instead of names, also in the proposed reason."""
    found = numbers.mapped(tournament, lambda name: str(_number(name, book, strangers)))
    if "cp" in found:
        reason = found["cp"]["reason"]
        for name in sorted(numbers.players_of(tournament), key=len, reverse=True):
            reason = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"#{_number(name, book, strangers)}", reason)
        found["cp"] = {**found["cp"], "reason": reason}
    return found


__all__ = ["RANKINGS", "Change", "EntryView", "Rankings"]
