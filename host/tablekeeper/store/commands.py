"""Commands for the boards, from the request until the board's answer.

    state     means
    waiting   not sent yet: the board is offline or about to get it
    sent      sent at least once; not answered
    done      the board has done it (or had done it before)
    refused   the board has not done it, and gives the reason
    expired   its time to live ended before the board answered

A command that is `sent` when the host stops is sent again after a restart; the board recognises its id.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, Update, bindparam, insert, select, update

from tablekeeper.store import boards, schema
from tablekeeper.store.database import Database
from tablekeeper.store.numbering import next_id
from tablekeeper.store.pendingwrite import PendingWrite
from tablekeeper.store.writer import Writer

WAITING = "waiting"
SENT = "sent"
DONE = "done"
REFUSED = "refused"
EXPIRED = "expired"
#: not answered yet
OPEN = (WAITING, SENT)
# made once: making a statement takes longer than running it
_COMMANDS = schema.commands.c
_ONE = select(schema.commands).where(_COMMANDS.id == bindparam("number"))
_ALL = select(schema.commands).where(_COMMANDS.uid == bindparam("board")).order_by(_COMMANDS.id)
_OPEN = _ALL.where(_COMMANDS.state.in_(OPEN))
_SENT = update(schema.commands).where(_COMMANDS.id == bindparam("number"), _COMMANDS.state == WAITING)
_ANSWERED = update(schema.commands).where(_COMMANDS.id == bindparam("number"), _COMMANDS.state.in_(OPEN))
_INSERT = insert(schema.commands)


@dataclass(frozen=True, slots=True)
class Command:
    """A command for a board; verbs and tails as in tablecore.messages."""

    id: int
    uid: str
    verb: int
    tail: bytes
    #: the match it is meant for; 0 = any
    match_id: int
    #: the board obeys only if its last sequence is this one; None = any
    expected: int | None
    #: hall time after which the command is not sent any more; None = no limit
    until_ms: int | None
    created_ms: int
    state: str
    #: the record that the board wrote for it
    seq: int | None
    #: why it was refused
    reason: str


class Commands:
    """The queue of every board's commands."""

    def __init__(self, database: Database, writer: Writer, now: Callable[[], int]) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self._news = threading.Lock()
        self._generations: dict[str, int] = {}

    def queue(
        self,
        uid: str,
        verb: int,
        tail: bytes,
        *,
        match_id: int = 0,
        expected: int | None = None,
        until_ms: int | None = None,
    ) -> int:
        """Queue a command; return its id once it is committed."""
        return self.queue_all(uid, [(verb, tail)], match_id=match_id, expected=expected, until_ms=until_ms)[0]

    def queue_all(
        self,
        uid: str,
        wanted: list[tuple[int, bytes]],
        *,
        match_id: int = 0,
        expected: int | None = None,
        until_ms: int | None = None,
    ) -> list[int]:
        """Queue several commands (verb, tail) for a board in one transaction; return their ids."""
        now = self._now()

        def job(connection: Connection) -> list[int]:
            known = connection.scalar(select(schema.boards.c.uid).where(schema.boards.c.uid == uid))
            if known is None:
                boards.enter(connection, uid, now)
            first = next_id(connection, schema.commands.c.id, now)
            numbers = list(range(first, first + len(wanted)))
            connection.execute(
                _INSERT,
                [
                    {
                        "id": number,
                        "uid": uid,
                        "verb": verb,
                        "tail": tail,
                        "match_id": match_id,
                        "expected": expected,
                        "until_ms": until_ms,
                        "created_ms": now,
                        "state": WAITING,
                        "reason": "",
                    }
                    for number, (verb, tail) in zip(numbers, wanted, strict=True)
                ],
            )
            return numbers

        numbers = self._writer.run(job)
        self.noticed(uid)
        return numbers

    def noticed(self, uid: str) -> None:
        """Note that commands were queued for a board, here or by another host."""
        with self._news:
            self._generations[uid] = self._generations.get(uid, 0) + 1

    def generation(self, uid: str) -> int:
        """Return a number that increases whenever commands are queued for a board; needs no query."""
        return self._generations.get(uid, 0)

    def sent(self, command_id: int) -> PendingWrite[Any]:
        """Note that a command was sent."""
        return self._note(_SENT, {"number": command_id, "state": SENT})

    def answered(self, command_id: int, state: str, seq: int | None, reason: str) -> PendingWrite[Any]:
        """Note the outcome of a command: DONE, REFUSED or EXPIRED. Only the first outcome is stored."""
        return self._note(_ANSWERED, {"number": command_id, "state": state, "seq": seq, "reason": reason})

    def _note(self, change: Update, values: Mapping[str, Any]) -> PendingWrite[Any]:
        return self._writer.put(lambda connection: connection.execute(change, values).rowcount)

    def get(self, command_id: int) -> Command | None:
        """Return a command; None if the id is unknown."""
        found = self._commands(_ONE, {"number": command_id})
        return found[0] if found else None

    def open(self, uid: str) -> list[Command]:
        """Return a board's commands that are not answered yet, oldest first."""
        return self._commands(_OPEN, {"board": uid})

    def all(self, uid: str) -> list[Command]:
        """Return all commands that were ever queued for a board, oldest first."""
        return self._commands(_ALL, {"board": uid})

    def _commands(self, query: Select[Any], values: Mapping[str, Any]) -> list[Command]:
        with self._database.reading() as connection:
            rows = connection.execute(query, values)
            return [Command(**{**row._mapping, "tail": bytes(row.tail)}) for row in rows]
