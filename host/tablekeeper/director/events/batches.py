"""Several actions of an event at once, all of them or none: results from a file, and the undo of a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablekeeper.director.events import bulk, document, heldbydesk, journal
from tablekeeper.director.events.bulk import BulkPreview
from tablekeeper.director.events.journal import EVENTS, fold
from tablekeeper.director.events.sentences import sentences
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action, NewAction, Overtaken
from tablekeeper.journal.reading import Reading
from tablekeeper.store import Store
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted


class EventBatches:
    """Adds actions to an event's journal in one transaction. All methods may be called from any thread."""

    def __init__(self, store: Store, acted: Callable[[int, str], None]) -> None:
        self._store = store
        self._acted = acted

    def preview(self, event: int, text: str) -> BulkPreview:
        """Return what importing the lines of a text (CSV or JSON lines) would do. Nothing is entered."""
        reading = self._read(event)
        state = reading.state
        if not state.started or state.finished:
            raise UserError(f"{state.name} is not running: import results while it runs.")
        return bulk.preview(state, len(reading.actions), bulk.read_lines(state.format, text))

    def enter(self, event: int, text: str, after: int, *, actor: str = "director") -> int:
        """Enter all results of a text; return the number of the last action.

        `after` is that of the preview: where others have acted since then it is to be looked at again.
        """
        erasures = self._store.erasure.count
        found = self.preview(event, text)
        if found.problems:
            count = counted(len(found.problems), "line has a problem", "lines have problems")
            first = f"line {found.problems[0].number} ({found.problems[0].problem})"
            raise UserError(f"{count}, the first is {first}: nothing is entered.")
        if not found.results:
            return found.after
        with sentences():
            bodies = [document.storable(Cursor({"result": dict(result)})) for result in found.results]
        actions = [(actor, journal.RESULT, body) for body in bodies]
        return self._append(event, after if found.after == after else -1, actions, erasures)

    def undo(self, event: int, first: int, last: int, reason: str = "", *, actor: str = "director") -> str:
        """Undo every action from `first` to `last` that counts; return what was undone, in words."""
        erasures = self._store.erasure.count
        reading = self._read(event)
        why = {"reason": reason} if reason else {}
        span = range(first, min(last, len(reading.actions)) + 1)
        numbers = [seq for seq in span if seq not in reading.state.undone]
        if not numbers:
            raise UserError(f"There is nothing to undo from action {first} to {last}.")
        actions = list(reading.actions)
        with sentences():
            for seq in reversed(numbers):
                body = {"undoes": seq} | why
                EVENTS.check_undo(reading.state, reading.actions, Cursor(body, "undo"))
                heldbydesk.check_undo(self._store, event, reading.actions, seq)
                actions.append(Action(len(actions) + 1, 0, actor, UNDO, body))
            state = fold(actions)
            if state.started:
                state.answer()
        new = [(one.actor, one.action, one.body) for one in actions[len(reading.actions) :]]
        self._append(event, len(reading.actions), new, erasures)
        return f"{counted(len(new), 'action')} from {first} to {last}"

    def _append(self, event: int, after: int, actions: Sequence[NewAction], erasures: int) -> int:
        try:
            last = self._store.events.journals.append(after, actions, erasures, owner=event)
        except Overtaken as error:
            raise UserError("The event has changed meanwhile: look at it again.") from error
        self._acted(event, actions[0][0])
        return last

    def _read(self, event: int) -> Reading[EventState]:
        return self._store.events.journals.reading(EVENTS, event)
