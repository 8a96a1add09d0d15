"""All journals of a store as one: actions, authors and reasons; an undo shows its consequences first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tablekeeper.director import decisions
from tablekeeper.director.desk.report import subject
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.journalview import JournalLine, Selection, merged, without_reason
from tablekeeper.director.people.register import Register
from tablekeeper.director.ranking.difference import TableMove
from tablekeeper.director.ranking.journal import ENTRIES
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.director.takingback import TakingBack, taken_back_of
from tablekeeper.director.undoing import Undoing, serious, warning
from tablekeeper.errors import NotFound, UserError
from tablekeeper.journal.reading import ToldAction
from tablekeeper.languages import _
from tablekeeper.store import Store
from tablekeeper.store.entries import PROPOSED, WITHDRAWN
from tablekeeper.text import versus


class Journals:
    """All journals of a store. All methods may be called from any thread."""

    def __init__(
        self, store: Store, events: Events, desk: Desk, people: Register, rankings: Rankings,
        taking_back: TakingBack | None = None,
    ) -> None:  # fmt: skip
        """Store the services; without the hall (`taking_back`) no action at a table can be taken back."""
        self._taking_back = taking_back
        self._store = store
        self._events = events
        self._desk = desk
        self._people = people
        self._rankings = rankings

    @classmethod
    def of(cls, store: Store) -> Journals:
        """Return the journals of a store, for reading."""
        events, register = Events(store), Register(store)
        return cls(store, events, Desk(store, wall_ms, events=events), register, Rankings(register))

    # --- asking ---------------------------------------------------------------------------

    def lines(self, wanted: Selection | None = None) -> list[JournalLine]:
        """Return the lines that match the filters, oldest first."""
        taken = (wanted or Selection()).takes
        return [line for line in merged(self._all()) if taken(line)]

    def line(self, subject: str, owner: int, seq: int) -> JournalLine:
        """Return one action; raise NotFound if there is none."""
        for one in merged(self._all()):
            if (one.subject, one.owner, one.seq) == (subject, owner, seq):
                return one
        raise NotFound("The journal has no such action: choose one of its lines.")

    def look(self, line: JournalLine) -> Undoing:
        """Return the consequences of undoing an action, or why it cannot be undone."""
        if line.subject == "event":
            return self._events.batches.undoing(line.owner, line.seq)
        if line.subject == "desk":
            return self._desk.undoing(line.seq)
        if line.subject == "people":
            return self._people.undoing(line.seq)
        if line.subject == "ranking":
            return self._ranking_undoing(line)
        action = self._store.actions(after=line.seq - 1)[0]
        if self._taking_back is None:
            return Undoing(line.text, impossible=decisions.lasting(action))
        return self._taking_back.undoing(action, line.text, decisions.lasting(action))

    # --- undoing --------------------------------------------------------------------------

    def undo(
        self, line: JournalLine, reason: str = "", *, seen: str = "", actor: str = "director"
    ) -> str:
        """Undo an action and its dependents; return the undone action in words.

        `seen` is the fingerprint of the consequences that the director has read; refuse if they have changed.
        """
        found = self.look(line)
        if found.impossible:
            raise UserError(found.impossible)
        if seen and seen != found.fingerprint:
            raise UserError("Something has changed meanwhile: look again at what the undo would change.")
        if found.needs_reason and not reason:
            raise UserError("Give a reason, which is kept: more than one thing changes.", field="reason")
        if line.subject == "event":
            return self._events.batches.undo_one(
                line.owner, line.seq, reason, together=True, seen=seen, actor=actor
            )
        if line.subject == "desk":
            return self._desk.undo(line.seq, reason, actor=actor)
        if line.subject == "people":
            return self._people.undo(line.seq, actor=actor)
        if line.subject == "tables" and self._taking_back is not None:
            action = self._store.actions(after=line.seq - 1)[0]
            return self._taking_back.undo(action, line.text, reason, actor)
        return self._undo_ranking(line, reason, actor)

    # --- each journal ---------------------------------------------------------------------

    def _all(self) -> Iterator[Iterable[JournalLine]]:
        events = {one.id: one.name for one in self._store.events.all()}
        matches = {one.id: one for one in self._store.matches.all()}
        tables = {board.uid: board.called for board in self._store.boards()}
        at = {one.match_id: tables[one.uid] for one in self._store.matches.all_segments()}
        of: dict[int, int] = {}
        for event, name in events.items():
            of |= dict.fromkeys(self._events.get(event).tables, event)
            yield self._of_event(event, name)
        yield self._of_desk(events, of)
        yield self._of_tables({number: one.names for number, one in matches.items()}, tables, at, of)
        yield self._of_people()
        yield self._of_rankings()

    def _of_event(self, event: int, name: str) -> Iterator[JournalLine]:
        for one in self._events.get(event).history:
            yield _line("event", event, one, name, event)

    def _of_desk(self, events: Mapping[int, str], of: Mapping[int, int]) -> Iterator[JournalLine]:
        actions = self._desk.actions()
        for one in self._desk.history():
            body = subject(actions, actions[one.seq - 1]).body
            event = body.get("event", of.get(body.get("match", 0)))
            yield _line("desk", 0, one, events.get(event, "") if event else "", event)

    def _of_tables(
        self,
        names: Mapping[int, decisions.Names],
        tables: Mapping[str, str],
        at: Mapping[int, str],
        of: Mapping[int, int],
    ) -> Iterator[JournalLine]:
        taken_back = taken_back_of(self._store.actions())
        for action in self._store.actions():
            body, match = action.body, action.body.get("match")
            where = at.get(match, "") if match is not None else tables.get(body.get("uid", ""), "")
            text = decisions.told(action, names)
            if match is not None:
                known = [name for name in names.get(match, ()) if name]
                who = versus(known) if len(known) > 1 else str(match)
                text = _("match %(match)s: %(text)s", match=who, text=text)
            reason, undone = body.get("reason", ""), action.seq in taken_back
            yield JournalLine(
                "tables", 0, action.seq, action.at_ms, action.actor, action.action,
                without_reason(text, reason), reason, undone, where,
                None if match is None else of.get(match),
            )  # fmt: skip

    def _of_people(self) -> Iterator[JournalLine]:
        for one in self._people.history():
            yield _line("people", 0, one, "", None)

    def _of_rankings(self) -> Iterator[JournalLine]:
        for view in self._rankings.entries():
            for one in self._store.entries.journals.reading(ENTRIES, view.entry.id).told:
                yield _line("ranking", view.entry.id, one, view.title, view.entry.event)

    # --- rankings: entries are withdrawn, and count again -----------------------------------

    def _ranking_undoing(self, line: JournalLine) -> Undoing:
        view = self._rankings.entry(line.owner)
        told = _("%(text)s of %(title)s", text=line.text, title=view.title)
        if line.seq != view.entry.last or line.action == PROPOSED:
            return Undoing(
                told,
                impossible=_("What counts now is decided by the last action of %(title)s.", title=view.title),
            )
        if line.action == WITHDRAWN:
            moves = [
                warning(_("%(title)s counts again, with the points that it had.", title=view.title))
            ]
            return Undoing(told, tuple(moves), button=_("Let it count again"))
        book = self._people.book()
        moves = [
            warning(_(
                "%(ranking)s: %(name)s %(becomes)s.",
                ranking=difference.ranking, name=book.name(move.person), becomes=_becomes(move),
            ))
            for difference in self._rankings.preview_withdrawal(line.owner).differences
            for move in difference.moves
        ]
        first = serious(_("%(title)s no longer counts; the event can be confirmed again.", title=view.title))
        return Undoing(told, (first, *moves), button=_("Withdraw the entry"))

    def _undo_ranking(self, line: JournalLine, reason: str, actor: str) -> str:
        if line.action == WITHDRAWN:
            self._rankings.restore(line.owner, actor=actor)
        else:
            self._rankings.withdraw(line.owner, reason, actor=actor)
        return _("%(text)s of %(where)s", text=line.text, where=line.where)


def _line(subject: str, owner: int, one: ToldAction, where: str, event: int | None) -> JournalLine:
    return JournalLine(
        subject, owner, one.seq, one.at_ms, one.actor, one.action, without_reason(one.text, one.reason),
        one.reason, one.undone, where, event,
    )  # fmt: skip


def _becomes(move: TableMove) -> str:
    old, new = (
        _("not there") if one is None else f"{one.rank}." if one.rank else _("provisional")
        for one in (move.before, move.after)
    )
    return _("%(new)s, now %(old)s", new=new, old=old)
