"""The refusals of journals and formats as sentences of the director. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablekeeper.errors import UserError
from tablekeeper.strictjson import DocumentError


@contextmanager
def sentences() -> Iterator[None]:
    """Turn the refusals of journals and formats into the director's sentences."""
    try:
        yield
    except DocumentError as error:
        raise UserError(sentence(error)) from error


def sentence(error: DocumentError) -> str:
    """Return a refusal as a sentence: the place is named where it says something to people."""
    if error.place.endswith(".reason"):
        return f"The reason: {error.reason}."
    # where in the journal the action would have stood says nothing to people
    if error.place and not error.place.startswith("journal"):
        return f"{error}."
    return f"{error.reason[:1].upper()}{error.reason[1:]}."
