"""Match equity: the chance to win the match from a score, and the stakes of a double and a take.

Take points and doubling points assume a dead cube without gammons: the player on roll wins or loses a single
game at the doubled cube, which nobody turns again. They follow from the table alone, not from the position
on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.equitytable import AFTER_CRAWFORD, BEFORE_CRAWFORD, LONGEST, SOURCE
from tablekeeper.games.backgammon.match import MatchScore
from tablekeeper.languages import _, joined

_SEATS: tuple[Seat, Seat] = (0, 1)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a double by `seat` from `cube` to twice its value.

    Match equities of `seat`: `now` before the game; `dropped` after a drop; `won` and `lost` after a single
    game at the doubled cube, `kept_won` and `kept_lost` at the present cube. `take_point` is the smallest
    share of won games that justifies the other's take, `double_point` the smallest share with which a taken
    double gains; None if nothing can change.
    """

    seat: Seat
    cube: int
    now: Fraction
    dropped: Fraction
    won: Fraction
    lost: Fraction
    kept_won: Fraction
    kept_lost: Fraction
    take_point: Fraction | None
    double_point: Fraction | None


def score_of(length: int, points: tuple[int, int], crawford: bool) -> MatchScore:
    """Return a score; `crawford`: the present game is the Crawford game.

    Raises UserError for an impossible score, and for money play.
    """
    if length < 1:
        raise UserError("Match equity needs a match: money play has no end.")
    if min(points) < 0 or max(points) >= length:
        raise UserError(
            "While a match to %(length)s is being played, each score is 0 to %(length2)s.",
            length=length, length2=length - 1,
        )
    score = MatchScore(length, points)
    if crawford and not score.is_crawford:
        raise UserError(
            "At %(points)s-%(points2)s to %(length)s this is not the Crawford game: that is played when "
            "exactly one player needs a single point.",
            points=points[0], points2=points[1], length=length,
        )
    return MatchScore(length, points, crawford_played=not crawford and max(points) == length - 1 > 0)


def equity(score: MatchScore, seat: Seat = 0) -> Fraction:
    """Return the chance of `seat` to win the match, 0 to 1, for players of equal strength.

    Raises UserError if a player needs more than 25 points, where the table ends.
    """
    if score.winner is not None:
        return Fraction(int(score.winner == seat))
    mine, theirs = score.needs(seat), score.needs(other(seat))
    if mine is None or theirs is None:
        raise UserError("Match equity needs a match: money play has no end.")
    if max(mine, theirs) > LONGEST:
        most = max(mine, theirs)
        raise UserError(
            "The match equity table ends at %(longest)s points needed, but here %(most)s are needed.",
            longest=LONGEST, most=most,
        )
    if score.crawford_played and min(mine, theirs) == 1:
        return AFTER_CRAWFORD[mine] if theirs == 1 else 1 - AFTER_CRAWFORD[theirs]
    return BEFORE_CRAWFORD[mine, theirs]


def stakes(score: MatchScore, seat: Seat, cube: int = 1) -> Stakes:
    """Return the stakes of a double by `seat` from `cube`; raises UserError."""
    if score.is_crawford:
        raise UserError("In the Crawford game the cube is out of play: no double is at stake.")
    rival = other(seat)

    def chance(winner: Seat, points: int) -> Fraction:
        return equity(score.after(winner, points), seat)

    dropped, won, lost = chance(seat, cube), chance(seat, 2 * cube), chance(rival, 2 * cube)
    kept_won, kept_lost = dropped, chance(rival, cube)
    risk, gain = kept_lost - lost, won - kept_won
    return Stakes(
        seat=seat,
        cube=cube,
        now=equity(score, seat),
        dropped=dropped,
        won=won,
        lost=lost,
        kept_won=kept_won,
        kept_lost=kept_lost,
        # the taker: drop = 1 - dropped, take = p (1 - lost) + (1 - p) (1 - won)
        take_point=(won - dropped) / (won - lost) if won > lost else None,
        double_point=risk / (risk + gain) if risk + gain else None,
    )


def percent(share: Fraction) -> str:
    """Return a share as per cent with two decimals, rounded half to even."""
    hundredths = round(share * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def equity_sentence(score: MatchScore, names: tuple[str, str]) -> str:
    """Return a sentence with both players' match equity at a score and its source; raises UserError."""
    points = (f"{name} {points}" for name, points in zip(names, score.points, strict=True))
    state = (
        _(", Crawford game")
        if score.is_crawford
        else _(", after Crawford")
        if score.crawford_played
        else ""
    )
    chances = ", ".join(
        f"{name} {percent(equity(score, seat))}" for name, seat in zip(names, _SEATS, strict=True)
    )
    return _(
        "At %(points)s in a match to %(length)s%(state)s: %(chances)s (%(source)s).",
        points=joined(points, _(" to ")),
        length=score.length,
        state=state,
        chances=chances,
        source=SOURCE,
    )


def stakes_sentences(found: Stakes, names: tuple[str, str]) -> list[str]:
    """Return the stakes of a double in sentences, which name the model (dead cube, no gammons)."""
    who, rival = names[found.seat], names[other(found.seat)]
    won, lost = percent(found.won), percent(found.lost)
    doubles = _("%(who)s doubles from %(cube)s to %(value)s.", who=who, cube=found.cube, value=2 * found.cube)
    told = [
        _(
            "%(doubles)s Dropped, %(who)s stands at %(percent)s; taken and won %(won)s, taken and "
            "lost %(lost)s.",
            doubles=doubles,
            who=who,
            percent=percent(found.dropped),
            won=won,
            lost=lost,
        )
    ]
    if found.take_point == 0:
        told.append(_("%(rival)s takes whatever the chances are: a drop loses the match.", rival=rival))
    elif found.take_point is not None:
        told.append(
            _(
                "%(rival)s can take with %(percent)s or more of the games, with a dead cube and "
                "without gammons.",
                rival=rival,
                percent=percent(found.take_point),
            )
        )
    if found.double_point is None:
        told.append(
            _(
                "A double that is taken changes nothing for %(who)s: the present cube decides the match.",
                who=who,
            )
        )
    elif found.double_point == 1:
        told.append(
            _(
                "A double that is taken can only cost %(who)s: the present cube already wins the match.",
                who=who,
            )
        )
    elif found.double_point == 0:
        told.append(
            _(
                "A double that is taken costs %(who)s nothing: the present cube already loses the match.",
                who=who,
            )
        )
    else:
        told.append(
            _(
                "A double that is taken gains for %(who)s above %(percent)s of the games, with a dead "
                "cube and without gammons.",
                who=who,
                percent=percent(found.double_point),
            )
        )
    return told
