"""Wrong results are found, game by game: in a transcript, at the keys, and in a board that counts wrong."""

from dataclasses import replace

import pytest

from tablecore import records
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.virtual.replay import replay
from tablesim.script import Script, write_script
from tests.guards import sample

KIM, LEO = 0, 1
NAME = "7-points-kim-leo.mat"


@pytest.fixture(scope="module")
def long(shipped):
    """The seven games of a match, in a match so long that no wrong result can end it."""
    lines = (shipped / NAME).read_text("utf-8").splitlines()
    assert lines[0].strip() == "7 point match"
    lines[0] = " 25 point match"
    return lines


def transcript_of(lines):
    [transcript] = read_mat("\n".join(lines).encode(), NAME)
    return transcript


def line_in_game(lines, game, words):
    """Return the index of the only line of a game that holds these words."""
    start = lines.index(f" Game {game}")
    end = lines.index(f" Game {game + 1}") if f" Game {game + 1}" in lines else len(lines)
    [found] = [number for number in range(start, end) if words in lines[number]]
    return found


def told(verdict, game):
    return [problem for problem in verdict.problems if problem.startswith((f"game {game}:", f"game {game},"))]


@pytest.fixture(scope="module")
def honest(long, tmp_path_factory):
    """What comes of the match when nobody is wrong."""
    folder = tmp_path_factory.mktemp("honest")
    verdict = replay(transcript_of(long), f"sqlite:///{folder / 'hall.db'}").verdict
    assert verdict.problems == ["the match is incomplete: 7-6 of 25 points"]
    assert (verdict.score, verdict.complete, len(verdict.games)) == ((7, 6), False, 7)
    return verdict


@sample.scenario("a wrong transcript")
def test_a_wrong_kind_cube_and_winner_in_a_transcript(long, honest, database):
    lines = list(long)
    # game 2 is a gammon with the cube at 1: this gives it twice its points
    place = line_in_game(lines, 2, "Wins")
    lines[place] = lines[place].replace("Wins 2 points", "Wins 4 points")
    # the cube of game 5 begins where it cannot
    place = line_in_game(lines, 5, "Doubles => 2")
    lines[place] = lines[place].replace("=> 2", "=> 4")
    # game 6 was Leo's
    place = line_in_game(lines, 6, "Wins")
    assert lines[place].index("Wins") > 30
    lines[place] = "      Wins 1 point"

    verdict = replay(transcript_of(lines), database).verdict
    assert told(verdict, 2) == [
        "game 2, line 59: the transcript says 4 points (x4.0) for Kim, the final position gives 2 (gammon)",
        "game 2: the board counts 2 points, the transcript 4",
        "game 2: the board has a gammon, the transcript says x4.0",
    ]
    assert told(verdict, 5) == [
        "game 5, line 96: Doubles => 4: the transcript says the cube goes to 4, but it stands at 1"
    ]
    assert told(verdict, 6) == [
        (
            "game 6, line 145: the transcript says 1 point (single) for Kim, the final position gives "
            "1 point (single) to Leo"
        ),
        "game 6: a single for Kim was pressed, the final position is a single for Leo",
    ]
    # the printed scores no longer follow from the results
    assert told(verdict, 3) == [
        "game 3, line 61: the score is given as 2-2, but the games before it make 4-2"
    ]
    assert told(verdict, 7) == [
        "game 7, line 147: the score is given as 6-6, but the games before it make 7-5"
    ]
    assert told(verdict, 1) == told(verdict, 4) == []
    others = [game for game in verdict.games if game.game != 6]
    assert others == [game for game in honest.games if game.game != 6]
    assert verdict.games[5] == replace(honest.games[5], winner=KIM)
    assert verdict.score == (8, 5)
    assert "the store's score 8-5 is not the transcript's 10-5" in verdict.problems


def press_instead(script: Script, game: int, kind: int, keys, **record) -> None:
    """Let the players press other keys for the only record of this kind in a game."""
    [place] = [n for n, one in enumerate(script.intents) if (one.game, one.record[0]) == (game, kind)]
    intent = script.intents[place]
    pressed = tuple((key, wait) for key, (_, wait) in zip(keys, intent.keys, strict=True))
    left = dict(zip("abc", intent.record[1:], strict=True)) | record
    script.intents[place] = replace(intent, keys=pressed, record=(kind, left["a"], left["b"], left["c"]))


def leave_out(script: Script, game: int, *kinds: int) -> None:
    kept = [one for one in script.intents if not (one.game == game and one.record[0] in kinds)]
    assert len(kept) == len(script.intents) - len(kinds)
    script.intents[:] = kept


@sample.scenario("wrong transcripts")
def test_players_press_a_wrong_kind_forget_a_double_and_name_the_wrong_winner(long, honest, database):
    transcript = transcript_of(long)
    script = write_script(transcript, examine(transcript), 0)
    leave_out(script, 1, records.DOUBLE, records.TAKE)
    press_instead(script, 2, records.RESULT, ("9", "3", KIM), b=records.BACKGAMMON)
    press_instead(script, 6, records.RESULT, ("9", "1", KIM), a=KIM)
    press_instead(script, 6, records.CONFIRM, (LEO,), a=LEO)

    verdict = replay(transcript, database, script=script).verdict
    assert told(verdict, 1) == [
        "game 1: the board's cube shows 1, the transcript's 2",
        "game 1: the board counts 1 point, the transcript 2",
    ]
    assert told(verdict, 2) == [
        "game 2: the board counts 3 points, the transcript 2",
        "game 2: the board has a backgammon, the transcript says gammon",
        "game 2: a backgammon for Kim was pressed, the final position is a gammon for Kim",
    ]
    assert told(verdict, 6) == [
        "game 6: on the board Kim won, in the transcript Leo",
        "game 6: a single for Kim was pressed, the final position is a single for Leo",
    ]
    for game in (3, 4, 5, 7):
        assert told(verdict, game) == []
        assert verdict.games[game - 1] == honest.games[game - 1]
    assert [(game.winner, game.points, game.cube, game.kind) for game in verdict.games[:2]] == [
        (LEO, 1, 1, "single"),
        (KIM, 3, 1, "backgammon"),
    ]
    assert verdict.score == (9, 4)
    assert "the store's score 9-4 is not the transcript's 7-6" in verdict.problems


def test_players_who_take_what_they_drop_cannot_go_on_and_that_is_told(long, database):
    transcript = transcript_of(long)
    script = write_script(transcript, examine(transcript), 0)
    press_instead(script, 3, records.DROP, ("7", KIM))
    [place] = [n for n, one in enumerate(script.intents) if (one.game, one.record[0]) == (3, records.DROP)]
    script.intents[place] = replace(script.intents[place], record=(records.TAKE, KIM, 0, 0))

    verdict = replay(transcript, database, script=script).verdict
    assert "game 3, line 73: confirm (1, 0, 0): the board did not take it" in verdict.problems
    for game in (3, 4, 5, 6, 7):
        assert f"game {game}: its result was not pressed and is not in the store" in verdict.problems
    assert told(verdict, 1) == told(verdict, 2) == []
    assert verdict.score == (2, 2)
