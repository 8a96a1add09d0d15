"""All known games: every installed entry point of the group `tablekeeper.games`.

The name of an entry point is the game's key, the object its `Game`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablekeeper.entrypoints import EntryPoint, EntryPoints
from tablekeeper.errors import UserError
from tablekeeper.games.game import Game


class GameRegistry(EntryPoints[Game]):
    """Every game by its key, in the order of program numbers."""

    def __init__(self) -> None:
        super().__init__("game", _checked)
        self._programs: dict[int, Game] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(super().__iter__(), key=lambda key: self[key].program))

    def reload(self) -> None:
        """Forget the known games, so that the next access searches the installed packages again."""
        super().reload()
        self._programs = {}

    def of(self, program: int) -> Game:
        """Return the game of a program number of `tablecore.sheets`."""
        if not self._programs:
            self._programs = {game.program: game for game in self.values()}
        return self._programs[program]

    def offered(self, key: str) -> Game:
        """Return a game by its key; refuse an unknown key."""
        game = self.get(key)
        if game is None:
            raise UserError(
                "There is no program '%(key)s': choose %(this)s.",
                key=key[:20], this=', '.join(self),
            )
        return game


def _checked(point: EntryPoint, game: Any) -> Game:
    if not isinstance(game, Game):
        raise TypeError(f"{point.value} is no Game")
    if game.key != point.name:
        raise ValueError(f"its key is {game.key}")
    return game


GAMES = GameRegistry()
