"""The consequences of an undo, shown before it is done; the same class for every journal. Pure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tablekeeper.languages import _

#: grades of consequences: obvious; should be read; needs a reason
NOTE, WARNING, REASON = GRADES = ("note", "warning", "reason")


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that an undo would change; `grade` is one of `GRADES`."""

    grade: str
    text: str


def note(text: str) -> Consequence:
    """Return an obvious consequence."""
    return Consequence(NOTE, text)


def warning(text: str) -> Consequence:
    """Return a consequence that should be read."""
    return Consequence(WARNING, text)


def serious(text: str) -> Consequence:
    """Return a consequence that needs a reason."""
    return Consequence(REASON, text)


@dataclass(frozen=True, slots=True)
class Undoing:
    """A possible undo: its consequences, or why it cannot be done."""

    #: the action, as a part of a sentence
    told: str
    consequences: tuple[Consequence, ...] = ()
    #: numbers of later actions that depend on it: they would be undone, too
    dependents: tuple[int, ...] = ()
    #: a sentence why it cannot be undone; "" if it can
    impossible: str = ""
    #: the text of its button
    button: str = _("Undo it")

    @property
    def grade(self) -> str:
        """The highest grade of its consequences."""
        return max((one.grade for one in self.consequences), key=GRADES.index, default=NOTE)

    @property
    def needs_reason(self) -> bool:
        """Whether it needs a reason, which is stored."""
        return self.grade == REASON

    @property
    def fingerprint(self) -> str:
        """A digest of the undo: if it differs, the director has not seen these consequences."""
        texts = [self.told, *map(str, self.dependents), *(one.text for one in self.consequences)]
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
