"""The rules: what a result may be, the standings, what is to be played, when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer, StandingsRow
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.ranking import Rated
from tablekeeper.formats.tara.board import TaraBoard
from tablekeeper.formats.tara.futures import futures_of
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import TaraScore, score
from tablekeeper.games.tara.turn import Turn, read_turn
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor


@dataclass(frozen=True, slots=True)
class TaraCourse:
    """The games counted so far, and the position of the one in progress (or of the next one's start)."""

    scores: tuple[TaraScore, ...]
    position: Position | None

    def points(self) -> tuple[int, int]:
        """Return both partnerships' points."""
        games = [one.points for one in self.scores]
        return sum(red for red, _ in games), sum(blue for _, blue in games)


class Tara(Format):
    """A match of TARA, singles or doubles."""

    key = "tara"
    listed = 140
    title = "Tara match play"
    growth = ("points", "points")
    is_rated = True
    board = TaraBoard()
    options = (
        Option("level", "Level", "whole", 1, low=1, high=2, help="2: by order of priority."),
        Option(
            "opening", "First ringforts in doubles", "choice", FREE, choices=(FREE, LINKED),
            help="linked: on the shared row, the partner's a knight's move from it.",
        ),
        Option("op0_builds", "Level 2: OP0 hills may be built when nothing higher exists", "flag", False),
    )  # fmt: skip
    result = (Option("moves", "Turns in order", "texts", None, names="none"),)
    least = 2
    most = 4

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse three players."""
        if len(event.players) == 3:
            raise Cursor(list(event.players), "players").refuse("2 or 4 players are wanted here, not 3")

    @staticmethod
    def rules(event: Event) -> TaraRules:
        """Return the rules of the event's games."""
        options = event.options
        return TaraRules(len(event.players), options["level"], options["opening"], options["op0_builds"])

    def course(self, event: Event) -> TaraCourse:
        """Return the games of the event; refuse a turn that is not legal and a game too many."""
        rules = self.rules(event)
        scores: list[TaraScore] = []
        position = start(rules)
        for number, result in enumerate(event.results):
            moves = result.fields(("moves",), ("moves",))["moves"]
            if number == rules.seats:
                raise result.refuse(f"the match is over after {rules.seats} games")
            position = _played(rules, number, moves.items())
            if position.over:
                scores.append(score(position))
            elif number + 1 < len(event.results):
                on_turn = event.players[position.turn]
                raise moves.refuse(f"game {number + 1} is not over: {on_turn} is on turn")
        if len(scores) == rules.seats:
            return TaraCourse(tuple(scores), None)
        return TaraCourse(tuple(scores), start(rules, len(scores)) if position.over else position)

    def answer(self, event: Event) -> Answer:
        """Return the standings; partners have the same figures and share a place."""
        course, players = self.course(event), event.players
        points = course.points()
        side = {player: seat & 1 for seat, player in enumerate(players)}
        criterion = Criterion("points", lambda level: {one: points[side[one]] for one in level})
        rows = tuple(
            StandingsRow(
                one.rank,
                one.player,
                {
                    "points": points[side[one.player]],
                    "kingdoms": [game.kingdoms[side[one.player]] for game in course.scores],
                    "territory": [game.territory[side[one.player]] for game in course.scores],
                },
                one.decided_by,
                one.explain,
            )
            for one in rank(players, (criterion,))
        )
        over = course.position is None
        drawn = points[0] == points[1]
        winner = _team(players, 0 if points[0] > points[1] else 1) if over and not drawn else None
        notes = ("The match is drawn.",) if over and drawn else ()
        return Answer(self.key, over, winner, not over, rows, self._next(course, players), (), notes)

    def _next(self, course: TaraCourse, players: Sequence[str]) -> tuple[dict[str, Any], ...]:
        if course.position is None:
            return ()
        first = len(course.scores)
        order = [players[(first + step) % len(players)] for step in range(len(players))]
        return ({"game": first + 1, "players": order, "turn": players[course.position.turn]},)

    def futures(self, event: Event) -> Futures | None:
        """Return who can still win, from every way in which the last game can go on where few are left."""
        course = self.course(event)
        return futures_of(event.players, course.points(), len(course.scores), course.position)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the match once it is over: one side against the other."""
        course = self.course(event)
        sides = tuple(event.players[0::2]), tuple(event.players[1::2])
        points = course.points()
        if course.position is None:
            order = sides if points[0] >= points[1] else sides[::-1]
            yield order, 0, (1, 1) if points[0] == points[1] else ()


def _played(rules: TaraRules, starter: int, moves: Sequence[Cursor]) -> Position:
    turns: list[Turn] = []
    for place in moves:
        text = place.text()
        try:
            turns.append(read_turn(text))
        except UserError as error:
            raise place.refuse(str(error)) from None
    position, count = start(rules, starter), 0
    try:
        for count, position in enumerate(positions(rules, turns, starter)):  # noqa: B007 - the last is kept
            pass
    except UserError as error:
        raise moves[count].refuse(str(error)) from None
    return position


def _team(players: Sequence[str], side: int) -> str:
    return " and ".join(players[side::2])
