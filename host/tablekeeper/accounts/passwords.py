"""Passwords: stored as scrypt hashes, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

# 16 MiB and about 50 ms per try (RFC 7914 names N=2^14, r=8 for interactive logins)
_COST, _BLOCK, _PARALLEL = 2**14, 8, 1
#: the most characters of a password; a longer guess is refused, because hashing it would only take time
LONGEST = 1024
#: a line for unknown accounts, with the present costs: no password fits, and the check takes equally long
NOBODYS = "$".join(["scrypt", str(_COST), str(_BLOCK), str(_PARALLEL), "A" * 22 + "==", "A" * 43 + "="])


def _scrypt(password: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost, r=block, p=parallel, maxmem=64 * 2**20, dklen=32
    )


def hash_password(password: str) -> str:
    """Return the line to store: scheme, cost, salt and hash, with a new salt each time."""
    salt = secrets.token_bytes(16)
    made = _scrypt(password, salt, _COST, _BLOCK, _PARALLEL)
    parts = [base64.b64encode(part).decode() for part in (salt, made)]
    return "$".join(["scrypt", str(_COST), str(_BLOCK), str(_PARALLEL), *parts])


def parse_kept(kept: str) -> tuple[tuple[int, int, int], bytes, bytes]:
    """Return the costs, salt and hash of a stored line; raise ValueError when it is damaged."""
    try:
        scheme, cost, block, parallel, salt, made = kept.split("$")
        if scheme != "scrypt":
            raise ValueError(scheme)
        costs = int(cost), int(block), int(parallel)
        return costs, base64.b64decode(salt, validate=True), base64.b64decode(made, validate=True)
    except ValueError as problem:
        raise ValueError(
            "The kept password is damaged: set a new one with `tablekeeper account password`."
        ) from problem


def check_password(password: str, kept: str) -> bool:
    """Return whether the line was made from this password; raise ValueError on a damaged line."""
    costs, salt, made = parse_kept(kept)
    if len(password) > LONGEST:
        return False
    return hmac.compare_digest(_scrypt(password, salt, *costs), made)
