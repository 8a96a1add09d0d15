"""The two kinds of errors that are shown to people. Every other module except the texts may import this one.

The text of both is one sentence: what happened, and what to do. The command line prints it and ends
with exit status 2. A page shows a `UserError` with status 409; a `ResourceError` is logged, and the
page answers with 503, and shows the text to a director. A subclass exists only if a caller must handle it
differently.

A sentence and its values are separate arguments, so that it can be translated when it is shown:

    >>> from tablekeeper.languages import language_of, shown
    >>> error = UserError("%(names)s is not entered.", names="Ann")
    >>> str(error)
    'Ann is not entered.'
    >>> with language_of("de"):
    ...     shown(str(error))
    'Ann ist nicht angemeldet.'
"""

from __future__ import annotations

from tablekeeper.languages import told


class UserError(Exception):
    """The request cannot be carried out; nothing has changed. Another request may succeed.

    `field` names the wrong input, beside which the sentence is shown; "" for no input or several inputs.
    """

    def __init__(self, sentence: str = "", /, *, field: str = "", **values: object) -> None:
        super().__init__(told(sentence, values))
        self.field = field

    def __str__(self) -> str:
        """Return the sentence: `languages.shown` translates it."""
        return self.args[0] if len(self.args) == 1 and isinstance(self.args[0], str) else super().__str__()


class NotFound(UserError):
    """No table, event or player has this number or address; a page answers 404 with a different sentence."""


class ResourceError(Exception):
    """The database, a port or a cable has failed; the request was not the cause. A repetition may succeed."""

    def __init__(self, sentence: str = "", /, **values: object) -> None:
        super().__init__(told(sentence, values))

    def __str__(self) -> str:
        """Return the sentence: `languages.shown` translates it."""
        return self.args[0] if len(self.args) == 1 and isinstance(self.args[0], str) else super().__str__()
