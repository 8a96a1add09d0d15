"""Whole numbers on a command line: one sentence refuses a wrong number, and names the allowed range."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.text import shortened

#: an error does not mention a limit that is this large
_ENDLESS = 10**9


class Whole(click.IntRange):
    """A whole number within a range, both ends included."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; refuse other texts and numbers."""
        try:
            # int() also accepts "1_000" and digits of other scripts, and refuses very long numbers
            number = int(value) if not isinstance(value, str) or value.lstrip("+-").isascii() else None
        except ValueError:
            number = None
        if number is None or (isinstance(value, str) and "_" in value) or not self._holds(number):
            named = _("The number") if param is None else _name(param)
            raise UserError(
                "%(named)s: a whole number%(this)s, not '%(value)s'.",
                named=named, this=self._span(), value=shortened(str(value)),
            )
        return number

    def _holds(self, number: int) -> bool:
        return (self.min is None or self.min <= number) and (self.max is None or number <= self.max)

    def _span(self) -> str:
        if self.max is None or self.max >= _ENDLESS:
            return "" if self.min is None else _(" from %(least)s", least=f"{self.min:g}")
        return _(" from %(least)s to %(most)s", least=f"{self.min:g}", most=f"{self.max:g}")


def _name(param: click.Parameter) -> str:
    """Return the name of a parameter on the command line: "POINTS", "--seed"."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.human_readable_name).strip("[].")
