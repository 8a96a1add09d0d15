"""What a board reports about itself: its hello, and its status every two seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablecore import messages
from tablekeeper.games import catalogue


@dataclass(frozen=True, slots=True)
class Hello:
    """A board's introduction, the fields of a HELLO message."""

    major: int
    minor: int
    firmware: str
    uid: str
    journal: int
    boot: int
    reset_reason: int
    first: int
    last: int
    acked: int
    free_memory: int
    ms: int
    session: int

    @classmethod
    def of(cls, fields: Sequence[Any]) -> Hello:
        """Read the fields of a HELLO event of tablecore.hostlink (without its name)."""
        major, minor, first, second, third, uid, *rest = fields
        journal, boot, reason, oldest, last, acked, memory, ms, session = rest[:9]
        return cls(
            major, minor, f"{first}.{second}.{third}", uid.hex(), journal, boot, reason, oldest, last, acked,
            memory, ms, session,
        )


@dataclass(frozen=True, slots=True)
class Status:
    """A board's state, the fields of a STATUS message."""

    ms: int
    base_seq: int
    last: int
    free_memory: int
    faults: tuple[str, ...]
    #: per cent, None = unknown
    battery: int | None

    @classmethod
    def of(cls, fields: Sequence[Any]) -> Status:
        """Read the fields of a STATUS event of tablecore.hostlink (without its name)."""
        ms, base, last, memory, faults, battery = fields[:6]
        parts = tuple(part for bit, part in enumerate(catalogue.PARTS) if faults >> bit & 1) if faults else ()
        return cls(ms, base, last, memory, parts, None if battery > 100 else battery)


def version_problem(hello: Hello) -> str | None:
    """Return why the host cannot work with a board, and what to do; None if it can."""
    if hello.major == messages.MAJOR:
        return None
    what = (
        "update Tablekeeper on this computer"
        if hello.major > messages.MAJOR
        else "copy the firmware of this Tablekeeper onto the board"
    )
    return (
        f"Board {hello.uid} (firmware {hello.firmware}) speaks protocol {hello.major}.{hello.minor} and this "
        f"program {messages.MAJOR}.{messages.MINOR}: {what}; the board keeps its records meanwhile."
    )
