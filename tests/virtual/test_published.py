"""Real matches through everything: the results are those that were published for them.

The other half of the published matches is in `test_published_second.py`, so that two workers share them.
"""

from tablekeeper.virtual.replay import replay
from tests.virtual.published import check_match, entries


def test_the_published_results_come_out(mat_folder, read, tmp_path):
    found = entries(mat_folder)
    assert len(found) == 25
    for entry in found[::2]:
        database = f"sqlite:///{tmp_path / entry['file']}.db"
        check_match(entry, replay(read(mat_folder / entry["file"]), database))


def test_a_forfeit_is_told_and_given_by_the_director(mat_folder, read, database):
    [name] = [entry["file"] for entry in entries(mat_folder) if "forfeit-1004" in entry["tags"]]
    verdict = replay(read(mat_folder / name), database).verdict
    assert (verdict.score, verdict.complete, verdict.games[-1].points) == ((0, 3), True, 4016)
    assert (
        "game 2, line 58: 4016 points for Lasse mark a forfeit (1004 x cube 4, abandoned on the server), "
        "not points won"
    ) in verdict.problems
    assert "game 2: a forfeit: the director gave the match, no points were played for" in verdict.problems
