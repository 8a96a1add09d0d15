"""The help of commands in the reader's language.

Docstrings and options are English; each paragraph is a text of the catalogues
(`tests/languages/catalogues.py` collects them from the commands). Click writes its help through a formatter;
this module's formatter translates the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click

from tablekeeper.languages import _, language, shown
from tablekeeper.languages.catalogues import ENGLISH

#: the text that Click adds to the help of an option: its default, its range, or "required"
_ADDED = re.compile(r"(?P<help>.*?)(?P<added>  \[[^\[\]]*\])", re.DOTALL)
_EXAMPLE = "Example: "


class HelpFormatter(click.HelpFormatter):
    """Writes help in the language of the reader."""

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        super().write_text("\n\n".join(map(told, text.split("\n\n"))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands, each with its help."""
        super().write_dl([(name, told(text)) for name, text in rows], col_max, col_spacing)


def told(paragraph: str) -> str:
    """Return a paragraph of help in the language of the reader."""
    if language() == ENGLISH:
        return paragraph
    if paragraph.startswith(_EXAMPLE):
        return shown(_("Example: %(command)s", command=paragraph.removeprefix(_EXAMPLE)))
    if paragraph.startswith("\b"):
        return paragraph
    text = _one_line(paragraph)
    found = _translated(text)
    added = _ADDED.fullmatch(text) if found == text else None
    return _translated(added["help"]) + added["added"] if added else found


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip())


def _translated(text: str) -> str:
    return shown(_(text.replace("%", "%%"))) if text else text


def texts(command: click.Command) -> Iterator[str]:
    """Yield every text of the help of a command, and of those in it."""
    for paragraph in (command.help or "").split("\n\n"):
        if not paragraph.startswith("\b"):
            yield _one_line(paragraph)
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield _one_line(option.help)
    if isinstance(command, click.Group):
        yield from (text for _module, text in getattr(command, "verbs", {}).values())
        context = click.Context(command)
        for verb in command.list_commands(context):
            inner = command.get_command(context, verb)
            if inner is not None:
                yield from texts(inner)
