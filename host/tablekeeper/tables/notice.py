"""The notice on a board's display: an announcement, or the request to press a key."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from tablecore import messages
from tablecore.hostlink import HostLink
from tablekeeper.lettering import lettered

#: the minor version of protocol 1 from which a board accepts notices
SINCE_MINOR = 3
#: how often the host checks a board's notice, and how long a board shows it without renewal (ms)
LOOK_MS = 500
STANDS_MS = 60_000
RENEW_MS = 20_000
#: letters in a line of a display
LINE = 21
#: the most lines below the title that fit on a display
LINES = 5
#: letters of a text that are used: more than fit on a display
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Notice:
    """A title and a text; `calls`: the lamps blink, and the board reports a key press."""

    title: str
    text: str
    calls: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the display, title first; a text that is too long ends with three dots."""
        rows = textwrap.wrap(lettered(self.text, _LONGEST), LINE) or [""]
        if len(rows) > LINES:
            rows = [*rows[: LINES - 1], rows[LINES - 1][: LINE - 3].rstrip() + "..."]
        found = (lettered(self.title, LINE), *rows)
        while len(_joined(found)) > messages.LONGEST_NOTICE:
            # letters with accents take two bytes each
            found = found[:-1]
        return found

    @property
    def otherwise(self) -> str:
        """What a display shows of the text, if that is not all of it in its own letters; else ""."""
        shown = self.lines[1:]
        # a long word is parted between two lines
        return "" if "".join("".join(shown).split()) == "".join(self.text.split()) else " ".join(shown)

    def payload(self) -> tuple[int, bytes]:
        """Return the flags and the text of the message."""
        return messages.NOTICE_CALLS if self.calls else 0, _joined(self.lines)


class Sender:
    """Keeps the notice on a board up to date: changes are sent at once, the present notice is repeated.

    Times are ms of the host.
    """

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, now: int) -> None:
        """Start a session: the board has forgotten its notice."""
        self._told: Notice | None = None
        self._look_at = self._renew_at = now

    def is_due(self, now: int) -> bool:
        """Return whether it is time to call `send` with the present notice."""
        return now >= self._look_at

    def send(self, wanted: Notice | None, link: HostLink, now: int) -> None:
        """Queue the message that makes the board show `wanted`; None removes its notice."""
        self._look_at = now + LOOK_MS
        if wanted is None:
            if self._told is not None:
                link.notice(0, 0, b"")
        elif wanted != self._told or now >= self._renew_at:
            self._renew_at = now + RENEW_MS
            flags, text = wanted.payload()
            link.notice(STANDS_MS, flags, text)
        self._told = wanted


def _joined(lines: tuple[str, ...]) -> bytes:
    return "\n".join(lines).encode()
