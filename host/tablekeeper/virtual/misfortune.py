"""What goes wrong in a replay with faults, drawn from a seed: the cable, the host, the power.

The cable flips, loses and doubles bytes; it is pulled out, and the host stops reading for a while;
the host's process is killed and started again; the board loses power after a drawn number of bytes
written to its memory and gets it back later. Nothing of that may change what was played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tablecore import records
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablesim.faults import FaultPlan, Span

_SECOND = 1_000_000
#: records that a restart adds to a log
_OF_A_RESTART = (records.BOOT, records.RESUME, records.FAULT)


class Misfortune:
    """Puts a drawn plan of faults on a hall's timeline; `end` lets everything be well again."""

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
        self.plan.apply(table.board)
        for _ in range(chance.randint(0, 3)):
            hall.timeline.at(now + chance.randrange(span), self._kill)
        for _ in range(chance.randint(0, 3)):
            hall.timeline.at(now + chance.randrange(span), self._cut)

    def _spans(self, now: int, span: int, count: int, seconds: int) -> tuple[Span, ...]:
        return tuple(
            Span(now + self._chance.randrange(span), self._chance.randint(1, seconds) * _SECOND)
            for _ in range(count)
        )

    def _kill(self) -> None:
        if self._over:
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
        """Ends what still goes wrong: cable in, power on, host up."""
        self._over = True
        hall, board = self._hall, self._table.board
        self.plan.flip = self.plan.drop = self.plan.double = 0.0
        # every pause that has begun is over by then, and a cut that is armed has come
        hall.run_for(120 * _SECOND)
        board.plug()
        board.usb_device.data.resume()
        board.power_on()

    def told(self) -> str:
        """Returns what happened, for people."""
        return (
            f"{self.plan.mangled} bytes damaged, {len(self.plan.unplugged)} times unplugged, "
            f"{len(self.plan.stalled)} times unread, host killed {self.kills} times, "
            f"power cut {self.cuts} times"
        )


def compare_logs(clean: Sequence[bytes], faulted: Sequence[bytes]) -> list[str]:
    """Returns what is different between the log without faults and the one with them.

    Without a power cut they are the same bytes. A power cut adds records of the restart and moves
    times and numbers; what was played, record by record, is the same.
    """
    if not any(record[4] == records.BOOT for record in faulted[1:]):
        if list(clean) == list(faulted):
            return []
        return ["with faults the record log is not the same bytes as without"]
    if _played(clean) == _played(faulted):
        return []
    return ["with faults and power cuts another game was recorded than without"]


def _played(log: Sequence[bytes]) -> list[tuple[int, ...]]:
    played: list[tuple[int, ...]] = []
    for record in log:
        _, kind, a, b, c, _, p, _ = records.unpack(record)
        if kind in _OF_A_RESTART:
            continue
        # sequence numbers, match ids and checksums differ, and the points of an end do not
        played.append((kind, a, b, c, p if kind in (records.END, records.GAME) else 0))
    return played
