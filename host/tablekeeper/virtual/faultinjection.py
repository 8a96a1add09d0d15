"""Faults for a replay, drawn from a seed: of the cable, the host and the power.

The cable flips, loses and doubles bytes; it is unplugged; the host stops reading for a while; the host's
process is killed and restarted; the board loses power after a random number of bytes written to its memory,
and gets it back later. None of this may change the log of the match.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tablecore import records
from tablekeeper.games import catalogue
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablesim.faults import FaultPlan, Span

_SECOND = 1_000_000
#: the interval at which the worst moment for a kill is searched
_BLINK = 2000
_PATIENCE = 20 * _SECOND // _BLINK
#: records that a restart adds to a log
_OF_A_RESTART = (records.BOOT, records.RESUME, records.FAULT)
#: kinds whose p is a sequence number, which a restart moves
_POINTING = (records.COMMIT, records.UNDO)
#: kinds whose q is a number of the match; elsewhere it is a command's, or a checksum
_TELLING = (records.TIME, records.RESERVES)


@dataclass(frozen=True, slots=True)
class FaultCounts:
    """The faults of one replay: damaged bytes on the cable, and the count of each other fault."""

    damaged: int
    unplugged: int
    unread: int
    kills: int
    cuts: int

    def __str__(self) -> str:
        return (
            f"{self.damaged} bytes damaged, {self.unplugged} times unplugged, {self.unread} times unread, "
            f"host killed {self.kills} times, power cut {self.cuts} times"
        )


class FaultInjection:
    """Puts a random plan of faults on a hall's timeline; `end` ends all faults."""

    def __init__(self, hall: VirtualHall, table: VirtualTable, seed: int, *, minutes: int) -> None:
        self._hall = hall
        self._table = table
        self._over = False
        self.kills = 0
        self.cuts = 0
        chance = random.Random(seed)
        self._chance = chance
        span = minutes * 60 * _SECOND
        now = hall.timeline.now_us
        rate = chance.choice((0.0, 0.0003, 0.001, 0.004))
        self.plan = FaultPlan(
            seed,
            flip=rate * chance.random(),
            drop=rate * chance.random(),
            double=rate * chance.random(),
            unplugged=self._spans(now, span, chance.randint(0, 3), 90),
            stalled=self._spans(now, span, chance.randint(0, 2), 60),
        )
        table.board.inject(self.plan)
        for _ in range(chance.randint(0, 3)):
            patience = chance.choice((0, _PATIENCE))
            hall.timeline.at(now + chance.randrange(span), partial(self._kill, patience))
        # without a power cut the logs must be identical, so many replays have none
        for _ in range(chance.choice((0, 0, 1, 2, 3))):
            hall.timeline.at(now + chance.randrange(span), self._cut)

    def _spans(self, now: int, span: int, count: int, seconds: int) -> tuple[Span, ...]:
        return tuple(
            Span(now + self._chance.randrange(span), self._chance.randint(1, seconds) * _SECOND)
            for _ in range(count)
        )

    def _kill(self, patience: int = 0) -> None:
        if self._over:
            return
        connection = self._table.connection
        if patience and connection is not None and connection.idle():
            # wait for the worst moment: data has arrived but is not committed yet
            self._hall.timeline.after(_BLINK, partial(self._kill, patience - 1))
            return
        self.kills += 1
        self._hall.kill_host()
        self._hall.timeline.after(self._chance.randint(1, 40) * _SECOND, self._hall.start_host)

    def _cut(self) -> None:
        board = self._table.board
        if self._over or not board.powered:
            return
        self.cuts += 1
        board.cut_power_after(self._chance.randint(1, 400))
        self._hall.timeline.after(self._chance.randint(30, 90) * _SECOND, board.power_on)

    def end(self) -> None:
        """End all faults: cable in, power on, host up."""
        self._over = True
        hall, board = self._hall, self._table.board
        self.plan.flip = self.plan.drop = self.plan.double = 0.0
        # by then every pause that has begun is over, and every planned power cut has happened
        hall.run_for(120 * _SECOND)
        board.plug()
        board.usb_device.data.resume()
        board.power_on()

    def counts(self) -> FaultCounts:
        """Return the counts of the faults."""
        return FaultCounts(
            self.plan.mangled, len(self.plan.unplugged), len(self.plan.stalled), self.kills, self.cuts
        )


def compare_logs(clean: Sequence[bytes], faulted: Sequence[bytes], *, alone: bool = True) -> list[str]:
    """Return the difference between the logs without and with faults: at most one sentence.

    Without a power cut the bytes are identical. A power cut adds records of the restart and shifts
    times and numbers. The time of a director's order depends on the cable, and on the other boards in the
    hall if the board was not `alone`. The played records are the same even then.
    """
    if alone and _repeats_exactly(faulted):
        for ours, theirs in zip(clean, faulted, strict=False):
            if ours != theirs:
                return [f"with faults the log has {_named(theirs)}, without them {_named(ours)}"]
        if len(clean) != len(faulted):
            return [f"with faults the log has {len(faulted)} records, without them {len(clean)}"]
        return []
    before, after = _played(clean), _played(faulted)
    for (number, once), (other, now) in zip(before, after, strict=False):
        if once != now:
            at, instead = _named(clean[number - 1]), _named(faulted[other - 1])
            return [f"with faults another game was recorded: {instead} stands where without them {at} does"]
    if len(before) != len(after):
        return [f"with faults {len(after)} records tell of the match, without them {len(before)}"]
    return []


def _repeats_exactly(log: Sequence[bytes]) -> bool:
    """Return whether a log has no records whose time changes when something fails."""
    return not any(
        record[4] == records.BOOT or (record[4] == records.RESULT and record[7] == records.FORFEITED)
        for record in log[1:]
    )


def _played(log: Sequence[bytes]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the played records, each with its place in the log (from 1)."""
    played: list[tuple[int, tuple[int, ...]]] = []
    for place, record in enumerate(log, 1):
        _, kind, a, b, c, _, p, q = records.unpack(record)
        if kind not in _OF_A_RESTART:
            what = (0 if kind in _POINTING else p, q if kind in _TELLING else 0)
            played.append((place, (kind, a, b, c, *what)))
    return played


def _named(record: bytes) -> str:
    seq, kind, a, b, c, ms, _, _ = records.unpack(record)
    return f"record {seq} ({catalogue.name(kind)} {a} {b} {c}, {ms} ms)"
