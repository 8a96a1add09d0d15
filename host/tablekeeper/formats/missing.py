"""The format of a stored event whose package is not installed: the event is only stored and listed."""

from __future__ import annotations

from typing import NoReturn

from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, DocumentError


class MissingFormat(Format):
    """A placeholder for an unknown format; it refuses every event in one sentence."""

    def __init__(self, key: str) -> None:
        # set on the instance, not the class: there is one instance for each key
        self.__dict__.update(key=key, title=_("%(key)s (not installed)", key=key))

    def read(self, cursor: Cursor) -> Event:
        """Refuse the event."""
        self._refuse()

    def answer(self, event: Event) -> NoReturn:
        """Refuse the event."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise DocumentError(
            "format",
            "%(key)s is not installed: install the package that has it",
            key=self.key,
        )
