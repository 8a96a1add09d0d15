"""Loops of tests that must not be empty: `for one in nonempty(values)`."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

One = TypeVar("One")


def nonempty(values: Iterable[One]) -> Iterator[One]:
    """Yield the values; fail if there are none, because a test whose loop never runs checks nothing."""
    empty = True
    for value in values:
        empty = False
        yield value
    assert not empty, "nothing to check: the loop of this test is empty"
