"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations
from typing import Any, ClassVar, TypeVar

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.board import EventBoard
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.completions import Table, span_text, summary, table_of_rows
from tablekeeper.formats.departure import ABSENT, Leavers, departed
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.grand_prix.board import GrandPrixBoard, GrandPrixPlusBoard
from tablekeeper.formats.grand_prix.futures import final_tables, is_over, most_gain, tables_of_two
from tablekeeper.formats.grand_prix.ranking import GrandPrixRanking
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated
from tablekeeper.games.race.lineup import Lineup
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing

COLOURS = ("red", "blue", "green", "black", "yellow", "white")
_GAMES = Option("games", _("Scheduled games"), "whole", None, low=1, high=999, needed=True)
_LEFT = departed(_("The others play on, and rank before this player."))
_BONUS = _("Bonus of the first player with both colours home")
Vector = tuple[int, ...]
#: a player, by name or by seat
Name = TypeVar("Name", str, int)


@dataclass(slots=True)
class GrandPrixCourse:
    """The games so far: leavers, points, the owners in finishing order, and whether the event is over."""

    leavers: Leavers
    points: dict[str, int]
    orders: list[list[str]] = field(default_factory=list)
    over: bool = False


class GrandPrix(Format):
    """A Grand Prix: colours score."""

    key = "grand-prix"
    listed = 60
    title = _("Grand Prix")
    asks = ("games",)
    presets = (Preset("grand-prix-6", _("Grand Prix of 6 games"), {"games": 6}),)
    growth = ("gpp", "GPP")
    ranking: ClassVar[GrandPrixRanking] = GrandPrixRanking("GP", lambda one: GrandPrix().course(one).orders)
    is_rated = True
    board: ClassVar[EventBoard] = GrandPrixBoard("GP")
    options = (
        _GAMES,
        Option("tariff", _("Points of the places"), "wholes", (10, 6, 4, 3, 2, 1), low=0),
        Option("bonus", _BONUS, "whole", 2, low=0),
        Option("colours", _("Each player's two colours"), "table", None, needed=True, names="keys"),
    )
    result: ClassVar[tuple[Option, ...]] = (
        Option("order", _("Colours in the order they finished"), "texts", None, choices=COLOURS),
        _LEFT,
    )
    departure = ABSENT
    least = 3
    most = 3
    #: number of colours (or players) that finish
    _places = 6

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse a tariff of the wrong length."""
        if len(event.options["tariff"]) != self._places:
            raise options.at("tariff").refuse(
                "%(places)s places score, not %(count)s",
                places=self._places, count=len(event.options['tariff']),
            )

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse colours unless each player has two, and points that make every game a draw."""
        self._owners(event, options)
        self._check_points(event, options)

    def _check_points(self, event: Event, options: Cursor) -> None:
        if most_gain(self._vectors(event, len(event.players))) == 0:
            raise options.at("tariff").refuse("with these points every game is a draw: nobody can ever win")

    def _owners(self, event: Event, options: Cursor | None = None) -> dict[str, str]:
        # colour -> player
        cursor: Cursor = event.options["colours"]
        owners: dict[str, str] = {}
        for name, place in cursor.members():
            Cursor(name, place.path).player(event.players)
        given = cursor.fields(event.players, event.players)
        for player in event.players:
            for item in given[player].items(2, 2):
                colour = item.choice(COLOURS)
                if colour in owners:
                    raise item.refuse(
                        "%(colour)s belongs to %(owners)s already",
                        colour=colour, owners=owners[colour],
                    )
                owners[colour] = player
        return owners

    def _order(
        self, event: Event, result: Cursor, owners: Mapping[str, str], there: Sequence[str]
    ) -> tuple[str, ...]:
        # the colours of the present players, in finishing order
        fields = result.fields(("order",), ("order",))
        colours = self._left(owners, there)
        found: list[str] = []
        for item in fields["order"].items(len(colours) - 1, len(colours)):
            colour = item.choice(colours)
            if colour in found:
                raise item.refuse("%(colour)s finishes twice", colour=colour)
            found.append(colour)
        return _with_last(found, colours)

    def _vectors(self, event: Event, there: int) -> frozenset[Vector]:
        # the possible scores of one game: points of the present players, in order
        each = self._places // len(event.players)
        return _vectors(each * there, there, event.options["tariff"], event.options["bonus"])

    def course(self, event: Event) -> GrandPrixCourse:
        """Return the games and the points so far; refuse an impossible result."""
        owners = self._owners(event)
        course = GrandPrixCourse(Leavers(event.players), dict.fromkeys(event.players, 0))
        there = course.leavers.there
        gain = most_gain(self._vectors(event, len(there)))
        for result in event.results:
            if result.has(ABSENT):
                course.leavers.take(result, course.over)
                gain = most_gain(self._vectors(event, len(there)))
            elif course.over:
                raise result.refuse("the event is over already")
            else:
                order = [owners[thing] for thing in self._order(event, result, owners, there)]
                course.orders.append(order)
                scored = _score(there, order, event.options["tariff"], event.options["bonus"])
                for player, points in scored.items():
                    course.points[player] += points
            left = event.options["games"] - len(course.orders)
            course.over = course.over or is_over([course.points[name] for name in there], left, gain)
        return course

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result as every format does, with the last place if it was left out."""
        found = super().completed(event, given)
        there = self.course(event).leavers.there
        things = [thing for thing, owner in self._owners(event).items() if owner in there]
        order = found.get("order")
        if isinstance(order, list) and len(order) == len(things) - 1 and len({*things} - {*order}) == 1:
            return {**found, "order": list(_with_last(order, things))}
        return found

    def _playing(self, event: Event, there: Sequence[str]) -> dict[str, Any]:
        # the players, and after a departure their colours
        found: dict[str, Any] = {"players": list(there)}
        if self._places > len(event.players) > len(there):
            found["colours"] = self._left(self._owners(event), there)
        return found

    @staticmethod
    def _left(owners: Mapping[str, str], there: Sequence[str]) -> list[str]:
        return [colour for colour in COLOURS if owners[colour] in there]

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the field for the order, with the colours that play as choices."""
        named = pairing.get("colours", pairing.get("order", COLOURS))
        left = tuple(colour for colour in COLOURS if colour in named)
        return tuple(replace(one, choices=left) if one.choices else one for one in self.result)

    def answer(self, event: Event) -> Answer:
        """Return the standings by points; level players share a place."""
        course = self.course(event)
        points, over, played, there = course.points, course.over, len(course.orders), course.leavers.there
        lines = rows(
            rank(
                event.players, (course.leavers.criterion, Criterion(_("most points"), lambda level: points))
            ),
            lambda player: {"gpp": points[player]},
            over,
        )
        games = event.options["games"]
        following: tuple[dict[str, Any], ...] = ()
        cancelled: tuple[dict[str, Any], ...] = ()
        notes: list[str] = []
        if over:
            cancelled = tuple({"game": number} for number in range(played + 1, games + 1))
            if cancelled:
                notes.append(
                    _(
                        "%(player)s cannot be caught: the remaining games are cancelled.",
                        player=lines[0].player,
                    )
                )
        elif played >= games:
            following = ({"game": played + 1, **self._playing(event, there), "extra": True},)
            who = _("all three") if len(there) == len(event.players) else _("both")
            notes.append(_("The leaders are level: a counted extra game for %(who)s.", who=who))
        else:
            following = tuple(
                {"game": number, **self._playing(event, there)} for number in range(played + 1, games + 1)
            )
        winner = lines[0].player if over else None
        return Answer(self.key, over, winner, not over, lines, following, cancelled, tuple(notes),
                      doubts=self._doubts(event))  # fmt: skip

    def _doubts(self, event: Event) -> tuple[str, ...]:
        # allied colours that do not lie opposite each other
        said: Cursor | None = event.options["colours"]
        if said is None:
            return ()
        owned = {player: tuple(place.value) for player, place in said.members()}
        lineup = Lineup(self.ranking.style, event.players, tuple(owned[player] for player in event.players))
        return lineup.warnings

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places, extra games included."""
        course = self.course(event)
        there = tuple(course.leavers.there)
        points = tuple(course.points[name] for name in there)
        vectors = self._vectors(event, len(there))
        remaining = max(0, event.options["games"] - len(course.orders))
        tables: set[Table] | None = None
        if course.over:
            tables = {table_of_rows(self.answer(event).rows)}
        elif len(there) == len(event.players):
            tables = final_tables(points, remaining, vectors, there)
        else:
            tables = course.leavers.behind(tables_of_two(points, remaining, vectors, there))
        if not tables:
            return None
        gain = most_gain(vectors)

        def sentence(player: str, best: int, worst: int) -> str:
            if best > 1 or best == worst:
                return span_text(player, best, worst)
            if remaining < 2:
                return _last_game(
                    there, points, vectors, player, extra=not remaining
                )
            mine = course.points[player]
            ahead = max(course.points[name] for name in there if name != player)
            how = _("is %(ahead)s behind", ahead=ahead - mine)
            if mine >= ahead:
                how = _("leads by %(mine)s", mine=mine - ahead) if mine > ahead else _("is level in the lead")
            return _(
                "%(player)s %(how)s; %(remaining)s games can make up %(remaining2)s.",
                player=player,
                how=how,
                remaining=remaining,
                remaining2=remaining * gain,
            )

        return summary(event.players, tables, sentence, lambda player: None)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the results for ratings."""
        return self.ranking.rated(event)


class GrandPrixPlus(GrandPrix):
    """A Grand Prix Plus: players score points in the order in which they bring both colours home."""

    key = "grand-prix-plus"
    listed = 70
    title = _("Grand Prix Plus")
    presets = (Preset("grand-prix-plus-6", _("Grand Prix Plus of 6 games"), {"games": 6}),)
    ranking = GrandPrixRanking("GP+", lambda one: GrandPrixPlus().course(one).orders)
    board = GrandPrixPlusBoard("GP+")
    options = (
        _GAMES,
        Option("tariff", _("Points of the places"), "wholes", (4, 2, 1), low=0),
        Option("bonus", _BONUS, "whole", 0, low=0),
        Option("colours", _("Each player's two colours"), "table", None, names="keys"),
    )
    result = (Option("order", _("Players in the order they finished"), "texts", None), _LEFT)
    _places = 3

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse colours unless each player has two, and points that make every game a draw."""
        if event.options["colours"] is not None:
            GrandPrix._owners(self, event)
        self._check_points(event, options)

    def _owners(self, event: Event, options: Cursor | None = None) -> dict[str, str]:
        return {player: player for player in event.players}

    def _order(
        self, event: Event, result: Cursor, owners: Mapping[str, str], there: Sequence[str]
    ) -> tuple[str, ...]:
        place = result.fields(("order",), ("order",))["order"]
        told = place.items(len(there) - 1, len(there))
        return _with_last(place.pair(there, len(told)), there)


def _with_last(order: Sequence[str], things: Sequence[str]) -> tuple[str, ...]:
    # the last place may be left out, because the others imply it
    return (*order, *(thing for thing in things if thing not in order))


def _score(players: Sequence[Name], order: Sequence[Name], tariff: Vector, bonus: int) -> dict[Name, int]:
    # points of a game; `order` lists the owner of each finishing colour (or the player)
    points = dict.fromkeys(players, 0)
    left = {player: order.count(player) for player in players}
    bonus_left = bonus
    for place, player in enumerate(order):
        points[player] += tariff[place]
        left[player] -= 1
        if not left[player]:
            points[player] += bonus_left
            bonus_left = 0
    return points


@cache
def _vectors(places: int, players: int, tariff: Vector, bonus: int) -> frozenset[Vector]:
    # the owners of the colours do not matter, because all orders are included
    things = [place * players // places for place in range(places)]
    return frozenset(
        tuple(_score(range(players), order, tariff, bonus).values()) for order in set(permutations(things))
    )


def _last_game(
    players: Sequence[str], points: Vector, vectors: frozenset[Vector], player: str, *, extra: bool
) -> str:
    # a sentence: the result of the last scheduled game, or of an extra game, that makes a player first
    seat = players.index(player)
    wanted = [(other, points[other] - points[seat] + 1) for other in range(len(players)) if other != seat]

    def possible(short: int) -> bool:
        return any(
            all(vector[seat] - vector[other] >= more - short for other, more in wanted) for vector in vectors
        )

    if not possible(1):
        return (
            _(
                "%(player)s is first only by further extra games, if the others come out of this one level.",
                player=player,
            )
            if extra
            else _(
                "%(player)s is first only by extra games, if the others come out of the last game level.",
                player=player,
            )
        )
    if not possible(0):
        return (
            _(
                "%(player)s can only come level in the extra game, and then another one follows.",
                player=player,
            )
            if extra
            else _(
                "%(player)s can only come level in the last game, and then an extra game follows.",
                player=player,
            )
        )
    gain = most_gain(vectors)
    parts = [
        _(
            "%(player)s scores at least %(more)s more than %(players)s",
            player=player,
            more=more,
            players=players[other],
        )
        if more > 0
        else _(
            "%(players)s scores at most %(value)s more than %(player)s",
            players=players[other],
            value=-more,
            player=player,
        )
        for other, more in wanted
        if more > -gain
    ]
    told = listing(parts)
    if extra:
        return _("%(player)s is first if %(parts)s in the extra game.", player=player, parts=told)
    return _("%(player)s is first if %(parts)s in the last game.", player=player, parts=told)
