"""The keys of encrypted backups: options that name them, and `tablekeeper backup key`.

No secret is a word of a command: private keys and passphrases are in files that only their owner can read.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from tablekeeper.cli.options import F, private_text
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.store import encryption
from tablekeeper.store.encryption import Opener, Sealer

#: environment variable: a file of public keys for every new copy, for example for scheduled copies
RECIPIENTS = "TABLEKEEPER_RECIPIENTS"
_FILE = click.Path(path_type=Path)


def sealed(function: F) -> F:
    """Add the options for the keys that encrypt a copy."""
    for option in (
        click.option(
            "--passphrase-file", type=_FILE, metavar="FILE", help="Encrypt it with the passphrase in FILE."
        ),
        click.option(
            "--recipients",
            type=_FILE, metavar="FILE", envvar=RECIPIENTS,
            help="Encrypt it for each public key in FILE, one a line.",
        ),
        click.option(
            "--recipient",
            multiple=True, metavar="KEY", help="Encrypt it for a public key (age1...). Can be repeated.",
        ),
    ):
        function = option(function)
    return function


def opened(function: F) -> F:
    """Add the options for the keys that decrypt a copy."""
    for option in (
        click.option("--passphrase-file", type=_FILE, metavar="FILE", help="The passphrase of the copy."),
        click.option("--identity", type=_FILE, metavar="FILE", help="The private key of the copy."),
    ):
        function = option(function)
    return function


def sealer(recipient: tuple[str, ...], recipients: Path | None, passphrase: Path | None) -> Sealer | None:
    """Return the keys that encrypt a copy; None without encryption."""
    if passphrase is not None:
        # the keys from the environment apply only if no other option is given
        from_words = click.get_current_context().get_parameter_source("recipients")
        if recipient or (recipients and from_words is click.core.ParameterSource.COMMANDLINE):
            raise UserError("A copy is encrypted for keys or with a passphrase: leave one of them out.")
        return Sealer(passphrase=_passphrase(passphrase))
    keys = [*recipient, *(() if recipients is None else _keys(recipients, _public_text(recipients)))]
    return Sealer(tuple(keys)) if keys else None


def opener(identity: Path | None, passphrase: Path | None) -> Opener | None:
    """Return the keys that decrypt a copy; None if no option is given."""
    if identity is not None and passphrase is not None:
        raise UserError("A copy is opened by a key or a passphrase: leave one of them out.")
    if passphrase is not None:
        return Opener(passphrase=_passphrase(passphrase))
    return None if identity is None else Opener(_keys(identity, private_text(identity)))


def _keys(file: Path, text: str) -> tuple[str, ...]:
    found = encryption.lines(text)
    if not found:
        raise UserError("%(file)s holds no key: write one key per line.", file=file)
    return found


def _public_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise UserError(
            "%(file)s can't be read: look at its name, and whether you may read it.", file=file
        ) from error


def _passphrase(file: Path) -> str:
    text = private_text(file).strip()
    if not text:
        raise UserError("%(file)s holds no passphrase: write it there as one line.", file=file)
    return text


@click.command("key", epilog="Example: tablekeeper backup key backup-key.txt")
@click.argument("file", type=_FILE, metavar="FILE")
def key(file: Path) -> None:
    """Write a new private key into a new FILE, and print its public key.

    Copies that are encrypted for the public key (`backup make --recipient`) are opened with this file only
    (`backup restore --identity`): keep it on another disk, and a print of it in a safe.
    """
    private, public = encryption.new_key()
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(f"# public key: {public}\n{private}\n")
    except FileExistsError as error:
        raise UserError("%(file)s exists already: name another file for the key.", file=file) from error
    except OSError as error:
        raise UserError(
            "%(file)s can't be written: %(strerror)s.", file=file, strerror=error.strerror
        ) from error
    say(public)
