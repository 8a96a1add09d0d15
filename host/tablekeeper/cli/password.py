"""The director's stored password: its hash, in a file that only this user can read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from tablekeeper.errors import UserError
from tablekeeper.store import StoreError, default_database
from tablekeeper.web.passwords import LONGEST, hash_password, parse_kept

#: short enough to type on a phone, too long to guess at 50 ms a try
SHORTEST = 8


def password_file() -> Path:
    """Return where the hash is kept: beside this user's own database."""
    return Path(default_database().removeprefix("sqlite:///")).with_name("password")


def kept_password() -> str | None:
    """Return the stored hash, None when no password was ever set; a damaged file is refused."""
    try:
        path = password_file()
    except StoreError:
        # there is no folder for it; the database may be elsewhere
        return None
    try:
        kept = path.read_text("ascii").strip()
        parse_kept(kept)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(
            f"The password file {path} can't be read ({_why(error)}): give it to this user."
        ) from error
    except ValueError as error:
        raise UserError(
            f"The password file {path} is damaged: set a new password with "
            "`tablekeeper serve --set-password`."
        ) from error
    return kept


def set_password() -> Path:
    """Ask for a password (twice at a terminal, else a line of standard input) and keep its hash."""
    if sys.stdin.isatty():
        question = "The director's new password"
        wanted = click.prompt(question, hide_input=True, confirmation_prompt=True, err=True)
    else:
        wanted = sys.stdin.readline().rstrip("\r\n")
    if not SHORTEST <= len(wanted) <= LONGEST:
        raise UserError(f"A password has {SHORTEST} to {LONGEST} characters: nothing was changed.")
    path = password_file()
    write_private(path, hash_password(wanted) + "\n", "The password")
    return path


def write_private(path: Path, text: str, what: str) -> None:
    """Write a file that only this user can read, in place of the old one; `what` it holds, for a refusal."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        # never readable by others, not even for a moment, and never half written
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError as error:
        raise UserError(
            f"{what} can't be kept in {path} ({_why(error)}): make room there, or give it to this user."
        ) from error


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
