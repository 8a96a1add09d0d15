"""The error for an action of an event that the director must confirm first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.errors import UserError


class Unconfirmed(UserError):
    """An action that needs a confirmation; commands print the sentence, a page asks `question`."""

    def __init__(
        self,
        sentence: str,
        question: str,
        facts: Sequence[str],
        button: str,
        said: Mapping[str, str],
        *,
        needs_reason: bool = False,
        choices: Sequence[tuple[str, str, str]] = (),
    ) -> None:
        super().__init__(sentence)
        self.question, self.facts, self.button = question, tuple(facts), button
        #: whether the confirmation must contain a reason, which is stored
        self.needs_reason = needs_reason
        #: buttons instead of `button`, if there is a choice: the form's field, its value and the text
        self.choices = tuple(choices)
        #: the form's fields that confirm it
        self.said = dict(said)
