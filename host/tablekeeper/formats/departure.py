"""Players who leave a running event, or arrive in it, for formats that record it as a result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.formats.option import Option
from tablekeeper.languages import _, pgettext
from tablekeeper.standings.ranking import Criterion
from tablekeeper.strictjson import Cursor

#: the result field that names the player who has left
ABSENT = "absent"
#: the result field that names a late arrival, and the one with the last round that a result does not change
LATE, KEPT = "late", "kept"
#: the result field that names the player whose bye a late arrival takes
BYE_OF = "bye_of"
#: the standings criterion that puts present players before players who have left
PRESENCE = _("who has left")


@dataclass(frozen=True, slots=True)
class Room:
    """The places of a running event for late arrivals."""

    #: number of places that were kept open
    kept: int
    #: players with a bye in the first round, in numerical order: why nobody can take it; "" = it can be taken
    byes: Mapping[str, str]


def departed(help: str) -> Option:
    """Return the field for a format's table of results; `help` says what happens to open matches."""
    return Option(ABSENT, _("Has left"), "text", None, help=help)


def arrived(help: str) -> tuple[Option, Option]:
    """Return the fields of a late arrival for a format's table of results."""
    return (
        Option(LATE, _("Late arrival"), "text", None, help=help),
        Option(KEPT, _("Last round that stays as it is"), "whole", None, low=0),
    )


def newcomer(result: Cursor, players: Sequence[str]) -> tuple[str, int]:
    """Return the player who arrives by a result, and the last round that stays as it is."""
    fields = result.fields((LATE, KEPT), (LATE, KEPT))
    player = fields[LATE].name()
    if player in players:
        raise fields[LATE].refuse('"%(player)s" is entered twice', player=player)
    return player, fields[KEPT].whole(0)


def leaver(
    result: Cursor, players: Sequence[str], gone: Collection[str], also: Sequence[str] = (),
    may: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return the player who leaves by a result; refuse a player who is not in the event or has left.

    `also` names further fields of such a result, `may` those that can be left out.
    """
    cursor = result.fields((ABSENT, *also, *may), (ABSENT, *also))[ABSENT]
    player = cursor.player(players)
    if player in gone:
        raise cursor.refuse("%(player)s has left already", player=player)
    return player


def presence(gone: Collection[str]) -> Criterion:
    """Return the criterion that puts players who have left behind the others."""
    return Criterion(
        PRESENCE,
        lambda level: {player: player not in gone for player in level},
        shows=there_or_left,
    )


def there_or_left(is_there: object) -> str:
    """Return the word in the standings for a player who is in the event, or who has left."""
    return pgettext("player of an event", "there") if is_there else pgettext("player of an event", "left")


class Leavers:
    """The players who have left an event; the others continue, and the last one left has won.

    A player who leaves after the end keeps the place.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.there = list(players)
        self.gone: list[str] = []
        self._players = players
        self._later: list[str] = []

    def take(self, result: Cursor, over: bool, also: Sequence[str] = ()) -> str | None:
        """Record a departure; return the player who stops playing, None after the end of the event."""
        player = leaver(result, self._players, (*self.gone, *self._later), also)
        if over:
            self._later.append(player)
            return None
        self.there.remove(player)
        self.gone.append(player)
        return player

    @property
    def alone(self) -> str | None:
        """The last player in the event, None while there are several."""
        return self.there[0] if len(self.there) == 1 else None

    @property
    def criterion(self) -> Criterion:
        """The criterion that puts players who have left last, regardless of their figures."""
        return presence(self.gone)

    def behind(self, tables: Iterable[tuple[tuple[str, int], ...]]) -> set[tuple[tuple[str, int], ...]]:
        """Return final tables of the present players with the player who has left in last place."""
        last = [(player, len(self._players)) for player in self.gone]
        return {tuple(sorted((*table, *last))) for table in tables}
