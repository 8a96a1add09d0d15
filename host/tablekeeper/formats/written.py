"""Converts option values to text, for a flag or a form field, and back.

A text that is not a number stays text, so that the format can refuse it and name its place. Where the
notation cannot hold a value (a name with a comma in it) JSON is written, which is read everywhere.

    >>> throws = Option("dice", "Throws", "throws", None)
    >>> value_of(throws, "Bob 5, Ann Lee 3"), written(throws, [["Bob", 5], ["Ann Lee", 3]])
    ([['Bob', 5], ['Ann Lee', 3]], 'Bob 5, Ann Lee 3')
    >>> table = Option("colours", "Colours", "table", None)
    >>> value_of(table, "Ann: red, blue; Bob: green, black")
    {'Ann': ['red', 'blue'], 'Bob': ['green', 'black']}
"""

from __future__ import annotations

import json
import re
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option, plain

#: what takes an option back to having no value
NOTHING = "null"
#: kinds of more than one value
_SEVERAL = ("wholes", "texts", "rounds", "lists", "throws", "table")


def value_of(option: Option, text: str) -> Any:
    """Return what a text means for an option, as an event file has it."""
    text = text.strip()
    if text in (NOTHING, option.nothing) and option.empty:
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
            return _items(text)
        case "lists":
            return [_items(line) for line in _lines(text)]
        case "throws":
            return [_throw(one) for line in _lines(text) for one in _items(line)]
        case "table":
            return _table(text)
    return text


def _lines(text: str) -> list[str]:
    return [line.strip() for line in re.split(r"[;\n]", text) if line.strip()]


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")]


def _numbers(text: str) -> list[Any]:
    return [_number(item) for item in _items(text)]


def _throw(text: str) -> list[Any]:
    name, _, die = text.rpartition(" ")
    if not name:
        raise UserError(f"write a throw as a name and a number, such as Ann 5, not {text[:40]!r}")
    return [name.strip(), _number(die)]


def _table(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in _lines(text):
        name, colon, items = line.partition(":")
        if not colon or name.strip() in found:
            raise UserError(f"write one line for each name, such as Ann: red, blue, not {line[:40]!r}")
        found[name.strip()] = _items(items)
    return found


def written(option: Option, value: Any) -> str:
    """Return a value of an option as it is written."""
    value = plain(value)
    if value is None:
        return option.nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list | dict):
        return str(value)
    text = _notation(value)
    try:
        same = not value or value_of(option, text) == value
    except UserError:
        same = False
    return text if same else json.dumps(value, ensure_ascii=False)


def _notation(value: list[Any] | dict[str, Any]) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {', '.join(map(str, items))}" for name, items in value.items())
    if not any(isinstance(item, list) for item in value):
        return ",".join(map(str, value))
    if all(isinstance(item, list) and len(item) == 2 and isinstance(item[1], int) for item in value):
        return ", ".join(f"{name} {die}" for name, die in value)
    return "; ".join(", ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)


def _number(text: str) -> Any:
    if re.fullmatch(r"-?\d{1,18}", text):
        return int(text)
    # a binary float only where it says the same, as in a JSON file
    if re.fullmatch(r"-?\d{1,18}\.\d{1,18}", text) and str(float(text)) == text:
        return float(text)
    return text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise UserError(f"this is no JSON: {text[:40]!r}") from None
