"""Options of a format: one labelled table that defines file keys, command-line flags and web forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from tablekeeper.languages import joined, sentence, told
from tablekeeper.strictjson import Cursor
from tablekeeper.textchecks import LONGEST_REASON, line_at, name_at, reason_at

#: whole: int; flag: bool; choice: one of `choices`; decimal: exact; wholes/texts: a list. The format itself
#: reads rounds: int or list of ints; lists: lists of names; throws: lists of a name and a die;
#: table: a list for each name. For actions: moment: Unix ms; duration: ms; person: a name; reason: a line
#: that is kept; line: the same, never empty; event: its number; place: the uid of a table; decision: a list
#: of effects, whose cause is the first of `choices`, or the fact "cause"; people: a list of names; votes: a
#: vote for each name, of `choices`; sentence: a text of the program that is kept
Kind = Literal[
    "whole", "flag", "choice", "decimal", "text", "wholes", "texts", "rounds", "lists", "throws", "table",
    "moment", "duration", "person", "reason", "line", "event", "place", "decision", "people", "votes",
    "sentence",
]
#: letters of the uid of a table
LONGEST_UID = 32
#: Unix ms; later times are refused
LAST_MS = 1 << 53


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its key in files, its label for people, and its valid values."""

    key: str
    label: str
    kind: Kind
    default: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    #: the words of a form for each choice; empty: the choices themselves
    words: tuple[str, ...] = ()
    help: str = ""
    #: whether null is a valid value (no consolation, no limit)
    empty: bool = False
    #: whether a file must contain it, because it has no default
    needed: bool = False
    #: which texts in the value are players' names: all, only the keys of an object, or none
    names: Literal["all", "keys", "none"] = "all"
    #: the text that stands for null
    nothing: str = ""
    #: the default for a new event; older events and files keep `default`
    fresh: Any = None
    #: for the two numbers of a result: the winner's number by the rules, so forms ask only for the loser's
    won: int | None = None
    #: for a text that names the player who ended a game early: the words after the name (" timed out")
    said: str = ""
    #: the key in earlier versions: commands also accept it as a flag, and stored facts contain it
    former: str = ""
    #: the name of its flag and of its input in a form; empty: the key without its unit
    flag: str = ""
    #: whether the hall fills it in if nobody says it: a journal always has it
    filled: bool = False

    @property
    def name(self) -> str:
        """Return the name of its flag and of its input in a form."""
        return self.flag or self.key.removesuffix("_ms")

    def word(self, choice: str) -> str:
        """Return the words for one of the choices."""
        if self.words and choice in self.choices:
            return self.words[self.choices.index(choice)]
        return told(choice, {})

    def read(self, cursor: Cursor) -> Any:
        """Return the option's value from a file; for rounds, lists, throws and tables the cursor itself."""
        if cursor.value is None and self.empty:
            return None
        match self.kind:
            case "whole":
                return cursor.whole(self.low, self.high)
            case "flag":
                return cursor.truth()
            case "choice":
                return cursor.choice(self.choices)
            case "decimal":
                return cursor.decimal(self.low, self.high)
            case "text":
                return cursor.text()
            case "moment" | "duration":
                return cursor.whole(0, LAST_MS)
            case "event":
                return cursor.whole(1)
            case "person":
                return name_at(cursor)
            case "people":
                return tuple(name_at(item) for item in cursor.items())
            case "votes":
                return {name: vote.choice(self.choices) for name, vote in cursor.members()}
            case "reason":
                return reason_at(cursor)
            case "line":
                return line_at(cursor, LONGEST_REASON)
            case "place":
                return line_at(cursor, LONGEST_UID)
            case "wholes":
                return tuple(item.whole(self.low, self.high) for item in cursor.items())
            case "texts":
                if self.choices:
                    return tuple(item.choice(self.choices) for item in cursor.items())
                return tuple(item.text() for item in cursor.items())
        return cursor


def read_options(options: Sequence[Option], cursor: Cursor) -> dict[str, Any]:
    """Return the value of every option: from the file, also under its former key, or the default."""
    former = {option.former: option.key for option in options if option.former}
    if former and isinstance(cursor.value, dict):
        cursor = Cursor({former.get(key, key): value for key, value in cursor.value.items()}, cursor.path)
    known = [option.key for option in options]
    needed = [option.key for option in options if option.needed]
    given = (Cursor({}, cursor.path) if cursor.value is None else cursor).fields(known, needed)
    return {
        option.key: option.read(given[option.key]) if option.key in given else option.default
        for option in options
    }


def refusal(label: str, reason: str) -> str:
    """Return a refusal as a sentence: the label of the refused option, and the reason.

    >>> refusal("Wins needed", "is missing"), refusal("Wins needed", "0 is out of range: at least 2")
    ('"Wins needed" is missing.', 'Wins needed: 0 is out of range: at least 2.')
    """
    return joined((refused(label, reason), ""), ".") if label else sentence(reason)


def refused(label: str, reason: str) -> str:
    """Return a refusal as a part of a sentence."""
    if not label:
        return reason
    if reason.startswith("is missing"):
        return joined((f'"{label}"', reason), " ")
    return joined((label, reason), ": ")


def plain(value: Any) -> Any:
    """Return an option's value in JSON form."""
    if isinstance(value, Cursor):
        return value.value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value
