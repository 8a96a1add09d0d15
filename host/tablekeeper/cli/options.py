"""Options and arguments that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

#: names the database, where no option does
DATABASE = "TABLEKEEPER_DATABASE"
#: set for a command that a host runs for another computer: the role of who has its token
HOLDER = "TABLEKEEPER_HOLDER"
F = TypeVar("F", bound=Callable[..., Any])


def database(function: F) -> F:
    """Add the option that names the database."""
    return click.option(
        "--database",
        metavar="URL",
        envvar=DATABASE,
        help="Where it is kept.  [default: this user's own SQLite file]",
    )(function)


def as_json(function: F) -> F:
    """Add the option for output that programs read."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(
        function
    )


def event_argument(function: F) -> F:
    """Add the argument that says which event."""
    return click.argument("event", metavar="EVENT")(function)


def say_json(value: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
