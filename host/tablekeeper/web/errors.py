"""Errors on pages: one sentence with the problem and the solution."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: status of a refusal by the director's service
CONFLICT = 409


class HttpError(UserError):
    """A request that is refused with a specific status; the text says why and what to do."""

    def __init__(
        self, status: int, sentence: str, /, *, retry_after: int | None = None, field: str = "",
        **values: object,
    ) -> None:
        super().__init__(sentence, field=field, **values)
        self.status = status
        self.retry_after = retry_after


class Moved(Exception):
    """A uid under which there is nothing any more; what was there has the uid `to`."""

    def __init__(self, to: str) -> None:
        super().__init__(to)
        self.to = to


#: status -> sentence for refusals by the framework itself
SENTENCES = {
    400: _("The browser sent something that can't be read: go back and try again."),
    404: _("There is no page here: the hall shows every table."),
    405: _("This address can't be used that way: go back to the hall."),
    413: _("That is more than this form takes: go back, and send it in parts."),
    500: _("Something went wrong here and was written to the log: try again. The tables are not affected."),
}


def sentence_for(status: int) -> str:
    """Return the sentence for a status that has none."""
    return SENTENCES.get(status, SENTENCES[500 if status >= 500 else 400])


def plain_error(status: int, sentence: str) -> Response:
    """Return an error as plain text, for requests that get no page."""
    return PlainTextResponse(sentence + "\n", status_code=status)
