"""Grand Prix and Grand Prix Plus: a fixed number of games, points for places; most points wins.

In a Grand Prix every colour's place scores by the tariff, and the first player with both colours home a
bonus. In a Grand Prix Plus the players' order with both colours home scores. There are no tie-breaks:
level leaders play counted extra games, all three taking part, until one leads. A winner who is certain
before the end ends the event.
Source: seeds/triple-threat.txt, "Grand Prix Series", "Grand Prix Plus"; rules/xmadn.md, "Grand Prix".

    >>> from tablekeeper.formats import Place, standings
    >>> colours = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
    >>> answer = standings(Place({"format": "grand-prix", "options": {"games": 3, "colours": colours},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"order": ["red", "white", "black", "green", "blue", "yellow"]}]}))
    >>> [(row.rank, row.player, row.figures["gpp"]) for row in answer.rows]
    [(1, 'Ann', 12), (2, 'Bob', 9), (3, 'Cid', 7)]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from tablekeeper.formats.answer import Answer, Row
from tablekeeper.formats.completions import span_text, summary
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.place import Place
from tablekeeper.standings.ranking import Criterion, rank

COLOURS = ("red", "blue", "green", "black", "yellow", "white")
_GAMES = Option("games", "Scheduled games", "whole", None, low=1, needed=True)
_BONUS = "Bonus of the first player with both colours home"
#: a player's lag behind level leaders beyond which more makes no difference to what can still happen
_FAR = 64
#: states of the walk over completions; beyond it the answer is "open"
_LIMIT = 150_000
Vector = tuple[int, ...]


class GrandPrix(Format):
    """A Grand Prix: colours score."""

    key = "grand-prix"
    title = "Grand Prix"
    options = (
        _GAMES,
        Option("tariff", "Points of the places", "wholes", (10, 6, 4, 3, 2, 1), low=0),
        Option("bonus", _BONUS, "whole", 2, low=0),
        Option("colours", "Each player's two colours", "object", None, needed=True),
    )
    result = (Option("order", "Colours in the order they finished", "texts", None, choices=COLOURS),)
    least = 3
    most = 3
    #: what finishes
    _places = 6

    def check(self, event: Event, options: Place) -> None:
        """Refuse a tariff of another length, and colours that are not two for each."""
        if len(event.options["tariff"]) != self._places:
            raise options.at("tariff").refuse(
                f"{self._places} places score, not {len(event.options['tariff'])}"
            )
        self._owners(event, options)

    def _owners(self, event: Event, options: Place | None = None) -> dict[str, str]:
        # colour -> player
        place: Place = event.options["colours"]
        owners: dict[str, str] = {}
        given = place.fields(event.players, event.players)
        for player in event.players:
            for item in given[player].items(2, 2):
                colour = item.choice(COLOURS)
                if colour in owners:
                    raise item.refuse(f"{colour} belongs to {owners[colour]} already")
                owners[colour] = player
        return owners

    def _score(self, event: Event, order: Sequence[str], owners: Mapping[str, str]) -> dict[str, int]:
        # what one game's order is worth to each player
        points = dict.fromkeys(event.players, 0)
        home: list[str] = []
        both = None
        for place, colour in enumerate(order):
            player = owners[colour]
            points[player] += event.options["tariff"][place]
            if both is None and player in home:
                both = player
            home.append(player)
        if both is not None:
            points[both] += event.options["bonus"]
        return points

    def _order(self, event: Event, result: Place) -> tuple[str, ...]:
        fields = result.fields(("order",), ("order",))
        found: list[str] = []
        for item in fields["order"].items(self._places, self._places):
            colour = item.choice(COLOURS)
            if colour in found:
                raise item.refuse(f"{colour} finishes twice")
            found.append(colour)
        return tuple(found)

    def _vectors(self, event: Event) -> frozenset[Vector]:
        # what one game can bring, as points of the players in order
        owners = self._owners(event)
        return frozenset(tuple(self._score(event, order, owners).values()) for order in permutations(COLOURS))

    def _play(self, event: Event) -> tuple[Vector, int, bool]:
        # points, games played, whether the event is over
        owners = self._owners(event)
        points = dict.fromkeys(event.players, 0)
        vectors = self._vectors(event)
        over = False
        for played, result in enumerate(event.results):
            if over:
                raise result.refuse("the event is over already")
            for player, scored in self._score(event, self._order(event, result), owners).items():
                points[player] += scored
            over = _is_over(tuple(points.values()), event.options["games"] - played - 1, vectors)
        return tuple(points.values()), len(event.results), over

    def answer(self, event: Event) -> Answer:
        """Return the standings by points; level players share a place."""
        points, played, over = self._play(event)
        figures = dict(zip(event.players, points, strict=True))
        rows = tuple(
            Row(one.rank, one.player, {"gpp": figures[one.player]}, one.decided_by, one.explain)
            for one in rank(event.players, (Criterion("most points", lambda level: figures),))
        )
        games = event.options["games"]
        following: tuple[dict[str, Any], ...] = ()
        cancelled: tuple[dict[str, Any], ...] = ()
        notes: list[str] = []
        if over:
            cancelled = tuple({"game": number} for number in range(played + 1, games + 1))
            if cancelled:
                notes.append(f"{rows[0].player} cannot be caught: the remaining games are cancelled.")
        elif played >= games:
            following = ({"game": played + 1, "players": list(event.players), "extra": True},)
            notes.append("The leaders are level: a counted extra game for all three.")
        else:
            following = tuple(
                {"game": number, "players": list(event.players)} for number in range(played + 1, games + 1)
            )
        winner = rows[0].player if over else None
        return Answer(self.key, over, winner, not over, rows, following, cancelled, tuple(notes))

    def futures(self, event: Event) -> Futures | None:
        """Return the places open to each player over all completions, extra games included."""
        points, played, _ = self._play(event)
        vectors = self._vectors(event)
        players = event.players
        remaining = max(0, event.options["games"] - played)
        tables = _tables(points, remaining, vectors, players)
        if tables is None:
            return None
        swing = max(vector[0] - vector[1] for vector in vectors)

        def sentence(player: str, best: int, worst: int) -> str:
            if best == worst:
                return span_text(player, best, worst)
            mine = points[players.index(player)]
            ahead = max(other for place, other in enumerate(points) if players[place] != player)
            if best > 1:
                return span_text(player, best, worst)
            if mine >= ahead:
                return f"{player} leads by {mine - ahead}; a game can make up {swing}."
            return f"{player} has {ahead - mine} to make up; a game can bring {swing}."

        return summary(players, tables, sentence, lambda player: None)

    def random_event(self, chance: random.Random) -> dict[str, Any]:
        """Return a random event without results."""
        players = [f"Player {number}" for number in range(1, 4)]
        colours = list(COLOURS)
        chance.shuffle(colours)
        owned = {player: colours[2 * place : 2 * place + 2] for place, player in enumerate(players)}
        options = {"games": chance.randint(1, 6), "colours": owned}
        return {"format": self.key, "options": options, "players": players}

    def random_results(self, event: Event, chance: random.Random) -> list[dict[str, Any]]:
        """Return games until the event is over."""
        found: list[dict[str, Any]] = []
        things = list(COLOURS if self._places == 6 else event.players)
        while True:
            so_far = Event(
                event.format,
                event.players,
                event.options,
                tuple(Place(result, f"results[{number}]") for number, result in enumerate(found)),
            )
            if self._play(so_far)[2]:
                return found
            chance.shuffle(things)
            found.append({"order": list(things)})


class GrandPrixPlus(GrandPrix):
    """A Grand Prix Plus: players score, in the order they have both colours home."""

    key = "grand-prix-plus"
    title = "Grand Prix Plus"
    options = (
        _GAMES,
        Option("tariff", "Points of the places", "wholes", (4, 2, 1), low=0),
        Option("bonus", _BONUS, "whole", 0, low=0),
        Option("colours", "Each player's two colours", "object", None),
    )
    result = (Option("order", "Players in the order they finished", "texts", None),)
    _places = 3

    def check(self, event: Event, options: Place) -> None:
        """Refuse a tariff of another length, and colours that are not two for each."""
        if len(event.options["tariff"]) != self._places:
            raise options.at("tariff").refuse(
                f"{self._places} places score, not {len(event.options['tariff'])}"
            )
        if event.options["colours"] is not None:
            GrandPrix._owners(self, event)

    def _owners(self, event: Event, options: Place | None = None) -> dict[str, str]:
        return {player: player for player in event.players}

    def _score(self, event: Event, order: Sequence[str], owners: Mapping[str, str]) -> dict[str, int]:
        points = {player: event.options["tariff"][place] for place, player in enumerate(order)}
        points[order[0]] += event.options["bonus"]
        return {player: points[player] for player in event.players}

    def _order(self, event: Event, result: Place) -> tuple[str, ...]:
        return result.fields(("order",), ("order",))["order"].pair(event.players, 3)

    def _vectors(self, event: Event) -> frozenset[Vector]:
        owners = self._owners(event)
        return frozenset(
            tuple(self._score(event, order, owners).values()) for order in permutations(event.players)
        )

    def random_event(self, chance: random.Random) -> dict[str, Any]:
        """Return a random event without results."""
        players = [f"Player {number}" for number in range(1, 4)]
        return {"format": self.key, "options": {"games": chance.randint(1, 8)}, "players": players}


def _is_over(points: Vector, remaining: int, vectors: frozenset[Vector]) -> bool:
    # one leads, and in the scheduled games that remain nobody can draw level with him
    leader = max(range(len(points)), key=points.__getitem__)
    for other in range(len(points)):
        if other == leader:
            continue
        gain = max(vector[other] - vector[leader] for vector in vectors) if remaining > 0 else 0
        if points[leader] - points[other] <= max(0, remaining) * gain:
            return False
    return True


def _tables(
    points: Vector, remaining: int, vectors: frozenset[Vector], players: Sequence[str]
) -> set[tuple[tuple[str, int], ...]] | None:
    # every final table; a state is the lag of each player behind the leader, and the scheduled games left
    def lags(scores: Vector) -> Vector:
        best = max(scores)
        # in extra games level leaders can play level for ever: a lag is made up, however large it is
        return tuple(best - score if remaining_here else min(best - score, _FAR) for score in scores)

    remaining_here = remaining
    layer = {lags(points)}
    tables: set[tuple[tuple[str, int], ...]] = set()

    def settle(states: set[Vector], left: int) -> set[Vector]:
        open_states = set()
        for state in states:
            if _is_over(tuple(-lag for lag in state), left, vectors):
                tables.add(
                    tuple(
                        sorted(
                            (player, 1 + sum(1 for other in state if other < lag))
                            for player, lag in zip(players, state, strict=True)
                        )
                    )
                )
            else:
                open_states.add(state)
        return open_states

    def steps(states: set[Vector]) -> Iterator[Vector]:
        for state in states:
            for vector in vectors:
                yield lags(tuple(gain - lag for gain, lag in zip(vector, state, strict=True)))

    # before the first result an event is never over
    layer = settle(layer, remaining)
    while remaining_here > 0:
        remaining_here -= 1
        layer = settle(set(steps(layer)), remaining_here)
        if len(layer) > _LIMIT:
            return None
    seen = set(layer)
    while layer:
        layer = settle(set(steps(layer)), 0) - seen
        seen |= layer
        if len(seen) > _LIMIT:
            return None
    return tables
