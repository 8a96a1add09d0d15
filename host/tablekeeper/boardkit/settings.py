"""The board's own settings.toml: keeps the maker's values and adds only missing keys.

One key is set by the installation: the language of the board's texts, so that the next installation uses
the same language.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tablekeeper.errors import UserError

NAME = "settings.toml"
LANGUAGE = "TABLEKEEPER_LANGUAGE"

_LANGUAGE_LINE = re.compile(rf"(?m)^({LANGUAGE}[ \t]*=[ \t]*)(\"[^\"\n]*\"|'[^'\n]*'|[^\s#]+)")


def language(own: bytes | None) -> str | None:
    """Return the language in a drive's settings; None if they name none."""
    asked = _read(own or b"")[1].get(LANGUAGE)
    return None if asked is None else str(asked)


def in_language(text: str, chosen: str) -> str:
    """Return the settings with the language replaced."""
    changed = _LANGUAGE_LINE.sub(rf'\g<1>"{chosen}"', text, count=1)
    try:
        told = tomllib.loads(changed)
    except tomllib.TOMLDecodeError:
        told = {}
    if told != {**tomllib.loads(text), LANGUAGE: chosen}:
        raise UserError(
            "The line with %(language)s in %(name)s cannot be changed automatically: "
            'write %(language)s = "%(chosen)s" there.',
            language=LANGUAGE, name=NAME, chosen=chosen,
        )
    return changed


def merged(own: bytes | None, ours: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the new settings of a drive, and the keys that were added to its own.

    `own` is the file on the drive (None: no file), `ours` the firmware's text in the installed
    language. Added keys come first, because CircuitPython reads no key after the first table.
    """
    if own is None or not own.strip():
        # CircuitPython itself writes an empty file to a new drive
        return ours.encode(), ()
    text, held = _read(own)
    wanted = tomllib.loads(ours)
    missing = [key for key in wanted if key not in held]
    anew = LANGUAGE in wanted and held.get(LANGUAGE, wanted[LANGUAGE]) != wanted[LANGUAGE]
    if anew:
        text = in_language(text, wanted[LANGUAGE])
    if not missing:
        return text.encode() if anew else own, ()
    lines = {line.partition("=")[0].strip(): line for line in ours.splitlines() if "=" in line}
    added = "".join(f"{lines[key]}\n" for key in missing)
    return (added + text).encode(), tuple(missing)


def _read(own: bytes) -> tuple[str, dict[str, Any]]:
    try:
        text = own.decode("utf-8-sig")
        return text, tomllib.loads(text)
    except (UnicodeError, tomllib.TOMLDecodeError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise UserError(
            "The drive's %(name)s can't be read (%(why)s): correct it, or delete it to use the firmware's "
            "own.",
            name=NAME, why=why,
        ) from error
