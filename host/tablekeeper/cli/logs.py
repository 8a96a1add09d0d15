"""The host's log: sentences for people, or one JSON document per line for programs.

JSON lines contain no names of people and no secrets: an error is logged as its sentence without values or
as its class, a request as its route, a stack as places in the program, the home folder as "~".
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli.options import F
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.languages.message import Translatable
from tablekeeper.web.requestlog import request_id

TEXT, JSON = "text", "json"
#: messages that are always shown: connections of boards, and the place of the database
HOST = logging.getLogger("tablekeeper.host")
_OURS = logging.getLogger("tablekeeper")
#: bytes of a log file, and the number of older files beside it
_LARGEST, _OLDER = 2_000_000, 4


class TerminalLine(logging.Formatter):
    """Formats the time of day and the sentence; after a failure also the stack and the last frames."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s  %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines."""
        return "\n".join([super().format(record), *getattr(record, "frames", ())])


class JsonLine(logging.Formatter):
    """Formats a JSON document: time, level, logger, message, and optional fields such as `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if request := request_id():
            line["request"] = request
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = shape(error)
            line["where"] = [
                f"{Path(one.filename).name}:{one.lineno} {one.name}"
                for one in traceback.extract_tb(error.__traceback__)
            ]
        whole = json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False)
        return whole.replace(str(Path.home()), "~")


def shape(error: BaseException) -> str:
    """Return the text of an error without its values, because they may be names."""
    sentence = error.args[0] if error.args else ""
    return sentence.key if isinstance(sentence, Translatable) else type(error).__name__


def _message(record: logging.LogRecord) -> str:
    args = record.args
    if isinstance(args, tuple) and args:
        args = tuple(shape(one) if isinstance(one, BaseException) else one for one in args)
        return str(record.msg) % args
    return record.getMessage()


class _Terminal(logging.Handler):
    """Writes to the standard error stream that is current when a line is written."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        try:
            say(self.format(record), err=True)
        except Exception:
            self.handleError(record)


class _Private(logging.handlers.RotatingFileHandler):
    """Writes log files that only this user may read."""

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(handle, "a", encoding="utf-8")


@contextmanager
def logging_to(form: str, file: Path | None) -> Iterator[None]:
    """Log to standard error in the given form, and to a file as JSON lines, within a `with` block."""
    terminal = _Terminal()
    terminal.setFormatter(JsonLine() if form == JSON else TerminalLine())
    handlers: list[logging.Handler] = [terminal]
    if form == TEXT:
        # people at a terminal need no line for each request
        terminal.addFilter(lambda record: record.levelno >= logging.WARNING or record.name == HOST.name)
    if file is not None:
        try:
            handlers.append(_Private(file, maxBytes=_LARGEST, backupCount=_OLDER, encoding="utf-8"))
        except OSError as error:
            raise UserError(
                "The log %(file)s can't be written: %(strerror)s.", file=file, strerror=error.strerror
            ) from error
        handlers[-1].setFormatter(JsonLine())
    root, before = logging.getLogger(), _OURS.level
    _OURS.setLevel(logging.INFO if form == JSON or file else logging.WARNING)
    HOST.setLevel(logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        _OURS.setLevel(before)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


def log_options(function: F) -> F:
    """Add the options of the log."""
    for option in (
        click.option(
            "--log-format",
            type=click.Choice([TEXT, JSON]), default=TEXT, show_default=True, envvar="TABLEKEEPER_LOG_FORMAT",
            help="Sentences, or one JSON document per line without names of people.",
        ),
        click.option(
            "--log-file",
            type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
            help="Log the JSON lines into FILE, too; 10 MB of them are kept.",
        ),
    ):
        function = option(function)
    return function
