"""Converts a day on the command line from the type that Click returns."""

from __future__ import annotations

from datetime import date, datetime

import click


def day(context: click.Context, parameter: click.Parameter, value: datetime | None) -> date | None:
    """Return the day of an option read by click.DateTime."""
    return value.date() if value else None
