"""Replaces a removed name in texts, in journals of events, and in orders to boards. Pure.

In a field for a name, the whole value is replaced. In free text, the name is replaced wherever it is a
separate word. A longer name of another person that contains it is kept ("Ann Lee" when "Ann" is removed).
Fields that never hold a name (a colour, a kind of win) are skipped, so a person called Red can be removed.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tablecore import messages
from tablekeeper.director.events import journal
from tablekeeper.director.people.book import name_key
from tablekeeper.formats import Format
from tablekeeper.formats.option import Option
from tablekeeper.journal.action import canonical
from tablekeeper.lettering import lettered
from tablekeeper.regulation.cases import DISPUTED
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.store.erasure import Cell
from tablekeeper.textchecks import LONGEST_NAME, LONGEST_REASON

#: members that are notations, addresses and words of the program, by journal, because their meaning differs:
#: `to` is a board in the director's actions, but a player in the desk's entries
_NOTATIONS = {
    "actions.body": frozenset(
        "uid uids order from to program control dice options times cause kind verb".split()
    ),
    # deed: the name of `conduct` in actions from before 2026-11-27
    "desk_actions.body": frozenset(
        "kind cause control conduct deed games paragraphs ladder counting overtime pattern plural".split()
    ),
    "ranking_actions.body": frozenset("style date day".split()),
    "people_actions.body": frozenset("before after since until language".split()),
}
#: shorter names are found in texts only with the same upper and lower case: "S" is not the s of "Ann's"
_SHORT = 3
#: columns with the same text as in a journal, and the same limit of letters
_SHORTER = {"events.name": LONGEST_NAME, "names.name": LONGEST_NAME}


class Renaming:
    """Replaces a person's names by a neutral one."""

    def __init__(
        self,
        names: Iterable[str],
        neutral: str,
        others: Iterable[str] = (),
        forms: Mapping[int, Format] | None = None,
        seats: Collection[tuple[int, int]] = (),
    ) -> None:
        """Store all names of the person, the neutral one, names of others, and the formats by event.

        `seats` are the person's in matches, as (match, seat): boards may show another name there.
        """
        self._seats = seats
        own = list(dict.fromkeys(names))
        self.neutral = neutral
        self._keys = {name_key(name) for name in own}
        self._others = frozenset(name for name in others if name_key(name) not in self._keys)
        self._forms = forms or {}
        variants = {variant for name in own for variant in _variants(name)}
        plain = re.compile("|".join(_word(one) for one in sorted(variants, key=_longest_first)) or r"(?!)")
        # only names that contain the name must be protected
        shelter = {variant for name in self._others for variant in _variants(name) if plain.search(variant)}
        both = sorted([*((one, True) for one in shelter), *((one, False) for one in variants)],
                      key=lambda pair: (_longest_first(pair[0]), not pair[1]))  # fmt: skip
        self._pattern = re.compile(
            "|".join(f"({_word(one)})" if kept else f"(?:{_word(one)})" for one, kept in both) or r"(?!)"
        )
        boards = {lettered(name) for name in own}
        self._board_names = {name for name in boards if name}

    # --- texts ------------------------------------------------------------------------------

    def name(self, text: str, longest: int | None = None) -> str:
        """Return the new text of a value that is a name."""
        if text in self._others:
            return text
        return self.neutral if name_key(text) in self._keys else self.words(text, longest)

    def words(self, text: str, longest: int | None = None) -> str:
        """Return a text with the names replaced wherever they are whole words.

        The result has at most `longest` letters, or as many as before if the text was longer: its reader
        checks this limit.
        """
        new = self._pattern.sub(
            lambda found: found.group() if found.lastindex is not None else self.neutral, text
        )
        if longest is None or len(new) <= max(len(text), longest):
            return new
        return new[: max(len(text), longest)].rstrip()

    def concerns(self, text: str) -> bool:
        """Return whether a text contains a name."""
        return self.name(text) != text

    def deep(self, value: Any, longest: int | None = None) -> Any:
        """Return a JSON value with the names replaced in all its texts and keys."""
        if isinstance(value, str):
            return self.name(value, longest)
        if isinstance(value, list | tuple):
            return [self.deep(item, longest) for item in value]
        if isinstance(value, Mapping):
            return {self.name(key, longest): self.deep(item, longest) for key, item in value.items()}
        return value

    # --- journals of events -------------------------------------------------------------------

    def body(self, form: Format, action: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the body of an action of an event's journal."""
        return {key: self._member(form, action, key, value) for key, value in body.items()}

    def _member(self, form: Format, action: str, key: str, value: Any) -> Any:
        if key == "options" or (action == journal.DRAW and key == "drawn"):
            return self._fields(form.options, value)
        if key in ("result", "pairing"):
            return self._fields(form.result, value)
        if key == "walkovers" and isinstance(value, list):
            return [self._fields(form.result, pairing) for pairing in value]
        if key == "colours" and isinstance(value, Mapping):
            return {self.name(player, LONGEST_NAME): own for player, own in value.items()}
        if key in ("players", "player", "throws", "on_turn", "against", "additions", "deductions"):
            return self.deep(value, LONGEST_NAME)
        if key in ("reason", "name") and isinstance(value, str):
            return self.words(value, LONGEST_NAME if key == "name" else LONGEST_REASON)
        return value

    def _fields(self, options: Iterable[Option], value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        known = {option.key: option for option in options}
        return {key: self._field(known.get(key), item) for key, item in value.items()}

    def _field(self, option: Option | None, value: Any) -> Any:
        if option is not None and (option.choices or option.names == "none"):
            return value
        if option is not None and option.names == "keys" and isinstance(value, Mapping):
            return {self.name(player, LONGEST_NAME): item for player, item in value.items()}
        return self.deep(value, LONGEST_NAME)

    # --- calls of the store (store.erasure.Rewriter) ------------------------------------------

    def text(self, cell: Cell, text: str) -> str:
        """Return a column's text without the name."""
        written = self.name(text, _SHORTER.get(cell.column, LONGEST_REASON))
        return name_key(written) if cell.column.endswith(".key") and written != text else written

    def document(self, cell: Cell, text: str) -> str:
        """Return a column's JSON without the name; an unchanged text keeps its bytes."""
        value = json.loads(text)
        form = self._forms.get(cell.event) if cell.event is not None else None
        if form is not None:
            new: Any = self.body(form, cell.verb, value)
        else:
            new = self._loose(value, _NOTATIONS[cell.column])
        return text if new == value else canonical(new)

    def _loose(self, value: Any, kept: Collection[str]) -> Any:
        if isinstance(value, str):
            return self.name(value, LONGEST_REASON)
        if isinstance(value, list):
            return [self._loose(item, kept) for item in value]
        if isinstance(value, dict):
            return {key: item if key in kept else self._told(key, item, kept) for key, item in value.items()}
        return value

    def _told(self, key: str, item: Any, kept: Collection[str]) -> Any:
        # the subject of a dispute is one of these words, or free text about other equipment
        if key == "what" and item in DISPUTED:
            return item
        return self._voters(item) if key == "votes" else self._loose(item, kept)

    def _voters(self, votes: Mapping[str, Any]) -> dict[str, Any]:
        return {name if name == DIRECTOR else self.name(name): vote for name, vote in votes.items()}

    def message(self, cell: Cell, tail: bytes) -> bytes:
        """Return a NAME command's tail without the name; other commands contain no name."""
        if cell.message != messages.NAME or len(tail) < 2:
            return tail
        name = tail[1:].decode("utf-8", "replace")
        seat = cell.match is not None and (cell.match, tail[0]) in self._seats
        if seat or name in self._board_names or self.concerns(name):
            return tail[:1] + lettered(self.neutral).encode()
        return tail


def _longest_first(text: str) -> tuple[int, str]:
    return (-len(text), text)


def _variants(name: str) -> set[str]:
    """Return the possible spellings of a name in a text."""
    single = " ".join(name.split())
    written = {name, single, lettered(single, 10 * len(single) + 20), lettered(single)}
    if len(single) >= _SHORT:
        written |= {one.casefold() for one in written} | {one.upper() for one in written}
    return {
        unicodedata.normalize(form, one) for one in written if one.strip() for form in ("NFC", "NFD", "NFKC")
    }


def _word(text: str) -> str:
    """Return the pattern that finds a name as separate words."""
    body = r"\s+".join(re.escape(part) for part in text.split())
    if len(text) >= _SHORT:
        body = f"(?i:{body})"
    return _edge(text[0], "<!") + body + _edge(text[-1], "!")


def _edge(letter: str, look: str) -> str:
    # "Ann" is in "ann_bob.mat" and in "Ann's", but not in "Anna"; "Ann 1" is not in "Ann 12"
    if letter.isdecimal():
        return rf"(?{look}\d)"
    return rf"(?{look}[^\W\d_])" if letter.isalpha() else ""
