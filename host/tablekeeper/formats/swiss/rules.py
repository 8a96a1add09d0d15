"""The rules: valid results, the tie-breaks, the pairs of the present round, and the end of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.apart import WISHES, chosen, read_apart, recorded, refuse_meeting, wishes_of
from tablekeeper.formats.completions import settled, span_text
from tablekeeper.formats.departure import ABSENT, KEPT, LATE, arrived, departed, leaver, newcomer
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures, Need
from tablekeeper.formats.knockout.rules import check_score
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.formats.swiss.course import SwissCourse, strength
from tablekeeper.formats.swiss.pairing import SwissSeat, paired
from tablekeeper.languages import _
from tablekeeper.pictures import race
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed

HALVES, NEIGHBOURS = "halves", "neighbours"
#: the tie-breaks by key, with their names
TIES = {
    "head-to-head": _("head-to-head matches won"),
    "buchholz-1": _("Buchholz cut 1 (opponents' wins without the fewest)"),
    "buchholz": _("Buchholz (opponents' wins)"),
    "median": _("median Buchholz (opponents' wins without the fewest and the most)"),
    "sonneborn-berger": _("Sonneborn-Berger (wins of beaten opponents)"),
    "progressive": _("progressive (sum of the wins after each round)"),
    "difference": _("points difference"),
}
#: the tie-breaks that are used if a file names none
USUAL = ("head-to-head", "buchholz-1", "buchholz", "sonneborn-berger")
NOTE = _("Later pairs are left open: players who are level in wins can finish in any order.")


class Swiss(Format):
    """A Swiss of matches to N points."""

    key = "swiss"
    listed = 115
    title = _("Swiss (match play)")
    asks = ("length", "rounds")
    presets = (Preset("swiss-7", _("Backgammon Swiss, matches to 7 points"), {"length": 7}),)
    is_rated = True
    board = MatchBoard()
    most = 128
    arrival = LATE
    departure = ABSENT
    keeps = (LATE, ABSENT)
    unplayed = ("forfeit",)
    options = (
        Option("length", _("Points of a match"), "whole", None, low=1, high=999, empty=True,
               help=_("If left out, any score is accepted.")),
        Option("rounds", _("Rounds"), "whole", None, low=1, high=99, empty=True,
               help=_("If left out, as many as leave at most one player without a defeat.")),
        Option("ties", _("Tie-breaks, in order"), "texts", USUAL, choices=tuple(TIES),
               words=tuple(TIES.values()), names="none"),
        Option("pairing", _("With equal wins"), "choice", HALVES, choices=(HALVES, NEIGHBOURS),
               words=(_("the upper half meets the lower half"), _("neighbours meet"))),
        Option("seed", _("Seed of the order with equal wins"), "whole", None, low=0, empty=True,
               help=_("If left out, the order of entry counts.")),
        *WISHES,
        PRECEDENCE,
    )  # fmt: skip
    draws = WISHES
    result = (
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("score", _("Score"), "wholes", None, low=0),
        Option(
            "forfeit", _("Forfeited"), "flag", False, help=_("Without a score it counts as won to nothing.")
        ),
        *arrived(_("Plays from the next round on.")),
        departed(_("The opponent wins the open match to 0; no later round has this player.")),
    )

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse a tie-break that is named twice."""
        ties = event.options["ties"]
        for place, key in enumerate(ties):
            if key in ties[:place]:
                raise Cursor(None, f"{options.path}.ties[{place}]").refuse(
                    '"%(player)s" is entered twice', player=TIES[key]
                )

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse more rounds than can be played without meeting twice."""
        most = len(event.players) - 1 + len(event.players) % 2
        if (event.options["rounds"] or 1) > most:
            raise options.at("rounds").refuse(
                "%(players)s players play at most %(most)s rounds without meeting twice",
                players=len(event.players), most=most,
            )

    def course(self, event: Event) -> SwissCourse:
        """Return the state after the event's results; refuse an impossible one."""
        rounds = event.options["rounds"] or max(1, (len(event.players) - 1).bit_length())
        course = SwissCourse(
            list(event.players), rounds, wishes_of(event), event.options["pairing"] == NEIGHBOURS,
            event.options["seed"],
        )
        course.draw_round(_coming(event.results))
        full = event.options["length"] or 0
        for place, result in enumerate(event.results):
            if result.has(ABSENT):
                player = leaver(result, course.players, course.gone, may=(KEPT,))
                self._draw(course, result.at(KEPT).whole(0) if result.has(KEPT) else 0)
                course.leave(player, full)
            elif result.has(LATE):
                player, kept = newcomer(result, course.players)
                self._draw(course, kept)
                course.players.append(player)
                course.since[player] = max(kept, course.round) + 1
            else:
                if not course.open:
                    course.draw_round(_coming(event.results[place:]))
                course.settle(*self._match(event, course, result))
        return course

    @staticmethod
    def _draw(course: SwissCourse, kept: int) -> None:
        """Begin the next round if it is one of those up to `kept`, or nothing else can follow."""
        if kept > course.round:
            course.draw_round()

    @staticmethod
    def _match(event: Event, course: SwissCourse, result: Cursor) -> tuple[str, str, tuple[int, int]]:
        fields = result.fields(("players", "winner", "score", "forfeit", ABSENT), ("players", "winner"))
        pair = fields["players"].pair(course.players)
        if course.is_over():
            raise result.refuse("all rounds are played")
        waiting = [name for two in course.open for name in two]
        gifts = course.gifts()
        for player in pair:
            # a bye or a win without play can go to another player, whose opponent is the other one of the two
            if player not in waiting and (player not in gifts or not {*pair} & {*waiting}):
                raise fields["players"].refuse(
                    "%(player)s has no match to play in round %(round)s",
                    player=player, round=course.round,
                )
        winner = fields["winner"].player(pair)
        seat = pair.index(winner)
        forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
        full = event.options["length"] or 0
        if "score" in fields:
            score = check_score(fields["score"], event.options["length"], seat, forfeit)
        elif forfeit:
            score = (0, full) if seat else (full, 0)
        else:
            raise result.at("score").refuse("is missing: only a forfeited match has no score")
        return winner, pair[1 - seat], (score[seat], score[1 - seat])

    def kept(self, event: Event, seated: Iterable[Mapping[str, Any]]) -> int:
        """Return the round whose pairs are drawn: the present one, or the next one if that is complete."""
        course = self.course(event)
        course.draw_round()
        return course.round

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the seed as an option: it gives the order with equal wins in every round; and the wishes."""
        wishes = chosen(choices)
        never = read_apart(wishes, event.players).never
        if wishes["apart"] is not None:
            seats = tuple(SwissSeat(name, never=never.get(name, frozenset())) for name in event.players)
            refuse_meeting(wishes["apart"], (
                pair for pair in paired(seats) if len(pair) == 2 and pair[1] in never.get(pair[0], ())
            ))  # fmt: skip
        return {"seed": seed} | recorded(wishes, event.options)

    def answer(self, event: Event) -> Answer:
        """Return the standings by matches won, then by the tie-breaks."""
        course = self.course(event)
        over = course.is_over()
        course.draw_round()
        won = course.wins()
        lost = dict.fromkeys(course.players, 0)
        for match in course.matches:
            if match.loser:
                lost[match.loser] += 1
        figures = {key: _FIGURES[key](course) for key in event.options["ties"] if key in _FIGURES}
        criteria = [Criterion(_("matches won"), lambda level: won)]
        for key in event.options["ties"]:
            if key in figures:
                criteria.append(_step(key, figures[key]))
            else:
                criteria.append(Criterion(TIES[key], lambda level: _head_to_head(course, level)))
        lines = rows(
            rank(course.players, criteria),
            lambda player: {"won": won[player], "lost": lost[player]}
            | {key.replace("-", "_"): told[player] for key, told in figures.items()},
        )
        length = event.options["length"]
        following = tuple(
            {"round": course.round, "players": list(pair)} | ({} if length is None else {"length": length})
            for pair in course.open
        )
        first = [row.player for row in lines if row.rank == 1]
        winner = first[0] if over and len(first) == 1 else None
        notes = (_("First place is shared: the director decides."),) if over and winner is None else ()
        resting = () if over else tuple(_resting(course))
        at, rounds = course.round, course.rounds
        progress = "" if over else _("Round %(round)s of %(rounds)s.", round=at, rounds=rounds)
        return Answer(self.key, over, winner, not over, lines, following, (), notes, resting,
                      tuple(_doubts(course)), progress=progress)  # fmt: skip

    def futures(self, event: Event) -> Futures:
        """Return each player's possible places by wins, whoever meets in the rounds that are not drawn.

        Of a drawn pair only one can win.
        """
        course = self.course(event)
        course.draw_round()
        won = course.wins()
        coming = 0 if course.is_over() else course.rounds - course.round
        most = {
            player: won[player]
            + (0 if player in course.gone else coming + any(player in pair for pair in course.open))
            for player in course.players
        }
        needs = []
        playing = {one for pair in course.open for one in pair}
        pairs = [*course.open, *((one,) for one in course.players if one not in playing)]
        for player in course.players:
            best = worst = 1
            for pair in pairs:
                rivals = [one for one in pair if one != player]
                # who wins the open match, if the player is not in it
                ways = rivals if len(rivals) == 2 else [""]
                best += min(sum(won[one] + (one == way) > most[player] for one in rivals) for way in ways)
                worst += max(
                    sum(most[one] - (way not in ("", one)) >= won[player] for one in rivals) for way in ways
                )
            needs.append(Need(player, best, worst, None, span_text(player, best, worst)))
        if course.is_over():
            places = {row.player: row.rank for row in self.answer(event).rows}
            needs = [Need(one, at, at, None, span_text(one, at, at)) for one, at in places.items()]
            return settled(needs)
        found = settled(needs)
        return Futures(found.determined, found.contenders, found.needs, False, NOTE)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the matches played to their end."""
        length = event.options["length"]
        for result in event.results:
            one = result.value
            if length is not None and "winner" in one and not one.get("forfeit"):
                yield rated_pair(one["winner"], one["players"], length)

    def given(self, event: Event) -> Iterable[tuple[int, Mapping[str, Any]]]:
        """Yield the byes, the wins over players who had left, and who was not there in which round."""
        course = self.course(event)
        course.draw_round()
        for number in range(1, course.round + 1):
            absent = set(course.players)
            if number == course.round:
                absent -= {name for pair in course.open for name in pair}
            for match in course.matches:
                if match.round == number:
                    names = [name for name in (match.winner, match.loser) if name]
                    absent -= {*names}
                    if match.given:
                        yield number, {"players": names, "winner": match.winner}
            yield from ((number, {"players": [name]}) for name in course.players if name in absent)

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw every player's wins after each round."""
        course = self.course(event)
        steps = [
            {player: Fraction(count) for player, count in course.wins(number).items()}
            for number in range(1, course.round + 2)
        ]
        race.draw(sheet, 34, [row.player for row in answer.rows], steps, _("Matches won after each round"))
        return True


def _coming(results: Iterable[Cursor]) -> list[tuple[str, ...]]:
    """Return the pairs of the results up to the next departure, or to one that is refused later."""
    found: list[tuple[str, ...]] = []
    for result in results:
        if result.has(LATE):
            continue
        players = result.value.get("players") if isinstance(result.value, dict) else None
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            break
        if len(set(players)) != 2 or result.has(ABSENT):
            break
        found.append(tuple(players))
    return found


def _resting(course: SwissCourse) -> Iterable[str]:
    for match in course.matches:
        if match.round == course.round and not match.loser:
            yield _("%(player)s has the bye of round %(round)s.", player=match.winner, round=match.round)
    for player in course.present():
        if course.since.get(player, 1) > course.round:
            since = course.since[player]
            yield _("%(player)s plays from round %(since)s on.", player=player, since=since)


def _doubts(course: SwissCourse) -> Iterable[str]:
    """Yield a sentence for each pair of the present round that was drawn or has played against the wishes."""
    for pair in course.drawn:
        if len(pair) == 2 and course.apart:
            yield from _unkept(course, *pair)
    drawn = [frozenset(pair) for pair in course.drawn]
    played = (one for one in course.matches if one.round == course.round and not one.given)
    for match in played if drawn else ():
        if {match.winner, match.loser} not in drawn:
            yield _(
                "Round %(round)s: %(winner)s and %(loser)s have played, who were not drawn against"
                " each other.", round=match.round, winner=match.winner, loser=match.loser,
            )


def _unkept(course: SwissCourse, one: str, other: str) -> Iterable[str]:
    """Yield what the draw of this pair could not keep."""
    if other in course.apart.never.get(one, ()) or other in course.apart.rather.get(one, ()):
        yield _(
            "Round %(round)s: %(one)s and %(other)s meet, who are kept apart: no other pairing was left.",
            round=course.round, one=one, other=other,
        )
    if any(one_met.round < course.round and {one_met.winner, one_met.loser} == {one, other}
           for one_met in course.matches):  # fmt: skip
        yield _(
            "Round %(round)s: %(one)s and %(other)s meet again, because others are kept apart.",
            round=course.round, one=one, other=other,
        )


def _step(key: str, figures: Mapping[str, int]) -> Criterion:
    return Criterion(TIES[key], lambda level: figures, shows=signed if key == "difference" else str)


def _head_to_head(course: SwissCourse, level: Sequence[str]) -> dict[str, int]:
    """Return the matches won among level players who have all met each other; else nothing divides them."""
    among = [match for match in course.matches if match.winner in level and match.loser in level]
    found = dict.fromkeys(level, 0)
    if len({frozenset((one.winner, one.loser)) for one in among}) == len(level) * (len(level) - 1) // 2:
        for match in among:
            found[match.winner] += 1
    return found


def _opponents(course: SwissCourse, fewest: int, most: int) -> dict[str, int]:
    """Return the sum of the opponents' wins, without some of the fewest and some of the most."""
    won, opponents = course.wins(), course.opponents()
    found = {}
    for player in course.players:
        told = strength(course, won, opponents[player], player)
        found[player] = sum(told[fewest : max(fewest, len(told) - most)])
    return found


def _beaten(course: SwissCourse) -> dict[str, int]:
    won = course.wins()
    return {
        player: sum(won[other or player] for other, beaten in met if beaten)
        for player, met in course.opponents().items()
    }


def _progressive(course: SwissCourse) -> dict[str, int]:
    after = [course.wins(number + 1) for number in range(1, course.round + 1)]
    return {player: sum(won[player] for won in after) for player in course.players}


def _difference(course: SwissCourse) -> dict[str, int]:
    found = dict.fromkeys(course.players, 0)
    for match in course.matches:
        if match.loser:
            found[match.winner] += match.points[0] - match.points[1]
            found[match.loser] -= match.points[0] - match.points[1]
    return found


#: the tie-breaks whose figures do not depend on who is level
_FIGURES: Mapping[str, Callable[[SwissCourse], dict[str, int]]] = {
    "buchholz-1": lambda course: _opponents(course, 1, 0),
    "buchholz": lambda course: _opponents(course, 0, 0),
    "median": lambda course: _opponents(course, 1, 1),
    "sonneborn-berger": _beaten,
    "progressive": _progressive,
    "difference": _difference,
}
