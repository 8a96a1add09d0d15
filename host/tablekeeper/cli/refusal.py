"""How the command line prints a `UserError` or `ResourceError`: one line on standard error, exit status 2."""

from __future__ import annotations

import click

#: exit status of a refusal: nothing has changed
REFUSED = 2


class Refusal(click.ClickException):
    """Either of them as an exception that click prints before it ends the program."""

    exit_code = REFUSED
