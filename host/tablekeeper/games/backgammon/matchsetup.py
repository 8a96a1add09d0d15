"""The set-up of a match for a board: the rows of a run, checked before anything is queued.

A run is MATCH, then TIME, STAGE and OVERTIME if the time control needs them. A continued match adds SCORE,
CUBE and RESERVES. The board adds the commit. This module refuses wrong input with one sentence, before
anything is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablecore import messages, records, sheets
from tablecore.clock import FISCHER, NONE, PLAIN, STAGED, SUDDEN
from tablekeeper.errors import UserError
from tablekeeper.games import schedule, timecontrol
from tablekeeper.games.setupplan import Plan, Rows, plan_tail
from tablekeeper.languages import _, sentence
from tablekeeper.textchecks import check_name, single_spaced
from tableprograms.backgammon.sheet import (
    AFTER,
    BEFORE,
    CONSULTATION,
    CRAWFORD_RULE,
    DICE_BY_DEVICE,
    DICE_OFF,
    DICE_REQUIRED,
    NOW,
    VERSION,
    MatchSheet,
)

#: largest length and score of a match: the board shows two digits
LONGEST_MATCH = 99
HIGHEST_CUBE = 1024
DICE = {"optional": 0, "required": DICE_REQUIRED, "off": DICE_OFF, "thrown": DICE_BY_DEVICE}
#: records besides the times: those of a standing, and MATCH
_BESIDE_TIMES = 4
Stage = tuple[int, tuple[int, int, int, int, int]]
#: a schedule of tablekeeper.games.schedule: stages and overtime (ms), per seat or once for both
Control = tuple[tuple[tuple[Stage, ...], int], ...]


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The state of a match when a board takes it over."""

    score: tuple[int, int]
    crawford: int
    games: int = 0
    in_game: bool = False
    cube: int = 1
    cube_owner: int | None = None
    turn: int | None = None
    reserves: tuple[int, int] | None = None
    #: moves made by each seat, for stages, and seats in overtime (bits)
    moves: tuple[int, int] = (0, 0)
    overtime: int = 0
    #: breaks each seat has taken
    breaks: tuple[int, int] = (0, 0)


def check_players(players: Sequence[str]) -> tuple[str, str]:
    """Return two names with single blanks; refuse invalid names."""
    if len(players) != 2:
        raise UserError("A match has two players: give two names.")
    names = (single_spaced(players[0]), single_spaced(players[1]))
    for name in names:
        if not name:
            raise UserError("A player has no name: give both players' names.")
        check_name(name)
    return names


def check_pairs(names: tuple[str, str]) -> tuple[str, str]:
    """Return the names of a consultation match; refuse names unlike "Ann & Cleo"."""
    for name in names:
        if len(partners(name)) != 2 or not all(partners(name)):
            raise UserError("'%(name)s' is not a pair: write both names, like Ann & Cleo.", name=name)
    return names


def partners(name: str) -> tuple[str, ...]:
    """Return the players' names in a pair's name such as "Ann & Cleo"."""
    return tuple(part.strip() for part in name.split("&"))


def check_time(left_ms: int) -> int:
    """Return a time left on a clock (ms); refuse an impossible one."""
    if not 0 <= left_ms <= timecontrol.LONGEST:
        raise UserError("The time left lies between 0:00 and 99 hours.")
    return left_ms


def introduced(control: str, length: int, score: tuple[int, int]) -> bytes:
    """Return the order that gives a match a clock at a score.

    Minutes per point are multiplied by the average of the points that both still need. The record has one
    method for both seats, the delay in whole seconds and the overtime in whole minutes.
    """
    written = _parsed(control)
    (stages, overtime), *others = written
    method, reserve, delay, precredit, per_point = stages[0][1]
    if others or len(stages) > 1 or not SUDDEN <= method <= FISCHER:
        raise UserError(
            "'%(control)s' cannot be introduced during a match: write one like 3m/pt b12 o2m.",
            control=control,
        )
    if delay % 1000 or delay > 255_000 or overtime % 60_000:
        raise UserError("An introduced clock has a delay of whole seconds (to 255), overtime in minutes.")
    if not reserve:
        raise UserError("An introduced clock has a reserve: write one like 3m/pt b12 or 10s d12.")
    if per_point:
        if not length:
            raise UserError("A match without limit has no minutes per point: write one like 15m b12.")
        reserve = reserve * (2 * length - score[0] - score[1]) // 2
    check_time(reserve)
    stub: bytes = messages.stub(
        records.CLOCK, method, delay // 1000, precredit + overtime // 60_000 * 2, reserve, 0
    )
    return stub


def check_length(length: int) -> int:
    """Return a match's length (0 = no limit); refuse an impossible one."""
    if not 0 <= length <= LONGEST_MATCH:
        raise UserError(
            "A match has 1 to %(longest_match)s points, or 0 for no limit, not %(length)s.",
            longest_match=LONGEST_MATCH, length=length,
        )
    return length


def check_control(control: str, length: int) -> Control:
    """Parse a time control for a match of this length; refuse an unsuitable one."""
    found = _parsed(control, length)
    if len(found) > 2 or schedule.form(found) not in (PLAIN, STAGED):
        raise UserError(
            "'%(control)s' is not for a match of two: write one like 21m b12 or 21m b12 | 14m b12.",
            control=control,
        )
    if len(schedule.stubs(found)) + _BESIDE_TIMES > messages.MOST_STUBS:
        raise UserError(
            "'%(control)s' has more stages than a board's set-up can hold: use fewer.",
            control=control,
        )
    return found


def _parsed(control: str, length: int | None = None) -> Control:
    try:
        found: Control = schedule.parse(control)
        if length is not None:
            found = schedule.for_match(found, length)
    except timecontrol.TimeControlError as error:
        raise UserError(sentence(str(error))) from error
    return found


def options(crawford: bool, dice: str, consultation: bool = False) -> int:
    """Return the option bits of a MATCH record; refuse an unknown word for the dice."""
    if dice not in DICE:
        raise UserError(
            "Dice can be %(dice)s, not '%(dice2)s'.",
            dice=', '.join(DICE), dice2=dice,
        )
    return (CRAWFORD_RULE if crawford else 0) | (CONSULTATION if consultation else 0) | DICE[dice]


def check_standing(standing: MatchStanding, length: int, opts: int) -> MatchStanding:
    """Return the standing; refuse one that is impossible in a match of this length."""
    for points in standing.score:
        if points < 0 or points > LONGEST_MATCH or (length and points >= length):
            raise UserError(
                "The score %(score)s-%(score2)s is not possible in a match %(length)s that is not over.",
                score=standing.score[0], score2=standing.score[1],
                length=_("to %(length)s", length=length) if length else _("without limit"),
            )
    if standing.crawford not in (BEFORE, NOW, AFTER):
        raise UserError("The Crawford game is 0 (still to come), 1 (this game) or 2 (over).")
    if standing.crawford == NOW and not (
        opts & CRAWFORD_RULE and standing.in_game and length and length - 1 in standing.score
    ):
        raise UserError("The Crawford game is a game in progress in which somebody is one point short.")
    _check_cube(standing)
    if standing.reserves is not None and not all(0 <= ms <= timecontrol.LONGEST for ms in standing.reserves):
        raise UserError("A reserve lies between 0 and 99 hours, in milliseconds.")
    if not 0 <= standing.games <= 60000:
        raise UserError("The number of games played is not possible.")
    return standing


def _check_cube(standing: MatchStanding) -> None:
    cube = standing.cube
    if cube < 1 or cube > HIGHEST_CUBE or cube & (cube - 1):
        raise UserError(
            "A cube shows 1, 2, 4 ... %(highest_cube)s; %(cube)s is not possible.",
            highest_cube=HIGHEST_CUBE, cube=cube,
        )
    if standing.cube_owner not in (None, 0, 1) or standing.turn not in (None, 0, 1):
        raise UserError("A seat is 0 (left) or 1 (right), or left out.")
    if (cube > 1) != (standing.cube_owner is not None):
        raise UserError("A cube above 1 belongs to somebody, and a cube at 1 to nobody: say who owns it.")
    if not standing.in_game and (cube > 1 or standing.turn is not None):
        raise UserError("Between two games there is no cube and nobody is on turn: is a game in progress?")
    if standing.crawford == NOW and cube > 1:
        raise UserError("There is no cube in the Crawford game.")


def moves_made(sheet: MatchSheet | None) -> tuple[int, int]:
    """Return each seat's moves in the stages of a sheet's clock, 0 without stages."""
    if sheet is None or sheet.clock.form != STAGED:
        return (0, 0)
    return (min(sheet.clock.moves(0), 254), min(sheet.clock.moves(1), 254))


def in_overtime(sheet: MatchSheet | None) -> int:
    """Return the seats in overtime on a sheet's clock, as bits."""
    return 0 if sheet is None else sheet.clock.fell[0] | sheet.clock.fell[1] << 1


def breaks_taken(sheet: MatchSheet | None) -> tuple[int, int]:
    """Return the number of breaks that each seat has taken."""
    return (0, 0) if sheet is None else (sheet.breaks[0], sheet.breaks[1])


def start_standing(score: tuple[int, int], length: int) -> MatchStanding:
    """Return the standing of a match that starts at a score other than 0-0."""
    return MatchStanding(score, AFTER if length == 1 else BEFORE)


def match_rows(length: int, opts: int, control: Control, standing: MatchStanding | None = None) -> Rows:
    """Return the rows that set up a match, from the start or from a standing."""
    rows = [(records.MATCH, VERSION, length, opts, 0, 0), *schedule.stubs(control)]
    if standing is not None:
        breaks = standing.breaks[0] | standing.breaks[1] << 4
        rows.append((records.SCORE, *standing.score, standing.crawford, standing.games, breaks))
        if standing.in_game:
            owner = records.NOBODY if standing.cube_owner is None else standing.cube_owner
            turn = records.NOBODY if standing.turn is None else standing.turn
            rows.append((records.CUBE, standing.cube.bit_length() - 1, owner, turn, 1, 0))
        timed = any(stages[0][1][0] != NONE for stages, _ in control)
        if standing.reserves is not None and timed:
            rows.append((records.RESERVES, *standing.moves, standing.overtime, *standing.reserves))
    return tuple(rows)


def run_tail(
    match_id: int, length: int, opts: int, control: Control, standing: MatchStanding | None = None
) -> bytes:
    """Return the tail of a RUN command that sets up a match, from the start or from a standing."""
    return plan_tail(match_id, match_rows(length, opts, control, standing))


def crawford_at(
    length: int, opts: int, sheet: MatchSheet | None, score: tuple[int, int], in_game: bool, cube: int
) -> int:
    """Return the state of the Crawford rule at a score, using the match so far."""
    if length == 1 or (sheet is not None and sheet.crawford == AFTER):
        return AFTER
    if length and length - 1 in score and in_game and opts & CRAWFORD_RULE:
        # a turned cube shows that the Crawford game is over
        return NOW if cube == 1 else AFTER
    return BEFORE


def match_plan(length: int, opts: int, control: str, standing: MatchStanding | None = None) -> Plan:
    """Return the set-up of a match; refuse an unsuitable time control."""
    rows = match_rows(length, opts, check_control(control, length), standing)
    return Plan(sheets.BACKGAMMON, 2, rows, control, (0, 0) if standing is None else standing.score)
