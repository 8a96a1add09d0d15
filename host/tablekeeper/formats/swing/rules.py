"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.departure import ABSENT, KEPT, LATE, arrived, departed, leaver, newcomer
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.languages import _
from tablekeeper.pictures import race
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor

#: the readings of "the CPP will be raised at the end of every game" (docs/rules/backgammon.md, "Swing")
ROUND, GAME = "round", "game"
#: highest cube that is accepted
HIGHEST_CUBE = 1024


@dataclass(slots=True)
class SwingCourse:
    """The state of an event: holdings, waits, departures, the current round and its players."""

    vp: dict[str, int]
    waits: dict[str, int]
    round: int = 1
    #: the games that had ended when the round began
    games: int = 0
    #: the players with points when the round began
    seated: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    #: the first round of each late arrival
    since: dict[str, int] = field(default_factory=dict)
    #: holdings at the start and after each complete round
    rounds: list[dict[str, int]] = field(default_factory=list)

    def winner(self) -> str | None:
        """Return the player who holds everything, None if several hold points."""
        holders = [player for player, held in self.vp.items() if held]
        return holders[0] if len(holders) == 1 else None

    def is_complete(self) -> bool:
        """Return whether every game of the round has been played."""
        return len(self.played) // 2 == len(self.present()) // 2

    def present(self) -> list[str]:
        """Return the players in the round, without those who left before their game in it."""
        return [one for one in self.seated if one in self.played or one not in self.gone]

    def close_round(self) -> None:
        """End the round: a seated player without a game has waited."""
        out = [player for player in self.present() if player not in self.played]
        for player in out:
            fewest = min(self.waits[other] for other in self.present())
            if self.waits[player] > fewest:
                self.notes.append(
                    _(
                        "%(player)s waited in round %(round)s though others had waited less often.",
                        player=player,
                        round=self.round,
                    )
                )
            self.waits[player] += 1
        self.rounds.append(dict(self.vp))
        self.games += len(self.played) // 2
        self.round += 1
        self.seated = self.seats(self.round)
        self.played = []

    def seats(self, number: int) -> list[str]:
        """Return the players of a round that begins now; a late arrival comes sooner if one is left alone."""
        holders = [player for player, held in self.vp.items() if held]
        found = [player for player in holders if self.since.get(player, 1) <= number]
        return found if len(found) > 1 else holders

    def arrive(self, player: str, stake: int, kept: int) -> None:
        """Add a player from the round after `kept` on, who counts as having waited as often as anybody."""
        self.waits[player] = max(self.waits.values())
        self.vp[player] = stake
        self.since[player] = kept + 1
        if kept < self.round:
            self.seated.append(player)
        for held in self.rounds:
            held[player] = 0


def stake(vp: dict[str, int], pair: tuple[str, ...], cpp: int) -> int:
    """Return the value of a point in a game: the CPP, or the smaller holding if it is less."""
    return min(cpp, *(vp[player] for player in pair))


class Swing(Format):
    """A Swing."""

    key = "swing"
    listed = 100
    title = _("Swing")
    presets = (
        Preset("swing-6000", _("Swing, 6,000 Victory Points each, 300 to 1,000 a point"),
               {"stake": 6000, "cpp": [300, 500, 700, 1000]}),
    )  # fmt: skip
    board = MatchBoard(single_game=True)
    arrival = LATE
    departure = ABSENT
    keeps = (LATE, ABSENT)
    options = (
        Option("stake", _("Victory Points at the start"), "whole", None, low=1, needed=True),
        Option("cpp", _("Chips per point, step by step"), "wholes", None, low=1, needed=True),
        Option("cpp_rises", _("The chips per point rise"), "choice", ROUND, choices=(ROUND, GAME),
               words=(_("one step after each round"), _("one step for each game of the round"))),
        Option("seed", _("Seed of the pairings"), "whole", None, low=0, empty=True),
        PRECEDENCE,
    )
    result = (
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("points", _("1 single, 2 gammon, 3 backgammon"), "whole", 1, low=1, high=3),
        Option("cube", _("Cube"), "whole", 1, low=1, high=HIGHEST_CUBE),
        Option("round", _("Round"), "whole", 1, low=1),
        *arrived(_("Begins with the stake, in the next round.")),
        departed(
            _("An open game is won as a single by the other; the rest of what was held is out of play.")
        ),
    )

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse a ladder that is empty or falls."""
        ladder = event.options["cpp"]
        if not ladder:
            raise options.at("cpp").refuse("at least one step is wanted here")
        for number in range(1, len(ladder)):
            if ladder[number] < ladder[number - 1]:
                raise Cursor(None, f"{options.path}.cpp[{number}]").refuse("the CPP never falls")

    def cpp(self, event: Event, course: SwingCourse, number: int) -> int:
        """Return the chips per point of the present round or the next one; the last step of the ladder stays.

        The games of a round begin together, so they have the same chips per point.
        """
        ladder: tuple[int, ...] = event.options["cpp"]
        steps = number - 1
        if event.options["cpp_rises"] == GAME:
            steps = course.games + (len(course.played) // 2 if number > course.round else 0)
        return ladder[min(steps, len(ladder) - 1)]

    def course(self, event: Event) -> SwingCourse:
        """Return the state after the event's results; refuse an impossible result."""
        vp = dict.fromkeys(event.players, event.options["stake"])
        course = SwingCourse(
            vp, dict.fromkeys(event.players, 0), seated=list(event.players), rounds=[dict(vp)]
        )
        for result in event.results:
            if result.has(ABSENT):
                player = leaver(result, tuple(vp), course.gone, may=(KEPT,))
                kept = result.at(KEPT).whole(0) if result.has(KEPT) else 0
                self._leave(event, course, player, kept)
                continue
            if result.has(LATE):
                player, kept = newcomer(result, tuple(vp))
                course.arrive(player, event.options["stake"], kept)
                continue
            keys = ("players", "winner", "points", "cube", "round")
            fields = result.fields((*keys, ABSENT), keys)
            if course.winner() is not None:
                raise result.refuse("%(course)s holds everything already", course=course.winner())
            pair = fields["players"].pair(vp)
            winner = fields["winner"].player(pair)
            points = fields["points"].whole(1, 3)
            cube = fields["cube"].whole(1, HIGHEST_CUBE)
            if cube & (cube - 1):
                raise fields["cube"].refuse("%(cube)s is not on a cube", cube=cube)
            number = fields["round"].whole(1)
            if number == course.round + 1 and course.is_complete():
                course.close_round()
            if number != course.round:
                state = _("is complete") if course.is_complete() else _("is not complete")
                raise fields["round"].refuse(
                    "round %(round)s %(state)s: round %(number)s cannot be played now",
                    round=course.round, state=state, number=number,
                )
            for player in pair:
                if player in course.gone:
                    raise fields["players"].refuse("%(player)s has left", player=player)
                if not vp[player] and player not in course.played:
                    raise fields["players"].refuse("%(player)s holds nothing any more", player=player)
                if course.since.get(player, 1) > number and player not in course.seated:
                    raise fields["players"].refuse(
                        "%(player)s plays from round %(since)s on",
                        player=player, since=course.since[player],
                    )
                if player in course.played:
                    raise fields["players"].refuse(
                        "%(player)s has played in round %(number)s already",
                        player=player, number=number,
                    )
            self._move(event, course, winner, pair[0] if winner == pair[1] else pair[1], points * cube)
        return course

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the seed as an option: it determines the pairs of every round not yet played."""
        return {"seed": seed}

    def _move(self, event: Event, course: SwingCourse, winner: str, loser: str, points: int) -> None:
        """Move the value of a game in the current round from the loser to the winner."""
        vp = course.vp
        moved = min(stake(vp, (winner, loser), self.cpp(event, course, course.round)) * points, vp[loser])
        vp[winner] += moved
        vp[loser] -= moved
        course.played += (winner, loser)

    def kept(self, event: Event, seated: Iterable[Mapping[str, Any]]) -> int:
        """Return the round whose pairs are drawn, else the last complete one."""
        course = self.course(event)
        drawn = self.pairs(event, course)
        return course.round - (not course.is_complete()) if drawn is None else drawn[0]

    def _leave(self, event: Event, course: SwingCourse, player: str, kept: int) -> None:
        """Record a departure: the opponent wins an open game as a single, other points go out of play.

        A round up to `kept` has begun: its pairs stay, even if this player has no game in it.
        """
        drawn = self.pairs(event, course)
        number, pairs = drawn if drawn is not None else (course.round, [])
        against = [two[0] if two[1] == player else two[1] for two in pairs if player in two]
        if drawn is not None and course.round < number and (against or number <= kept):
            course.close_round()
        if against:
            self._move(event, course, against[0], player, 1)
        held = course.vp[player]
        if course.winner() is None:
            course.vp[player] = 0
            out = _(" with %(held)s Victory Points, which are out of play", held=held) if held else ""
            course.notes.append(_("%(player)s has left%(out)s.", player=player, out=out))
        course.gone.append(player)

    def pairs(self, event: Event, course: SwingCourse) -> tuple[int, list[tuple[str, str]]] | None:
        """Return the round to play and its open pairs, None without a seed."""
        seed = event.options["seed"]
        if seed is None or course.winner() is not None:
            return None
        number, seated, played = course.round, course.seated, course.played
        waits = dict(course.waits)
        if course.is_complete():
            for player in course.present():
                waits[player] += player not in played
            number, seated, played = number + 1, course.seats(number + 1), []
        chance = random.Random(f"swing {seed} round {number}")
        order = list(seated)
        chance.shuffle(order)
        if len(order) % 2:
            fewest = min(waits[player] for player in order)
            order.remove(next(player for player in order if waits[player] == fewest))
        drawn = [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
        left = [pair for pair in drawn if not set(pair) & {*played, *course.gone}]
        rest = [player for player in order if player not in {*played, *course.gone}]
        if len(left) != len(rest) // 2:
            # some games had other pairs than the draw: pair the remaining players with each other
            left = [(rest[place], rest[place + 1]) for place in range(0, len(rest) - 1, 2)]
        return number, left

    def answer(self, event: Event) -> Answer:
        """Return the standings by Victory Points; level players share a place."""
        course = self.course(event)
        order = rank(tuple(course.vp), (Criterion(_("most victory points"), lambda level: course.vp),))
        lines = rows(order, lambda player: {"vp": course.vp[player]})
        winner = course.winner()
        following: list[dict[str, Any]] = []
        drawn = self.pairs(event, course)
        if drawn is not None:
            cpp = self.cpp(event, course, drawn[0])
            for pair in drawn[1]:
                held = stake(course.vp, pair, cpp)
                following.append({"round": drawn[0], "players": list(pair), "stake": held})
        elif winner is None:
            number = course.round + 1 if course.is_complete() else course.round
            open_players = [
                player
                for player, held in course.vp.items()
                if held and (course.is_complete() or player not in (*course.played, *course.gone))
            ]
            following.append({"round": number, "players": open_players, "draw": True})
        return Answer(
            self.key,
            winner is not None,
            winner,
            winner is None,
            lines,
            tuple(following),
            (),
            tuple(course.notes),
        )

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw every player's holding after each round."""
        course = self.course(event)
        steps = [*course.rounds, *([course.vp] if course.vp != course.rounds[-1] else [])]
        held = [{player: Fraction(points) for player, points in step.items()} for step in steps]
        race.draw(sheet, 34, [row.player for row in answer.rows], held, _("Victory Points after each round"))
        return True
