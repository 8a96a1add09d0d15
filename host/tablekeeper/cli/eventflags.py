"""Flags made from a format's option tables: converts words of a command line to values of an event file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.formats.written import value_of, written

_METAVARS = {
    "whole": "NUMBER",
    "decimal": "NUMBER",
    "text": "TEXT",
    "wholes": "NUMBER,...",
    "texts": "TEXT,...",
    "rounds": "NUMBER,...",
    "lists": "NAME,...;...",
    "throws": "NAME NUMBER,...",
    "table": "NAME:TEXT,...;...",
}


def flag(option: Option) -> str:
    """Return the flag of an option: "--head-start"."""
    return "--" + option.key.replace("_", "-")


def parameters(options: Sequence[Option]) -> list[click.Option]:
    """Return one click option per option of a table."""
    return [_parameter(option) for option in options]


def _parameter(option: Option) -> click.Option:
    text = option.label + (f". {option.help}" if option.help else "")
    if option.choices and option.kind != "choice":
        text += f"  [of: {', '.join(option.choices)}]"
    if option.needed:
        text += "  [needed]"
    elif (default := option.default if option.fresh is None else option.fresh) is not None:
        text += f"  [default: {written(option, default)}]"
    name = flag(option)
    if option.kind == "flag":
        off = name.replace("--", "--no-", 1)
        return click.Option([f"{name}/{off}", option.key], default=None, help=text)
    metavar = "|".join(option.choices) if option.kind == "choice" else _METAVARS[option.kind]
    names = [name, f"--{option.former}"] if option.former else [name]
    return click.Option([*names, option.key], metavar=metavar, help=text)


def values(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the given flags, in the form of an event file."""
    return {
        option.key: _value(option, given[option.key])
        for option in options
        if given.get(option.key) is not None
    }


def _value(option: Option, given: Any) -> Any:
    if isinstance(given, bool):
        return given
    try:
        return value_of(option, given)
    except UserError as error:
        raise UserError("%(option)s: %(error)s.", option=flag(option), error=error) from None


def parse(options: Sequence[Option], words: Sequence[str]) -> dict[str, Any]:
    """Parse flags from words and return their values; refuse flags that are not in the table."""
    reader = click.Command("flags", params=[*parameters(options)], add_help_option=False)
    try:
        context = reader.make_context("flags", list(words))
    except click.UsageError as error:
        told = error.format_message().rstrip(".")
        raise UserError(
            "%(told)s: the flags here are %(options)s.",
            told=told, options=described(options),
        ) from error
    return values(options, context.params)


def told(options: Sequence[Option], given: Mapping[str, Any]) -> str:
    """Return options with values as flags: "--length 7 --sets 3"."""
    words = []
    for option in options:
        if option.key in given:
            text = written(option, given[option.key])
            words.append(f"{flag(option)} " + (f'"{text}"' if " " in text else text))
    return " ".join(words)


def described(options: Sequence[Option]) -> str:
    """Return the flags of a table in one line: "--winner TEXT, --pawns NUMBER,..."."""
    return "; ".join(
        flag(option) if option.kind == "flag" else f"{flag(option)} {_parameter(option).metavar}"
        for option in options
    )
