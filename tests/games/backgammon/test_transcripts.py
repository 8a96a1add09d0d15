"""The matches that come with the program are sound, and can be made again."""

import shutil
from pathlib import Path

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.transcripts import shipped
from tablekeeper.transcripts.make import RECIPES, play


def test_all_recipes_are_shipped() -> None:
    assert [path.name for path in shipped()] == sorted(recipe.file_name for recipe in RECIPES)
    assert sorted(recipe.length for recipe in RECIPES) == [1, 3, 3, 5, 5, 7]
    assert len({(recipe.left, recipe.right) for recipe in RECIPES}) == len(RECIPES)


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_a_shipped_match_is_complete_and_legal(path: Path) -> None:
    (transcript,) = read_mat(path.read_bytes(), path.name)
    examination = examine(transcript)
    assert examination.problems == ()
    assert examination.illegal == ()
    assert examination.complete
    assert max(examination.score) == transcript.length


def test_the_shipped_matches_show_what_a_match_can_bring() -> None:
    examinations = [examine(read_mat(path.read_bytes(), path.name)[0]) for path in shipped()]
    kinds = {game.kind for examination in examinations for game in examination.games}
    assert {"single", "gammon", "drop"} <= kinds
    assert any(examination.crawford_game for examination in examinations)
    assert any(game.cube >= 2 for examination in examinations for game in examination.games)
    assert sum(game.derived is not None for e in examinations for game in e.games) >= 6


@pytest.mark.gnubg
def test_a_match_can_be_made_again() -> None:
    recipe = RECIPES[0]
    gnubg = shutil.which("gnubg") or "/usr/games/gnubg"
    (path,) = [path for path in shipped() if path.name == recipe.file_name]
    assert play(recipe, gnubg) == path.read_text(encoding="utf-8")
