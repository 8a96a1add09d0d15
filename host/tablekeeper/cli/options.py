"""Options and arguments that several commands share."""

from __future__ import annotations

import functools
import json
import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from tablekeeper.errors import UserError

#: environment variable: the database, if no option names one
DATABASE = "TABLEKEEPER_DATABASE"
#: environment variable of a command that a host runs for another computer: the role of the token's account
HOLDER = "TABLEKEEPER_HOLDER"
F = TypeVar("F", bound=Callable[..., Any])


def place(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    """Return the URL or path of a database: `text` itself, or the contents of FILE if it is "@FILE".

    A password may be in the file or the environment, but not on the command line, because every user of the
    computer sees that in the list of processes.
    """
    if HOLDER in os.environ:
        # a command from another computer must not make this computer read a file
        return text
    if text is not None and text.startswith("@"):
        return _written(Path(text[1:]))
    typed = ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    if text is not None and typed and "://" in text:
        # imported here, because the database's libraries would slow down every start
        from tablekeeper.store.database import has_secret

        if has_secret(text):
            raise UserError(
                "Every user of this computer sees a password in --database: write that address into a file "
                "that only you can read, and give --database @FILE."
            )
    return text


def _written(file: Path) -> str:
    text = private_text(file).strip()
    if not text or "\n" in text:
        raise UserError("%(file)s holds no address of a database: write it there as one line.", file=file)
    return text


def private_text(file: Path) -> str:
    """Return the text of a file that holds a secret; refuse a file that every user can read."""
    try:
        if os.name == "posix" and file.stat().st_mode & stat.S_IROTH:
            raise UserError("Every user of this computer can read %(file)s: run chmod 600 on it.", file=file)
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise UserError(
            "%(file)s can't be read: look at its name, and whether you may read it.", file=file
        ) from error


def database(function: F) -> F:
    """Add the option that names the database."""
    return click.option(
        "--database",
        metavar="URL", envvar=DATABASE, callback=place,
        help="Where it is kept; @FILE: as that file says.  [default: this user's own SQLite file]",
    )(function)


def lending(
    opened: Callable[..., AbstractContextManager[Any]], **how: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds --database to a command; its first argument is the result of `opened`."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(*, database: str | None, **given: Any) -> None:
            with opened(database, **how) as here:
                function(here, **given)

        return database(run)

    return decorate


def as_json(function: F) -> F:
    """Add the option for JSON output."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(
        function
    )


def event_argument(function: F) -> F:
    """Add the argument EVENT."""
    return click.argument("event", metavar="EVENT")(function)


def reason_option(function: F) -> F:
    """Add the option for a reason that need not be given."""
    return click.option("--reason", default="", metavar="TEXT", help="Why; it is kept.")(function)


def say_json(value: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
