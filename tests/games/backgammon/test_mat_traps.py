"""Every habit of transcript-writing programs that has to be understood, each with a small sample."""

from textwrap import dedent

import pytest

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import Examination, examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.transcript import Transcript

HEAD = "5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
DROP = "  2)  Doubles => 2                Drops\n      Wins 1 point\n"


def read(text: str | bytes) -> tuple[Transcript, ...]:
    return read_mat(text if isinstance(text, bytes) else text.encode(), "sample.mat")


def one(text: str | bytes) -> tuple[Transcript, Examination]:
    (transcript,) = read(text)
    return transcript, examine(transcript)


def said(text: str | bytes) -> str:
    return " | ".join(str(problem) for problem in one(text)[1].problems)


def seats(text: str) -> list[tuple[int, str]]:
    return [(turn.seat, turn.action) for turn in one(text)[0].games[0].turns]


PLAIN = HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n" + DROP


def test_a_plain_game() -> None:
    transcript, examination = one(PLAIN)
    assert transcript.players == ("Ann", "Bob")
    assert transcript.length == 5
    first, second, double, drop = transcript.games[0].turns
    assert (first.seat, first.ply, first.line, first.dice) == (0, 1, 5, (3, 1))
    assert first.play == ((8, 5, False), (6, 5, False))
    assert (second.seat, second.ply, second.dice) == (1, 2, (4, 2))
    assert (double.seat, double.action, double.cube, double.ply) == (0, "double", 2, 3)
    assert (drop.seat, drop.action) == (1, "drop")
    (game,) = examination.games
    assert (game.winner, game.points, game.cube, game.kind, game.plies) == (0, 1, 1, "drop", 2)
    assert not examination.illegal
    assert examination.score == examination.final == (1, 0)
    assert not examination.complete


@pytest.mark.parametrize(
    "encoded",
    [
        PLAIN.encode("utf-8-sig"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.encode("utf-16"),
        (PLAIN + "\x1a").encode(),
        PLAIN.replace("  ", " \xa0").encode(),
        PLAIN.replace("\n", "   \n").encode(),
        PLAIN.rstrip("\n").encode(),
    ],
    ids=["bom", "crlf", "cr", "utf-16", "dos-end", "no-break", "trailing-blanks", "no-last-newline"],
)
def test_bytes_of_every_kind_give_the_same_games(encoded: bytes) -> None:
    assert one(encoded)[0].games == one(PLAIN)[0].games


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252"])
def test_names_in_any_encoding(encoding: str) -> None:
    transcript, _ = one(PLAIN.replace("Ann ", "Zoë ").encode(encoding))
    assert transcript.players == ("Zoë", "Bob")


def test_names_from_far_away() -> None:
    transcript, _ = one(PLAIN.replace("Ann ", "王芳 ").replace("Bob", "Łukasz"))
    assert transcript.players == ("王芳", "Łukasz")


@pytest.mark.parametrize(
    ("line", "players", "score"),
    [
        (" Ann : 0                        : 0", ("Ann", ""), (0, 0)),
        (" : 0                       Bob : 0", ("", "Bob"), (0, 0)),
        (" : 0                       : 0", ("", ""), (0, 0)),
        (" R2:D2 : 4                C:3PO : 3", ("R2:D2", "C:3PO"), (4, 3)),
        (" Ann : 2 : 4                Bob : 3", ("Ann : 2", "Bob"), (4, 3)),
        (" 12 34 : 1               56 78 : 2", ("12 34", "56 78"), (1, 2)),
        (
            " Ann-with-a-name-longer-than-the-column : 0 Bob : 0",
            ("Ann-with-a-name-longer-than-the-column", "Bob"),
            (0, 0),
        ),
        (" Ann: 1\tBob: 2", ("Ann", "Bob"), (1, 2)),
        (" Ann(1800.1) : 1        Bob(1700) : 2", ("Ann(1800.1)", "Bob(1700)"), (1, 2)),
        (" Game 3 : 1        1) 31: : 2", ("Game 3", "1) 31:"), (1, 2)),
    ],
)
def test_names_and_scores(line: str, players: tuple[str, str], score: tuple[int, int]) -> None:
    transcript, _ = one(PLAIN.replace(" Ann : 0                        Bob : 0", line))
    assert transcript.players == players
    assert transcript.games[0].score_before == score
    assert transcript.start_score == score
    assert [turn.seat for turn in transcript.games[0].turns] == [0, 1, 0, 1]


def test_headers_decide_where_a_name_ends() -> None:
    text = '; [Player 1 "Ann : 1 x"]\n; [Player 2 "Bob"]\n' + PLAIN.replace(" Ann :", " Ann : 1   x :")
    names = text.replace("Ann : 1 x", "Ann : 1   x")
    transcript, _ = one(names)
    assert transcript.players == ("Ann : 1   x", "Bob")
    assert transcript.headers == {"Player 1": "Ann : 1   x", "Player 2": "Bob"}


@pytest.mark.parametrize(
    ("first", "second"), [("Ann ", "Bob  Lee"), (" Ann", "Bob Lee"), ("Ann", " Bob   Lee ")]
)
def test_stray_blanks_make_no_other_player(first: str, second: str) -> None:
    text = f'; [Player 1 "{first}"]\n; [Player 2 "{second}"]\n' + PLAIN.replace("Bob : 0", "Bob Lee : 0")
    assert "name players who are not" not in said(text)
    again = (
        " Game 2\n Ann  : 1                       Bob  Lee : 0\n  1) 31: 8/5 6/5\n Bob   Lee wins 1 point\n"
    )
    transcript, examination = one(text + again)
    assert transcript.players == ("Ann", "Bob Lee")
    assert [game.winner for game in examination.games] == [0, 1]
    assert "the players are now" not in said(text + again)
    swapped = again.replace("Ann  : 1 ", "Bob  Lee : 0 ").replace("  Bob  Lee : 0\n", "  Ann : 1\n")
    assert "the columns have changed sides" in said(text + swapped)


def test_player_one_of_the_headers_may_be_the_right_column() -> None:
    transcript, examination = one('; [Player 1 "Bob"]\n; [Player 2 "Ann"]\n' + PLAIN)
    assert transcript.players == ("Ann", "Bob")
    assert "name players who are not" not in " ".join(problem.text for problem in examination.problems)
    assert "name players who are not" in said('; [Player 1 "Cid"]\n; [Player 2 "Ann"]\n' + PLAIN)


@pytest.mark.parametrize(
    ("line", "length"),
    [
        (" 7 point match", 7),
        ("7 points match", 7),
        ("7-point match", 7),
        ("; 7 point match", 7),
        ("Match to 7 points", 7),
        ("0 point match", 0),
        ("Unlimited match", 0),
        ("Money session", 0),
        ("money game (Jacoby)", 0),
        ("7 Point Match (Crawford)", 7),
    ],
)
def test_the_length_in_every_wording(line: str, length: int) -> None:
    transcript, _ = one(PLAIN.replace("5 point match", line))
    assert transcript.length == length


@pytest.mark.parametrize("line", ["%s point match", "; Match to %s points"])
@pytest.mark.parametrize("digits", ["1000000", "9" * 30, "9" * 9_000, "0" * 9 + "1234567"])
def test_a_length_that_no_match_has_is_refused_not_taken_for_money_play(line: str, digits: str) -> None:
    with pytest.raises(UserError, match=r"sample\.mat cannot be read: line 1, no match has more"):
        read(PLAIN.replace("5 point match", line % digits))
    assert one(PLAIN.replace("5 point match", line % "0000000007"))[0].length == 7


def test_no_length_is_money_play_and_said() -> None:
    transcript, examination = one(PLAIN.split("\n", 2)[2])
    assert transcript.length == 0
    assert examination.crawford_game is None
    assert "no line says how long the match is" in str(examination.problems[0])


@pytest.mark.parametrize("dice", ["31:", "3-1:", "31 :", "3,1:", "(31):", "(3-1):", "31"])
def test_dice_in_every_spelling(dice: str) -> None:
    transcript, _ = one(PLAIN.replace("31:", dice))
    assert transcript.games[0].turns[0].dice == (3, 1)
    assert transcript.games[0].turns[0].play == ((8, 5, False), (6, 5, False))


def test_impossible_dice_are_a_problem_not_a_guess() -> None:
    transcript, examination = one(PLAIN.replace("31:", "71:"))
    assert transcript.games[0].turns[0].dice is None
    assert transcript.games[0].turns[0].play == ((8, 5, False), (6, 5, False))
    assert "no dice show 71" in str(examination.problems[0])


@pytest.mark.parametrize("word", ["Doubles => 2", "Doubles", "doubles to 2", "Double => 2", "Redoubles => 2"])
@pytest.mark.parametrize("answer", ["Drops", "Passes", "Rejects", "Declines", "drops", "Pass"])
def test_doubles_and_drops_in_every_wording(word: str, answer: str) -> None:
    text = PLAIN.replace("Doubles => 2", word).replace("Drops", answer)
    assert seats(text)[2:] == [(0, "double"), (1, "drop")]
    assert one(text)[1].games[0].kind == "drop"


@pytest.mark.parametrize("answer", ["Takes", "Accepts", "Take", "takes"])
def test_takes_in_every_wording(answer: str) -> None:
    text = PLAIN.replace("Drops", answer).replace("Wins 1", "Wins 2")
    assert seats(text)[3] == (1, "take")
    assert one(text)[1].games[0].cube == 2


def test_tabs_between_the_columns() -> None:
    text = (
        "5 point match\n\n Game 1\n Ann : 0\t\t\t\tBob : 0\n"
        "  1)\t\t\t\t42: 8/4 6/4\n"
        "  2)\t31: 8/5 6/5\t\t61: 13/7 8/7\n"
        "  3)\t Doubles => 2\t\t Drops\n\tWins 1 point\n"
    )
    assert seats(text) == [(1, "roll"), (0, "roll"), (1, "roll"), (0, "double"), (1, "drop")]
    assert one(text)[1].games[0].winner == 0


def test_a_narrow_file() -> None:
    text = (
        "5 point match\n\n Game 1\n Ann : 0           Bob : 0\n"
        " 1)                42: 8/4 6/4\n"
        " 2) 31: 8/5 6/5    61: 13/7 8/7\n"
        " 3)  Doubles => 2   Drops\n"
        "                   Wins 1 point\n"
    )
    assert seats(text)[0] == (1, "roll")
    assert "says 1 point (drop) for Bob, the drop gives 1 point (drop) to Ann" in said(text)


def test_a_file_without_columns_is_read_in_turn() -> None:
    text = (
        "3 point match\n\nGame 1\nAnn : 0 Bob : 0\n1) 42: 8/4 6/4\n2) 31: 8/5 6/5 61: 13/7 8/7\n"
        "3) Doubles => 2 Takes\n4) 52: 13/11 13/8 Doubles => 4\n5) Drops\nWins 2 points\n"
    )
    assert [seat for seat, _ in seats(text)] == [1, 0, 1, 0, 1, 0, 1, 0]
    (game,) = one(text)[1].games
    assert (game.winner, game.kind, game.cube) == (1, "drop", 2)
    assert "the columns are not aligned; single entries are read in turn" in said(text)


def test_long_names_push_only_the_header() -> None:
    names = " Ann and her partner from abroad : 0       Bob and his partner : 0"
    text = PLAIN.replace(" Ann : 0                        Bob : 0", names)
    assert seats(text) == seats(PLAIN)


def test_a_long_cell_pushes_its_neighbour() -> None:
    long = "  2) 33: bar/22 24/21 13/10* 8/5* 64: Bar/21 24/18\n"
    text = PLAIN.replace(DROP, long + DROP.replace("2)", "3)"))
    turn = one(text)[0].games[0].turns[3]
    assert (turn.seat, turn.dice) == (1, (6, 4))


def test_an_empty_cell_in_the_middle_of_a_game_is_a_play_that_is_not_recorded() -> None:
    text = PLAIN.replace("42: 8/4 6/4", "42:")
    transcript, examination = one(text)
    assert transcript.games[0].turns[1].play == ()
    assert examination.illegal == ()
    assert "game 1, line 5: 42:: the play is not recorded" in map(str, examination.problems)
    (breach,) = one(PLAIN.replace("42: 8/4 6/4", "42: Cannot Move"))[1].illegal
    assert (breach.game, breach.ply, breach.line) == (1, 2, 5)
    assert breach.why.startswith("no move given, but ")
    assert breach.why.endswith(" is possible")


@pytest.mark.parametrize(
    "words", ["Cannot Move", "cannot move", "(no move)", "No move", "Can't move", "Dances", "--"]
)
def test_a_dance_in_every_wording(words: str) -> None:
    transcript, _ = one(PLAIN.replace("42: 8/4 6/4", f"42: {words}"))
    assert transcript.games[0].turns[1].play == ()
    assert not transcript.problems


@pytest.mark.parametrize("words", ["????", "???", "?"])
def test_an_unrecorded_play_is_unreadable_not_illegal(words: str) -> None:
    transcript, examination = one(PLAIN.replace("42: 8/4 6/4", f"42: {words}"))
    assert transcript.games[0].turns[1].play is None
    assert not examination.illegal
    assert examination.games[0].unreadable_plies == 1
    assert "the play is not recorded" in str(examination.problems[0])


def test_a_garbled_play_is_unreadable_and_quoted() -> None:
    transcript, examination = one(PLAIN.replace("8/4 6/4", "8/4 6-nine"))
    assert transcript.games[0].turns[1].play is None
    assert "line 5: the play cannot be read: '6-nine' is not a move." in str(examination.problems[0])
    assert not examination.illegal


@pytest.mark.parametrize("word", ["Resigns", "Concedes", "resigns"])
def test_a_resignation(word: str) -> None:
    text = HEAD + f"  1) 31: 8/5 6/5                  {word}\n      Wins 1 point\n"
    assert seats(text) == [(0, "roll"), (1, "resign")]
    assert one(text)[1].games[0].winner == 0
    planted = (
        HEAD + f"  1) 31: 8/5 6/5                  {word}\n                                  Wins 1 point\n"
    )
    assert "the transcript says 1 point (single) for Bob, the resignation gives" in said(planted)


def test_results_in_every_place() -> None:
    first = "  1) 31: 8/5 6/5                  42: 8/4 6/4\n"
    right = " " * 34 + "Wins 1 point\n"
    for line, winner in (
        ("      Wins 1 point\n", 0),
        (right, 1),
        ("  2)  Wins 1 point                \n", 0),
        ("  2)" + right[4:], 1),
        ("  2)  Losses 1 point                Wins 1 point and the match\n", 1),
        ("  2)                              Losses 1 point\n\n      Wins 1 point and the match\n", 0),
        ("  2) 63: ????                     Wins 1 point\n", 1),
        ("  2)                              Loses 1 point\n", 0),
        ("  Ann wins 1 point\n", 0),
        ("  Bob wins 1 point and the match\n", 1),
        ("      Wins 1 points\n", 0),
    ):
        transcript, examination = one(HEAD + first + line)
        result = transcript.games[0].result
        assert result is not None, line
        assert (result.winner, result.points, result.stated) == (winner, 1, True), line
        assert examination.final == ((1, 0) if winner == 0 else (0, 1))
    assert "line 6 gives 1 to the left player, this line 2 to the right" in said(
        HEAD + first + "      Wins 1 point\n" + right.replace("1", "2")
    )


def test_a_missing_result_is_concluded_only_from_evidence() -> None:
    transcript, examination = one(PLAIN.replace("      Wins 1 point\n", ""))
    assert transcript.games[0].result is None
    (game,) = examination.games
    assert (game.winner, game.points, game.kind, game.stated) == (0, 1, "drop", False)
    nothing = HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n"
    (game,) = one(nothing)[1].games
    assert (game.winner, game.points, game.kind) == (None, None, None)
    assert "no line says how the game ended" in said(nothing)
    following = nothing + "\n Game 2\n Ann : 0                        Bob : 2\n" + PLAIN.split("\n", 4)[4]
    game, _ = one(following)[1].games
    assert (game.winner, game.points, game.stated) == (1, 2, False)
    assert "the next game's score gives 2 points to Bob" in said(following)


def test_a_result_without_points() -> None:
    text = PLAIN.replace("Wins 1 point", "Wins the match")
    assert "the result does not say how many points" in said(text)


def test_a_score_line_that_disagrees_with_the_games() -> None:
    text = PLAIN + "\n Game 2\n Ann : 2                        Bob : 0\n" + PLAIN.split("\n", 4)[4]
    transcript, examination = one(text)
    assert [game.score_before for game in transcript.games] == [(0, 0), (2, 0)]
    assert examination.final == (2, 0)
    assert "game 2, line 9: the score is given as 2-0, but the games before it make 1-0" in said(text)


def test_game_numbers_out_of_order() -> None:
    text = PLAIN + "\n Game 3\n Ann : 1                        Bob : 0\n" + PLAIN.split("\n", 4)[4]
    assert "game 3 follows game 1" in said(text)
    assert len(one(text)[0].games) == 2
    assert "the first game is numbered 4" in said(PLAIN.replace("Game 1", "Game 4"))


def test_a_match_that_starts_at_four_three() -> None:
    text = PLAIN.replace("5 point", "7 point").replace("Ann : 0", "Ann : 4").replace("Bob : 0", "Bob : 3")
    transcript, examination = one(text)
    assert transcript.start_score == (4, 3)
    assert examination.final == (5, 3)
    assert "score" not in said(text).replace("incomplete", "")


def test_several_matches_in_one_file() -> None:
    second = PLAIN.replace("Ann", "Cid").replace("5 point", "3 point")
    first, other = read('; [Site "x"]\n' + PLAIN + '\n; [Site "y"]\n' + second)
    assert (first.match, first.length, first.players, first.headers) == (1, 5, ("Ann", "Bob"), {"Site": "x"})
    assert (other.match, other.length, other.players, other.headers) == (2, 3, ("Cid", "Bob"), {"Site": "y"})
    assert other.games[0].turns[0].line == 15


def test_the_length_given_twice() -> None:
    text = '; [Site "x"]\n3 point match\n' + PLAIN
    (transcript,) = read(text)
    assert (transcript.match, transcript.length, transcript.headers) == (1, 5, {"Site": "x"})
    assert "line 3: the length of the match is given again, now 5" in said(text)


def test_a_match_without_games_at_the_end() -> None:
    assert "line 9: no game follows the match to 7 points" in said(PLAIN + "\n7 point match\n")


def test_a_second_match_without_a_length_line() -> None:
    second = '\n; [Match ID "2"]\n' + PLAIN.split("\n", 2)[2]
    assert [transcript.match for transcript in read(PLAIN + second)] == [1, 2]


def test_the_crawford_header() -> None:
    assert one('; [Crawford "Off"]\n' + PLAIN)[0].crawford is False
    assert one('; [Crawford "On"]\n' + PLAIN)[0].crawford is True
    assert one(PLAIN)[0].crawford is True


def test_text_around_the_match_is_reported_not_fatal() -> None:
    text = "From: a friend\n\n" + PLAIN + "\nThank you for the game!\n  3) 31: 8/5 6/5\n"
    transcript, _ = one(text)
    texts = [str(problem) for problem in transcript.problems]
    assert texts == [
        "game 1, line 11: not understood: 'Thank you for the game!'",
        "game 1, line 12: after the result: '31: 8/5 6/5'",
    ]
    assert len(transcript.games[0].turns) == 4


def test_a_game_without_its_score_line() -> None:
    text = PLAIN.replace(" Ann : 0                        Bob : 0\n", "")
    transcript, _ = one(text)
    assert transcript.players == ("", "")
    assert len(transcript.games[0].turns) == 4
    assert "no line with names and score" in said(text)


def test_columns_that_change_sides_follow_the_names() -> None:
    swapped = "\n Game 2\n Bob : 0                        Ann : 1\n" + PLAIN.split("\n", 4)[4]
    transcript, examination = one(PLAIN + swapped)
    assert [turn.seat for turn in transcript.games[1].turns] == [1, 0, 1, 0]
    assert transcript.games[1].score_before == (1, 0)
    assert examination.final == (1, 1)
    assert "the columns have changed sides" in said(PLAIN + swapped)


def test_comments_are_skipped() -> None:
    assert one(PLAIN.replace("  2)", "; a nice game so far\n# really\n  2)"))[0].problems == ()


def test_numbers_without_a_bracket() -> None:
    assert seats(PLAIN.replace(" 1)", " 1.").replace(" 2)", " 2.")) == seats(PLAIN)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"  \n \n", "is empty"),
        (bytes(range(256)) * 8, "is not a text file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(2000), "is not a text file"),
        (b"Dear all, the match will be played on Sunday.\n", "holds no backgammon match"),
        (b"7 point match\n", "holds no backgammon match"),
        (b'{"game": 1}', "holds no backgammon match"),
        (b"x" * 8_000_001, "far too large"),
    ],
)
def test_what_is_no_transcript_is_refused_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        read(data)
    message = str(caught.value)
    assert message.startswith("sample.mat ")
    assert "\n" not in message


def test_gnu_backgammons_own_export() -> None:
    text = dedent("""\
        ; [EventDate "2026.11.21"]

         3 point match

         Game 1
         gnubg : 0                      root : 0
          1)                             53: 8/3 6/3\x20
          2) 62: 24/18 18/16             55: 13/8 13/8 6/1* 6/1
          3) 44: 25/21 13/9 13/9 13/9    31: 13/10 10/9*\x20
          4) 11:                          Doubles => 2
          5)  Drops
                                          Wins 1 point
        """)
    transcript, examination = one(text)
    assert transcript.players == ("gnubg", "root")
    assert examination.illegal == ()
    assert [str(problem) for problem in examination.problems] == ["the match is incomplete: 0-1 of 3 points"]
