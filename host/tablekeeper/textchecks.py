"""Checks the short texts that people write: names, reasons, labels. Each must be one printable line.

The first half checks the input of forms and commands, the second half values in a JSON document, where an
error names the place.
"""

from __future__ import annotations

from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor

#: characters; the database's columns, the pages' forms and the prints rely on this limit
LONGEST_NAME = 60
LONGEST_REASON = 200


def single_spaced(text: str) -> str:
    """Return a text without blanks around it and with single blanks in it."""
    return " ".join(text.split())


def is_line(text: str, longest: int) -> bool:
    """Return whether a text is one line of 1 to `longest` characters that can all be shown."""
    return 0 < len(text) <= longest and text.isprintable()


def unseen(text: str) -> str:
    """Return a message with the place of the first invisible character of a text, and what to do.

    >>> unseen("Lunch at\N{ZERO WIDTH SPACE} one")
    "an invisible character follows 'Lunch at': type the name again"
    >>> unseen("\N{RIGHT-TO-LEFT OVERRIDE}Lunch")
    'it begins with an invisible character: type the name again'
    """
    place = next(number for number, letter in enumerate(text) if not letter.isprintable())
    if not place:
        return _("it begins with an invisible character: type the name again")
    before = text[max(0, place - 20) : place]
    return _("an invisible character follows '%(before)s': type the name again", before=before)


def check_name(name: str) -> str:
    """Return a player's name, or refuse it."""
    if len(name) > LONGEST_NAME:
        raise UserError(
            "The name '%(name)s...' is too long (at most %(longest_name)s characters).",
            name=name[:20], longest_name=LONGEST_NAME,
        )
    if not name.isprintable():
        raise UserError("A player's name holds control characters: write it with letters only.")
    return name


def check_registered_name(name: str) -> str:
    """Return a name of a person or club of the register with single blanks, or refuse it."""
    cleaned = single_spaced(name)
    if not is_line(cleaned, LONGEST_NAME):
        raise UserError(
            "A name has 1 to %(longest_name)s letters that can be shown.",
            longest_name=LONGEST_NAME,
        )
    if not any(letter.isalpha() for letter in cleaned) or cleaned.startswith("#"):
        raise UserError(
            "'%(cleaned)s' is not a name: a number alone means the person with that number.",
            cleaned=cleaned,
        )
    return cleaned


def check_reason(reason: str) -> str:
    """Return the reason of a decision with single blanks, or ask for one."""
    cleaned = single_spaced(reason)
    if not is_line(cleaned, LONGEST_REASON):
        raise UserError(
            "A decision needs a reason, which is recorded: one line of 1 to %(longest_reason)s letters.",
            longest_reason=LONGEST_REASON,
        )
    return cleaned


def name_at(cursor: Cursor) -> str:
    """Return a name: 1 to 60 letters that can be shown, without blanks around it."""
    text = cursor.name()
    if len(text) > LONGEST_NAME:
        raise cursor.refuse("a name has at most %(longest_name)s letters", longest_name=LONGEST_NAME)
    return text


def reason_at(cursor: Cursor) -> str:
    """Return a reason: one line of 1 to 200 letters."""
    text = cursor.text()
    if _is_long(text, LONGEST_REASON):
        raise cursor.refuse("a reason is one line of at most %(longest)s letters", longest=LONGEST_REASON)
    return _shown(cursor, text)


def line_at(cursor: Cursor, longest: int) -> str:
    """Return one line of 1 to `longest` letters."""
    text = cursor.text()
    if _is_long(text, longest):
        raise cursor.refuse("one line of at most %(longest)s letters is wanted here", longest=longest)
    return _shown(cursor, text)


def _is_long(text: str, longest: int) -> bool:
    return len(text) > longest or len(text.splitlines()) > 1


def _shown(cursor: Cursor, text: str) -> str:
    if not text.isprintable():
        raise cursor.refuse(unseen(text))
    return text
