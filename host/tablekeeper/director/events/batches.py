"""Several actions of an event at once, all of them or none.

Batches are: results from a file, the cancellation of all games that can change nothing, the undo of several
actions, the undo of an action and its dependents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablekeeper.director import seen
from tablekeeper.director.events import bulk, consequences, document, heldbydesk, journal, redraw
from tablekeeper.director.events.bulk import BulkPreview
from tablekeeper.director.events.decisions import check_no_decision
from tablekeeper.director.events.journal import EVENTS, fold
from tablekeeper.director.events.sentences import sentences
from tablekeeper.director.events.shown import ShownEvents
from tablekeeper.director.events.state import EventState
from tablekeeper.director.undoing import REASON, Undoing
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action, NewAction, Overtaken
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import _
from tablekeeper.store import Store
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import counted


class EventBatches:
    """Adds actions to an event's journal in one transaction. All methods may be called from any thread."""

    def __init__(
        self, store: Store, acted: Callable[[int, str], None], check_free: Callable[[str, int], None]
    ) -> None:
        """Store the arguments: `acted` is called after actions (event, actor), `check_free` checks a name."""
        self._store = store
        self._acted = acted
        self._check_free = check_free
        self._shown = ShownEvents(self._read)

    def preview(self, event: int, text: str) -> BulkPreview:
        """Return the effect of importing the lines of a text (CSV or JSON lines). Nothing is entered."""
        reading = self._read(event)
        state = reading.state
        if not state.started or state.finished:
            raise UserError("%(name)s is not running: import results while it runs.", name=state.name)
        return bulk.preview(state, len(reading.actions), bulk.read_lines(state.format, text))

    def enter(
        self, event: int, text: str, after: int, *, decides: bool = True, actor: str = "director"
    ) -> int:
        """Enter all results of a text; return the number of the last action.

        `after` is the preview's number: if others have acted since then, a new preview is needed. With
        `decides` the results may contain decisions of a director.
        """
        erasures = self._store.erasure.count
        found = self.preview(event, text)
        if found.problems:
            count = counted(len(found.problems), "line has a problem", "lines have problems")
            first = _(
                "line %(number)s (%(problem)s)",
                number=found.problems[0].number,
                problem=found.problems[0].problem,
            )
            raise UserError(
                "%(count)s, the first is %(first)s: nothing is entered.",
                count=count, first=first,
            )
        if not found.results:
            return found.after
        if not decides:
            form = self._read(event).state.format
            for result in found.results:
                check_no_decision(form, result)
        with sentences(self._read(event).state.format):
            bodies = [document.storable(Cursor({"result": dict(result)})) for result in found.results]
        actions = [(actor, journal.RESULT, body) for body in bodies]
        return self._append(event, after if found.after == after else -1, actions, erasures)

    def cancel(self, event: int, *, actor: str = "director") -> int:
        """Cancel every game that can change nothing; return the number of the last action."""
        erasures = self._store.erasure.count
        reading = self._read(event)
        state = reading.state
        running = state.started and not state.finished
        proposed = [one for one in state.answer().cancelled if one.get("proposed")] if running else []
        if not proposed:
            raise UserError(
                "In %(name)s no game can be cancelled now: every open game can still change something.",
                name=state.name,
            )
        actions = [(actor, journal.CANCEL, {"players": list(one["players"])}) for one in proposed]
        return self._append(event, len(reading.actions), actions, erasures)

    def undo(self, event: int, first: int, last: int, reason: str = "", *, actor: str = "director") -> str:
        """Undo all actions from `first` to `last` that are not undone; return them in words."""
        erasures = self._store.erasure.count
        reading = self._read(event)
        span = range(first, min(last, len(reading.actions)) + 1)
        numbers = [seq for seq in span if seq not in reading.state.undone]
        if not numbers:
            raise UserError(
                "There is nothing to undo from action %(first)s to %(last)s.",
                first=first, last=last,
            )
        new = self._undoings(event, reading, numbers, reason, actor)
        self._append(event, len(reading.actions), new, erasures)
        return _(
            "%(actions)s from %(first)s to %(last)s",
            actions=counted(len(new), "action"),
            first=first,
            last=last,
        )

    def undoing(self, event: int, seq: int) -> Undoing:
        """Return the consequences of undoing an action, or why it cannot be undone."""
        return self._undoing(event, self._read(event), seq)

    def undo_one(
        self,
        event: int,
        seq: int | None = None,
        reason: str = "",
        *,
        together: bool = False,
        seen: str = "",
        actor: str = "director",
    ) -> str:
        """Undo action `seq`, or the last action that is not undone; return the undone action in words.

        With `together`, later actions that depend on it are undone, too; then a reason is needed.
        `seen` is the fingerprint of the consequences that the director has read.
        """
        erasures = self._store.erasure.count
        reading = self._read(event)
        seq = reading.undoable(actor) if seq is None else seq
        found = self._undoing(event, reading, seq)
        if found.impossible:
            raise UserError(found.impossible)
        if seen and seen != found.fingerprint:
            raise UserError("The event has changed meanwhile: look again at what the undo would change.")
        later = counted(len(found.dependents), "later action", "later actions")
        if found.dependents and not together:
            builds = reading.sentences[found.dependents[0] - 1]
            raise UserError(
                "%(later)s would not fit without %(told)s (%(builds)s): undo them together.",
                later=later, told=found.told, builds=builds,
            )
        if found.needs_reason and not reason:
            if not found.dependents:
                why = next(one.text for one in found.consequences if one.grade == REASON)
                raise UserError("%(why)s Say the reason for the undo, which is kept.", why=why)
            raise UserError("%(later)s would be undone, too: say the reason, which is kept.", later=later)
        if reading.state.discarded or reading.state.finished:
            self._check_free(reading.state.name, event)
        new = self._undoings(event, reading, [*found.dependents, seq], reason, actor)
        self._append(event, len(reading.actions), new, erasures)
        return _("%(told)s, and %(later)s", told=found.told, later=later) if found.dependents else found.told

    def _undoing(self, event: int, reading: Reading[EventState], seq: int) -> Undoing:
        state = reading.state
        try:
            running = state.answer() if state.started else None
        except DocumentError:
            # this version cannot compute the standings, so an undo's effect on them is unknown
            running = None
        found = consequences.undoing(reading.actions, state, running, seq, self._where)
        try:
            for one in (seq, *found.dependents):
                heldbydesk.check_undo(self._store, event, reading.actions, one)
        except UserError as error:
            return Undoing(found.told, impossible=str(error))
        return found

    def _where(self, match: int) -> str:
        """Return the table of a match, "" if it is not known."""
        boards = [one.uid for one in self._store.matches.segments(match)]
        row = self._store.board(boards[-1]) if boards else None
        return "" if row is None else row.called

    def _undoings(
        self, event: int, reading: Reading[EventState], numbers: Sequence[int], reason: str, actor: str
    ) -> list[NewAction]:
        """Return the undo actions for these actions, last one first; refuse a batch that is not possible."""
        why = {"reason": reason} if reason else {}
        actions = list(reading.actions)
        with sentences(reading.state.format):
            for seq in reversed(numbers):
                body = {"undoes": seq} | why
                EVENTS.check_undo(reading.state, reading.actions, Cursor(body, "undo"))
                heldbydesk.check_undo(self._store, event, reading.actions, seq)
                actions.append(Action(len(actions) + 1, 0, actor, UNDO, body))
                self._shown.check(event, reading, actions[-1])
            state = fold(actions)
            if state.started:
                state.answer()
            presence = {redraw.undone_at_last(reading.actions, seq) for seq in numbers}
            if presence & {journal.ENTER, journal.WITHDRAW} and reading.state.started:
                redraw.check_kept(reading.state, reading.state.answer(), state, paper=len(numbers) == 1)
        return [(one.actor, one.action, one.body) for one in actions[len(reading.actions) :]]

    def _append(self, event: int, after: int, actions: Sequence[NewAction], erasures: int) -> int:
        try:
            last = self._store.events.journals.append(after, actions, erasures, owner=event)
        except Overtaken as error:
            raise UserError("The event has changed meanwhile: look at it again.") from error
        seen.added(seen.event_journal(event), *range(after + 1, last + 1))
        self._acted(event, actions[0][0])
        return last

    def _read(self, event: int) -> Reading[EventState]:
        return self._store.events.journals.reading(EVENTS, event)
