"""Play generator and referee beside two programs written without them: GNU Backgammon and open_spiel.

Compared are the sets of positions a roll can lead to, on positions of random play; and for plays as people
try them, right and wrong ones, whether the referee lets them pass where those programs' plays contain them.
"""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.games.backgammon.board import START_VIEW, Board, View, turned
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.notation import read_play
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays
from tablekeeper.games.backgammon.referee import judge
from tablekeeper.games.backgammon.xgid import xgid
from tests.games.backgammon.attempts import allowed_by, attempt

GNUBG_PROGRAMS = 10
#: positions, and tried plays of each
NUMBERS = [500, pytest.param(10_000, marks=pytest.mark.soak)]
TRIES = 3


class Tried:
    """Plays as people try them, judged by the referee and by the legal positions of another program."""

    def __init__(self) -> None:
        self.rng = random.Random(11)
        self.legal = self.illegal = 0

    def compare(self, view: View, dice: Dice, theirs: set[View]) -> None:
        """Try some plays of a position; `theirs` are the positions that the other program allows."""
        for _ in range(TRIES):
            play = attempt(view, dice, self.rng)
            verdict = judge(view, dice, play)
            assert verdict.legal == allowed_by(theirs, view, dice, play), (view, dice, play)
            assert set(verdict.views) <= theirs
            self.legal += verdict.legal
            self.illegal += not verdict.legal

    def told(self, positions: int, plays: int) -> str:
        """Return what was compared."""
        return (
            f"{positions:,} positions with dice, {plays:,} legal plays; tried and judged alike: "
            f"{self.legal:,} legal, {self.illegal:,} illegal plays"
        )


# GNU Backgammon's own Python runs this: one line of text per play of each position.
GNUBG_SCRIPT = """
import json
for player in (0, 1):
    gnubg.command("set player %d human" % player)
for what in ("game", "roll", "move", "bearoff", "crawford"):
    gnubg.command("set automatic %s off" % what)
gnubg.command("set display off")
gnubg.command("set evaluation chequerplay evaluation plies 0")
gnubg.command("set evaluation chequerplay evaluation cubeful off")
with open(POSITIONS) as positions, open(ANSWERS, "w") as answers:
    for line in positions:
        gnubg.command("set xgid " + line.strip())
        hint = gnubg.hint(3000)
        answers.write(json.dumps([entry["move"] for entry in hint["hint"]] if hint else []) + "\\n")
    answers.write("complete\\n")
"""


def random_positions(number: int, seed: int) -> list[tuple[View, Dice]]:
    """Returns positions with a roll, as random play brings them, the mover's checkers positive."""
    rng = random.Random(seed)
    found: list[tuple[View, Dice]] = []
    view = START_VIEW
    while len(found) < number:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        found.append((view, dice))
        view = turned(rng.choice(list(legal_plays(view, *dice))))
        if not any(count < 0 for count in view) or not any(count > 0 for count in view):
            view = START_VIEW
    return found


def played(view: View, play: Play) -> View:
    """Moves checkers as the text says: a merged move hits only where a mark stands."""
    board = list(view)
    for origin, target, hit in sorted(play, reverse=True):
        board[origin] -= 1
        if target:
            if board[target] == -1 and hit:
                board[target] = 0
                board[0] -= 1
            board[target] += 1
    return tuple(board)


def ask_gnubg(positions: list[tuple[View, Dice]], folder: Path) -> list[list[str]]:
    """Returns the plays GNU Backgammon allows, as it writes them, position by position.

    Each hint waits 10 ms for a timer inside the program, so the positions are shared among several of them.
    """
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    running = []
    for share in range(GNUBG_PROGRAMS):
        home = folder / str(share)
        home.mkdir()
        asked, answered, script = home / "positions.txt", home / "answers.txt", home / "script.py"
        mine = positions[share::GNUBG_PROGRAMS]
        asked.write_text("".join(xgid(Board(view), Situation(dice=dice)) + "\n" for view, dice in mine))
        script.write_text(f"POSITIONS = {str(asked)!r}\nANSWERS = {str(answered)!r}\n{GNUBG_SCRIPT}")
        process = subprocess.Popen(
            [program, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        )
        running.append((process, answered))
    answers: list[list[str]] = [[] for _ in positions]
    try:
        for share, (process, answered) in enumerate(running):
            assert process.wait(timeout=3600) == 0
            lines = answered.read_text().splitlines()
            assert lines.pop() == "complete"
            answers[share::GNUBG_PROGRAMS] = [json.loads(line) for line in lines]
    finally:
        for process, _ in running:
            process.kill()
            process.wait()
    return answers


@pytest.mark.gnubg
@pytest.mark.parametrize("number", NUMBERS)
def test_gnu_backgammon_allows_the_same_plays(
    number: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    positions = random_positions(number, 8)
    plays = 0
    tried = Tried()
    for (view, dice), texts in zip(positions, ask_gnubg(positions, tmp_path), strict=True):
        theirs = {played(view, read_play(text)) for text in texts} or {view}
        assert theirs == set(legal_plays(view, *dice)), (view, dice)
        assert len(theirs) == max(len(texts), 1)
        plays += len(texts)
        tried.compare(view, dice, theirs)
    assert plays > 12 * number
    assert min(tried.legal, tried.illegal) > number / 2
    record_property("figure", tried.told(number, plays))


def spiel_view(state: Any, seat: int) -> View:
    """Returns an open_spiel state as `seat` sees it; whatever is neither on a point nor off is on the
    bar.
    """
    off = [int(n) for n in re.search(r"Scores, X: (\d+), O: (\d+)", str(state)).groups()]  # type: ignore[union-attr]
    sides = []
    for player in (0, 1):
        # open_spiel counts the points upwards in player 0's direction of play
        on = [state.board(player, 24 - point if player == 0 else point - 1) for point in range(1, 25)]
        sides.append([0, *on, 15 - sum(on) - off[player]])
    own, other = sides[seat], sides[1 - seat]
    return (-other[25], *(own[point] - other[25 - point] for point in range(1, 25)), own[25])


def spiel_results(state: Any, seat: int, dice: Dice) -> set[View]:
    """Returns the positions after the whole roll; open_spiel plays a double as two turns of two steps."""
    results = set()
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        if dice[0] == dice[1] and not child.is_terminal() and child.current_player() == seat:
            for second in child.legal_actions():
                grandchild = child.clone()
                grandchild.apply_action(second)
                results.add(spiel_view(grandchild, seat))
        else:
            results.add(spiel_view(child, seat))
    return results


@pytest.mark.parametrize("number", NUMBERS)
def test_open_spiel_allows_the_same_plays(
    number: int, record_property: Callable[[str, object], None]
) -> None:
    if find_spec("pyspiel") is None:
        pytest.skip("open_spiel is not installed here (extra: oracles)")
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("backgammon")
    rng = random.Random(9)
    positions = plays = 0
    tried = Tried()
    while positions < number:
        state = game.new_initial_state()
        again = False
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [outcome for outcome, _ in state.chance_outcomes()]
                state.apply_action(rng.choice(outcomes))
                continue
            seat = state.current_player()
            dice = spiel_dice(state)
            view = spiel_view(state, seat)
            if not again:
                ours = set(legal_plays(view, *dice))
                theirs = spiel_results(state, seat, dice)
                assert theirs == ours, (view, dice)
                tried.compare(view, dice, theirs)
                positions += 1
                plays += len(ours)
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            again = (
                dice[0] == dice[1]
                and not state.is_terminal()
                and state.current_player() == seat
                and not again
            )
    assert plays > 12 * number
    assert min(tried.legal, tried.illegal) > number / 2
    record_property("figure", tried.told(positions, plays))


def spiel_dice(state: Any) -> Dice:
    found = re.search(r"Dice: (\d)(\d)", str(state))
    assert found is not None
    return int(found[1]), int(found[2])
