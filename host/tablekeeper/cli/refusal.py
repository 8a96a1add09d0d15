"""How the command line prints a `UserError` or `ResourceError`: one line on standard error, exit status 2."""

from __future__ import annotations

import re

import click

from tablekeeper.text import shortened

#: exit status of a refusal: nothing has changed
REFUSED = 2
#: a longer word is not a name, number or path: an error repeats only its beginning
_LONG_WORD = re.compile(r"\S{200,}")


class Refusal(click.ClickException):
    """A `UserError` or `ResourceError` as an exception that Click prints before it ends the program."""

    exit_code = REFUSED

    def __init__(self, sentence: str) -> None:
        super().__init__(_LONG_WORD.sub(lambda word: shortened(word[0]), sentence))
