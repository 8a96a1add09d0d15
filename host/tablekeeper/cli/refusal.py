"""How a command says that it can't: one sentence on standard error, exit status 2, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from tablekeeper.director.setup import DirectorError
from tablekeeper.games.backgammon.mat import MatError
from tablekeeper.store import StoreError
from tablekeeper.tables.transport import TransportLost


class Refusal(click.ClickException):
    """A sentence for the person at the terminal."""

    exit_code = 2


@contextmanager
def refusals() -> Iterator[None]:
    """Turns the errors of rules, database and ports into refusals."""
    try:
        yield
    except (DirectorError, MatError, StoreError, TransportLost) as error:
        raise Refusal(str(error)) from error
