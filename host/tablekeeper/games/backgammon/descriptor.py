"""The descriptor of a match of backgammon."""

from __future__ import annotations

from collections.abc import Sequence

from tablecore import sheets
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon import sentences, setup, view
from tablekeeper.games.backgammon.matchsetup import check_pairs, check_players, partners
from tablekeeper.games.game import Game
from tablekeeper.games.setupplan import Plan
from tablekeeper.languages import _
from tableprograms.backgammon.sheet import CONSULTATION, MatchSheet


def _end_order(table: str, sheet: MatchSheet, winner: int | None) -> bytes:
    raise UserError("At %(table)s backgammon is played: one of the players forfeits the match.", table=table)


def _champion(sheet: MatchSheet) -> int | None:
    return int(sheet.champion) if sheet.phase == sheet.OVER and sheet.champion in (0, 1) else None


def _score(sheet: MatchSheet) -> tuple[int, int]:
    return (sheet.score[0], sheet.score[1])


def _named(names: Sequence[str], plan: Plan) -> tuple[str, ...]:
    pair = check_players(names)
    return check_pairs(pair) if plan.rows[0][3] & CONSULTATION else pair


def _chairs(options: int, names: Sequence[str]) -> list[tuple[int, str]]:
    if not options & CONSULTATION:
        return list(enumerate(names))
    # partners sit in every other chair
    return [
        (side + 2 * place, partner)
        for side, pair in enumerate(names)
        for place, partner in enumerate(partners(pair))
    ]


GAME = Game(
    key="backgammon", program=sheets.BACKGAMMON, title="Backgammon", options=setup.OPTIONS, most_seats=2,
    names_needed=True, named=_named, seats=setup.seats, plan=setup.plan, view=view.view,
    finished=view.finished, notes=view.break_notes, sentences=sentences.SENTENCES, end_order=_end_order,
    directed=True, one_throw=True, score=_score, champion=_champion, chairs=_chairs,
    still_going=lambda match: _(
        "A game of match %(match)s is in progress: confirm its result or forfeit it first.", match=match
    ),
)  # fmt: skip
