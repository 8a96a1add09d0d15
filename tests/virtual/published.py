"""Compares the published results of real matches with a replay of them."""

import json
from pathlib import Path
from typing import Any

from tablekeeper.virtual.replay import ReplayedMatch

FIELDS = ("game", "winner", "points", "cube", "kind")
Entry = dict[str, Any]


def entries(folder: Path) -> list[Entry]:
    """Return the known facts of every published match."""
    found: list[Entry] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return found


def capped(entry: Entry) -> list[int]:
    """Return the score as the host counts it: at most the match length."""
    return [min(points, entry["length"]) for points in entry["final"]]


def check_match(entry: Entry, played: ReplayedMatch) -> None:
    """Fail unless a replay ended as published, and has exactly the expected notes."""
    verdict = played.verdict.as_json()
    file = entry["file"]
    assert [[game[key] for key in FIELDS] for game in verdict["games"]] == [
        [game[key] for key in FIELDS] for game in entry["games"]
    ], file
    assert verdict["score"] == capped(entry), file
    assert (verdict["length"], verdict["players"]) == (entry["length"], entry["players"])
    assert verdict["crawford_game"] == entry["crawford_game"], file
    assert verdict["complete"] is entry["complete"], file
    # a throw and a press for each ply, at least
    assert verdict["records"] == len(played.log) >= 2 * sum(game["plies"] for game in entry["games"]), file
    assert (verdict["illegal"], played.crashes) == ([], []), file
    _check_problems(entry, verdict["problems"])


def _check_problems(entry: Entry, problems: list[str]) -> None:
    left = list(problems)

    def said(words: str) -> int:
        found = [problem for problem in left if words in problem]
        for problem in found:
            left.remove(problem)
        return len(found)

    forfeits = sum(game["points"] >= 1000 * game["cube"] for game in entry["games"])
    # the transcript's claim, and the director's action for it
    assert said("forfeit") == 2 * forfeits
    assert said("the points add up to") == (entry["final"] != capped(entry))
    assert said("the play is not recorded: ???") == sum(game["unreadable_plies"] for game in entry["games"])
    assert said("the match is incomplete") == (not entry["complete"])
    # the manifest marks these only where another length would make no kind of game
    assert said("the last game is capped") <= 1
    assert left == [], entry["file"]
