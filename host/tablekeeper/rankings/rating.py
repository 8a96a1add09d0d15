"""The interface of a rating system: ratings computed from results in their order.

Players are whole numbers from 0, so a system can store its figures in arrays (2.4 megabytes for a hundred
thousand players). Results are not stored. `book` maps names to numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Protocol

#: players on one side: one, or the partners of a pair
Side = tuple[int, ...]
#: sides, the best first; the match length in points (0 without a length); places of the sides if some are
#: level, such as (1, 2, 2), else ()
Result = tuple[tuple[Side, ...], int, tuple[int, ...]]
#: a system's arrays at one moment, as bytes
State = tuple[bytes, ...]


def taken_back(code: str, state: bytes) -> array[Any]:
    """Return an array of this type code from its bytes."""
    found: array[Any] = array(code)
    found.frombytes(state)
    return found


class Rating(Protocol):
    """A rating system with its players' figures."""

    #: its name in files and options
    key: str

    def grow(self, players: int) -> None:
        """Make room for players numbered below `players`; new ones have the start values."""
        ...

    def rate(self, results: Iterable[Result]) -> None:
        """Change the players' figures by results, one after another."""
        ...

    def check(self, result: Result) -> None:
        """Raise `UserError` for a result that the system cannot rate."""
        ...

    def value(self, player: int) -> float:
        """Return the figure that orders the list; larger is better."""
        ...

    def matches(self, player: int) -> int:
        """Return a player's number of rated results."""
        ...

    def provisional(self, player: int) -> bool:
        """Return whether a player has too few results for a rank."""
        ...

    def figures(self, player: int) -> dict[str, float | int]:
        """Return a player's figures for a list, by name."""
        ...

    def state(self) -> State:
        """Return copies of all figures."""
        ...

    def restore(self, state: State) -> None:
        """Restore all figures; players who came later get the start values again."""
        ...
