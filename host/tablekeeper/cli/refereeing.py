"""Shared by the referee's commands: parses options, refuses wrong ones, and names paragraphs."""

from __future__ import annotations

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.paragraphs import BackgammonParagraph


def source(paragraph: BackgammonParagraph) -> dict[str, str]:
    """Return a paragraph as a JSON document."""
    return {"book": paragraph.book, "words": paragraph.words}


def number(text: str | None, name: str, least: int, most: int, default: int) -> int:
    """Parse the whole number of an option; return its default without a text."""
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most):
        raise UserError(
            "%(name)s: %(words)s is not a whole number from %(least)s to %(most)s.",
            name=name, words=f"{text[:20]!r}", least=least, most=most,
        )
    return int(text)


def score_text(text: str) -> tuple[int, int]:
    """Parse a score written like 4-2."""
    first, dash, second = text.partition("-")
    if not (dash and all(part.isascii() and part.isdigit() and len(part) <= 4 for part in (first, second))):
        raise UserError("--score: %(words)s is not a score: write it like 4-2.", words=f"{text[:20]!r}")
    return int(first), int(second)
