"""Reads a password from a file or the terminal; never from the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablekeeper.errors import UserError
from tablekeeper.languages import _, shown

password_file = click.option(
    "--password-file",
    type=click.Path(path_type=Path, allow_dash=True), metavar="FILE",
    help="Its first line is the password; - is standard input.  [default: ask at the terminal]",
)


def asked_password(file: Path | None, name: str) -> str:
    """Return the password: the first line of a file, or typed twice at the terminal."""
    if file is not None:
        try:
            text = sys.stdin.readline() if str(file) == "-" else file.read_text("utf-8")
        except (OSError, ValueError) as error:
            raise UserError(
                "The password's file %(file)s can't be read: name another one.",
                file=file,
            ) from error
        return text.partition("\n")[0].rstrip("\r")
    if not sys.stdin.isatty():
        raise UserError("A password is typed at a terminal: name its file with --password-file (- reads it).")
    what = shown(_("Password of %(name)s", name=name))
    asked: str = click.prompt(what, hide_input=True, confirmation_prompt=True, err=True)
    return asked
