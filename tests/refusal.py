"""What a call that must fail says: `assert "is entered" in refusal(events.enter, cup, ["Ann"])`."""

from collections.abc import Callable

import pytest

from tablekeeper.errors import UserError
from tablekeeper.strictjson import DocumentError


def refusal(call: Callable[..., object], *given: object, **named: object) -> str:
    """Call what has to be refused with a UserError; return its sentence."""
    with pytest.raises(UserError) as told:
        call(*given, **named)
    return str(told.value)


def document_error(call: Callable[..., object], *given: object, **named: object) -> str:
    """Call what has to be refused because of a document; return the place in it and the reason."""
    with pytest.raises(DocumentError) as told:
        call(*given, **named)
    return str(told.value)
