"""Real matches through everything: the results are those that were published for them.

Each replay takes seconds, so `make test` plays some of the matches, others each day as of the guards
(the variable GUARDS repeats it); `make soak` plays all.
"""

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.replay import replay
from tests.guards import sample
from tests.virtual.published import check_match, entries

MATCHES = 25


@pytest.mark.parametrize("number", sample.drawn(range(MATCHES), of=24))
def test_the_published_result_comes_out(mat_folder, read, database, number):
    found = entries(mat_folder)
    assert len(found) == MATCHES
    check_match(found[number], replay(read(mat_folder / found[number]["file"]), database))


@pytest.mark.parametrize("name", sample.drawn(sorted(path.name for path in shipped()), of=6))
def test_a_shipped_match_agrees_with_what_its_final_positions_say(shipped, read, database, name):
    transcript = read(shipped / name)
    played = replay(transcript, database)
    verdict = played.verdict
    reports = examine(transcript).games
    assert [(game.winner, game.points, game.cube, game.kind) for game in verdict.games] == [
        (report.winner, report.points, report.cube, report.kind) for report in reports
    ]
    for game, report in zip(verdict.games, reports, strict=True):
        # the others were dropped or conceded
        assert report.derived in (None, (game.winner, game.kind))
    assert verdict.score == (
        sum(game.points for game in verdict.games if game.winner == 0),
        sum(game.points for game in verdict.games if game.winner == 1),
    )
    assert verdict.complete
    assert (verdict.problems, verdict.illegal, played.crashes) == ([], [], [])


def test_final_positions_say_something_of_the_shipped_matches(shipped, read):
    files = sorted(shipped.glob("*.mat"))
    assert len(files) == 6
    reports = [report for file in files for report in examine(read(file)).games]
    assert sum(report.derived is not None for report in reports) >= 6


def test_a_forfeit_is_told_and_given_by_the_director(mat_folder, read, database):
    [name] = [entry["file"] for entry in entries(mat_folder) if "forfeit-1004" in entry["tags"]]
    verdict = replay(read(mat_folder / name), database).verdict
    assert (verdict.score, verdict.complete, verdict.games[-1].points) == ((0, 3), True, 4016)
    assert (
        "game 2, line 58: 4016 points for Lasse mark a forfeit (1004 x cube 4, abandoned on the server), "
        "not points won"
    ) in verdict.problems
    assert "game 2: a forfeit: the director gave the match, no points were played for" in verdict.problems
