"""The referee of transcripts: everything planted is found, and said with game, line and figures."""

import pytest

from tablekeeper.games.backgammon.check import Examination, examine
from tablekeeper.games.backgammon.legality import why_illegal
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped

RIGHT = " " * 34


def sample(*rows: str, length: int = 5, left: int = 0, right: int = 0) -> str:
    """A single game; a row is `left cell | right cell`, or a result line."""
    lines = [f"{length} point match", "", " Game 1", f" Ann : {left}                        Bob : {right}"]
    number = 0
    for row in rows:
        if "|" in row:
            number += 1
            first, second = (cell.strip() for cell in row.split("|"))
            lines.append(f"{number:3}) {first:<29}{second}".rstrip())
        else:
            lines.append(row)
    return "\n".join(lines) + "\n"


def judged(text: str) -> Examination:
    return examine(parsed(text))


def parsed(text: str) -> Transcript:
    (transcript,) = read_mat(text.encode(), "sample.mat")
    return transcript


def said(text: str) -> str:
    return " | ".join(str(problem) for problem in judged(text).problems)


def whys(text: str) -> list[str]:
    return [breach.why for breach in judged(text).illegal]


# Plays


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("31: 8/5 7/6", "there is no checker to move on 7"),
        ("31: bar/22 6/5", "there is no checker on the bar"),
        ("61: 24/18 6/5", None),
        ("51: 13/8 6/5", None),
        ("64: 24/18 24/20 6/5", "6/5 is not a move of 64"),
        ("52: 13/11 6/1", "point 1 is held by the other player"),
        ("31: 8/4 13/10", "more is moved than 31 allows"),
        ("31: 8/6 6/4", "8/6 is not a move of 31"),
        ("61: 13/7", "part of the roll is left unplayed"),
        ("61: cannot move", "no move given, but "),
        ("31: 6/off", "6/off is not a move of 31"),
        ("65: 6/off 6/1", "point 1 is held by the other player"),
        ("65: 6/off", "a checker is borne off while others are outside the home board"),
        ("65: 24/13", None),
        ("55: 24/4", "24/4"),
    ],
)
def test_why_an_opening_play_is_illegal(cell: str, why: str | None) -> None:
    text = sample(f"{cell} | 42: 8/4 6/4")
    found = [breach for breach in judged(text).illegal if "begin with a double" not in breach.why]
    if why is None:
        assert found == []
        return
    assert why in found[0].why
    assert (found[0].game, found[0].ply, found[0].line, found[0].text) == (1, 1, 5, cell)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["62: 24/18 13/11 | 61: 13/7* 8/7", "31: 8/5 6/5 | 42: 8/4 6/4"],
         "a checker is moved while another is still on the bar"),
        # both ways from 24 are closed: 6 on 18 (the other's 7), 5 on 19 (the other's 6)
        (["31: 8/5 6/5 | 61: 13/7 8/7", "65: 24/13 |"],
         "24/13 would come to rest on points 19 and 18, held by the other player"),
        (["62: 24/18 13/11 | 61: 13/7* 8/7", "66: bar/19 24/18 | 42: 8/4 6/4"],
         "66 cannot be played here at all"),
        (["66: 24/18(2) 13/7(2) | 21: 13/11 6/5"], "a game cannot begin with a double"),
        # what cannot be carried out leaves the board as it was
        (["31: 10/7 6/5 | 42: 8/4 6/4", "31: 8/5 6/5 | 61: 13/7 8/7"],
         "there is no checker to move on 10"),
        (["31: 8/5 6/5 | Doubles => 2", "Drops | 42: 8/4 6/4", RIGHT + "Wins 1 point"],
         "the game is already over"),
    ],
)  # fmt: skip
def test_one_thing_is_illegal(rows: list[str], why: str) -> None:
    assert whys(sample(*rows)) == [why]


def test_the_lower_number_where_the_higher_is_possible() -> None:
    view = tuple({12: 1, 1: -2}.get(slot, 0) for slot in range(26))
    assert why_illegal(view, (6, 5), ((12, 7, False),)) == (
        "only one number can be played, and it has to be the higher: 12/6"
    )


def test_an_unreadable_play_of_impossible_dice_leaves_everything_open() -> None:
    text = sample("31: 8/5 6/5 | 92: ????", "52: 1/off 2/off | 42: 8/4 6/4")
    assert whys(text) == []


def test_an_illegal_play_is_still_carried_out() -> None:
    # 13/8 with a 61 is wrong, but the checker stands on 8 afterwards and may go on from there
    text = sample("61: 13/8 | 42: 8/4 6/4", "52: 13/8 13/11 | 31: 8/5 6/5")
    assert len(whys(text)) == 1
    assert "13/8 is not a move of 61" in whys(text)[0]


@pytest.mark.parametrize(
    "rows",
    [["| 66: 24/18(2) 13/7(2)"], ["| Doubles => 2"], ["|", "66: 24/18(2) 13/7(2) |"], ["|", "Doubles |"]],
)
def test_a_game_that_seems_to_begin_with_a_double_has_lost_its_first_roll(rows: list[str]) -> None:
    assert whys(sample(*rows)) == []
    assert "the other player's roll before this is not recorded" in said(sample(*rows))


def test_a_missing_roll_is_nobodys_fault() -> None:
    text = sample("31: 8/5 6/5 |", "42: 8/4 6/4 | 61: 13/7 8/7")
    assert whys(text) == []
    assert "line 6: 42: 8/4 6/4: the other player's roll before this is not recorded" in said(text)
    # nothing is known of the position: only what no position allows is judged
    assert whys(sample("31: 8/5 6/5 |", "42: 8/4 6/4 | 61: 20/14 15/14")) == []
    assert whys(sample("31: 8/5 6/5 |", "42: 8/4 6/4 | 61: 13/8 8/7")) == ["13/8 is not a move of 61"]


def test_a_merged_move_without_hit_marks_is_settled_by_later_plays() -> None:
    # Bob's 24/15 passes 18 or 21, Ann's blots on her 7 and 4: one of them is hit, and nobody wrote which
    opening = "21: 8/7 6/4 | 63: 24/15"
    for still_there, gone in (("7/6", "4/2 6/5"), ("4/3", "7/5 6/5")):
        text = sample(opening, f"31: bar/22 {still_there} | 21: 15/13 6/5")
        assert whys(text) == []
        (why,) = whys(
            sample(opening, f"31: bar/22 {still_there} | 21: 15/13 6/5", f"21: {gone} | 61: 13/7 8/7")
        )
        assert why == f"there is no checker to move on {gone[0]}"
    # written with its mark there is nothing to settle
    (why,) = whys(sample("21: 8/7 6/4 | 63: 24/21*/15", "31: bar/22 4/3 | 21: 15/13 6/5"))
    assert why == "there is no checker to move on 4"


def test_a_hit_mark_where_nothing_is_hit() -> None:
    text = sample("31: 8/5* 6/5 | 42: 8/4 6/4")
    assert "31: 8/5* 6/5: a hit is marked on 5, but nothing is hit there" in said(text)
    assert whys(text) == []


def test_an_unreadable_play_leaves_every_result_open() -> None:
    assert whys(sample("31: ???? | 42: 8/4 6/4", "61: 5/4 13/7 | 31: 8/5 6/5")) == []
    impossible = sample("31: ???? | 42: 8/4 6/4", "52: 9/4 9/7 | 31: 8/5 6/5")
    assert whys(impossible) == []
    assert len(whys(sample("31: ???? | 42: 8/4 6/4", "52: 9/4 9/6 | 31: 8/5 6/5"))) == 1


# The cube


def test_a_wrong_cube_value_is_reported() -> None:
    text = sample("31: 8/5 6/5 | Doubles => 4", "Takes | 42: 8/4 6/4", RIGHT + "Wins 2 points")
    assert "game 1, line 5: Doubles => 4: the transcript says the cube goes to 4, but it stands at 1" in said(
        text
    )
    assert judged(text).games[0].cube == 2


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["Doubles => 2 | Takes"], "doubled before the opening roll"),
        (
            ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4", "61: 13/7 8/7 | 31: 8/5 6/5", "Takes |"],
            "takes although nobody has doubled",
        ),
        (
            ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4", "Drops |"],
            "drops although nobody has doubled",
        ),
        (
            ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4", "61: 13/7 8/7 | Doubles => 4", "Takes |"],
            "the cube belongs to the other player",
        ),
        (
            ["31: 8/5 6/5 | Doubles => 2", "Doubles => 4 | 42: 8/4 6/4"],
            "a double is already waiting for its answer",
        ),
        (["31: 8/5 6/5 | Doubles => 2", "| Takes", "| 42: 8/4 6/4"], "takes a double of their own"),
    ],
)
def test_irregular_cube_actions(rows: list[str], why: str) -> None:
    assert why in whys(sample(*rows))


def test_the_cube_in_the_crawford_game() -> None:
    rows = ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4"]
    head = sample(*rows, left=4).partition(" Game 1")[2]
    first = sample("31: 8/5 6/5 | 42: 8/4 6/4", "      Wins 4 points")
    assert "the cube is out of play in the Crawford game" in whys(f"{first}\n Game 2{head}")
    # a resumed match: the double shows that the Crawford game was before this file
    assert whys(sample(*rows, left=4)) == []
    assert "so after the Crawford game" in said(sample(*rows, left=4))
    assert "taken as the Crawford game" in said(sample("31: 8/5 6/5 | 42: 8/4 6/4", left=4))
    assert whys(sample(*rows, left=4, right=4)) == []
    assert whys('; [Crawford "Off"]\n' + sample(*rows, left=4)) == []


def test_a_double_without_an_answer() -> None:
    rolled = sample("31: 8/5 6/5 | Doubles => 2", "| 42: 8/4 6/4", RIGHT + "Wins 2 points")
    assert "no answer to the double is recorded; a roll follows, so it counts as taken" in said(rolled)
    assert judged(rolled).games[0].kind == "single"
    ended = sample("31: 8/5 6/5 | Doubles => 2", RIGHT + "Wins 1 point")
    assert "no answer to the last double is recorded; by the result it was dropped" in said(ended)
    assert judged(ended).games[0].kind == "drop"


# Results


def finished() -> str:
    """A shipped one-point match, played to the last checker and won by the right player: a single game
    at cube 1.
    """
    (path,) = [path for path in shipped() if path.name.startswith("1-")]
    text = path.read_text().replace("1 point match", "9 point match")
    (game,) = judged(text).games
    assert (game.winner, game.points, game.kind, game.derived) == (1, 1, "single", (1, "single"))
    return text


def test_a_wrong_kind_is_reported() -> None:
    text = finished().replace("Wins 1 point", "Wins 2 points")
    line = next(number for number, row in enumerate(text.split("\n"), 1) if "Wins" in row)
    assert f"game 1, line {line}: the transcript says 2 points (gammon) for Bob, " in said(text)
    assert ", the final position gives 1 (single)" in said(text)
    (game,) = judged(text).games
    assert (game.kind, game.derived) == ("gammon", (1, "single"))


def test_a_wrong_winner_is_reported() -> None:
    text = "\n".join("      Wins 1 point" if "Wins" in row else row for row in finished().split("\n"))
    assert (
        "the transcript says 1 point (single) for Ann, the final position gives 1 point (single) to Bob"
        in said(text)
    )


def test_a_missing_result_comes_from_the_final_position() -> None:
    text = "\n".join(row for row in finished().split("\n") if "Wins" not in row)
    (game,) = judged(text).games
    assert (game.winner, game.points, game.kind, game.stated) == (1, 1, "single", False)
    assert "the final position gives 1 point to Bob" in said(text)


def test_points_that_no_kind_makes() -> None:
    text = sample("31: 8/5 6/5 | 42: 8/4 6/4", "      Wins 5 points", length=9)
    assert "the transcript says 5 points (x5.0) for Ann, which no kind of win gives at cube 1" in said(text)
    assert judged(text).games[0].kind == "x5.0"


def test_a_capped_last_game_is_accepted_and_said() -> None:
    rows = ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4"]
    (game,) = judged(sample(*rows, RIGHT + "Wins 3 points", right=2)).games
    assert (game.capped, game.kind, game.points) == (True, "x1.5", 3)
    text = (
        finished()
        .replace("9 point match", "1 point match")
        .replace("Wins 1 point", "Wins 1 point and the match")
    )
    assert "capped" not in said(text)
    dropped = sample(
        "31: 8/5 6/5 | Doubles => 2",
        "Takes | 42: 8/4 6/4",
        "Doubles => 4 | Drops",
        "      Wins 1 point",
        left=4,
    )
    assert "capped" in said(dropped)
    # the answer is left out, as some programs do when a match ends with it
    (game,) = judged(dropped.replace("Drops", "")).games
    assert (game.kind, game.cube, game.points, game.capped) == ("drop", 2, 1, True)


@pytest.mark.parametrize(("points", "cube"), [(1004, 1), (2008, 2)])
def test_a_forfeit_is_not_points(points: int, cube: int) -> None:
    double = (
        ["31: 8/5 6/5 | Doubles => 2", "Takes | 42: 8/4 6/4"] if cube == 2 else ["31: 8/5 6/5 | 42: 8/4 6/4"]
    )
    examination = judged(sample(*double, f"      Wins {points} points"))
    (game,) = examination.games
    assert (game.forfeit, game.kind) == (True, "x1004.0")
    assert examination.final == (points, 0)
    assert examination.score == (5, 0)
    assert "forfeit" in " ".join(problem.text for problem in examination.problems)


def test_a_drop_decides_winner_and_points() -> None:
    rows = ["31: 8/5 6/5 | Doubles => 2", "Drops |"]
    assert "the transcript says 2 points (gammon) for Bob, the drop gives 1 (drop)" in said(
        sample(*rows, RIGHT + "Wins 2 points")
    )
    assert "for Ann, the drop gives 1 point (drop) to Bob" in said(sample(*rows, "      Wins 1 point"))


def test_a_gammon_conceded_after_bearing_off() -> None:
    text = finished()
    rows = text.split("\n")
    # Ann concedes a gammon two rolls before the end, although she has borne off checkers already
    numbered = [index for index, row in enumerate(rows) if ")" in row]
    cut = [*rows[: numbered[-1]], RIGHT + "Wins 2 points"]
    (game,) = judged("\n".join(cut)).games
    assert game.derived is None
    assert "has borne off a checker and cannot lose a gammon" in said("\n".join(cut))


def test_games_after_the_end_of_the_match() -> None:
    one = sample("31: 8/5 6/5 | Doubles => 2", "Drops |", RIGHT + "Wins 1 point", length=1)
    two = one + "\n Game 2\n Ann : 0                        Bob : 1\n" + one.split("\n", 4)[4]
    assert "game 2, line 9: the match was already won before this game" in said(two)


def test_the_crawford_game_is_the_first_one_point_away() -> None:
    def games(*results: str) -> str:
        text = "3 point match\n"
        score = [0, 0]
        for number, result in enumerate(results, 1):
            winner = 0 if result[0] == "A" else 1
            line = ("      " if winner == 0 else RIGHT) + f"Wins {result[1:]} points"
            text += f"\n Game {number}\n Ann : {score[0]}                        Bob : {score[1]}\n"
            text += "  1) 31: 8/5 6/5                 42: 8/4 6/4\n" + line + "\n"
            score[winner] += int(result[1:])
        return text

    assert judged(games("A2", "B1", "A1")).crawford_game == 2
    assert judged(games("A1", "B1", "B1", "A1", "A1")).crawford_game == 4
    assert judged(games("A3")).crawford_game is None
    assert judged(games("A2", "B1", "A1")).complete
    assert judged('; [Crawford "Off"]\n' + games("A2", "B1")).crawford_game is None
