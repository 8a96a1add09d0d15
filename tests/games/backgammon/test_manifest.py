"""The 25 real transcripts with published results: every game, score and count comes out as published."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tests.nonempty import nonempty

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "mat"
MANIFEST = FOLDER / "manifest.json"
ENTRIES: list[dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else []

pytestmark = pytest.mark.skipif(not ENTRIES, reason="not beside the repository: the real transcripts")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"][:24])
def test_a_real_transcript_gives_its_published_result(entry: dict[str, Any]) -> None:
    (transcript,) = read_mat((FOLDER / entry["file"]).read_bytes(), entry["file"])
    examination = examine(transcript)
    games = [
        {
            "game": game.game,
            "score_before": list(game.score_before),
            "cube": game.cube,
            "winner": game.winner,
            "points": game.points,
            "kind": game.kind,
            "plies": game.plies,
            "unreadable_plies": game.unreadable_plies,
        }
        for game in examination.games
    ]
    assert transcript.length == entry["length"]
    assert list(transcript.players) == entry["players"]
    assert games == entry["games"]
    assert list(examination.final) == entry["final"]
    assert examination.crawford_game == entry["crawford_game"]
    assert examination.complete == entry["complete"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"][:24])
def test_real_players_on_servers_play_legally(entry: dict[str, Any]) -> None:
    (transcript,) = read_mat((FOLDER / entry["file"]).read_bytes(), entry["file"])
    assert [str(breach) for breach in examine(transcript).illegal] == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"][:24])
def test_the_final_position_agrees_with_every_published_kind(entry: dict[str, Any]) -> None:
    (transcript,) = read_mat((FOLDER / entry["file"]).read_bytes(), entry["file"])
    for game, published in nonempty(zip(examine(transcript).games, entry["games"], strict=True)):
        if game.derived is not None and not game.capped and not game.forfeit:
            assert game.derived == (published["winner"], published["kind"])


def test_forfeits_caps_and_unfinished_matches_are_said_in_words() -> None:
    def problems(start: str) -> str:
        (path,) = FOLDER.glob(f"{start}_*.mat")
        return " | ".join(
            str(problem) for problem in examine(read_mat(path.read_bytes(), path.name)[0]).problems
        )

    assert "4016 points for Lasse mark a forfeit (1004 x cube 4" in problems("031")
    assert "capped" in problems("021")
    assert "the match is incomplete: 2-0 of 16 points" in problems("039")
    assert "the score is capped at the match length, 5-0" in problems("015")
