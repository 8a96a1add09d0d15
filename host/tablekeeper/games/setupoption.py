"""An option of a set-up: the question, and the possible answers."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.errors import UserError
from tablekeeper.languages import _

YES_NO = (("yes", _("yes")), ("no", _("no")))


@dataclass(frozen=True, slots=True)
class SetUpOption:
    """One question with its answers: (value, label) of each choice, or no choices for a free text."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str
    hint: str = ""
    #: whether a page shows it; events can set a hidden option
    asked: bool = True

    def __str__(self) -> str:
        """Return the option as a command has it: "rules=2T|3T", "clock=TEXT"."""
        return f"{self.name}={'|'.join(value for value, _ in self.choices) or 'TEXT'}"

    def read(self, answer: str) -> str:
        """Return the answer, or the default for an empty one; refuse an answer that is not a choice."""
        found = " ".join(answer.split()) or self.default
        if self.choices and found not in [value for value, _ in self.choices]:
            known = ", ".join(value for value, _ in self.choices)
            raise UserError(
                "%(label)s can be %(known)s, not '%(found)s'.",
                label=self.label, known=known, found=found[:20],
            )
        return found
