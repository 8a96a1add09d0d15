"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.completions import (
    endings,
    places_of,
    span_text,
    summary,
    sure_wins,
    table_of_rows,
)
from tablekeeper.formats.departure import ABSENT, Leavers, departed
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.ranking import Rated
from tablekeeper.formats.triathlon.board import TriathlonBoard
from tablekeeper.formats.triathlon.ranking import TriathlonRanking
from tablekeeper.formats.triathlon.ranking import rated as rating
from tablekeeper.languages import _, ngettext
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor

RULES = ("3T", "3T+", "GP")
#: with a lower target an event could end before each set of rules is played
LOWEST_TARGET = 5
#: points for a game won by 3T or 3T+ rules
WIN = 2
#: beyond this number of points behind level leaders, a larger lag makes no difference
_FAR = 8
#: most states of the search of completions; with more (targets above about 20) the answer is "open"
_LIMIT = 30_000
Points = tuple[int, ...]
#: the points, and the place in the rotation
_State = tuple[Points, int]


@dataclass(slots=True)
class TriathlonCourse:
    """The games so far: leavers, points, each game's result and players, and the winner of the event."""

    leavers: Leavers
    points: dict[str, int]
    games: list[tuple[Mapping[str, Any], tuple[str, ...]]] = field(default_factory=list)
    winner: str | None = None

    def leader(self, target: int) -> str | None:
        """Return the present player who leads alone with at least the target, or None."""
        found: str | None = _leader({name: self.points[name] for name in self.leavers.there}, target)
        return found


class Triathlon(Format):
    """A TripleAthlon."""

    key = "triathlon"
    listed = 80
    title = _("TripleAthlon")
    asks = ("target",)
    growth = ("points", _("points"))
    ranking = TriathlonRanking()
    is_rated = True
    board = TriathlonBoard("3T", "3T+", "GP")
    options = (
        Option(
            "target",
            _("Points target"),
            "whole",
            5,
            low=LOWEST_TARGET,
            help=_("At least 5: each set of rules is played."),
        ),
        Option("rotation", _("Order of the rules"), "texts", RULES, choices=RULES),
    )
    result = (
        Option("winner", _("Winner (3T, 3T+)"), "text", None, empty=True),
        Option("first_colour", _("First colour home (GP)"), "text", None, empty=True),
        Option("first_both", _("First with both colours home (GP)"), "text", None, empty=True),
        departed(_("The others play on, and rank before this player.")),
    )
    departure = ABSENT
    least = 3
    most = 3

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse a rotation that does not contain each set of rules once."""
        if sorted(event.options["rotation"]) != sorted(RULES):
            known = ", ".join(RULES)
            raise options.at("rotation").refuse("each of %(rules)s must be in it once", rules=known)

    def _rules(self, event: Event, number: int) -> str:
        rotation: Sequence[str] = event.options["rotation"]
        return rotation[number % len(rotation)]

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the field for the winner, or for a Grand Prix game the fields for the first colours."""
        keys = ("first_colour", "first_both") if pairing.get("rules") == "GP" else ("winner",)
        return tuple(one for one in self.result if one.key in keys)

    def _course(self, event: Event) -> TriathlonCourse:
        course = TriathlonCourse(Leavers(event.players), dict.fromkeys(event.players, 0))
        target, points, there = event.options["target"], course.points, course.leavers.there
        for result in event.results:
            if result.has(ABSENT):
                course.leavers.take(result, course.winner is not None)
                course.winner = course.winner or course.leavers.alone or course.leader(target)
                continue
            if course.winner is not None:
                raise result.refuse("%(winner)s has already won the event", winner=course.winner)
            rules = self._rules(event, len(course.games))
            fields = result.fields(("winner", "first_colour", "first_both"))
            if rules != "GP":
                if tuple(fields) != ("winner",):
                    raise result.refuse(
                        "game %(number)s is played by %(rules)s rules: its result is a winner",
                        number=len(course.games) + 1, rules=rules,
                    )
                points[fields["winner"].player(there)] += WIN
            else:
                if "winner" in fields or "first_colour" not in fields:
                    raise result.refuse(
                        "game %(number)s is played by GP rules: its result is whose colour was home first, "
                        "and who had both home first",
                        number=len(course.games) + 1,
                    )
                first = fields["first_colour"].player(there)
                both = result.at("first_both")
                points[first] += 1
                if ends_at_once({name: points[name] for name in there}, first, target):
                    if both.value is not None:
                        raise both.refuse("the first colour ended the event: %(first)s has won", first=first)
                elif both.value is None:
                    raise both.refuse("the game goes on until somebody has both colours home")
                else:
                    points[both.player(there)] += 1
            course.games.append((result.value, tuple(there)))
            course.winner = course.leader(target)
        return course

    def answer(self, event: Event) -> Answer:
        """Return the standings by points; level players share a place."""
        course = self._course(event)
        points, winner, there = course.points, course.winner, course.leavers.there
        lines = rows(
            rank(
                event.players, (course.leavers.criterion, Criterion(_("most points"), lambda level: points))
            ),
            lambda player: {"points": points[player]},
            winner is not None,
        )
        following: tuple[dict[str, Any], ...] = ()
        notes: tuple[str, ...] = ()
        if winner is None:
            number = len(course.games)
            game = {"game": number + 1, "rules": self._rules(event, number), "players": list(there)}
            if max(points[name] for name in there) >= event.options["target"]:
                game["extra"] = True
                notes = (
                    _(
                        "The leaders are level at the target: an extra game by %(rules)s rules.",
                        rules=game["rules"],
                    ),
                )
            following = (game,)
        return Answer(self.key, winner is not None, winner, winner is None, lines, following, (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places, extra games included."""
        course = self._course(event)
        points, players, target = course.points, course.leavers.there, event.options["target"]

        def normal(scores: Points) -> Points:
            # level leaders above the target: only the lags matter, and all large lags are equivalent
            best = max(scores)
            if best <= target:
                return scores
            return tuple(target - min(best - score, _FAR) for score in scores)

        def games(state: _State) -> Iterator[tuple[int | None, _State]]:
            # the single winner of the next game (None: two share the points), and the state after it
            scores, turn = state
            following = (turn + 1) % len(RULES)
            for seat in range(len(players)):
                if self._rules(event, turn) != "GP":
                    yield seat, (normal(_plus(scores, seat, WIN)), following)
                    continue
                first = _plus(scores, seat, 1)
                if ends_at_once(dict(enumerate(first)), seat, target):
                    yield seat, (first, following)
                    continue
                for both in range(len(players)):
                    alone = seat if both == seat else None
                    yield alone, (normal(_plus(first, both, 1)), following)

        start = (tuple(points[name] for name in players), len(course.games) % len(RULES))
        tables = endings(
            start,
            lambda state: (following for _, following in games(state)),
            lambda state: (
                places_of(dict(zip(players, state[0], strict=True)))
                if _leader(dict(enumerate(state[0])), target) is not None
                else None
            ),
            limit=_LIMIT,
        )
        if tables is None:
            return None
        over = course.winner is not None
        found = {table_of_rows(self.answer(event).rows)} if over else course.leavers.behind(tables)

        def sentence(player: str, best: int, worst: int) -> str:
            missing = target - points[player]
            if best > 1 or best == worst:
                return span_text(player, best, worst)
            if points[player] == max(points[name] for name in players) and missing < 1:
                return _(
                    "%(player)s is level in the lead at the target, and wins with a lead of one point.",
                    player=player,
                )
            if missing < 1:
                return span_text(player, best, worst)
            return ngettext(
                "%(player)s needs %(num)s more point for the target.",
                "%(player)s needs %(num)s more points for the target.", missing, player=player,
            )  # fmt: skip

        def magic(player: str) -> int | None:
            if player == course.winner:
                return 0
            seat = players.index(player)
            return sure_wins(
                start,
                seat,
                games,
                lambda state: _leader(dict(enumerate(state[0])), target),
                # others can catch a leader again and again, so more wins than the target may be needed
                2 * target,
            )

        return summary(event.players, found, sentence, magic)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the results for ratings."""
        return rating(self._course(event).games)


def _plus(points: Points, seat: int, gain: int) -> Points:
    return (*points[:seat], points[seat] + gain, *points[seat + 1 :])


def ends_at_once(points: dict[Any, int], first: Any, target: int) -> bool:
    """Return whether the first colour, whose point is already in `points`, ends a GP game and the event.

    It does if its player `first` has reached the target and no other player can reach it with one more point.
    """
    return points[first] >= target and all(
        other + 1 < target for player, other in points.items() if player != first
    )


def _leader(points: dict[Any, int], target: int) -> Any:
    # the player who leads alone with at least the target
    best = max(points.values())
    leaders = [player for player, score in points.items() if score == best]
    return leaders[0] if best >= target and len(leaders) == 1 else None
