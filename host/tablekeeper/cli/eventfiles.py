"""Reads event files for commands; an error names the file, the place and the reason."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, DocumentError, loads

#: the largest size of an event file (bytes)
LARGEST = 32 << 20
#: the type of a parameter that names a file to read; only such a one, and a picture, may be "-"
READ = click.Path(path_type=Path, allow_dash=True)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file ("-" is standard input)."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise UserError("%(path)s: %(strerror)s", path=path, strerror=error.strerror) from error
    if len(data) > LARGEST:
        raise UserError("%(path)s: the file is larger than %(largest)s MB", path=path, largest=LARGEST >> 20)
    return data


def read_document(path: Path) -> Cursor:
    """Return the document in a file ("-" is standard input)."""
    data = read_bytes(path)
    try:
        return loads(data)
    except DocumentError as error:
        raise named(path, error) from error


def read_text(path: Path) -> str:
    """Return the text in a file ("-" is standard input)."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("%(path)s: the file is not UTF-8 text.", path=path) from None


def write_document(document: Mapping[str, Any], output: Path | None) -> None:
    """Write an event as JSON into a new file, or on standard output."""
    write_out(json.dumps(document, ensure_ascii=False, indent=1) + "\n", output)


def write_out(text: str, output: Path | None) -> None:
    """Write a text into a new file, or on standard output."""
    if output is None:
        click.echo(text, nl=False)
        return
    write_new(text, output, "--output")
    say(_("Written: %(output)s.", output=output), err=True)


def write_new(text: str, file: Path, option: str) -> None:
    """Write a text into a new file, named by `option`; raise UserError if the file exists."""
    try:
        # "x": never overwrite an existing file
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise UserError(
            "%(file)s: %(strerror)s: name another file with %(option)s.",
            file=file, strerror=error.strerror, option=option,
        ) from error


def named(path: Path, error: DocumentError) -> UserError:
    """Return the error as a one-line UserError that also names the file."""
    # the contents of a file could hold control characters that move a terminal's cursor
    return UserError("".join(letter if letter.isprintable() else " " for letter in f"{path}: {error}"))


def rename(document: Cursor, name: str) -> None:
    """Rename the event of a document, and in its journal if it has one."""
    document.value["name"] = name
    for one in document.value.get("journal", ())[:1]:
        if isinstance(one, dict) and isinstance(one.get("body"), dict):
            one["body"]["name"] = name
