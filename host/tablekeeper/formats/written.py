"""Converts option values to text, for a flag or a form field, and back.

A text that is not a number stays text, so that the format can refuse it and name its place.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option, plain

#: what takes an option back to having no value
NOTHING = "null"


def value_of(option: Option, text: str) -> Any:
    """Return what a text means for an option, as an event file has it."""
    text = text.strip()
    if text == NOTHING and option.empty:
        return None
    match option.kind:
        case "flag":
            return text == "yes"
        case "whole" | "decimal":
            return _number(text)
        case "wholes" | "texts":
            if text.startswith("["):
                return _json(text)
            items = [item.strip() for item in text.split(",")]
            return [_number(item) for item in items] if option.kind == "wholes" else items
        case "object":
            return _json(text)
    return text


def written(option: Option, value: Any) -> str:
    """Return a value of an option as it is written."""
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return ",".join(map(str, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)


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
