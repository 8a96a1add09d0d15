"""Transcripts of other programs, and of people: the same match whoever wrote it down, and what is wrong said.

`dialects.py` is the table of how programs write; below it are samples that no program should write.
"""

from dataclasses import replace as with_

import pytest

from tablekeeper.games.backgammon import replay as referee
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.virtual.replay import replay
from tests.guards import sample
from tests.nonempty import nonempty
from tests.virtual.dialects import DIALECTS

FILES = ("3-points-cleo-dan.mat", "3-points-eve-finn.mat")


def told(reports):
    return [(one.winner, one.points, one.cube, one.kind, one.derived) for one in reports]


@pytest.mark.turns(4)
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_every_program_tells_the_same_matches(dialect, shipped, read):
    for file in nonempty(sorted(shipped.glob("*.mat"))):
        original = read(file)
        [transcript] = read_mat(dialect.write(original), file.name)
        assert transcript.length == original.length
        assert told(examine(transcript).games) == told(examine(original).games)
        assert [len(game.turns) for game in transcript.games] == [len(game.turns) for game in original.games]
        assert examine(transcript).illegal == ()


@pytest.mark.parametrize(
    "number", sample.drawn(range(len(DIALECTS)), of=6), ids=lambda number: DIALECTS[number].name
)
def test_every_program_is_played_through_everything(number, shipped, read, database):
    dialect = DIALECTS[number]
    original = read(shipped / FILES[number % 2])
    [transcript] = read_mat(dialect.write(original), dialect.name)
    verdict = replay(transcript, database).verdict
    assert [(game.winner, game.points, game.cube, game.kind) for game in verdict.games] == [
        (one.winner, one.points, one.cube, one.kind) for one in examine(original).games
    ]
    assert (verdict.complete, verdict.illegal) == (True, [])
    said = ["the columns are not aligned; single entries are read in turn"] * 2
    assert [one.partition(": ")[2] for one in verdict.problems] == (said if dialect.name == "narrow" else [])


def play(text, database):
    [transcript] = read_mat(text.encode(), "sample.mat")
    return replay(transcript, database).verdict


def results(verdict):
    return [(game.winner, game.points, game.cube, game.kind) for game in verdict.games]


def test_resignations(database):
    verdict = play(
        """\
 7 point match

 Game 1
 Ann : 0                       Bob : 0
  1) 31: 8-5 6-5                 42: 8-4 6-4
  2) 52: 13-8 24-22              64: 24-14
  3) 61: 13-7 8-7                Resigns 2
      Wins 2 points

 Game 2
 Ann : 2                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 52: 13/8 24/22              Resigns 1

 Game 3
 Ann : 3                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 52: 13/8 24/22              Doubles => 2
  3)  Takes                      resigns 4

 Game 4
 Ann : 7                       Bob : 0
  1) 31: 8/5 6/5                 resigns
""",
        database,
    )
    assert results(verdict) == [
        (0, 2, 1, "gammon"),
        (0, 1, 1, "single"),
        (0, 4, 2, "gammon"),
        # the match was over: it is in the transcript, and was not pressed
        (0, 1, 1, "single"),
    ]
    assert (verdict.score, verdict.complete, verdict.illegal) == ((7, 0), True, [])
    assert verdict.problems == [
        "game 2, line 10: no line says how the game ended",
        "game 2, line 13: the next game's score gives 1 point to Ann",
        "game 3, line 15: no line says how the game ended",
        "game 3, line 19: the next game's score gives 4 points to Ann",
        "game 4, line 21: no line says how the game ended",
        "game 4, line 21: the match was already won before this game",
        "game 4, line 23: the resignation gives 1 point to Ann",
        "the points add up to 8-0; the score is capped at the match length, 7-0",
        "game 4, line 21: the match was over before this game; it is not pressed",
        "game 4: its result was not pressed and is not in the store",
    ]


def test_a_resignation_that_fits_no_cube_is_no_result(database):
    verdict = play(
        """\
5 point match
Game 1
Ann : 0                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 52: 13/8 24/22              Doubles => 2
  3)  Takes                      Resigns 3
""",
        database,
    )
    assert (verdict.games, verdict.score) == ([], (0, 0))
    assert "game 1, line 2: no line says how the game ended" in verdict.problems


def test_a_game_that_begins_with_a_double_is_said_and_played(database):
    verdict = play(
        """\
3 point match
Game 1
Ann : 0                       Bob : 0
  1)                             66: 24/18(2) 13/7(2)
  2) 52: 13/8 24/22              64: 18/8
  3)  Double                      Reject
      Wins 1 point
""",
        database,
    )
    assert results(verdict) == [(0, 1, 1, "drop")]
    assert verdict.illegal == []
    assert verdict.problems == [
        "game 1, line 4: 66: 24/18(2) 13/7(2): the other player's roll before this is not recorded",
        "the match is incomplete: 1-0 of 3 points",
    ]


def test_a_cube_that_the_crawford_game_forbids_is_refused_by_the_board(database):
    verdict = play(
        """\
3 point match
Game 1
Ann : 0                       Bob : 0
  1)                             61: 13/7 8/7
  2) 52: 13/8 24/22              64: 24/14
     Wins 2 points
Game 2
Ann : 2                       Bob : 0
  1)                             61: 13/7 8/7
  2) 52: 13/8 24/22              64: 24/14
  3)  Doubles => 2               Takes
  4) 31: 8/5 6/5                 42: 8/4 6/4
                                  Wins 2 points
""",
        database,
    )
    assert [one["why"] for one in verdict.illegal] == ["the cube is out of play in the Crawford game"]
    assert verdict.crawford_game == 2
    assert "game 2, line 11: a double that is not allowed; the table refuses it" in verdict.problems
    assert "game 2: the board's cube shows 1, the transcript's 2" in verdict.problems
    # what the players then pressed for 2 points
    assert results(verdict) == [(0, 2, 1, "gammon"), (1, 2, 1, "gammon")]


def test_a_beaver_stands_at_twice_the_double(database):
    verdict = play(
        """\
money session
Game 1
Ann : 0                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 52: 13/8 24/22              Doubles => 2
  3)  Beavers => 4               64: 24/14
  4) 41: 13/8                     Resigns 2
     Wins 4 points
""",
        database,
    )
    assert results(verdict) == [(0, 4, 4, "single")]
    assert verdict.illegal == []
    assert (verdict.length, verdict.complete, verdict.problems) == (0, False, [])


def test_a_resumed_match_with_a_double_is_played_past_its_crawford_game(database):
    verdict = play(
        """\
3 point match
Game 1
Ann : 2                       Bob : 1
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Takes                      64: 24/14
                                 Wins 2 points
""",
        database,
    )
    assert results(verdict) == [(1, 2, 2, "single")]
    assert (verdict.score, verdict.illegal, verdict.crawford_game) == ((2, 3), [], None)
    assert len(verdict.problems) == 1


def test_a_dropped_redouble_after_a_beaver_gives_four_points(database):
    verdict = play(
        """\
; [Jacoby "On"]
; [Beaver "On"]
money session
Game 1
Ann : 0                       Bob : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Beavers => 4               64: 24/14
  3)  Doubles => 8               Drops
     Wins 4 points
Game 2
Ann : 4                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
     Wins 1 point
""",
        database,
    )
    assert results(verdict) == [(0, 4, 4, "drop"), (0, 1, 1, "single")]
    assert (verdict.score, verdict.illegal, verdict.problems) == ((5, 0), [], [])


def without_dances(transcript, closed_out):
    """Leave out the turns of players who cannot enter: with a board closed to them, or with an open one."""
    games = []
    left_out = 0
    for game in transcript.games:
        kept = []
        for place, turn in enumerate(game.turns):
            if turn.action == "roll" and turn.play == ():
                before = referee._Referee(with_(game, turns=game.turns[:place]), False, True)
                for earlier in game.turns[:place]:
                    before.judge(earlier)
                closed = [referee._closed_out(board, turn.seat) for board in before.boards]
                if all(closed) is closed_out:
                    left_out += 1
                    continue
            kept.append(turn)
        games.append(with_(game, turns=tuple(kept)))
    return with_(transcript, games=tuple(games)), left_out


@sample.scenario("turns of a player closed out")
def test_the_turns_of_a_player_who_is_closed_out_may_be_missing(mat_folder, read, database):
    original = read(mat_folder / "044_7pt_charlot1-charlot2-7p-2025-11-08-2305.mat")
    transcript, left_out = without_dances(original, closed_out=True)
    assert left_out >= 3
    verdict = replay(transcript, database).verdict
    assert results(verdict) == [
        (one.winner, one.points, one.cube, one.kind) for one in examine(original).games
    ]
    assert verdict.illegal == []
    # no other roll can be missing without its being noticed
    transcript, left_out = without_dances(original, closed_out=False)
    assert left_out >= 1
    found = examine(transcript)
    assert found.illegal == ()
    assert "the other player's roll before this is not recorded" in " ".join(map(str, found.problems))


GAME = """\
{length}
Game 1
{left} : {a}                       {right} : {b}
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 52: 13/8 24/22              64: 24/14
  3)  Doubles => 2               Drops
      Wins 1 point
"""


def sample(length="7 point match", left="Ann", a=0, right="Bob", b=0):
    return GAME.format(length=length, left=left, a=a, right=right, b=b)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("text", "score", "said"),
    [
        (sample(left="A" * 80, right="B" * 61), (1, 0), []),
        (sample(left="Ann", right="Ann"), (1, 0), []),
        (sample(left="\u200bA\U0001f600nn", right="\u05d0\u05d1"), (1, 0), []),
        (
            sample(length="1000 point match"),
            (1, 0),
            ["no board counts to 1000 points (at most 99): it is played without limit"],
        ),
        (
            sample(length="256 point match"),
            (1, 0),
            ["no board counts to 256 points (at most 99): it is played without limit"],
        ),
        (
            sample(length="money session", a=3000, b=250),
            (1, 0),
            [
                "no match can go on from 3000-250: the board begins at 0-0",
                "the store's score 1-0 is not the transcript's 3001-250",
            ],
        ),
        (
            sample(a=7, b=3),
            (1, 0),
            [
                "no match can go on from 7-3: the board begins at 0-0",
                "the store's score 1-0 is not the transcript's 7-3",
            ],
        ),
        # a match that is taken up at double match point: its Crawford game was another one
        (sample(a=6, b=6), (7, 6), []),
        (sample(a=4, b=3), (5, 3), []),
    ],
)
def test_what_no_board_can_be_told_is_played_as_near_as_it_goes(text, score, said, database):
    verdict = play(text, database)
    assert results(verdict) == [(0, 1, 1, "drop")]
    assert (verdict.score, verdict.crawford_game, verdict.illegal) == (score, None, [])
    written = ("the match is incomplete", "the points add up", "game 1, line 2: the match was already won")
    assert [one for one in verdict.problems if not one.startswith(written)] == said


BEFORE_ANY_ROLL = """\
1 point match
Game 1
Ann : 0                       Bob : 0
{entries}
"""


@pytest.mark.parametrize(
    "entries",
    [
        "  1) Resigns\n                                 Wins 1 point and the match",
        "  1) Resigns                     Wins 1 point",
        "                                 Wins 1 point",
    ],
)
def test_a_game_given_up_before_any_roll_keeps_its_result(entries, database):
    verdict = play(BEFORE_ANY_ROLL.format(entries=entries), database)
    assert (results(verdict), verdict.score) == ([(1, 1, 1, "single")], (0, 1))
    assert (verdict.complete, verdict.illegal, verdict.problems) == (True, [], [])


def test_a_match_forfeited_before_any_roll_is_given_by_the_director(database):
    text = sample().replace("      Wins 1 point", "      Wins 1 point\nGame 2\nAnn : 1         Bob : 0\n")
    verdict = play(text + "                                 Wins 1004 points\n", database)
    assert verdict.score == (1, 7)
    assert "game 2: a forfeit: the director gave the match, no points were played for" in verdict.problems
