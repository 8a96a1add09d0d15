"""The consequences of an undo, shown before it is done; the same class for every journal. Pure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tablekeeper.languages import _

#: what can be seen at a glance; what should be read; what needs a reason
NOTE, WARNING, REASON = GRADES = ("note", "warning", "reason")


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that an undo would change; `grade` is one of `GRADES`."""

    grade: str
    text: str


def note(text: str) -> Consequence:
    """Return something that can be seen at a glance."""
    return Consequence(NOTE, text)


def warning(text: str) -> Consequence:
    """Return something that should be read."""
    return Consequence(WARNING, text)


def serious(text: str) -> Consequence:
    """Return something that is done only with a reason."""
    return Consequence(REASON, text)


@dataclass(frozen=True, slots=True)
class Undoing:
    """An undo that has not been done: what it would change, or why it cannot be done."""

    #: the action, as a part of a sentence
    told: str
    consequences: tuple[Consequence, ...] = ()
    #: numbers of later actions that do not fit without it: they would be undone, too
    dependents: tuple[int, ...] = ()
    #: why it cannot be undone, a sentence; "" when it can
    impossible: str = ""
    #: what its button does
    button: str = _("Undo it")

    @property
    def grade(self) -> str:
        """The highest grade of its consequences."""
        return max((one.grade for one in self.consequences), key=GRADES.index, default=NOTE)

    @property
    def needs_reason(self) -> bool:
        """Whether it is done only with a reason, which is kept."""
        return self.grade == REASON

    @property
    def fingerprint(self) -> str:
        """A digest of the undo: another one means that the director has not seen this."""
        texts = [self.told, *map(str, self.dependents), *(one.text for one in self.consequences)]
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
