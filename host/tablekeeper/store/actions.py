"""The journals of actions: one class for all their tables. Rows are never changed.

Every such table has the same columns: seq, at_ms, actor, action, body. If a table holds many journals,
another key column names the owner (an event, a ranking entry). A caller who checked an action against the
journal passes the last sequence it read: if another action was added since, nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, Table, bindparam, insert, select

from tablekeeper.journal.action import Action, NewAction, Overtaken, canonical
from tablekeeper.journal.declared import Folded, JournalKind
from tablekeeper.journal.reading import Reading, Readings
from tablekeeper.languages import _
from tablekeeper.store import schema
from tablekeeper.store.chain import begin, link
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.sealing import action_checksum, action_journal, end, set_end
from tablekeeper.store.writer import Writer

S = TypeVar("S", bound=Folded)
#: attempts to add an action that others keep overtaking: more than there are directors in a hall
ATTEMPTS = 20


class ActionStore:
    """The journals of one table; `owner` names one of them where the table holds many."""

    def __init__(
        self, table: Table, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._table = table
        self._owner = next((column for column in table.primary_key if column.name != "seq"), None)
        self._database = database
        self._writer = writer
        self._now = now
        self._erasures = erasures
        self._readings: dict[JournalKind[Any], Readings[Any]] = {}
        # made once: making a statement takes longer than running it
        whole = select(table).where(table.c.seq > bindparam("after"))
        end = select(table.c.seq, table.c.at_ms, table.c.checksum).order_by(table.c.seq.desc()).limit(1)
        self._insert = insert(table)
        if self._owner is None:
            self._all = self._own = whole.order_by(table.c.seq)
            self._end = end
        else:
            own = self._owner == bindparam("owner")
            self._all = whole.order_by(self._owner, table.c.seq)
            self._own = self._all.where(own)
            self._end = end.where(own)

    # --- writing --------------------------------------------------------------------------

    def append(
        self,
        after: int,
        actions: Sequence[NewAction],
        erasures: int | None = None,
        *,
        owner: int | None = None,
        also: Callable[[Connection], object] | None = None,
    ) -> int:
        """Add all of the actions or none behind number `after`, which must be the last; return the new last
        number.

        `erasures` is the count of removals when the journal was read. If a name was removed since then, or
        another action was added, raise Overtaken. `also` runs in the same transaction.
        """
        now = self._now()

        def job(connection: Connection) -> int:
            if self._database.shared:
                self._erasures.compare(connection)
            last, _, _ = self._last(connection, owner)
            # an owner's journal begins with its own first action: without it, nothing can be added
            unknown = owner is not None and last == 0
            if last != after or unknown or erasures not in (None, self._erasures.count):
                raise Overtaken(self._table.name if owner is None else owner)
            number = self.add(connection, now, actions, owner)
            if also is not None:
                also(connection)
            return number

        return self._writer.run(job)

    def follow(self, check: Callable[[], int], action: NewAction, owner: int | None = None) -> int:
        """Call `check`, which returns the last action's number, and add an action behind it; return its
        number.

        Nothing is locked: if another action was added in between, check again. Raises Overtaken if that
        happened ATTEMPTS times.
        """
        for _attempt in range(ATTEMPTS):
            erasures = self._erasures.count
            try:
                return self.append(check(), [action], erasures, owner=owner)
            except Overtaken as error:
                overtaken = error
        raise overtaken

    def enter(self, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Add an action that needs no check; return its number."""
        now = self._now()
        return self._writer.run(lambda connection: self.add(connection, now, [(actor, action, body)]))

    def add(
        self, connection: Connection, now: int, actions: Sequence[NewAction], owner: int | None = None
    ) -> int:
        """Add actions within the writer's transaction; return the number of the last one."""
        last, at_ms, head = self._last(connection, owner)
        # a clock that is set back does not reorder a journal
        at = max(now, at_ms)
        added = [Action(last + n, at, *action) for n, action in enumerate(actions, 1)]
        self.adopt(connection, added, owner, head)
        return last + len(actions)

    def adopt(
        self,
        connection: Connection,
        actions: Sequence[Action],
        owner: int | None = None,
        head: str | None = None,
    ) -> None:
        """Write actions as they are within the writer's transaction, behind the one with checksum `head`."""
        key = {} if self._owner is None else {self._owner.name: owner}
        before = head or begin(action_journal(self._table, owner or 0))
        rows = []
        for one in actions:
            body = canonical(one.body)
            before = link(before, one.seq, one.at_ms, one.actor, one.action, body)
            own = {"seq": one.seq, "at_ms": one.at_ms, "actor": one.actor, "action": one.action, "body": body}
            rows.append(key | own | {"checksum": before})
        if rows:
            connection.execute(self._insert, rows)
            set_end(connection, self._table.name, owner or 0, actions[-1].seq, before)

    def _last(self, connection: Connection, owner: int | None) -> tuple[int, int, str | None]:
        """Return number, time and checksum of a journal's last action; (0, 0, None) for an empty journal."""
        row = connection.execute(self._end, {"owner": owner}).one_or_none()
        return (0, 0, None) if row is None else (row.seq, row.at_ms, row.checksum)

    # --- reading --------------------------------------------------------------------------

    def ends(self) -> dict[int, int]:
        """Return the number of each journal's last action by owner, from the table of journal ends."""
        table = schema.journal_ends
        query = select(table.c.owner, table.c.last).where(table.c.journal == self._table.name)
        with self._database.reading() as connection:
            return {row.owner: row.last for row in connection.execute(query)}

    def problem(self, owner: int = 0) -> str:
        """Return the problem in a journal's rows, as the end of a sentence; "" if there is none."""
        table = self._table
        query = self._of(select(table).order_by(table.c.seq), owner)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            last, head = end(connection, table.name, owner)
        for place, row in enumerate(rows, 1):
            if row.seq != place:
                return _("action %(seq)s is missing", seq=place)
        if len(rows) < last:
            return _("action %(seq)s is missing", seq=len(rows) + 1)
        before = begin(action_journal(table, owner))
        for row in rows:
            if row.checksum != action_checksum(before, row):
                return _(
                    "action %(seq)s is not the one that was entered after action %(before)s",
                    seq=row.seq, before=row.seq - 1,
                )
            before = row.checksum
        if len(rows) > last:
            return _("action %(seq)s is there, but was not counted", seq=last + 1)
        if not rows or before == head:
            return ""
        return _("action %(seq)s is not the one that was entered last", seq=last)

    def reading(self, kind: JournalKind[S], owner: int = 0) -> Reading[S]:
        """Return a journal and its state, folded once and then cached."""
        known = self._readings.get(kind)
        if known is None:
            known = Readings(kind, self.actions, lambda: self._erasures.count)
            known = self._readings.setdefault(kind, known)
        return known.of(owner)

    def actions(self, owner: int | None = None, after: int = 0) -> list[Action]:
        """Return the actions with numbers above `after`, oldest first; of all journals if `owner` is None."""
        return [action for _, action in self.owned(owner, after)]

    def owned(self, owner: int | None = None, after: int = 0) -> Iterator[tuple[int, Action]]:
        """Yield every action with its owner (0 if the table has no owners), journal after journal."""
        key = self._owner
        query = self._all if owner is None else self._own
        with self._database.reading() as connection:
            rows = list(connection.execute(query, {"after": after, "owner": owner}))
        for row in rows:
            whose = 0 if key is None else row._mapping[key.name]
            yield whose, Action(row.seq, row.at_ms, row.actor, row.action, json.loads(row.body))

    def _of(self, query: Select[Any], owner: int | None) -> Select[Any]:
        return query if self._owner is None or owner is None else query.where(self._owner == owner)
