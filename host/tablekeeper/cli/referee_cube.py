"""`tablekeeper referee cube` and `equity`: the right to double, and the cube decision by the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click

from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.refereeing import number, score_text, source
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Board, Seat, other
from tablekeeper.games.backgammon.doubling import (
    MOMENTS,
    WISHES,
    CubeRuling,
    Moment,
    Wish,
    annulment,
    double_ruling,
    moment_of,
)
from tablekeeper.games.backgammon.equitytable import SOURCE
from tablekeeper.games.backgammon.matchequity import (
    equity,
    equity_sentence,
    score_of,
    stakes,
    stakes_sentences,
)
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.positiontext import Placement, read_position
from tablekeeper.games.backgammon.referee import closed_out
from tablekeeper.games.backgammon.standing import NAMES, SEATS

F = TypeVar("F", bound=Callable[..., Any])


def _match_options(function: F) -> F:
    """Add the options for the score and the cube of a match."""
    for option in (
        click.option("--crawford", is_flag=True, help="This is the Crawford game."),
        click.option("--cube", "cube", metavar="VALUE", help="What the cube shows (1)."),
        click.option("--score", metavar="OWN-OTHER", help="The score, like 4-2 (0-0)."),
        click.option("--length", metavar="POINTS", help="How long the match is (money play)."),
    ):
        function = option(function)
    return function


@click.command(epilog="Example: tablekeeper referee cube --length 7 --score 4-2 --cube 2 --owner mine")
@click.argument("position", metavar="[POSITION]", required=False)
@_match_options
@click.option("--owner", type=click.Choice(("mine", "his", "middle")), help="Who holds the cube (middle).")
@click.option(
    "--moment",
    type=click.Choice(tuple(MOMENTS)),
    help="When: "
    + "; ".join(f"{key} = {text}" for key, text in MOMENTS.items())
    + " (turn, or as the position says).",
)
@click.option(
    "--wish", type=click.Choice(WISHES), default="double", show_default=True, help="What the player asks for."
)
@click.option("--taken", is_flag=True, help="The other player has accepted the double already.")
@click.option("--annul", is_flag=True, help="Ask whether doubles of this game can be annulled instead.")
@as_json
def cube(
    position: str | None,
    length: str | None,
    score: str | None,
    cube: str | None,
    crawford: bool,
    owner: str | None,
    moment: Moment | None,
    wish: Wish,
    taken: bool,
    annul: bool,
    as_json: bool,
) -> None:
    """Say whether a player may double, and whether a double that was made stands.

    The question is about the player on roll of POSITION, with --moment other about the opponent. Without
    POSITION it is about White, whose score is given first. Options have priority over the position.
    """
    placement = Placement(Board()) if position is None else read_position(position)
    turn = placement.on_roll
    when = moment or moment_of(placement.situation)
    seat = other(turn) if when == "other" and position is not None else turn
    situation = _said(placement.situation, seat, length, score, cube, crawford, owner)
    if situation.owner is None and situation.cube > 1 and not annul:
        raise UserError("A cube that shows %(cube)s is held by a player: give --owner.", cube=situation.cube)
    if annul:
        ruling = annulment(situation, game_over=when == "over")
    else:
        barred = closed_out(placement.board, seat)
        ruling = double_ruling(situation, seat, when, wish, closed_out=barred, taken=taken)
    lines = _at_stake(situation, seat) if ruling.stands and not annul else []
    if as_json:
        say_json(
            {
                "player": NAMES[seat],
                "moment": when,
                "may": ruling.may,
                "stands": ruling.stands,
                "sentence": ruling.sentence,
                "sources": [source(paragraph) for paragraph in ruling.paragraphs],
                "notes": [*ruling.notes, *lines],
            }
        )
        return
    _tell(ruling, lines)


def _tell(ruling: CubeRuling, lines: list[str]) -> None:
    say(ruling.sentence + f" ({ruling.paragraphs[0]})")
    for note in (*ruling.notes, *lines):
        say(note)


def _said(
    situation: Situation,
    seat: Seat,
    length: str | None,
    score: str | None,
    cube: str | None,
    crawford: bool,
    owner: str | None,
) -> Situation:
    """Return a situation with the values of the options, which are given from the view of `seat`."""
    changes: dict[str, Any] = {}
    if length is not None:
        changes |= {"length": number(length, "--length", 1, 9999, 0), "score": (0, 0), "crawford": False}
    if score is not None:
        own, theirs = score_text(score)
        changes["score"] = (own, theirs) if seat == 0 else (theirs, own)
    if crawford:
        changes["crawford"] = True
    if cube is not None:
        value = number(cube, "--cube", 1, 32768, 1)
        if value & (value - 1):
            raise UserError("--cube: %(value)s is not on a cube: it shows 1, 2, 4, 8 and so on.", value=value)
        changes["cube"] = value
    if owner is not None:
        changes["owner"] = {"mine": seat, "his": other(seat), "middle": None}[owner]
    found = replace(situation, **changes)
    if found.length:
        # check that the match is in progress, and that the Crawford game is possible at this score
        score_of(found.length, found.score, found.crawford)
    elif found.crawford or score is not None:
        raise UserError("Score and Crawford game need a match: give --length.")
    if found.owner is not None and found.cube == 1:
        raise UserError("A cube at 1 is in the middle: give --cube with the value it shows.")
    return found


def _at_stake(situation: Situation, seat: Seat) -> list[str]:
    """Return the table's sentences about a double; empty in money play or outside the table."""
    if not situation.length:
        return []
    try:
        score = score_of(situation.length, situation.score, situation.crawford)
        return [
            equity_sentence(score, NAMES),
            *stakes_sentences(stakes(score, seat, situation.cube), NAMES),
        ]
    except UserError as error:
        return [str(error)]


@click.command("equity", epilog="Example: tablekeeper referee equity --length 7 --score 4-2 --cube 2")
@_match_options
@as_json
def worth(length: str | None, score: str | None, cube: str | None, crawford: bool, as_json: bool) -> None:
    """Show the chances to win the match from a score, and what a double of the first player puts at stake."""
    if length is None:
        raise UserError("--length is missing: match equity needs a match.")
    situation = _said(Situation(), 0, length, score, cube, crawford, None)
    found = score_of(situation.length, situation.score, situation.crawford)
    sentence = equity_sentence(found, NAMES)
    shares = {NAMES[seat]: float(equity(found, seat)) for seat in SEATS}
    risked = None if crawford else stakes(found, 0, situation.cube)
    if as_json:
        say_json(
            {
                "length": found.length,
                "score": list(found.points),
                "crawford": crawford,
                "equity": shares,
                "double": None
                if risked is None
                else {
                    name: None if (share := getattr(risked, name)) is None else float(share)
                    for name in ("dropped", "won", "lost", "kept_lost", "take_point", "double_point")
                },
                "source": SOURCE,
            }
        )
        return
    say(sentence)
    for line in [] if risked is None else stakes_sentences(risked, NAMES):
        say(line)
