"""The message of a call that must fail: `assert "is entered" in refusal(events.enter, cup, ["Ann"])`."""

from collections.abc import Callable

import pytest

from tablekeeper.errors import UserError
from tablekeeper.strictjson import DocumentError


def failure(error: type[Exception], call: Callable[..., object], *given: object, **named: object) -> str:
    """Call a function that must fail with this error; return the error's text."""
    with pytest.raises(error) as told:
        call(*given, **named)
    return str(told.value)


def refusal(call: Callable[..., object], *given: object, **named: object) -> str:
    """Call a function that must refuse with a UserError; return its sentence."""
    return failure(UserError, call, *given, **named)


def document_error(call: Callable[..., object], *given: object, **named: object) -> str:
    """Call a function that must refuse a document; return the place in the document and the reason."""
    return failure(DocumentError, call, *given, **named)
