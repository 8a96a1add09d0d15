"""The second half of the published matches, and those that come with the program."""

from tablekeeper.games.backgammon.check import examine
from tablekeeper.virtual.replay import replay
from tests.virtual.published import check_match, entries


def test_the_published_results_come_out(mat_folder, read, tmp_path):
    for entry in entries(mat_folder)[1::2]:
        database = f"sqlite:///{tmp_path / entry['file']}.db"
        check_match(entry, replay(read(mat_folder / entry["file"]), database))


def test_the_shipped_matches_agree_with_what_their_final_positions_say(shipped, read, tmp_path):
    files = sorted(shipped.glob("*.mat"))
    assert len(files) == 6
    ended = 0
    for file in files:
        transcript = read(file)
        played = replay(transcript, f"sqlite:///{tmp_path / file.name}.db")
        verdict = played.verdict
        reports = examine(transcript).games
        assert [(game.winner, game.points, game.cube, game.kind) for game in verdict.games] == [
            (report.winner, report.points, report.cube, report.kind) for report in reports
        ]
        for game, report in zip(verdict.games, reports, strict=True):
            # the others were dropped or conceded
            assert report.derived in (None, (game.winner, game.kind))
        ended += sum(report.derived is not None for report in reports)
        assert verdict.score == (
            sum(game.points for game in verdict.games if game.winner == 0),
            sum(game.points for game in verdict.games if game.winner == 1),
        )
        assert verdict.complete
        assert (verdict.problems, verdict.illegal, played.crashes) == ([], [], [])
    assert ended >= 6
