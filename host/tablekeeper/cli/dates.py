"""Days on the command line, and times in lists."""

from __future__ import annotations

from datetime import UTC, date, datetime

import click


def day(context: click.Context, parameter: click.Parameter, value: datetime | None) -> date | None:
    """Return the day of an option read by click.DateTime."""
    return value.date() if value else None


def moment(at_ms: int) -> str:
    """Return the text of a time (Unix ms) in lists."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"
