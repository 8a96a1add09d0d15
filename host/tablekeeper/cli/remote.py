"""Commands at the host of another computer: `tablekeeper --host URL --token-file FILE ...`.

The words are sent to the host's pages, which run them beside the host (`web/commandpage.py`) and return the
output at once. Commands with files are refused.
"""

from __future__ import annotations

import http.client
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, language
from tablekeeper.version import __version__

#: the commands of a scorer: public data, results and seating
_SCORERS = frozenset(
    f"event {verb}"
    for verb in "confirm history list next overdue picture player".split()
    + "reject result results seat standings throw".split()
) | {f"claim {verb}" for verb in ("accept", "agree", "list", "refuse", "report")}
#: commands that are a host, or that need the host of this computer
_HOSTS = ("demo", "serve", "watch", "doctor", "support")
#: the most bytes of standard input that are sent; seconds to wait for data from the host
_MOST_INPUT, _PATIENCE_S = 12_000, 150.0
_STOPPED = _("The host stopped or did not answer: look whether it was done before you repeat it.")


def check(main: click.Group, words: Sequence[str], role: str | None = None) -> bool:
    """Refuse words that a host does not run for another computer; return whether they use its database.

    Such a command may name no file except "-" where that is standard input or output, and no database. A
    scorer may use only `_SCORERS`.
    """
    command: click.Command = main
    context, rest, path = click.Context(main), list(words), list[str]()
    while isinstance(command, click.Group):
        name, found, rest = command.resolve_command(context, rest)
        if found is None or (not rest and isinstance(found, click.Group)):
            return False
        path.append(name or "")
        command, context = found, click.Context(found, parent=context, info_name=name)
    given = command.make_context(context.info_name, rest, parent=context.parent, resilient_parsing=True)
    if words[0] in _HOSTS:
        raise UserError("`%(words)s` runs on its own computer: leave --host out.", words=words[0])
    if "database" not in given.params:
        return False
    if role not in (None, DIRECTOR) and " ".join(path) not in _SCORERS:
        raise UserError("Only a director may do that: this token is a %(role)s's.", role=role)
    if given.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE:
        raise UserError("The host has its own database: leave --database out.")
    for parameter in command.params:
        value = given.params.get(parameter.name or "")
        if not isinstance(parameter.type, click.Path) or value is None:
            continue
        if not parameter.type.allow_dash:
            raise UserError("A host uses no file for another computer: leave '%(value)s' out.", value=value)
        if str(value) != "-":
            raise UserError(
                "A host uses no file for another computer: leave '%(value)s' out, or give '-'.",
                value=value,
            )
    return True


def run(url: str, token_file: Path | None, words: Sequence[str]) -> None:
    """Run words at a host; print their output, and exit with their status."""
    # read standard input only for "-": a pipe may never end
    stdin = sys.stdin.read(_MOST_INPUT + 1) if "-" in words else ""
    if len(stdin) > _MOST_INPUT:
        raise UserError(
            "More than %(most_input)s letters are not sent to another computer: run it there.",
            most_input=_MOST_INPUT,
        )
    columns = min(max(shutil.get_terminal_size().columns, 20), 1000)
    spoken = ["--language", language(), *words]
    body = json.dumps({"version": __version__, "words": spoken, "stdin": stdin, "columns": columns})
    headers = {"Authorization": f"Bearer {_token(token_file)}", "Accept": "application/json"}
    connection = _connection(url)
    try:
        try:
            connection.connect()
        except OSError as error:
            why = str(error.strerror or error).lower()
            raise ResourceError(
                "There is no host at %(url)s (%(why)s): nothing was done.",
                url=url, why=why,
            ) from error
        try:
            connection.request("POST", "/command", body.encode(), headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise _refusal(answer.status, answer.read())
            status = _print(answer)
        except (OSError, http.client.HTTPException) as error:
            raise ResourceError(_STOPPED) from error
    finally:
        connection.close()
    raise SystemExit(status)


def _connection(url: str) -> http.client.HTTPConnection:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise UserError(
            "'%(url)s' is not the address of a host: give the address of its pages, such as "
            "https://hall.example.",
            url=url[:60],
        )
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, port, timeout=_PATIENCE_S)


def _token(file: Path | None) -> str:
    if file is None:
        raise UserError("--host needs a token: name its file with --token-file.")
    try:
        token = file.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        why = (error.strerror or "").lower() if isinstance(error, OSError) else _("it is no text")
        raise UserError(
            "The token's file %(file)s can't be read (%(why)s): name another one.",
            file=file, why=why,
        ) from error
    if not token or not token.isprintable() or " " in token:
        raise UserError(
            "%(file)s holds no token: write it there as one word, as `tablekeeper token new` prints it.",
            file=file,
        )
    return token


def _refusal(status: int, body: bytes) -> Exception:
    try:
        return UserError(str(json.loads(body)["error"]))
    except (ValueError, KeyError, TypeError):
        return ResourceError(
            "The server that answers there is not Tablekeeper (status %(code)s): check --host.",
            code=status,
        )


def _print(answer: http.client.HTTPResponse) -> int:
    """Print the frames of an answer as they arrive; return the exit status."""
    while head := answer.read(5):
        data = answer.read(int.from_bytes(head[1:], "big"))
        if head[:1] == b"x":
            return int(data)
        # bytes: an export is not always a text
        click.echo(data, nl=False, err=head[:1] == b"e")
    raise ResourceError(_STOPPED)
