"""Players who leave a running event, for formats that record it as a result and give walkovers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tablekeeper.formats.option import Option
from tablekeeper.languages import _, pgettext
from tablekeeper.standings.ranking import Criterion
from tablekeeper.strictjson import Cursor

#: the field of a result that names who has left
ABSENT = "absent"
#: what puts those who are there before those who have left, in standings
PRESENCE = _("who has left")


def departed(help: str) -> Option:
    """Return the field for a format's table of results; `help` says what becomes of open matches."""
    return Option(ABSENT, _("Has left"), "text", None, help=help)


def leaver(result: Cursor, players: Sequence[str], gone: Collection[str], also: Sequence[str] = ()) -> str:
    """Return who leaves by a result; refuse a player who is not there, or has left already.

    `also` names fields that such a result has beside the player.
    """
    cursor = result.fields((ABSENT, *also), (ABSENT, *also))[ABSENT]
    player = cursor.player(players)
    if player in gone:
        raise cursor.refuse("%(player)s has left already", player=player)
    return player


def presence(gone: Collection[str]) -> Criterion:
    """Return the step that puts those who have left behind the others."""
    return Criterion(
        PRESENCE,
        lambda level: {player: player not in gone for player in level},
        shows=there_or_left,
    )


def there_or_left(is_there: object) -> str:
    """Return whether a player is still in the event, as a figure of the standings."""
    return pgettext("player of an event", "there") if is_there else pgettext("player of an event", "left")


class Leavers:
    """The players who have left an event; the others play on, and the last one has won it.

    Who leaves after the end keeps the place.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.there = list(players)
        self.gone: list[str] = []
        self._players = players
        self._later: list[str] = []

    def take(self, result: Cursor, over: bool, also: Sequence[str] = ()) -> str | None:
        """Take the result of a departure; return who plays no more, None after the end of the event."""
        player = leaver(result, self._players, (*self.gone, *self._later), also)
        if over:
            self._later.append(player)
            return None
        self.there.remove(player)
        self.gone.append(player)
        return player

    @property
    def alone(self) -> str | None:
        """The only player who is there, None while there are others."""
        return self.there[0] if len(self.there) == 1 else None

    @property
    def criterion(self) -> Criterion:
        """Players who have left come last, with any figures."""
        return presence(self.gone)

    def behind(self, tables: Iterable[tuple[tuple[str, int], ...]]) -> set[tuple[tuple[str, int], ...]]:
        """Return final tables of those who are there with the one who has left as last."""
        last = [(player, len(self._players)) for player in self.gone]
        return {tuple(sorted((*table, *last))) for table in tables}
