"""Converts option values to text, for a flag or a form field, and back.

A text that is not a number stays text, so that the format can refuse it and name its place. A name with a
comma, a semicolon or a colon is written in quotation marks. JSON is always accepted but never required.

    >>> throws = Option("dice", "Throws", "throws", None)
    >>> value_of(throws, "Bob 5, Ann Lee 3"), written(throws, [["Bob", 5], ["Ann Lee", 3]])
    ([['Bob', 5], ['Ann Lee', 3]], 'Bob 5, Ann Lee 3')
    >>> value_of(throws, '"Lee, Ann" 5, Bob 3')
    [['Lee, Ann', 5], ['Bob', 3]]
    >>> table = Option("colours", "Colours", "table", None)
    >>> value_of(table, "Ann: red, blue; Bob: green, black")
    {'Ann': ['red', 'blue'], 'Bob': ['green', 'black']}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option, plain
from tablekeeper.languages import shown
from tablekeeper.text import parts, plain_name, quoted_name, read_names

#: the text that removes an option's value
NOTHING = "null"
#: kinds with several values
_SEVERAL = ("wholes", "texts", "rounds", "lists", "throws", "table")


def value_of(option: Option, text: str) -> Any:
    """Convert a text to an option's value, in the form of an event file."""
    text = text.strip()
    # a form shows the text for null in the reader's language
    if option.empty and text in (NOTHING, option.nothing, shown(option.nothing)):
        return None
    if text.startswith(("[", "{")) and option.kind in _SEVERAL:
        return _json(text)
    match option.kind:
        case "flag":
            return text == "yes"
        case "whole" | "decimal":
            return _number(text)
        case "wholes":
            return _numbers(text)
        case "rounds":
            return _numbers(text) if "," in text else _number(text)
        case "texts":
            return read_names(text)
        case "lists":
            return [read_names(line) for line in _lines(text)]
        case "throws":
            return [_throw(one) for line in _lines(text) for one in parts(line, ",")]
        case "table":
            return _table(text)
    # a name may be written as in a list
    return plain_name(text) if _is_name(option) else text


def _is_name(option: Option) -> bool:
    return option.kind == "text" and option.names == "all"


def _lines(text: str) -> list[str]:
    return [line for line in parts(text, ";\n") if line]


def _numbers(text: str) -> list[Any]:
    return [_number(item) for item in read_names(text)]


def _throw(text: str) -> list[Any]:
    name, _, die = text.rpartition(" ")
    if not name:
        raise UserError(
            "write a throw as a name and a number, such as Ann 5 or \"Rossi, Ada\" 5, not %(words)s",
            words=f"{text[:40]!r}",
        )
    return [plain_name(name.strip()), _number(die)]


def _table(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in _lines(text):
        name, *items = parts(line, ":")
        if not items or plain_name(name) in found:
            raise UserError(
                "write one line for each name, such as Ann: red, blue, not %(line)s",
                line=f"{line[:40]!r}",
            )
        found[plain_name(name)] = read_names(":".join(items))
    return found


def written(option: Option, value: Any) -> str:
    """Convert an option's value to text, so that `value_of` returns the value again."""
    value = plain(value)
    if value is None:
        return option.nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list | dict):
        return quoted_name(value) if _is_name(option) and plain_name(value) != value else str(value)
    for text in (_notation(value, str), _notation(value, lambda item: quoted_name(str(item)))):
        try:
            if not value or value_of(option, text) == value:
                return text
        except UserError:
            continue
    return json.dumps(value, ensure_ascii=False)


def _notation(value: list[Any] | dict[str, Any], say: Callable[[Any], str]) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{say(name)}: {', '.join(map(say, items))}" for name, items in value.items())
    if not any(isinstance(item, list) for item in value):
        return ",".join(map(say, value))
    if all(isinstance(item, list) and len(item) == 2 and isinstance(item[1], int) for item in value):
        return ", ".join(f"{say(name)} {die}" for name, die in value)
    return "; ".join(", ".join(map(say, item)) if isinstance(item, list) else say(item) for item in value)


def _number(text: str) -> Any:
    if re.fullmatch(r"-?\d{1,18}", text):
        return int(text)
    # a binary float only if it prints as the same text, as in a JSON file
    if re.fullmatch(r"-?\d{1,18}\.\d{1,18}", text) and str(float(text)) == text:
        return float(text)
    return text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise UserError("this is not JSON: %(words)s", words=f"{text[:40]!r}") from None
