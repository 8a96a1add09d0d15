"""The dice of a hall: every logged throw with its player, and the director's names for sets of dice.

Throws are read from the boards' logs, also if their match did not count, and including discarded records.
Throws that were taken back, cancelled or repeated are kept and marked. The director's journal names the set
of dice for one match, or at one table from a given time on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from tablecore import records
from tablekeeper.director import seen
from tablekeeper.director.boards import JOURNAL as TABLES
from tablekeeper.director.decisions import told
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.ledger import BoardLog, JournalLog, stored_logs
from tablekeeper.director.logfold import LoggedThrow as Logged
from tablekeeper.director.logfold import LogSegment
from tablekeeper.errors import UserError
from tablekeeper.fairness import DiceReport, Throw, judge, throws
from tablekeeper.fairness.verdict import GROUPINGS, grouped
from tablekeeper.games.registry import GAMES
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.store import Base, Match, Store
from tablekeeper.text import shortened
from tablekeeper.textchecks import is_line, single_spaced

#: the entry of the director's journal that names a set of dice
LABEL = "label dice"
LONGEST_LABEL = 30
#: the highest number that a database can store: no match has a higher one
_HIGHEST = (1 << 63) - 1
#: the number of cached reports: people look at the same ones repeatedly
_KEPT = 16
_PURPOSES = {"": throws.TURN, "die-roll": throws.DIE_ROLL, "log": throws.LOG}
#: the source of a match that another host has set up: its dice were real throws at the table
_ELSEWHERE = re.compile(r"match \d+ of another host")
#: kind of chosen throws -> its name in sentences
_WORDS = {"device": _("device"), "set": _("set of dice"), "player": _("player"), "event": _("event")}


@dataclass(frozen=True, slots=True)
class Label:
    """A name for the dice of a table or of a match, from a time on (hall ms); "" removes the name."""

    id: int
    uid: str | None
    match: int | None
    label: str
    from_ms: int


class Dice:
    """Every throw of a store. All methods may be called from any thread.

    `logs` returns the boards' logs in memory, if there are any, as (name of the table, log) by uid; they
    are read with the `lock` held.
    """

    def __init__(
        self,
        store: Store,
        logs: Callable[[], Mapping[str, tuple[str, BoardLog]]] | None = None,
        lock: AbstractContextManager[Any] | None = None,
    ) -> None:
        self._store = store
        self._logs = logs
        self._lock = lock or nullcontext()
        self._kept: tuple[object, list[Throw]] | None = None
        #: by log segment: the log segment, the stamp of its data, and its throws
        self._parts: dict[tuple[str, int, int], tuple[LogSegment, object, list[Throw]]] = {}
        self._reports: dict[object, tuple[list[Throw], DiceReport]] = {}

    # --- asking ---------------------------------------------------------------------------

    def throws(self) -> list[Throw]:
        """Return every logged throw: board after board, and for each board in the order of the throws."""
        labels = self.labels()
        matches, segments = self._store.matches.all(), self._store.matches.all_segments()
        events = self._events()
        with self._lock:
            logs = stored_logs(self._store) if self._logs is None else self._logs()
            bases = {uid: self._store.bases(uid) for uid in logs}
            # logs are append-only: equal counts mean equal contents
            counts = [
                (uid, name, log.edition, log.count(), [one.folded for one in log.journals.values()])
                for uid, (name, log) in logs.items()
            ]
            key = (counts, bases, labels, matches, segments, events)
            if self._kept is None or self._kept[0] != key:
                known = {match.id: match for match in matches}
                repeats = _repeats(matches)
                homes = {(one.uid, one.journal, one.from_seq): known[one.match_id] for one in segments}
                found = []
                for uid, (name, board) in logs.items():
                    mine = tuple(one for one in labels if one.match is not None or one.uid == uid)
                    for log in board.journals.values():
                        for log_segment in log.fold.log_segments:
                            match = homes.get(log_segment.key)
                            event = throws.UNKNOWN if match is None else events.get(match.id, throws.UNKNOWN)
                            about = Throw((), device=name, event=event)
                            if match is not None and match.id in repeats:
                                about = replace(about, state=throws.REPEATED)
                            found += self._part(log, log_segment, match, about, bases[uid], mine)
                self._kept = (key, found)
            return self._kept[1]

    def _part(
        self,
        log: JournalLog,
        log_segment: LogSegment,
        match: Match | None,
        about: Throw,
        bases: Sequence[Base],
        labels: tuple[Label, ...],
    ) -> list[Throw]:
        """Return the throws of a log segment; cache those of a closed one, because the hall waits here."""
        given = (match, about, bases, labels)
        kept = self._parts.get(log_segment.key)
        if kept is not None and kept[0] is log_segment and kept[1] == given:
            return kept[2]
        made = list(_collect(log, log_segment, match, about, bases, labels))
        if log_segment.last is not None:
            self._parts[log_segment.key] = (log_segment, given, made)
        return made

    def labels(self) -> tuple[Label, ...]:
        """Return every name given to dice, oldest first."""
        return tuple(
            Label(action.seq, **action.body) for action in self._store.actions() if action.action == LABEL
        )

    def report(
        self,
        chosen: Mapping[str, str] | None = None,
        by: Sequence[str] | None = None,
        suspect: int | None = None,
    ) -> DiceReport:
        """Return the report on these throws, as the function `report` does; the latest reports are cached."""
        found = self.throws()
        asked = (tuple(sorted((chosen or {}).items())), None if by is None else tuple(by), suspect)
        kept = self._reports.get(asked)
        if kept is not None and kept[0] is found:
            return kept[1]
        made = report(found, chosen, by, suspect)
        while len(self._reports) >= _KEPT:
            self._reports.pop(next(iter(self._reports)), None)
        self._reports[asked] = (found, made)
        return made

    # --- naming ---------------------------------------------------------------------------

    def label(
        self,
        label: str,
        *,
        table: str | None = None,
        match: int | None = None,
        from_ms: int = 0,
        actor: str = "director",
    ) -> None:
        """Name the dice of a table (its uid or name) from a time on, or of a match; "" takes a name back."""
        wanted = single_spaced(label)
        if (table is None) == (match is None):
            raise UserError(
                "Name a table or a match whose dice these are, and only one of them.", field="match"
            )
        if wanted and not is_line(wanted, LONGEST_LABEL):
            raise UserError(
                "The name of a set of dice has 1 to %(longest_label)s letters.",
                longest_label=LONGEST_LABEL, field="label",
            )
        if wanted == throws.UNKNOWN:
            raise UserError(
                "A set that nobody has named is called %(name)s: choose another name.",
                name=wanted, field="label",
            )
        if from_ms < 0:
            raise UserError("A time before 1970 cannot be the time of a match.")
        uid = None if table is None else self._uid(table)
        if match is not None and (match > _HIGHEST or self._store.matches.get(match) is None):
            raise UserError("There is no match %(match)s.", match=match, field="match")
        body = {"uid": uid, "match": match, "label": wanted, "from_ms": from_ms}
        actions = self._store.actions()
        new = Action(len(actions) + 1, 0, actor, LABEL, body)
        seen.check(TABLES, actions, new, _touch, lambda seq: told(actions[seq - 1], {}))
        self._store.act(actor, LABEL, body)

    def _uid(self, table: str) -> str:
        boards = self._store.boards()
        found = [row.uid for row in boards if table in (row.uid, row.name, row.called)]
        if len(found) != 1:
            named = ", ".join(row.called for row in boards) or _("none yet")
            raise UserError(
                "There is no table '%(table)s': the tables are %(named)s.",
                table=shortened(table), named=named, field="table",
            )
        return found[0]

    # --- collecting -----------------------------------------------------------------------

    def _events(self) -> dict[int, str]:
        """Return match -> name of its event; events with equal names also have their number."""
        rows = self._store.events.all()
        names = [row.name for row in rows]
        found: dict[int, str] = {}
        for row in rows:
            name = row.name if names.count(row.name) == 1 else f"{row.name} ({row.id})"
            tables = self._store.events.journals.reading(EVENTS, row.id).state.tables
            found |= dict.fromkeys(tables, name)
        return found


def _transcript(match: Match | None) -> str | None:
    """Return the transcript that a match was replayed from, None if people played it."""
    if match is None or match.source is None or _ELSEWHERE.fullmatch(match.source) is not None:
        return None
    return match.source


def _repeats(matches: Iterable[Match]) -> set[int]:
    """Return the matches whose transcript was played before: a demo repeats its few transcripts."""
    seen: set[str] = set()
    found = set()
    for match in sorted(matches, key=lambda match: match.id):
        if (transcript := _transcript(match)) is not None:
            if transcript in seen:
                found.add(match.id)
            seen.add(transcript)
    return found


def _collect(
    log: JournalLog,
    log_segment: LogSegment,
    match: Match | None,
    about: Throw,
    bases: Iterable[Base],
    labels: Sequence[Label],
) -> Iterator[Throw]:
    offsets = {base.base_seq: base.offset_ms for base in bases if base.journal == log.journal}
    for seq, throw in _thrown(log, log_segment, match, about):
        offset = offsets.get(log.fold.base_of(seq))
        at = 0 if match is None else match.created_ms
        if offset is not None:
            at = int(records.unpack(log.records[seq])[5]) + offset
        yield replace(throw, dice_set=_label_at(labels, match, at))


def _label_at(labels: Iterable[Label], match: Match | None, at: int) -> str:
    """Return the set of dice at a hall time: the match's label, else the table's."""
    of_match, of_table = "", ""
    since_match, since_table = -1, -1
    for one in labels:
        if one.from_ms > at:
            continue
        if one.match is not None:
            if match is not None and one.match == match.id and one.from_ms >= since_match:
                of_match, since_match = one.label, one.from_ms
        elif one.from_ms >= since_table:
            of_table, since_table = one.label, one.from_ms
    return of_match or of_table or throws.UNKNOWN


def _thrown(
    log: JournalLog, log_segment: LogSegment, match: Match | None, about: Throw
) -> Iterator[tuple[int, Throw]]:
    """Yield (sequence, throw) for every throw of a log segment, in order, with its state."""
    logged = {throw.seq: throw for throw in log_segment.throws}
    states = _states(log, log_segment, logged)
    for seq, one in logged.items():
        record = log.records[seq]
        source = throws.BOARD if records.unpack(record)[6] == 1 else throws.TYPED
        if _transcript(match) is not None:
            source = throws.TRANSCRIPT
        told = replace(about, source=source, state=states.get(seq, about.state))
        if record[4] == records.OPENING:
            # each player has thrown one die
            for seat, die in enumerate(one.dice):
                yield seq, replace(told, faces=(die,), purpose=throws.OPENING, player=_player(match, seat))
        else:
            purpose = _PURPOSES.get(one.purpose, throws.TURN)
            yield seq, replace(told, faces=one.dice, purpose=purpose, player=_player(match, one.seat))


def _player(match: Match | None, seat: int | None) -> str:
    if match is None or seat is None or seat >= len(match.names):
        return throws.UNKNOWN
    return match.names[seat] or throws.UNKNOWN


def _states(log: JournalLog, log_segment: LogSegment, logged: Mapping[int, Logged]) -> dict[int, str]:
    """Return the states of the throws that do not count: taken back, cancelled, or thrown again."""
    found: dict[int, str] = {}
    last, holder = 0, records.NOBODY
    for seq in log.held(log_segment.first, log_segment.last):
        kind, a, b, c = log.records[seq][4:8]
        if seq in log.fold.undone:
            if seq in logged:
                found[seq] = throws.UNDONE
        elif seq in logged:
            again = kind == records.DICE and a == holder and GAMES.of(log_segment.program).one_throw
            if last and again:
                # a second throw of the same turn: cocked dice, or a correction
                found[last] = throws.AGAIN
            last, holder = seq, a
            if kind == records.OPENING:
                # equal dice are thrown again by both, and all of them count
                holder = records.NOBODY if a == b else int(b > a)
        elif seq in log.fold.odd:
            continue
        elif kind == records.CANCEL and last:
            found[last] = throws.CANCELLED
            last = 0
        elif kind == records.GAME or (
            a == holder and (kind == records.PRESS or (kind == records.DOUBLE and c < 2))
        ):
            # two records do not end a turn: the lower roller's press, which starts the other's clock, and an
            # irregular double that was accepted (c = 2)
            last = 0
    return found


def report(
    found: Sequence[Throw],
    chosen: Mapping[str, str] | None = None,
    by: Sequence[str] | None = None,
    suspect: int | None = None,
) -> DiceReport:
    """Return the report on throws, chosen by device, set, player and event, and grouped by those in `by`.

    Without `by`, chosen throws are one group; without both there is a group for each device, set, player and
    event. A UserError names a chosen value that no throw has.
    """
    chosen = chosen or {}
    for kind, name in chosen.items():
        known = sorted({throw.named(kind) for throw in found})
        if name not in known:
            some = (
                _(
                    ": there are %(known)s%(more)s",
                    known=", ".join(known[:8]),
                    more=_(" and others") if len(known) > 8 else "",
                )
                if known
                else ""
            )
            raise UserError(
                "No throw has the %(words)s '%(name)s'%(some)s.",
                words=_WORDS[kind], name=name, some=some,
            )
    kept = [throw for throw in found if all(throw.named(kind) == name for kind, name in chosen.items())]
    if by is None and not chosen:
        return judge(grouped(kept, GROUPINGS), suspect)
    if by:
        return judge(grouped(kept, by), suspect)
    title = ", ".join(f"{_WORDS[kind]} {name}" for kind, name in chosen.items())
    return judge({("chosen", title): kept}, suspect)


def _touch(actions: Sequence[Action], action: Action) -> seen.Touch:
    """Return the things that naming a set of dice touches: the dice of a table, or of a match."""
    whose = {} if action.action != LABEL else action.body
    found = frozenset(f"dice of {key} {whose[key]}" for key in ("uid", "match") if whose.get(key) is not None)
    return seen.Touch(found, found)
