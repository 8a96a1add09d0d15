"""Takes a hall back to an earlier time, using its journals; refuses if something cannot be restored.

The database is a copy that nobody else uses (`store.backup.restoring`): if this refuses, it is deleted.
"""

from __future__ import annotations

from tablekeeper.director.people.journal import PEOPLE, REMOVED
from tablekeeper.director.quarantine import RELEASE
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.journal import ENTRIES
from tablekeeper.errors import UserError
from tablekeeper.store import Store


def rewind(store: Store, until_ms: int) -> None:
    """Restore the state of a database at a moment (hall ms).

    Raises UserError if a name was removed or a record released since: neither can be undone.
    """
    _check(store, until_ms)
    store.rewind(until_ms)
    state = store.people.journal.reading(PEOPLE).state
    names, clubs = store.people.aliases(), store.people.clubs()
    if missing := len((state.named.keys() - names) | (state.clubs - clubs.keys())):
        raise UserError(
            "Names were deleted since that moment (%(missing)s), when an entry was undone: restore a copy "
            "that is older than that.",
            missing=missing,
        )
    store.people.forget(names.keys() - state.named, clubs.keys() - state.clubs)
    for row in store.entries.all():
        entry = store.entries.journals.reading(ENTRIES, row.id).state.entry
        store.entries.rate(row.id, numbers.rated(entry.body or {}) if entry.counts else ())


def _check(store: Store, until_ms: int) -> None:
    if any(one.action == REMOVED and one.at_ms > until_ms for one in store.people.journal.actions()):
        raise UserError(
            "A name was removed since that moment, and stays removed: restore a copy from before the "
            "removal, and remove the name again."
        )
    if any(one.action == RELEASE and one.at_ms > until_ms for one in store.actions()):
        raise UserError(
            "A record that was set aside was released since that moment, which is not taken back: restore a "
            "copy from before that."
        )
    if store.shipped.membership() is not None:
        raise UserError(
            "This venue ships to a federation, which already has the later entries: restore a copy that "
            "was made at that time."
        )
