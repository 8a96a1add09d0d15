"""The two kinds of errors that are shown to people. This module lies below all others but the texts.

The text of both is one sentence: what happened, and what to do. The command line prints it and ends
with exit status 2. A page shows a `UserError` with status 409; a `ResourceError` is logged, and the
page answers with 503, for the director with the text. A subclass exists only where a caller must tell it
apart.

A sentence and the values in it are given apart, so that it is translated where it is shown:

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
    """No table, event or player has this number or address; a page answers 404 with a sentence of its own."""


class ResourceError(Exception):
    """The database, a port or a cable has failed; the request was not the cause. Asking again may help."""

    def __init__(self, sentence: str = "", /, **values: object) -> None:
        super().__init__(told(sentence, values))

    def __str__(self) -> str:
        """Return the sentence: `languages.shown` translates it."""
        return self.args[0] if len(self.args) == 1 and isinstance(self.args[0], str) else super().__str__()
