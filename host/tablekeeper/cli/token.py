"""`tablekeeper token`: tokens by which commands on other computers reach the host of this user."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime

import click

from tablekeeper.cli.password import password_file, write_private
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.store import StoreError
from tablekeeper.textchecks import check_registered_name


def _read() -> list[tuple[str, str, str]]:
    """Return (hash, day, name) of each token."""
    try:
        text = password_file().with_name("tokens").read_text("utf-8")
    except (FileNotFoundError, StoreError):
        # no folder for it: the database may be elsewhere
        return []
    except (OSError, ValueError) as error:
        raise UserError(f"The file of the tokens can't be read: {error}.") from error
    return [(digest, day, name) for digest, day, name in (line.split(" ", 2) for line in text.splitlines())]


def _write(tokens: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{' '.join(one)}\n" for one in tokens)
    write_private(password_file().with_name("tokens"), text, "The token")


def kept_tokens() -> dict[str, str]:
    """Return the name of each token by its SHA-256."""
    return {digest: name for digest, _, name in _read()}


@click.group(epilog="Example: tablekeeper token new Ann")
def command() -> None:
    """Make, list and revoke the tokens by which commands on other computers reach this user's host."""


@command.command(epilog="Example: tablekeeper token new Ann")
@click.argument("name", metavar="NAME")
def new(name: str) -> None:
    """Make a token for a person, and print it once; the journals say NAME where it is used."""
    name, tokens = check_registered_name(name), _read()
    if any(one[2] == name for one in tokens):
        raise UserError(f"{name} has a token already: revoke it first.")
    # 256 random bits: nobody guesses them, so that a fast hash is enough
    token = secrets.token_urlsafe(32)
    day = datetime.fromtimestamp(wall_ms() / 1000, UTC).date().isoformat()
    _write([*tokens, (hashlib.sha256(token.encode()).hexdigest(), day, name)])
    click.echo(token)


@command.command("list", epilog="Example: tablekeeper token list")
def list_tokens() -> None:
    """List who has a token, and since when."""
    found = _read()
    for _, day, name in found:
        click.echo(f"{name}, since {day}")
    if not found:
        click.echo("Nobody has a token.")


@command.command(epilog="Example: tablekeeper token revoke Ann")
@click.argument("name", metavar="NAME")
def revoke(name: str) -> None:
    """Revoke the token of NAME: the running host refuses it from now on."""
    tokens = _read()
    if all(one[2] != name for one in tokens):
        raise UserError(f"{name} has no token: `tablekeeper token list` lists who has.")
    _write([one for one in tokens if one[2] != name])
    click.echo(f"Revoked: the token of {name}.")
