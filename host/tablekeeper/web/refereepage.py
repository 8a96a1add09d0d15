"""The page of the backgammon referee: a position is set up by clicking, the answer is one sentence.

Anybody may use it: the case is in the address, and nothing is stored.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director import gnubg
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import START, Board, other
from tablekeeper.games.backgammon.doubling import MOMENTS, CubeRuling, annulment, double_ruling, moment_of
from tablekeeper.games.backgammon.matchequity import equity_sentence, score_of, stakes, stakes_sentences
from tablekeeper.games.backgammon.picture import description, picture
from tablekeeper.games.backgammon.positiontext import Placement
from tablekeeper.games.backgammon.referee import PlayVerdict, all_plays, closed_out, judge, nobody_plays
from tablekeeper.games.backgammon.standing import (
    NAMES,
    SEATS,
    PositionFinding,
    can_lose,
    closed,
    counted,
    start_correction,
)
from tablekeeper.languages import _

from .errors import HttpError
from .pages import GNUBG_PATIENCE, Pages
from .proxy import limited_as
from .ratelimit import RateLimit
from .refereeboard import board, brushes
from .refereecase import RefereeCase, read_case, short

#: the most plays of GNU Backgammon on the page
_SHOWN = 10
_ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
#: fields of the form of the match, that change the case
_MATCH = frozenset({"length", "dice"})


@dataclass(slots=True)
class RefereePage:
    """Shows and answers cases."""

    pages: Pages
    #: seconds of GNU Backgammon that an address may use; used with its lock held
    _seconds: RateLimit = field(default_factory=lambda: RateLimit(per_address=20, overall=600, seconds=120.0))

    async def show(self, request: Request) -> Response:
        """GET /referee?position=..&dice=..&play=.."""
        sent = dict(request.query_params)
        case = read_case(sent)
        if _MATCH & sent.keys() and case.placement.ids is not None:
            # from a form: the address of a case has dice and match in its position
            return RedirectResponse(case.board_address(), status_code=303)
        return await asyncio.to_thread(self._page, request, case)

    async def svg(self, request: Request) -> Response:
        """GET /referee.svg?...: the board as a file, with arrows for the play."""
        case = read_case(dict(request.query_params))
        headers = {"content-disposition": 'attachment; filename="board.svg"'}
        text = picture(case.placement, play=case.play or ())
        return Response(text, media_type="image/svg+xml", headers=headers)

    def _page(self, request: Request, case: RefereeCase) -> Response:
        placement = case.placement
        situation = placement.situation
        verdict = _verdict(case)
        analysis, trouble = self._asked(case, request.client.host if request.client else "unknown")
        return self.pages.page(
            request, "referee.html", case=case, situation=situation, names=NAMES, board=board(case),
            heading=_heading(case, verdict), verdict=verdict,
            play=None if case.play is None else short(case.play),
            told=description(placement, case.play or ()), plays=_plays(case), brushes=brushes(case),
            rolls=[("{}{}".format(*roll), case.rolled(roll).board_address()) for roll in _ROLLS],
            findings=_findings(placement), cube=_cube(placement), equity=_equity(placement),
            start=None if case.rolls is None else start_correction(placement.board, case.rolls),
            fresh=RefereeCase(Placement(START)), empty=_empty(case), analysis=analysis, trouble=trouble,
            shown_plays=_SHOWN, who=NAMES[placement.on_roll], rival=NAMES[other(placement.on_roll)],
        )  # fmt: skip

    def _asked(self, case: RefereeCase, address: str) -> tuple[gnubg.Analysis | None, str]:
        if not case.asks:
            return None, ""
        address = limited_as(address)
        with self.pages.asking_gnubg():
            begun = self.pages.clock()
            if (wait := math.ceil(self._seconds.wait(address, begun))) > 0:
                raise HttpError(429, _(
                    "This address has asked GNU Backgammon a lot, and others want to ask, too: wait "
                    "%(wait)s seconds and ask again.",
                    wait=wait,
                ), retry_after=wait)
            try:
                return gnubg.analysed(case.placement, GNUBG_PATIENCE), ""
            except UserError as problem:
                return None, str(problem)
            finally:
                # a question counts at least a second
                self._seconds.count(address, begun, max(1.0, self.pages.clock() - begun))


def _verdict(case: RefereeCase) -> PlayVerdict | None:
    dice = case.placement.situation.dice
    return None if case.play is None or dice is None else judge(case.view, dice, case.play)


def _heading(case: RefereeCase, verdict: PlayVerdict | None) -> str:
    who, dice = NAMES[case.placement.on_roll], case.placement.situation.dice
    if case.brush:
        return _("Put the position together")
    over = nobody_plays(case.placement.board)
    if over is not None:
        return over.removesuffix(".")
    if dice is None:
        return _("%(who)s is on roll: choose the dice", who=who)
    if case.picked is not None:
        return _("Choose where the checker was put down")
    if verdict is None:
        return _(
            "%(who)s has rolled %(dice)s%(dice2)s: pick up a checker", who=who, dice=dice[0], dice2=dice[1]
        )
    return _("Legal") if verdict.legal else _("Not legal")


def _plays(case: RefereeCase) -> list[tuple[str, str]]:
    dice = case.placement.situation.dice
    if dice is None or case.brush or nobody_plays(case.placement.board):
        return []
    return [(short(play), case.with_play(play).board_address()) for play, _ in all_plays(case.view, dice)]


def _findings(placement: Placement) -> list[PositionFinding]:
    found = placement.board
    return [
        *counted(found),
        *closed(found),
        *(can_lose(found, seat, placement.situation.cube) for seat in SEATS),
    ]


def _cube(placement: Placement) -> list[tuple[str, bool, CubeRuling]]:
    """Return an answer for each moment: the moment in words, whether it is the present one, the ruling."""
    situation, seat = placement.situation, placement.on_roll
    now = moment_of(situation)
    if situation.crawford:
        rulings = [(_("before the game ends"), now != "over", annulment(situation, game_over=False))]
        return [("now", True, double_ruling(situation, seat, now)), *rulings]
    return [
        (
            when,
            moment == now,
            double_ruling(
                situation,
                other(seat) if moment == "other" else seat,
                moment,
                closed_out=closed_out(placement.board, seat),
            ),
        )
        for moment, when in MOMENTS.items()
    ]


def _equity(placement: Placement) -> list[str]:
    situation = placement.situation
    if not situation.length:
        return []
    try:
        score = score_of(situation.length, situation.score, situation.crawford)
        found = [equity_sentence(score, NAMES)]
        if not situation.crawford and situation.owner in (None, placement.on_roll):
            found += stakes_sentences(stakes(score, placement.on_roll, situation.cube), NAMES)
    except UserError as error:
        return [str(error)]
    return found


def _empty(case: RefereeCase) -> RefereeCase:
    """Return the empty board for editing."""
    return RefereeCase(Placement(Board((0,) * 26, (15, 15)), case.placement.situation), brush="white")
