"""Matches of venues for the federation's pages, from the shipped records and director's journals.

A venue does not ship its list of matches and the time bases of its boards. The opening record of a
log names the match; handovers and the players' names are in the director's journal. The time of a
record is estimated from its arrival: in each sitting of a board, the record with the shortest delay relates
the board's count to the hall's time. If a whole sitting was sent late, its records get too late times.
"""

from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablecore import records
from tablekeeper.director import clockuse
from tablekeeper.director.federation.folded import actions_of, rows_of
from tablekeeper.director.ledger import JournalLog
from tablekeeper.director.logfold import LogSegment
from tablekeeper.director.overview import called, finished_games, record_view, seats_of
from tablekeeper.director.people.publicnames import hidden_in
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.director.places import given_names
from tablekeeper.director.projection import MatchCourse, Part, course_of, part_of
from tablekeeper.director.setup import CREATE, HANDOVER, SET_UP
from tablekeeper.director.views import RecordView
from tablekeeper.federation.messages import Mark
from tablekeeper.games.registry import GAMES
from tablekeeper.games.view import ClockMove, FinishedGame, MatchView
from tablekeeper.journal.action import Action
from tablekeeper.store import Segment
from tablekeeper.store.copies import Copies
from tablekeeper.store.sealing import board_journal

#: the number of cached matches: those that spectators look at now
_KEPT = 64
_DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match from its boards' records, with public names."""

    id: int
    #: by seat
    players: tuple[str, ...]
    #: None if the venue has shipped no record of it
    view: MatchView | None
    #: names of the tables, the first one first
    tables: tuple[str, ...]
    games: tuple[FinishedGame, ...]
    moves: tuple[ClockMove, ...]
    start: tuple[int, int]
    problems: tuple[str, ...]
    #: oldest first; records after a handover, which do not count, are marked "stray"
    log: tuple[RecordView, ...]


@dataclass(slots=True)
class _ShippedLog:
    """A board's journal from the shipped copy."""

    log: JournalLog
    #: by sequence: hall ms of arrival
    received: dict[int, int]
    #: by the first record of a sitting: latest possible hall ms of its count 0
    offsets: dict[int, int]

    def time_of(self, seq: int) -> int | None:
        """Return the approximate time of a record (hall ms), None if it is unknown."""
        offset = self.offsets.get(self.log.fold.base_of(seq))
        return None if offset is None else int(records.unpack(self.log.records[seq])[5]) + offset

    def counted(self, part: Part) -> dict[int, bytes]:
        """Return the valid records of a part, by sequence."""
        last = part.last if part.cut is None else part.cut
        return {seq: self.log.records[seq] for seq in self.log.held(part.segment.from_seq or 0, last)}


class VenueMatches:
    """A cache of the matches requested last. One caller at a time."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._known: OrderedDict[tuple[str, int], tuple[Any, ShownMatch]] = OrderedDict()

    def get(
        self, ends: Mapping[tuple[str, str], Mark], venue: str, match: int, named: Sequence[str],
        hidden: Sequence[Renaming],
    ) -> ShownMatch:  # fmt: skip
        """Return a match of a venue.

        `ends` are the ends of all journals, `named` the players of its pairing, `hidden` the replacements of
        names in the venue's texts.
        """
        logs = self._copies.holding(venue, "board/", struct.pack("<I", match).hex())
        stamp = (tuple(ends.get((venue, one)) for one in (_DIRECTOR, *logs)), logs, tuple(named), id(hidden))
        known = self._known.pop((venue, match), None)
        if known is None or known[0] != stamp:
            actions = tuple(actions_of(rows_of(self._copies, venue, _DIRECTOR)))
            known = (stamp, self._made(venue, match, named, hidden, logs, actions))
        self._known[venue, match] = known
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return known[1]

    def _made(
        self, venue: str, match: int, named: Sequence[str], hidden: Sequence[Renaming],
        journals: Iterable[str], actions: Sequence[Action],
    ) -> ShownMatch:  # fmt: skip
        logs = {one: self._read(venue, one) for one in journals}
        begun = [
            (log, segment) for log in logs.values() for segment in log.log.fold.log_segments
            if segment.match_id == match
        ]  # fmt: skip
        course, where = _course(match, begun, [one.body for one in actions if one.action == HANDOVER])
        names = _names(actions, begun, where[0]) if where else ()
        players = tuple(hidden_in(name, hidden) for name in names) or tuple(named)
        called_tables = {uid: names[-1][1] for uid, names in given_names(actions).items()}
        tables = [hidden_in(called_tables.get(uid, ""), hidden) for uid in where]
        view, start = None, (0, 0)
        games: tuple[FinishedGame, ...] = ()
        if course.last is not None and course.last.sheet is not None:
            sheet = course.last.sheet
            players = called(players, seats_of(sheet))
            view = GAMES.of(sheet.PROGRAM).view(match, sheet, players, None, None)
            games = finished_games(course, players, sheet.PROGRAM)
            start = next(part.log_segment.start for part in course.parts if part.log_segment is not None)
        played = [
            (logs[board_journal(segment.uid, segment.journal or 0)], part)
            for part in course.parts if (segment := part.segment).journal is not None
        ]  # fmt: skip
        return ShownMatch(
            match, players, view, tuple(dict.fromkeys(filter(None, tables))), games,
            tuple(move for log, part in played for move in clockuse.moves(log.counted(part))), start,
            course.problems,
            tuple(
                record_view(log.log, seq, part, players, log.time_of(seq))
                for log, part in played for seq in log.log.held(part.segment.from_seq or 0, part.last)
            ),
        )  # fmt: skip

    def _read(self, venue: str, journal: str) -> _ShippedLog:
        _, uid, number = journal.split("/")
        log = JournalLog(uid, int(number, 16))
        rows = sorted(rows_of(self._copies, venue, journal))
        # missing records were lost at the board, or are under way: show the later ones
        log.add((bytes.fromhex(one) for _, _, one in rows), rows[-1][0] if rows else 0)
        offsets: dict[int, int] = {}
        for seq, came, one in rows:
            base, offset = log.fold.base_of(seq), came - int(records.unpack(bytes.fromhex(one))[5])
            offsets[base] = min(offsets.get(base, offset), offset)
        return _ShippedLog(log, {seq: came for seq, came, _ in rows}, offsets)


def _course(
    match: int, begun: Sequence[tuple[_ShippedLog, LogSegment]], handovers: Iterable[Mapping[str, Any]]
) -> tuple[MatchCourse, list[str]]:
    """Return the course of a match, and its boards."""
    moves = [one for one in handovers if one["match"] == match]
    first = [moves[0]["from"]] if moves else [log.log.uid for log, _ in begun[:1]]
    where = [*first, *(one["to"] for one in moves)]
    left, parts = list(begun), []
    for ordinal, uid in enumerate(where):
        # if a match was lost on time and restored, a board has several parts, in order of their set-ups
        found = next((one for one in left if one[0].log.uid == uid), None)
        journal, opener = (None, None) if found is None else (found[0].log.journal, found[1].first)
        move = moves[ordinal] if ordinal < len(moves) else None
        to_seq, ended_ms = None, None
        if move is not None:
            again = move["at_seq"] is not None
            to_seq, ended_ms = (move["at_seq"], None) if again else (move["held"], move["at_ms"])
        segment = Segment(match, ordinal, uid, journal, opener, to_seq, ended_ms)
        if found is None:
            parts.append(Part(segment))
            continue
        left.remove(found)
        parts.append(part_of(segment, found[1], found[0].log, found[0].time_of))
    return course_of(parts), where


def _names(
    actions: Iterable[Action], begun: Sequence[tuple[_ShippedLog, LogSegment]], where: str
) -> Sequence[str]:
    """Return the names by seat from the set-up of the table; () if they are not known."""
    log, segment = next((one for one in begun if one[0].log.uid == where), (None, None))
    if log is None or segment is None:
        return ()
    # a table takes no other set-up until this one is known to have been carried out
    by = log.received[segment.first]
    found = [
        one.body["names" if one.action == SET_UP else "players"] for one in actions
        if one.action in (SET_UP, CREATE) and one.body["uid"] == where and one.at_ms <= by
    ]  # fmt: skip
    return found[-1] if found else ()
