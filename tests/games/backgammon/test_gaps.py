"""What a transcript leaves out is nobody's fault: no legal game is accused when cells of it are emptied.

The games are the shipped ones and, in the soak, many more that GNU Backgammon plays against itself.
"""

import random
import shutil
from dataclasses import replace

import pytest

from tablekeeper.games.backgammon.board import START
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped
from tablekeeper.transcripts.make import Recipe, play
from tablekeeper.virtual.botplayer import play_game
from tests.games.backgammon.attempts import allowed_by, attempt, fits, own_after, slow_results
from tests.games.backgammon.gaps import one_game, with_gaps
from tests.nonempty import nonempty


def accused(texts, chance, times, gaps):
    """Return the texts with some emptied cells in which a play is called illegal, and why."""
    found = []
    for _ in range(times):
        text = with_gaps(one_game(chance.choice(texts), chance), chance, gaps)
        # without marks of hits more positions are possible
        text = text.replace("*", "") if chance.random() < 0.3 else text
        (transcript,) = read_mat(text.encode(), "gaps.mat")
        found += [(text, str(one)) for one in examine(transcript).illegal]
    return found


@pytest.mark.parametrize("gaps", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_no_gap_accuses_anybody(seed, gaps):
    texts = [path.read_text("utf-8") for path in shipped()]
    assert accused(texts, random.Random(f"{seed} {gaps}"), 12, gaps) == []


@pytest.mark.soak
@pytest.mark.gnubg
@pytest.mark.parametrize("gaps", [1, 2])
def test_no_gap_accuses_anybody_in_many_games(gaps, record_property):
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    texts = [play(Recipe(length, "Ann", "Bob", 1000 + length), program) for length in range(3, 23)]
    games, times = sum(text.count(" Game ") for text in texts), 10_000
    assert accused(texts, random.Random(gaps), times, gaps) == []
    record_property("figure", f"{games} games, {times} times {gaps} cells emptied")


def bot_match(seed):
    game = play_game(random.Random(seed))
    return Transcript("bots", 1, 1, ("Ann", "Bob"), True, (0, 0), (game,))


def cut_after(transcript, turns):
    """Return the match with these turns, without a result."""
    return replace(transcript, games=(replace(transcript.games[0], turns=tuple(turns), result=None),))


def test_after_an_unknown_play_a_play_is_illegal_only_if_no_position_allows_it():
    # the positions come from an own search of the legal plays, step by step
    chance, told, beyond = random.Random(27), 0, 0
    # where the right player begins, a first roll may be missing, too
    matches = [match for match in map(bot_match, range(120)) if match.games[0].turns[0].seat == 0]
    for transcript in nonempty(matches):
        turns = list(transcript.games[0].turns)
        gap = chance.randrange(len(turns) - 2)
        unknown, following = turns[gap], turns[gap + 1]
        board = START
        for turn in turns[:gap]:
            plays = legal_plays(board.view(turn.seat), *turn.dice)
            board = board.after(turn.seat, next(view for view, play in plays.items() if play == turn.play))
        possible = sorted(slow_results(board.view(unknown.seat), unknown.dice))
        views = [board.after(unknown.seat, result).view(following.seat) for result in possible]
        tried = attempt(chance.choice(views), following.dice, chance)
        legal = any(
            allowed_by(slow_results(view, following.dice), view, following.dice, tried) for view in views
        )
        # the other player cannot have given a checker, nor changed the dice
        certain = not fits(following.dice, tried) or all(
            view[25] == 0 and own_after(view, tried) is None for view in views
        )
        turns[gap:] = [
            replace(unknown, play=None, hidden=True),
            replace(following, play=tried, dances=not tried),
        ]
        found = [one.ply for one in examine(cut_after(transcript, turns)).illegal]
        assert found in ([], [gap + 2])
        assert not (legal and found), (gap, tried)
        assert found or not certain, (gap, tried)
        told += bool(found)
        beyond += not legal and not found
    assert told > 2
    assert beyond > 2


def test_a_checker_that_the_other_player_cannot_have_given():
    # whatever Bob played with 42, Ann has nothing on her 9; Bob may have what his own gap gave him
    rows = "  1) 31: 8/5 6/5                    42:\n"
    [breach] = read(game(rows + "  2) 61: 9/3 9/8                    43: 6/2 4/1"))[1].illegal
    assert (breach.ply, breach.why) == (3, "there is no checker to move on 9")
    found = read(game(rows + "  2) 61: 13/7 8/7                   43: 9/5 9/6"))[1]
    assert found.illegal == ()
    assert [one.text for one in found.problems if one.ply] == ["42:: the play is not recorded"]


def test_two_rolls_that_are_missing_in_a_row_leave_two_cells_empty():
    first = ["31: 8/5 6/5", "42: 8/4 6/4", "61: 13/7 8/7", "31: 8/5 6/5"]
    plays = [*first, "53: 8/3 6/3", "", "", "21: 9/7 8/7", "52: 13/8 6/4", "11: 6/5(2) 8/7(2)"]
    rows = [f"{n:3}) {plays[2 * n - 2]:<31}{plays[2 * n - 1]}" for n in range(1, 6)]
    found = read(game(*rows))[1]
    assert found.illegal == ()
    assert "two entries in a row are missing" in " ".join(map(str, found.problems))


def test_a_score_that_disagrees_leaves_the_crawford_game_open():
    rows = ("  1) 31: 8/5 6/5                     Doubles => 2",)
    rows += ("  2)  Drops                         Wins 1 point",)
    first = game("  1) 31: 8/5 6/5                    42: 8/4 6/4", "      Wins 4 points")
    for score, illegal in (("4", 1), ("3", 0)):
        second = game(*rows).partition(" Game 1")[2].replace("Ann : 0", f"Ann : {score}")
        assert len(read(f"{first}\n Game 2{second}")[1].illegal) == illegal


def test_comments_may_stand_before_the_names_and_names_in_a_position_are_no_entries():
    cell = "42: Illegal play (5;0;1;0;0;Joe Take;Double Doubles;0;0;0;1)"
    text = game(f"  1) 31: 8/5 6/5                    {cell}", "  2) 61: 13/7 8/7")
    transcript, found = read(text.replace(" Game 1\n", " Game 1\n; a remark\n"))
    assert (transcript.players, len(transcript.games[0].turns), found.illegal) == (("Ann", "Bob"), 3, ())


def test_doubles_that_are_left_out_show_in_the_next_cube():
    rows = ("  1) 31: 8/5 6/5                     Doubles => 2",)
    rows += ("  2)  Takes                         42: 8/4 6/4",)
    rows += ("  3) 61: 13/7 8/7                   31: 8/5 6/5",)
    rows += ("  4) 21: 13/11 6/5                   Doubles => 8",)
    rows += ("  5)  Drops", "                                    Wins 4 points")
    found = read(game(*rows, length=9))[1]
    assert found.illegal == ()
    assert (found.games[0].cube, found.games[0].kind, found.games[0].points) == (4, "drop", 4)
    sentence = "Doubles => 8: a double or its answer before this is not recorded"
    assert sentence in " ".join(map(str, found.problems))
    # this cube follows from the record, so its double is out of place
    wrong = read(game(*(row.replace("=> 8", "=> 4") for row in rows), length=9))[1]
    assert [one.why for one in wrong.illegal] == ["the cube belongs to the other player"]


def test_an_illegal_play_before_a_gap_is_still_found():
    for seed in nonempty(range(6)):
        transcript = bot_match(seed)
        turns = list(transcript.games[0].turns)
        # the second roll's play written for the first one's dice
        turns[1] = replace(turns[1], play=((24, 24 - 7, False),), dice=(6, 5))
        turns[8] = replace(turns[8], play=())
        game = replace(transcript.games[0], turns=tuple(turns))
        [breach] = examine(replace(transcript, games=(game,))).illegal
        assert breach.ply == 2


def read(text, name="sample.mat"):
    (transcript,) = read_transcript(text.encode(), name)
    return transcript, examine(transcript)


HEAD = "{length} point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def game(*rows, length=5):
    return HEAD.format(length=length) + "\n".join(rows) + "\n"


def test_a_forced_play_that_is_left_out_is_played():
    # two checkers on the bar, both numbers enter, and nothing else can be played
    rows = ("  1) 42: 6/4 6/2                    51: 24/23* 8/3", "  2) 53: Bar/22* 6/1*               32:")
    after = "  3) 61: 13/7 8/7                   63: 22/16 13/10"
    found = read(game(*rows, after))[1]
    assert found.illegal == ()
    assert [one.text for one in found.problems if "left out" in one.text] == []
    shown = read(game(*rows, after.replace("22/16", "24/18")))[1]
    assert shown.illegal == ()
    assert "left out before" in " ".join(map(str, shown.problems))


@pytest.mark.parametrize("last", ["51:", "51: bar/24"])
def test_a_player_may_resign_after_the_roll(last):
    rows = ("  1)                                62: 24/18 13/11",)
    rows += (f"  2) 62: 13/7* 24/22                {last}",)
    found = read(game(*rows, "      Wins 1 point", length=1))[1]
    assert (found.illegal, found.problems, found.complete) == ((), (), True)
    # the points go to the player who rolled: the play is not recorded, or it is cut short
    other = read(game(*rows, "                                  Wins 1 point", length=1))[1]
    assert bool(other.illegal) is (last != "51:")


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("42: ????", "the play is not recorded: ????"),
        ("42: Illegal play (5;0;1)", "the file marks this play as illegal"),
        ("00: ????", "the roll is not recorded"),
    ],
)
def test_what_follows_an_unknown_play_is_not_judged(cell, sentence):
    rows = (f"  1) 31: 8/5 6/5                    {cell}",)
    rows += ("  2) 61: 13/7 8/7                   43: 6/2 4/1",)
    found = read(game(*rows))[1]
    assert found.illegal == ()
    assert any(sentence in one.text for one in found.problems)
    # but no dice allow this in any position
    wrong = read(game(rows[0], rows[1].replace("4/1", "4/2")))[1]
    assert [one.why for one in wrong.illegal] == ["4/2 is not a move of 43"]


def test_a_position_set_by_hand_is_not_followed():
    rows = ("; Set Pos=----cBD-D-B--A--Abcdc---A-/0", "  1) 21: 16/15 15/13                61: 7/1 6/5")
    found = read(game(*rows))[1]
    assert found.illegal == ()
    assert "game 1, line 5: a position set by hand is not followed" in map(str, found.problems)


def test_a_die_with_which_nothing_is_moved():
    transcript, found = read(
        game("  1) 31: 8/5 6/5                    42: 8/4 6/4", "  2) 21: 13/11 6/5 0/0")
    )
    assert found.illegal == ()
    assert transcript.games[0].turns[2].play == ((13, 11, False), (6, 5, False))
    assert all("read" not in one.text for one in found.problems)


@pytest.mark.parametrize("marker", ["Resigned Game", "Resigned Match"])
def test_the_marker_of_a_resignation_stands_in_the_winners_column(marker):
    rows = ("  1) 31: 8/5 6/5                    42: 8/4 6/4",)
    rows += (f"  2)                                {marker}",)
    stated = "                                  Wins 1 point"
    [report] = read(game(*rows, stated))[1].games
    assert (report.winner, report.points, report.kind) == (1, 1, "single")
    whole = marker == "Resigned Match"
    for result in ([], [stated.replace("1", "5")] if whole else []):
        examination = read(game(*rows, *result))[1]
        [report] = examination.games
        assert (report.winner, report.points, report.forfeit) == (1, 5 if whole else 1, whole)
        assert examination.complete is whole
        assert ("Ann resigned the whole match" in str(examination.problems)) is whole


MONEY = '; [Jacoby "On"]\n; [Beaver "On"]\n\n' + HEAD.format(length=0)


def test_beavers_and_raccoons_of_money_play():
    doubled = "  1) 31: 8/5 6/5                     Doubles => 2\n  2)  Beavers => 4"
    rest = "  3)  Doubles => 8           Drops\n      Wins 4 points\n"
    taken = read(f"{MONEY}{doubled}                  42: 8/4 6/4\n{rest}")[1]
    assert (taken.illegal, taken.problems, taken.games[0].cube) == ((), (), 4)
    dropped = read(f"{MONEY}{doubled}                  Drops\n      Wins 2 points\n")[1]
    assert (dropped.illegal, dropped.problems, dropped.games[0].kind) == ((), (), "drop")
    # a match has none
    match = read(game(*doubled.split("\n")))[1]
    assert [one.why for one in match.illegal] == ["there are no beavers; it counts as a take"]


def test_a_gammon_counts_once_while_the_cube_is_not_turned():
    plain = next(one for one in map(bot_match, range(100)) if one.games[0].result.points == 2)
    single = replace(plain.games[0].result, points=1)
    money = replace(plain, length=0, games=(replace(plain.games[0], result=single),))
    assert examine(replace(money, jacoby=True)).problems == ()
    assert "gammon" in str(examine(money).problems[0])


def test_names_are_decoded_by_the_stated_character_set():
    def players(data):
        (transcript,) = read_transcript(data, "any.name")
        return transcript.players, [one.text for one in transcript.problems]

    text = "(;FF[4]GM[6]{}MI[length:1][game:0][ws:0][bs:0]PW[Zoë]PB[Łukasz]RE[W+1];W[31hefe])"
    plain = text.replace("Ł", "é")
    assert players(plain.format("CA[ISO-8859-1]").encode("latin-1")) == (("Zoë", "éukasz"), [])
    assert players(plain.format("").encode("latin-1")) == (("Zoë", "éukasz"), [])
    assert players(text.format("CA[UTF-8]").encode()) == (("Zoë", "Łukasz"), [])
    assert players(text.format("CA[ISO-8859-2]").encode("iso8859-2")) == (("Zoë", "Łukasz"), [])
    found, problems = players(plain.format("CA[UTF-8]").encode("latin-1"))
    assert found[0] == "Zo\ufffd"
    assert problems == ["2 characters are not valid UTF-8"]
    unknown = players(plain.format("CA[KLINGON]").encode("latin-1"))[1]
    assert unknown == ["no program knows the character set KLINGON"]
