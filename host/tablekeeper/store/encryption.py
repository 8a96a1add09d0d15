"""Encrypted copies in the format of age (age-encryption.org/v1), by the library pyrage.

A copy is encrypted for public keys (age1...), whose private keys need not be on this computer, or with a
passphrase. `age -d` opens it, too. The library is loaded only where it is needed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablekeeper.store.failures import StoreError

_MAGIC = b"age-encryption.org/v1\n"


@dataclass(frozen=True, slots=True)
class Sealer:
    """The keys that encrypt a copy: public keys, or a passphrase. The format does not allow both."""

    recipients: tuple[str, ...] = ()
    passphrase: str = ""


@dataclass(frozen=True, slots=True)
class Opener:
    """The keys that decrypt a copy: private keys, or a passphrase."""

    identities: tuple[str, ...] = ()
    passphrase: str = ""


def lines(text: str) -> tuple[str, ...]:
    """Return the keys in the text of a key file: one per line; ignore empty lines and comments (#)."""
    found = (line.strip() for line in text.splitlines())
    return tuple(line for line in found if line and not line.startswith("#"))


def is_encrypted(path: Path) -> bool:
    """Return whether a file is encrypted; OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def new_key() -> tuple[str, str]:
    """Return a new private key and its public one."""
    identity = _library().x25519.Identity.generate()
    return str(identity), str(identity.to_public())


def encrypt(plain: Path, target: Path, sealer: Sealer) -> None:
    """Write the encrypted bytes of a file into an existing file; StoreError for a wrong key."""
    age = _library()
    recipients = [_public(age, one) for one in sealer.recipients]
    with plain.open("rb") as source, target.open("wb") as out:
        try:
            if recipients:
                age.encrypt_io(source, out, recipients)
            else:
                out.write(age.passphrase.encrypt(source.read(), sealer.passphrase))
        except age.EncryptError as error:
            raise OSError(str(error)) from error
        out.flush()
        os.fsync(out.fileno())


def decrypt(copied: Path, target: Path, opener: Opener | None) -> None:
    """Write the decrypted bytes of a file into a new file that only this user may read.

    Each part of an encrypted file is authenticated. Raises StoreError if the file was changed or cut off, or
    if the key does not fit.
    """
    if opener is None:
        raise StoreError(
            "%(copied)s is encrypted: name the file of its key with --identity, or of its passphrase with "
            "--passphrase-file.",
            copied=copied,
        )
    age = _library()
    identities = [_private(age, one) for one in opener.identities]
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with copied.open("rb") as source, os.fdopen(descriptor, "wb") as out:
        try:
            if identities:
                age.decrypt_io(source, out, identities)
            else:
                out.write(age.passphrase.decrypt(source.read(), opener.passphrase))
        except (age.DecryptError, OSError) as error:
            raise StoreError(
                "%(copied)s can't be decrypted: it is damaged, or was encrypted for another key or with "
                "another passphrase. Name another file, or take another copy.",
                copied=copied,
            ) from error


def _public(age: Any, text: str) -> Any:
    try:
        return age.x25519.Recipient.from_str(text)
    except age.RecipientError as error:
        if not text.startswith("age1"):
            # the text may be a private key: do not repeat it in the message
            raise StoreError(
                "A public key of age begins with age1, and this word does not: a copy is encrypted for the "
                "key that `tablekeeper backup key` has printed."
            ) from error
        raise StoreError(
            "'%(text)s' is not a public key of age: was a letter lost?", text=text[:80]
        ) from error


def _private(age: Any, text: str) -> Any:
    try:
        return age.x25519.Identity.from_str(text)
    except age.IdentityError as error:
        raise StoreError(
            "The file of --identity has a line that is not a private key of age: those begin with "
            "AGE-SECRET-KEY-1."
        ) from error


def _library() -> Any:
    try:
        import pyrage
    except ImportError as error:
        raise StoreError("Encrypted copies need the library pyrage: pip install pyrage.") from error
    return pyrage
