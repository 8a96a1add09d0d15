"""A board that sees another sheet than the host: the closing record of its game gives it away."""

import pytest

from tests.virtual.sitting import begin, intents_of, open_hall, press, row, settle, sheet


@pytest.fixture
def match(read, shipped):
    return read(shipped / "5-points-ida-jon.mat")


def play_games(hall, table, match, first, last):
    press(hall, table, intents_of(match, range(first, last + 1)))
    settle(hall, table)


def test_a_board_whose_sheet_went_wrong_is_reported_with_the_game(match, database):
    hall = open_hall(database, "Table 1")
    try:
        [table] = hall.tables
        match_id = begin(hall, table, match)
        play_games(hall, table, match, 1, 1)
        assert hall.director.overview.match(match_id).problems == ()
        # a cell of the board's working memory turns over: to it, Ida has a point that she never made
        sheet(table).score[0] = 1
        play_games(hall, table, match, 2, 3)
        problems = hall.director.overview.match(match_id).problems
        assert [problem.partition(" (record")[0] for problem in problems] == [
            "game 2: the board's sheet differs from ours",
            "game 3: the board's sheet differs from ours",
        ]
        assert set(problems) <= set(row(hall, table).problems)
        # the board shows 2-3; what counts is the host's fold of what was pressed
        assert sheet(table).score == [2, 3]
        assert hall.director.overview.match(match_id).match.details.score == (1, 3)

        hall.kill_host()
        hall.start_host()
        assert hall.director.overview.match(match_id).problems == problems
    finally:
        hall.close()


def test_without_a_fault_the_checksums_of_all_games_agree(match, database):
    hall = open_hall(database, "Table 1")
    try:
        [table] = hall.tables
        match_id = begin(hall, table, match)
        play_games(hall, table, match, 1, 5)
        detail = hall.director.overview.match(match_id)
        assert (detail.match.details.score, len(detail.games), detail.problems) == ((3, 5), 5, ())
    finally:
        hall.close()
