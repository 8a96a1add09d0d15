"""What a transcript leaves out is nobody's fault: no legal game is accused when a cell of it is emptied.

The games are those of the bot players, which have no cube, and the transcripts that the demo plays.
"""

import random
from dataclasses import replace

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.botplayer import play_game
from tests.nonempty import nonempty

#: what may be left of a roll: its dice, a sign that it is unreadable, or only that something was rolled
EMPTIED = {"play": (), "dances": False}
GAPS = (EMPTIED, {"play": None}, {"dice": None, "play": None}, None)


def bot_match(seed):
    game = play_game(random.Random(seed))
    return Transcript("bots", 1, 1, ("Ann", "Bob"), True, (0, 0), (game,))


def demo_matches():
    return [match for path in shipped() for match in read_mat(path.read_bytes(), path.name)]


def with_gap(transcript, place, turn, gap):
    """Return a transcript of which one entry is emptied, or left out (gap None)."""
    games = list(transcript.games)
    turns = list(games[place].turns)
    if gap is None or turns[turn].action != "roll":
        del turns[turn]
    else:
        turns[turn] = replace(turns[turn], **gap)
    blank = bool(gap is None and not turn and games[place].turns[0].seat)
    games[place] = replace(games[place], turns=tuple(turns), blank_start=blank)
    return replace(transcript, games=tuple(games))


def accused(transcript, chance, gaps):
    """Return what is called illegal after each of some random gaps."""
    found = []
    for _ in range(gaps):
        place = chance.randrange(len(transcript.games))
        turn = chance.randrange(len(transcript.games[place].turns))
        emptied = with_gap(transcript, place, turn, chance.choice(GAPS))
        if emptied.games[place].turns:
            found += [(place, turn, one) for one in examine(emptied).illegal]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_no_gap_accuses_anybody(seed):
    chance = random.Random(seed)
    assert accused(bot_match(seed), chance, 12) == []
    transcripts = demo_matches()
    assert accused(chance.choice(transcripts), chance, 12) == []


@pytest.mark.soak
def test_no_gap_accuses_anybody_in_many_games(record_property):
    games, gaps = 1000, 20
    for seed in range(games):
        assert accused(bot_match(seed), random.Random(seed), gaps) == [], seed
    for number, transcript in enumerate(demo_matches()):
        assert accused(transcript, random.Random(number), 500) == [], transcript.file
    record_property("figure", f"{games} games with {gaps} gaps each, every demo match with 500")


def test_an_illegal_play_before_a_gap_is_still_found():
    for seed in nonempty(range(6)):
        transcript = bot_match(seed)
        turns = list(transcript.games[0].turns)
        # the second roll's play written for the first one's dice
        turns[1] = replace(turns[1], play=((24, 24 - 7, False),), dice=(6, 5))
        turns[8] = replace(turns[8], **EMPTIED)
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
    for result in ([], ["                                  Wins 1 point"]):
        [report] = read(game(*rows, *result))[1].games
        assert (report.winner, report.points, report.kind) == (1, 1, "single")


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
