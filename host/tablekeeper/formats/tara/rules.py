"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer, StandingsRow
from tablekeeper.formats.departure import ABSENT, departed, leaver, there_or_left
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated
from tablekeeper.formats.tara.board import TaraBoard
from tablekeeper.formats.tara.futures import futures_of
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import TaraScore, score
from tablekeeper.games.tara.turn import Turn, read_turn
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing


@dataclass(frozen=True, slots=True)
class TaraCourse:
    """The counted games, and the position of the game in progress or at the start of the next game."""

    scores: tuple[TaraScore, ...]
    position: Position | None
    #: a player who has left before the end, so that the other side wins
    left: str | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.position is None or self.left is not None

    def points(self) -> tuple[int, int]:
        """Return both partnerships' points."""
        games = [one.points for one in self.scores]
        return sum(red for red, _ in games), sum(blue for _, blue in games)


class Tara(Format):
    """A match of TARA, singles or doubles."""

    key = "tara"
    listed = 140
    title = _("Tara match play")
    asks = ("level",)
    presets = (
        Preset(
            "tara-level-2", _("TARA, level 2: by order of priority"), {"level": 2}, ("level", "op0_builds")
        ),
    )
    growth = ("points", _("points"))
    is_rated = True
    board = TaraBoard()
    options = (
        Option("level", _("Level"), "whole", 1, low=1, high=2, help=_("2: by order of priority.")),
        Option(
            "opening", _("First ringforts in doubles"), "choice", FREE, choices=(FREE, LINKED),
            help=_("linked: on the shared row, the partner's a knight's move from it."),
        ),
        Option("op0_builds", _("Level 2: OP0 hills may be built when nothing higher exists"), "flag", False),
    )  # fmt: skip
    result = (
        Option("moves", _("Turns in order"), "texts", None, names="none"),
        departed(_("The other side wins the match.")),
    )
    departure = ABSENT
    least = 2
    most = 4

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse three players."""
        if len(event.players) == 3:
            raise Cursor(list(event.players), "players").refuse("give 2 or 4 players here, not 3")

    @staticmethod
    def rules(event: Event) -> TaraRules:
        """Return the rules of the event's games."""
        options = event.options
        return TaraRules(len(event.players), options["level"], options["opening"], options["op0_builds"])

    def course(self, event: Event) -> TaraCourse:
        """Return the games of the event; refuse an illegal turn and an extra game."""
        rules = self.rules(event)
        scores: list[TaraScore] = []
        position = start(rules)
        gone: list[str] = []
        left: str | None = None
        number, moves = 0, Cursor([])
        for result in event.results:
            if result.has(ABSENT):
                gone.append(leaver(result, event.players, gone))
                if left is None and len(scores) < rules.seats:
                    left = gone[-1]
                continue
            if number == rules.seats:
                raise result.refuse("the match is over after %(seats)s games", seats=rules.seats)
            if left is not None:
                raise result.refuse("the match is over: %(left)s has left", left=left)
            if len(scores) < number:
                on_turn = event.players[position.turn]
                raise moves.refuse(
                    "game %(number)s is not over: %(on_turn)s is on turn",
                    number=number, on_turn=on_turn,
                )
            moves = result.fields(("moves", ABSENT), ("moves",))["moves"]
            position = _played(rules, number, moves.items())
            number += 1
            if position.over:
                scores.append(score(position))
        if len(scores) == rules.seats:
            return TaraCourse(tuple(scores), None)
        return TaraCourse(tuple(scores), start(rules, len(scores)) if position.over else position, left)

    def answer(self, event: Event) -> Answer:
        """Return the standings; partners have the same figures and share a place."""
        course, players = self.course(event), event.players
        points = course.points()
        side = {player: seat & 1 for seat, player in enumerate(players)}
        criteria = [Criterion(_("points"), lambda level: {one: points[side[one]] for one in level})]
        loser = None if course.left is None else side[course.left]
        if loser is not None:
            there = {player: side[player] != loser for player in players}
            criteria.insert(0, Criterion(_("not left"), lambda level: there, shows=there_or_left))
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
            for one in rank(players, criteria)
        )
        over = course.over
        ahead = (points[0] > points[1]) - (points[0] < points[1])
        if loser is not None:
            ahead = 1 if loser else -1
        winner = _team(players, 0 if ahead > 0 else 1) if over and ahead else None
        notes = (_("The match is drawn."),) if over and not ahead else ()
        if course.left is not None:
            notes = (_("%(left)s left before the end.", left=course.left),)
        return Answer(self.key, over, winner, not over, rows, self._next(course, players), (), notes)

    def _next(self, course: TaraCourse, players: Sequence[str]) -> tuple[dict[str, Any], ...]:
        if course.position is None or course.over:
            return ()
        first = len(course.scores)
        order = [players[(first + step) % len(players)] for step in range(len(players))]
        return ({"game": first + 1, "players": order, "turn": players[course.position.turn]},)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places, with a search of the last game if it is near its end."""
        course = self.course(event)
        return futures_of(event.players, course.points(), len(course.scores), course.position)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the finished match, one side against the other; nothing before its end."""
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
    return listing(players[side::2])
