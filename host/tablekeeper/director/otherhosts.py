"""Follows other hosts of the same database, so that hall, desk and events here show their changes, too.

This host also folds the records of boards that another host has. But only the host that has the board enters
its matches and results, and sets up its next game.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.hall import Hall
from tablekeeper.director.subscription import Topics
from tablekeeper.store.hosts import ANYTHING

#: journal of actions in the database -> topics of its pages
TOPICS = {
    "actions": ("hall",), "desk_actions": ("desk", "hall"), "people_actions": ("people",),
    "ranking_actions": ("people",), "event_actions": ("events", "hall"),
}  # fmt: skip
#: tables whose key is a board, and those whose key is a match
_OF_BOARDS = frozenset({"boards", "journals", "quarantine", "gaps", "bases", "commands"})
_OF_MATCHES = frozenset({"matches", "segments", "names"})


class OtherHosts:
    """Follows the other hosts of a hall; without other hosts it costs nothing."""

    def __init__(self, hall: Hall, event_tables: EventTables, topics: Topics) -> None:
        self._hall = hall
        self._event_tables = event_tables
        self._topics = topics
        hall.store.hosts.follow(self._follow)

    def start(self) -> None:
        """Follow them continuously; before this, changes are read only before each action."""
        self._hall.store.hosts.start()

    def took_over(self, uid: str) -> None:
        """Take over a board that is here now, from the state that its previous host has stored."""
        if self._hall.store.hosts.shared:
            self._hall.take_over(uid)
            self._event_tables.catch_up([uid])

    def _follow(self, changes: frozenset[str]) -> None:
        boards: dict[str, set[str]] = {}
        matches: set[int] = set()
        journals: set[str] = set()
        for change in changes:
            table, _, key = change.partition("/")
            if table in _OF_BOARDS:
                boards.setdefault(key, set()).add(table)
            elif table in _OF_MATCHES:
                matches.add(int(key))
            elif table == "journal_ends":
                journals.add(key)
        if ANYTHING in changes or any(key.startswith("removals/") for key in journals):
            store = self._hall.store
            boards = {row.uid: set(_OF_BOARDS) for row in store.boards()}
            matches = {match.id for match in store.matches.all()}
            journals |= {f"{name}/0" for name in TOPICS}
            journals |= {f"event_actions/{row.id}" for row in store.events.all()}
        # matches first: new records of a board may belong to one of them
        for match in sorted(matches):
            self._hall.read_match(match)
        self._hall.note_hosts()
        for uid in sorted(boards):
            self._hall.follow(uid, boards[uid])
        self._follow_journals(journals)
        if matches and not boards:
            self._hall.changed()

    def _follow_journals(self, journals: Iterable[str]) -> None:
        topics: dict[str, None] = {}
        for name, _, owner in (key.partition("/") for key in sorted(journals)):
            topics |= dict.fromkeys(TOPICS.get(name, ()))
            if name == "event_actions":
                topics[f"event/{owner}"] = None
        if "hall" in topics:
            self._hall.read_places()
        if "events" in topics:
            self._event_tables.read()
            self._event_tables.catch_up(self._hall.own_boards())
        self._topics.bump(*topics)
