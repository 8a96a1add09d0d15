"""Formats numbers and dates for a language; English has the host's original formats."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from .catalogues import ENGLISH


def figure(value: Any, code: str) -> Any:
    """Return a decimal with the decimal sign of the language, and a day in the language's format.

    Other values are returned unchanged.

    >>> figure(Decimal("2.50"), "it"), figure(Decimal("2.50"), "en"), figure("Ann", "it")
    ('2,50', '2.50', 'Ann')
    >>> figure(Decimal("1E+1"), "it")
    '10'
    """
    if isinstance(value, date):
        return short_date(value, code)
    if not isinstance(value, Decimal | float):
        return value
    # write a multiple of ten without an exponent ("10", not "1E+1")
    return decimals(format(value, "f") if isinstance(value, Decimal) else str(value), code)


def decimals(number: str, code: str) -> str:
    """Return a number with the decimal sign of the language instead of a point.

    >>> decimals("+12.5", "de"), decimals("+12.5", "en")
    ('+12,5', '+12.5')
    """
    if code == ENGLISH:
        return number
    from babel.numbers import get_decimal_symbol

    return number.replace(".", get_decimal_symbol(code))


def long_date(day: date, code: str) -> str:
    """Return a day with its weekday and month in words.

    >>> [long_date(date(2026, 5, 1), code) for code in ("en", "it", "de")]
    ['Friday, 1 May 2026', 'venerdì 1 maggio 2026', 'Freitag, 1. Mai 2026']
    """
    if code == ENGLISH:
        return f"{day:%A}, {day.day} {day:%B} {day.year}"
    from babel.dates import format_date

    return format_date(day, "full", code)


def short_date(day: date, code: str) -> str:
    """Return a day in figures; in English in the unambiguous format of ISO 8601.

    >>> [short_date(date(2026, 5, 1), code) for code in ("en", "it", "de")]
    ['2026-05-01', '01/05/2026', '01.05.2026']
    """
    if code == ENGLISH:
        return day.isoformat()
    from babel.dates import format_date

    return format_date(day, {"it": "dd/MM/y", "de": "dd.MM.y"}.get(code, "short"), code)
