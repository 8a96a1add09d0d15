"""`tablekeeper referee`: legal plays, the right to double, the value of a score; each with its paragraph."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli.eventfiles import write_new
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.referee_cube import cube, worth
from tablekeeper.cli.refereeing import number, source
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director import gnubg
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import CHECKERS, other
from tablekeeper.games.backgammon.notation import read_dice, read_play
from tablekeeper.games.backgammon.picture import description, picture
from tablekeeper.games.backgammon.plays import Dice
from tablekeeper.games.backgammon.positiontext import Placement, read_position, written
from tablekeeper.games.backgammon.referee import all_plays, judge, nobody_plays, told
from tablekeeper.games.backgammon.standing import NAMES, SEATS, can_lose, closed, counted, start_correction
from tablekeeper.languages import _


@click.group(cls=CommandGroup, epilog='Example: tablekeeper referee legal 4HPwATDgc/ABMA 31 "8/5 6/5"')
def command() -> None:
    """Answer the questions of a backgammon referee, each with its paragraph.

    POSITION is a GNU id (4HPwATDgc/ABMA, with or without :matchid), an XGID, 26 numbers (the other's bar,
    points 1 to 24, the own bar; the other's checkers negative) or two lists of point:checkers, the player on
    roll first: "6:5 8:3 13:5 24:2 / 6:5 8:3 13:5 24:2". White is the lower player of an XGID; where nothing
    says whose turn it is, White is on roll.
    """


def _rolled(placement: Placement, dice: str | None) -> tuple[Placement, Dice]:
    """Return a placement with its dice: from the option, else from the position."""
    over = nobody_plays(placement.board)
    if over is not None:
        raise UserError(over)
    if dice is not None:
        rolled = read_dice(dice)
        return replace(placement, situation=replace(placement.situation, dice=rolled, doubled=False)), rolled
    if placement.situation.dice is None:
        raise UserError("The position has no dice: write them after it, like 31.")
    return placement, placement.situation.dice


def _ids(placement: Placement) -> dict[str, str]:
    ids = placement.ids
    return {"position": written(placement)} | ({} if ids is None else {"gnu": ids[0], "xgid": ids[1]})


# --- plays --------------------------------------------------------------------------------------


command.add_command(cube)
command.add_command(worth)


@command.command(epilog="Example: tablekeeper referee plays 4HPwATDgc/ABMA 31")
@click.argument("position", metavar="POSITION")
@click.argument("dice", metavar="[DICE]", required=False)
@as_json
def plays(position: str, dice: str | None, as_json: bool) -> None:
    """List every legal play of a roll, those from the highest points first."""
    placement, rolled = _rolled(read_position(position), dice)
    found = [told(play) for play, _ in all_plays(placement.view, rolled)]
    if as_json:
        say_json(_ids(placement) | {"dice": list(rolled), "plays": found})
        return
    for play in found:
        say(play)


@command.command(epilog='Example: tablekeeper referee legal 4HPwATDgc/ABMA 31 "8/5 6/5"')
@click.argument("position", metavar="POSITION")
@click.argument("dice", metavar="DICE")
@click.argument("play", metavar="PLAY")
@as_json
def legal(position: str, dice: str, play: str, as_json: bool) -> None:
    """Say whether a play was legal, and why; exit status 1 when it was not.

    PLAY is written like "8/5 6/5", "bar/21* 6/off" or "13/8(2)"; "" is no play.
    """
    placement, rolled = _rolled(read_position(position), dice)
    moves = read_play(play)
    verdict = judge(placement.view, rolled, moves)
    if as_json:
        after = [placement.board.after(placement.on_roll, view) for view in verdict.views]
        turn = replace(placement.situation, on_roll=other(placement.on_roll), dice=None)
        say_json(
            _ids(placement)
            | {
                "dice": list(rolled),
                "play": told(moves),
                "legal": verdict.legal,
                "sentence": verdict.sentence,
                "source": source(verdict.paragraph),
                "notes": list(verdict.notes),
                "after": [_ids(replace(placement, board=board, situation=turn)) for board in after],
            }
        )
    else:
        say(verdict.sentence + f" ({verdict.paragraph})")
        for note in verdict.notes:
            say(note)
    if not verdict.legal:
        raise SystemExit(1)


# --- positions ----------------------------------------------------------------------------------


@command.command(
    epilog='Example: tablekeeper referee start "6:4 8:4 13:5 24:2 / 6:5 8:3 13:5 24:2" --rolls 2'
)
@click.argument("position", metavar="POSITION")
@click.option("--rolls", metavar="N", help="How many rolls have been thrown in this game, by both (0).")
@as_json
def start(position: str, rolls: str | None, as_json: bool) -> None:
    """List what is wrong in a start position, and say whether it may still be corrected.

    POSITION is the one that the game began with.
    """
    placement = read_position(position)
    thrown = number(rolls, "--rolls", 0, 999, 0)
    found = start_correction(placement.board, thrown)
    if as_json:
        say_json(
            {
                "differences": list(found.differences),
                "may_be_corrected": found.allowed,
                "sentence": found.sentence,
                "source": source(found.paragraph),
            }
        )
        return
    say(found.sentence + f" ({found.paragraph})")
    for difference in found.differences:
        say(difference)


@command.command(
    epilog='Example: tablekeeper referee show 4HPwATDgc/ABMA 31 --play "8/5 6/5" --svg board.svg'
)
@click.argument("position", metavar="POSITION")
@click.argument("dice", metavar="[DICE]", required=False)
@click.option("--play", metavar="PLAY", help="Draw this play as arrows.")
@click.option(
    "--svg", type=click.Path(path_type=Path), help='Write the board there as a picture ("-": print it).'
)
@as_json
def show(position: str, dice: str | None, play: str | None, svg: Path | None, as_json: bool) -> None:
    """Describe a position: checkers, pips, ids, closed boards, what can still be lost."""
    placement = read_position(position)
    if dice is not None:
        placement, _moves = _rolled(placement, dice)
    moves = read_play(play or "")
    if svg is not None:
        text = picture(placement, play=moves)
        if str(svg) != "-":
            write_new(text, svg, "--svg")
        elif as_json:
            raise UserError("--json and --svg - print two documents: write the picture into a file.")
        else:
            click.echo(text, nl=False)
        if not as_json:
            return
    board = placement.board
    findings = [*counted(board), *closed(board)]
    findings += [can_lose(board, seat, placement.situation.cube) for seat in SEATS]
    if as_json:
        say_json(
            _ids(placement)
            | {
                "on_roll": NAMES[placement.on_roll],
                "pips": {NAMES[seat]: board.pips(seat) for seat in SEATS},
                "checkers": {NAMES[seat]: placement.total(seat) for seat in SEATS},
                "findings": [
                    {"sentence": one.sentence, "sources": [source(p) for p in one.paragraphs]}
                    for one in findings
                ],
            }
        )
        return
    say(description(placement, moves))
    for finding in findings:
        say(finding.sentence + f" ({finding.paragraphs[0]})")
    ids = placement.ids
    if ids is None:
        say(_(
            "No id exists: a player does not have %(count)s checkers. As lists: %(written)s",
            count=CHECKERS, written=written(placement),
        ))
    else:
        say(_("GNU id %(position)s, %(match)s", position=ids[0], match=ids[1]))


@command.command(epilog="Example: tablekeeper referee evaluate 4HPwATDgc/ABMA 31")
@click.argument("position", metavar="POSITION")
@click.argument("dice", metavar="[DICE]", required=False)
@as_json
def evaluate(position: str, dice: str | None, as_json: bool) -> None:
    """Ask GNU Backgammon, if it is installed, at 2-ply: percentages, the best plays, the cube."""
    placement = read_position(position)
    if dice is not None:
        placement, _moves = _rolled(placement, dice)
    found = gnubg.analysed(placement)
    if as_json:
        say_json(_analysis(found))
        return
    who, rival = NAMES[placement.on_roll], NAMES[other(placement.on_roll)]
    for name, rates in ((who, found.on_roll), (rival, found.other)):
        say(_(
            "%(name)s: wins %(wins)s %%, gammons %(gammons)s %%, backgammons %(backgammons)s %%.",
            name=name, wins=rates.wins, gammons=rates.gammons, backgammons=rates.backgammons,
        ))
    say(_(
        "Equity of %(who)s before the roll: %(cubeless)s cubeless, %(cubeful)s with the cube.",
        who=who, cubeless=f"{found.equity:+}", cubeful=f"{found.cubeful:+}",
    ))
    if found.cube is not None:
        say(_(
            "%(advice)s: no double %(no_double)s, double and take %(take)s, double and drop %(drop)s.",
            advice=found.cube.advice, no_double=f"{found.cube.no_double:+}",
            take=f"{found.cube.double_take:+}", drop=f"{found.cube.double_drop:+}",
        ))
    for place, one in enumerate(found.plays[:10], 1):
        say(f"{place:2}. {one.play:24} {one.equity:+} (-{one.behind}) at {one.plies}-ply")
    say(_("Source: GNU Backgammon at %(plies)s-ply; equities per cube.", plies=found.plies))


def _analysis(found: gnubg.Analysis) -> dict[str, Any]:
    def rates(one: gnubg.Rates) -> dict[str, str]:
        return {"wins": str(one.wins), "gammons": str(one.gammons), "backgammons": str(one.backgammons)}

    cube = found.cube
    return {
        "plies": found.plies,
        "on_roll": rates(found.on_roll),
        "other": rates(found.other),
        "equity": str(found.equity),
        "cubeful": str(found.cubeful),
        "cube": None
        if cube is None
        else {
            "advice": cube.advice,
            "no_double": str(cube.no_double),
            "double_take": str(cube.double_take),
            "double_drop": str(cube.double_drop),
        },
        "plays": [
            {"play": one.play, "equity": str(one.equity), "behind": str(one.behind), "plies": one.plies}
            | rates(one.rates)
            for one in found.plays
        ],
    }
