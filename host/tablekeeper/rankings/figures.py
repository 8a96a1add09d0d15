"""Formats points for people and JSON: whole numbers without decimals, halves as 0.5."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction


def decimal(figure: int | Fraction) -> Decimal:
    """Return an exact decimal; points are parsed from decimals, so every sum is an exact decimal."""
    value = Fraction(figure)
    return Decimal(value.numerator) / Decimal(value.denominator)


def number(figure: int | Fraction) -> int | float:
    """Return a figure as a JSON number: 3, 0.5."""
    return figure.numerator if figure.denominator == 1 else float(decimal(figure))


def shown(figure: int | Fraction) -> str:
    """Return a figure as text: 3, 0.5."""
    value = Fraction(figure)
    return str(value.numerator) if value.denominator == 1 else format(decimal(value).normalize(), "f")
