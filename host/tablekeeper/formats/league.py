"""Leagues by 2T and 2T-XL rules: three players, double round-robins, and playoffs if wanted.

Source: seeds/double-threat.txt, "League"; rules/xmadn.md, "League".

    >>> from tablekeeper.formats import Place, standings
    >>> def game(one, other, pawns):
    ...     winner = one if pawns[0] == 4 else other
    ...     return {"players": [one, other], "winner": winner, "pawns": pawns, "minutes": 30}
    >>> answer = standings(Place({"format": "league-2t", "options": {}, "players": ["A", "B", "C"],
    ...     "results": [game("A", "B", [4, 0]), game("C", "A", [4, 2]), game("B", "C", [2, 4]),
    ...     game("B", "A", [4, 2]), game("A", "C", [4, 2]), game("C", "B", [1, 4])]}))
    >>> [(row.rank, row.player, row.decided_by) for row in answer.rows]  # doctest: +NORMALIZE_WHITESPACE
    [(1, 'A', '4 overall counted pawns difference'), (2, 'B', '2 head-to-head counted pawns difference'),
     (3, 'C', None)]
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tablekeeper.formats.answer import Answer, Row
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format
from tablekeeper.formats.league_table import Dice, Game, figures, ratio, table
from tablekeeper.formats.option import Option
from tablekeeper.formats.place import Place
from tablekeeper.standings.ranking import Standing

#: games 1 to 6 of a double round-robin, as positions from 0
SCHEDULE = ((0, 1), (2, 0), (1, 2), (1, 0), (0, 2), (2, 1))
_TOP = 3
_GAMES = len(SCHEDULE)
QUALIFYING, FINAL = "qualifying", "final"
_PLAYOFFS = ("none", "top2", "all")


@dataclass(slots=True)
class Series:
    """A playoff round: first to so many wins; the higher seed is named first and chooses colours."""

    stage: str
    players: tuple[str, str]
    first_to: int
    wins: dict[str, int]
    head_start: bool = False

    def winner(self) -> str | None:
        """Return who has enough wins."""
        return next((player for player in self.players if self.wins[player] == self.first_to), None)


@dataclass(slots=True)
class Course:
    """A league so far: counted games, slots used, the final table once there is one, and the playoffs."""

    games: list[Game] = field(default_factory=list)
    #: pair of each slot of the round-robins that is played or cancelled, in order
    slots: list[frozenset[str]] = field(default_factory=list)
    cancelled: list[tuple[str, ...]] = field(default_factory=list)
    standings: tuple[Standing, ...] = ()
    final: bool = False
    series: list[Series] = field(default_factory=list)
    dice: Dice = field(default_factory=Dice)

    def seeds(self) -> tuple[str, ...] | None:
        """Return the players by their places, None while places are shared."""
        if not self.final or len({standing.rank for standing in self.standings}) < len(self.standings):
            return None
        return tuple(standing.player for standing in self.standings)


class League(Format):
    """A league by 2T rules: a game ends with the first completed colour, 4 to 0-3 counted pawns."""

    key = "league-2t"
    title = "League (2T)"
    options = (
        Option("drr", "Double round-robins", "whole", 1, low=1, high=99),
        Option("playoffs", "Playoffs", "choice", "none", choices=_PLAYOFFS),
        Option("qualifying_to", "Wins in the qualifying round", "whole", 1, low=1),
        Option("final_to", "Wins in the final round", "whole", 1, low=1),
        Option("head_start", "The better record starts a series 1-0", "flag", False),
        Option("positions", "Positions #1, #2, #3 in each double round-robin", "object", None, empty=True),
        Option("dice", "Throws for step 9, in order", "object", None, empty=True),
    )
    result: ClassVar[tuple[Option, ...]] = (
        Option("players", "Players", "texts", None),
        Option("winner", "Winner", "text", None),
        Option("pawns", "Counted pawns", "wholes", None, low=0),
        Option("minutes", "Game time in minutes", "decimal", None, low=0),
        Option("stage", "Playoff round", "choice", None, choices=(QUALIFYING, FINAL), empty=True),
        Option("cancelled", "Players of a cancelled game", "texts", None, empty=True),
    )
    least = 3
    most = 3
    extra_large = False
    #: counted pawns of a winner
    _won = 4

    def check(self, event: Event, options: Place) -> None:
        """Refuse positions that are not the three players, and throws that no die shows."""
        self.positions(event)
        self._throws(event)

    def positions(self, event: Event) -> list[tuple[str, ...]]:
        """Return the recorded positions, one list per double round-robin."""
        place: Place | None = event.options["positions"]
        if place is None:
            return []
        return [item.pair(event.players, 3) for item in place.items(0, event.options["drr"])]

    def position(self, event: Event, number: int) -> tuple[str, ...]:
        """Return the positions of a double round-robin (from 0): as recorded, else by order of entry."""
        given = self.positions(event)
        return given[number] if number < len(given) else event.players

    def _throws(self, event: Event) -> list[tuple[str, int, Place]]:
        place: Place | None = event.options["dice"]
        if place is None:
            return []
        found = []
        for item in place.items():
            player, die = item.items(2, 2)
            found.append((player.player(event.players), die.whole(1, 6), item))
        return found

    # What a result says

    def _game(self, fields: Mapping[str, Place], pair: tuple[str, ...], counted: bool) -> Game:
        winner = fields["winner"].player(pair)
        loser = pair[0] if winner == pair[1] else pair[1]
        minutes = None
        if "minutes" in fields:
            minutes = int(fields["minutes"].decimal(0))
        if not counted and "pawns" not in fields:
            return Game(winner, loser, (0, 0), (0, 0), minutes)
        won, lost = self._pair(fields["pawns"], pair, winner)
        if won != self._won or not 0 <= lost < self._won:
            raise fields["pawns"].refuse(f"the winner has {self._won} counted pawns and the loser fewer")
        return Game(winner, loser, (won, lost), self._colours(fields, pair, winner, lost), minutes)

    @staticmethod
    def _pair(place: Place, pair: tuple[str, ...], winner: str) -> tuple[int, int]:
        one, other = (item.whole(0) for item in place.items(2, 2))
        return (one, other) if winner == pair[0] else (other, one)

    def _colours(
        self, fields: Mapping[str, Place], pair: tuple[str, ...], winner: str, lost: int
    ) -> tuple[int, int]:
        if "colours" in fields:
            raise fields["colours"].refuse("completed colours are recorded in 2T-XL only")
        return (0, 0)

    # The course of the event

    def course(self, event: Event) -> Course:
        """Return the league after its results; refuse a result that cannot be."""
        course = Course(dice=Dice(self._throws(event)))
        scheduled = event.options["drr"] * _GAMES
        for number, result in enumerate(event.results):
            if result.has("cancelled"):
                pair = result.fields(("cancelled",))["cancelled"].pair(event.players)
                if len(course.slots) == scheduled:
                    raise result.refuse("every game of the round-robins is played or cancelled")
                self._take_slot(event, course, result.at("cancelled"), pair)
                self.check_cancelled(event, number, result)
                course.cancelled.append(pair)
                course.slots.append(frozenset(pair))
                continue
            known = ("players", "winner", "pawns", "colours", "minutes", "stage")
            fields = result.fields(known, ("players", "winner"))
            pair = fields["players"].pair(event.players)
            if "stage" in fields:
                self._playoff(event, course, result, fields, pair)
                continue
            if len(course.slots) == scheduled:
                raise result.refuse("every game of the round-robins is played or cancelled")
            if "pawns" not in fields:
                raise result.at("pawns").refuse("is missing")
            self._take_slot(event, course, fields["players"], pair)
            course.games.append(self._game(fields, pair, True))
            course.slots.append(frozenset(pair))
        self._close_table(event, course)
        if course.final and course.dice.used < len(course.dice.throws):
            raise course.dice.throws[course.dice.used][2].refuse("nobody throws any more")
        return course

    def _take_slot(self, event: Event, course: Course, place: Place, pair: tuple[str, ...]) -> None:
        # within a double round-robin each pair plays once in the top half and once in the bottom half
        number, game = divmod(len(course.slots), _GAMES)
        begun = course.slots[number * _GAMES :]
        half = begun[:_TOP] if game < _TOP else begun[_TOP:]
        if frozenset(pair) in half:
            raise place.refuse(f"{pair[0]} and {pair[1]} have played this half of round-robin {number + 1}")
        given = self.positions(event)
        if game < _TOP and number < len(given):
            one, other = (given[number][seat] for seat in SCHEDULE[game])
            if {one, other} != set(pair):
                raise place.refuse(f"game {game + 1} of round-robin {number + 1} is {one} v {other}")

    def check_cancelled(self, event: Event, number: int, result: Place) -> None:
        """Refuse a cancellation while a significant outcome is open."""

    def _close_table(self, event: Event, course: Course) -> None:
        if course.standings:
            return
        course.final = len(course.slots) == event.options["drr"] * _GAMES
        dice = course.dice if course.final else None
        course.standings = table(event.players, course.games, self.extra_large, dice, course.final)
        seeds = course.seeds()
        if seeds is None or event.options["playoffs"] == "none":
            return
        if event.options["playoffs"] == "all":
            course.series.append(self._series(event, course, QUALIFYING, (seeds[1], seeds[2])))
        else:
            course.series.append(self._series(event, course, FINAL, (seeds[0], seeds[1])))

    def _series(self, event: Event, course: Course, stage: str, pair: tuple[str, str]) -> Series:
        first_to = event.options["qualifying_to" if stage == QUALIFYING else "final_to"]
        wins = dict.fromkeys(pair, 0)
        records = []
        for player in pair:
            shown = figures(player, course.games)
            records.append(ratio(shown["won"], shown["lost"]))
        ahead = bool(event.options["head_start"]) and first_to > 1 and records[0] > records[1]
        if ahead:
            wins[pair[0]] = 1
        return Series(stage, pair, first_to, wins, ahead)

    def _playoff(
        self, event: Event, course: Course, result: Place, fields: Mapping[str, Place], pair: tuple[str, ...]
    ) -> None:
        stage = fields["stage"].choice((QUALIFYING, FINAL))
        self._close_table(event, course)
        if not course.series:
            why = (
                "this league has none" if event.options["playoffs"] == "none" else "the table is not decided"
            )
            raise fields["stage"].refuse(f"there are no playoffs now: {why}")
        series = course.series[-1]
        if series.winner() is not None:
            raise result.refuse(f"the {series.stage} round is over: {series.winner()} has won it")
        if stage != series.stage:
            raise fields["stage"].refuse(f"the {series.stage} round is being played")
        if set(pair) != set(series.players):
            raise fields["players"].refuse(f"{series.players[0]} and {series.players[1]} play this round")
        series.wins[self._game(fields, pair, False).winner] += 1
        winner = series.winner()
        if winner is not None and stage == QUALIFYING:
            first = course.standings[0].player
            course.series.append(self._series(event, course, FINAL, (first, winner)))

    # Answers

    def remaining(self, event: Event, course: Course) -> list[tuple[int, tuple[str, str]]]:
        """Return the open games as (number from 1, players), in schedule order."""
        found = []
        for number in range(event.options["drr"]):
            done = course.slots[number * _GAMES : (number + 1) * _GAMES]
            place = self.position(event, number)
            for game, (one, other) in enumerate(SCHEDULE):
                half = done[:_TOP] if game < _TOP else done[_TOP:]
                if frozenset((place[one], place[other])) not in half:
                    found.append((number * _GAMES + game + 1, (place[one], place[other])))
        return found

    def answer(self, event: Event) -> Answer:
        """Return the table, the next games or throws, and how the playoffs stand."""
        course = self.course(event)
        rows = tuple(
            Row(one.rank, one.player, figures(one.player, course.games), one.decided_by, one.explain)
            for one in course.standings
        )
        notes: list[str] = []
        following: list[Mapping[str, Any]] = [
            {"game": number, "players": list(pair)} for number, pair in self.ordered(event, course)
        ]
        winner = None
        if course.final and course.dice.wanted:
            following += [{"dice": list(level)} for level in course.dice.wanted]
            notes.append("A round of die-roll decides (step 9).")
        elif course.final and event.options["playoffs"] == "none":
            winner = course.standings[0].player
        elif course.series:
            series = course.series[-1]
            winner = series.winner() if series.stage == FINAL else None
            notes += [_told(one) for one in course.series]
            if winner is None:
                game = sum(series.wins.values()) + 1 - series.head_start
                following.append({"stage": series.stage, "game": game, "players": list(series.players)})
        notes += self.proposals(event, course)
        missing = event.options["drr"] - len(self.positions(event))
        if missing and event.options["positions"] is not None and not course.final:
            notes.append("Positions that are not recorded follow the order of entry.")
        return Answer(
            self.key,
            winner is not None,
            winner,
            not course.final,
            rows,
            tuple(following),
            tuple({"players": list(pair)} for pair in course.cancelled),
            tuple(notes),
        )

    def ordered(self, event: Event, course: Course) -> list[tuple[int, tuple[str, str]]]:
        """Return the open games in the order in which they are to be played."""
        return self.remaining(event, course)

    def proposals(self, event: Event, course: Course) -> list[str]:
        """Return sentences about games that may be cancelled."""
        return []

    def random_event(self, chance: random.Random) -> dict[str, Any]:
        """Return a random event without results."""
        players = [f"Player {number}" for number in range(1, 4)]
        drr = chance.randint(1, 3)
        positions = [chance.sample(players, 3) for _ in range(drr)]
        options = {
            "drr": drr,
            "playoffs": chance.choice(_PLAYOFFS),
            "qualifying_to": chance.randint(1, 3),
            "final_to": chance.randint(1, 4),
            "head_start": chance.random() < 0.5,
            "positions": positions,
            # enough throws for every tie there can be: what is not used is cut off
            "dice": [],
        }
        return {"format": self.key, "options": options, "players": players}

    def random_results(self, event: Event, chance: random.Random) -> list[dict[str, Any]]:
        """Return every game of the round-robins and of the playoffs, with close scores so that ties occur."""
        found: list[dict[str, Any]] = []
        for number in range(event.options["drr"]):
            place = self.position(event, number)
            half = list(SCHEDULE[_TOP:])
            chance.shuffle(half)
            for one, other in (*SCHEDULE[:_TOP], *half):
                found.append(self._random_game((place[one], place[other]), chance))
        while True:
            results = tuple(Place(result, f"results[{place}]") for place, result in enumerate(found))
            answer = self.answer(Event(event.format, event.players, event.options, results))
            pairing = next((item for item in answer.next if "stage" in item), None)
            if pairing is None:
                return found
            one, other = pairing["players"]
            found.append(self._random_game((one, other), chance) | {"stage": pairing["stage"]})

    def _random_game(self, pair: tuple[str, str], chance: random.Random) -> dict[str, Any]:
        winner = chance.choice(pair)
        lost = chance.choice((2, 2, 3, 3, 0, 1))
        pawns = [self._won, lost] if winner == pair[0] else [lost, self._won]
        minutes = chance.choice((20, 25.5, 30, 30.9))
        return {"players": list(pair), "winner": winner, "pawns": pawns, "minutes": minutes}


class LeagueXl(League):
    """A league by 2T-XL rules: a game ends with both colours completed, 8 to 0-7 counted pawns."""

    key = "league-2t-xl"
    title = "League (2T-XL)"
    result = (
        *League.result[:3],
        Option("colours", "Completed colours", "wholes", None, low=0, high=2),
        *League.result[3:],
    )
    extra_large = True
    _won = 8

    def _colours(
        self, fields: Mapping[str, Place], pair: tuple[str, ...], winner: str, lost: int
    ) -> tuple[int, int]:
        if "colours" not in fields:
            raise Place(None, fields["pawns"].path.replace("pawns", "colours")).refuse("is missing")
        won, other = self._pair(fields["colours"], pair, winner)
        # four pawns of one colour at least: seven pawns hold a completed colour, three hold none
        possible = possible_colours(lost)
        if won != 2 or other not in possible:
            wanted = " or ".join(str(count) for count in possible)
            raise fields["colours"].refuse(
                f"the winner has 2 completed colours, a loser with {lost} pawns {wanted}"
            )
        return won, other

    def _random_game(self, pair: tuple[str, str], chance: random.Random) -> dict[str, Any]:
        game = League._random_game(self, pair, chance)
        lost = chance.choice((5, 5, 6, 6, 3, 7))
        colours = chance.choice(possible_colours(lost))
        first = game["winner"] == pair[0]
        game["pawns"] = [8, lost] if first else [lost, 8]
        return game | {"colours": [2, colours] if first else [colours, 2]}


def possible_colours(pawns: int) -> tuple[int, ...]:
    """Return how many colours a loser with so many of eight pawns home can have completed."""
    if pawns < 4:
        return (0,)
    return (1,) if pawns == 7 else (0, 1)


def _told(series: Series) -> str:
    one, other = series.players
    score = f"{series.wins[one]}-{series.wins[other]}"
    name = series.stage.capitalize()
    start = f" {one} began 1-0." if series.head_start else ""
    if series.winner() is not None:
        return f"{name}: {series.winner()} wins, {one} {score} {other}.{start}"
    return f"{name}: {one} {score} {other}, first to {series.first_to}; {one} chooses colours.{start}"
