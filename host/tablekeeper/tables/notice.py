"""What a board tells the players at its table: an announcement, or which board they are asked to press."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from tablecore import messages
from tablekeeper.tables.lettering import lettered

#: the version of the protocol, 1.this, from which a board takes notices
SINCE_MINOR = 3
#: letters in a line of a display
LINE = 21
#: lines below the title: a display has room for so many
LINES = 5
#: letters of a text that are looked at: more than fit
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Notice:
    """A title and a text; `calls`: the lamps blink, and the board tells when a key is pressed."""

    title: str
    text: str
    calls: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What the display shows, the title first: what does not fit ends with three points."""
        rows = textwrap.wrap(lettered(self.text, _LONGEST), LINE) or [""]
        if len(rows) > LINES:
            rows = [*rows[: LINES - 1], rows[LINES - 1][: LINE - 3].rstrip() + "..."]
        found = (lettered(self.title, LINE), *rows)
        while len(_joined(found)) > messages.LONGEST_NOTICE:
            # letters with accents take two bytes each
            found = found[:-1]
        return found

    def payload(self) -> tuple[int, bytes]:
        """Return the flags and the text of the message."""
        return messages.NOTICE_CALLS if self.calls else 0, _joined(self.lines)


def _joined(lines: tuple[str, ...]) -> bytes:
    return "\n".join(lines).encode()
