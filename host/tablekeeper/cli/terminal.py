"""Prints the output of commands in the reader's language: `say` for sentences, Rich for tables.

Rich's console and tables are loaded only when they are used. Most commands do not need them: they print JSON
or one sentence. Loading Rich takes as long as loading Click.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

from tablekeeper.languages import shown

if TYPE_CHECKING:
    from rich.console import Console as Console
    from rich.table import Table as Table

_HOMES = {"Console": "rich.console", "Table": "rich.table"}


def say(text: str, *, err: bool = False) -> None:
    """Print a text as a line, in the language of the reader."""
    click.echo(shown(text), err=err)


def headed(*headings: str, **options: Any) -> Table:
    """Return a table of Rich with these headings and this `title`, in the language of the reader."""
    from rich.table import Table

    if "title" in options:
        options |= {"title": escape(options["title"]), "title_justify": "left"}
    return Table(*map(escape, headings), **options)


def escape(text: str) -> str:
    """Return a text in the language of the reader, with Rich's markup characters escaped."""
    from rich.markup import escape as escaped

    return escaped(shown(text))


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(_HOMES[name]), name)
