"""The referee's answers: worked examples of every rule, and a slow oracle on random positions and plays."""

import random

import pytest

from tablekeeper.games.backgammon import paragraphs
from tablekeeper.games.backgammon.board import START, START_VIEW, Board, turned
from tablekeeper.games.backgammon.legality import as_written, fault, hits
from tablekeeper.games.backgammon.notation import print_play, read_play
from tablekeeper.games.backgammon.paragraphs import (
    BEARING_OFF,
    BOTH_NUMBERS,
    FOUR_STEPS,
    FROM_THE_BAR,
    HIGHER_NUMBER,
    HIT_TO_THE_BAR,
    REGULAR,
    REPLAYED,
)
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.games.backgammon.referee import all_plays, closed_out, judge, told
from tests.games.backgammon.attempts import allowed_by, attempt, slow_results, slow_ways
from tests.games.backgammon.test_plays_oracles import random_positions
from tests.nonempty import nonempty


def view(**slots):
    """Returns a position: p6=2 are two own checkers on 6, bar, and o7=2 two of the other on the own 7."""
    found = [0] * 26
    for name, count in slots.items():
        if name == "bar":
            found[25] = count
        elif name == "otherbar":
            found[0] = -count
        else:
            found[int(name[1:])] = count if name[0] == "p" else -count
    return tuple(found)


ON_THE_BAR = view(bar=2, p6=4, p8=3, p13=4, o24=2, o19=4, o17=3, o12=5, o23=1)
ONE_WAY = view(p24=1, p13=1, p8=2, o18=2, o19=2)
ONE_ONLY = view(p12=1, o1=2)
HOME = view(p6=2, p4=1, p2=3, o20=5)


@pytest.mark.parametrize(
    ("board", "dice", "play", "clause", "paragraph"),
    [
        (START_VIEW, (3, 1), "", "no move given, but ", BOTH_NUMBERS),
        (START_VIEW, (3, 1), "8/5", "part of the roll is left unplayed, but ", BOTH_NUMBERS),
        (START_VIEW, (3, 1), "7/4 6/5", "there is no checker to move on 7", REGULAR),
        (START_VIEW, (5, 1), "13/12 6/1", "point 12 is held by the other player", REGULAR),
        (ONE_WAY, (6, 5), "24/13", "24/13 would come to rest on points 19 and 18, held by", REGULAR),
        (START_VIEW, (5, 5), "24/14", "24/14 would come to rest on point 19, held by", REGULAR),
        (START_VIEW, (3, 1), "8/4 6/5", "more is moved than 31 allows", FOUR_STEPS),
        (START_VIEW, (2, 2), "13/9(2) 6/4", "more is moved than 22 allows", FOUR_STEPS),
        (START_VIEW, (3, 1), "8/6 6/5", "8/6 is not a move of 31", REGULAR),
        (START_VIEW, (3, 1), "8/5(2)", "the 3 is played twice", REGULAR),
        (START_VIEW, (3, 1), "bar/24 8/5", "there is no checker on the bar", REGULAR),
        (ON_THE_BAR, (5, 3), "bar/22 13/8", "a checker is moved while another is still on", FROM_THE_BAR),
        (ON_THE_BAR, (4, 3), "bar/18", "a checker is moved while another is still on the bar", FROM_THE_BAR),
        (ON_THE_BAR, (6, 1), "13/7 8/7", "61 cannot be played here at all", FROM_THE_BAR),
        (START_VIEW, (6, 1), "6/off 8/7", "a checker is borne off while others are outside", BEARING_OFF),
        (HOME, (5, 1), "4/off 2/1", "a checker is borne off by a larger number while another", BEARING_OFF),
        (HOME, (6, 4), "6/off 2/off", "a checker is borne off by a larger number while another", BEARING_OFF),
        (ONE_ONLY, (6, 5), "12/7", "only one number can be played, and it has to be", HIGHER_NUMBER),
    ],
)  # fmt: skip
def test_why_a_play_is_not_legal(board, dice, play, clause, paragraph):
    verdict = judge(board, dice, read_play(play))
    assert not verdict.legal
    assert verdict.views == ()
    assert verdict.sentence.startswith(f"{print_play(read_play(play)) or 'no play'}".capitalize()[:3])
    assert f" is not legal with {dice[0]}{dice[1]}: {clause}" in verdict.sentence
    assert verdict.paragraph == paragraph
    assert str(REPLAYED) in verdict.notes[0]


@pytest.mark.parametrize(
    ("board", "dice", "play", "sentence", "paragraph"),
    [
        (START_VIEW, (3, 1), "8/5 6/5", "8/5 6/5 is legal with 31: the whole roll is played.", BOTH_NUMBERS),
        (START_VIEW, (6, 5), "24/13", "24/13 is legal with 65: the whole roll is played.", BOTH_NUMBERS),
        (ON_THE_BAR, (5, 3), "bar/22 bar/20", "legal with 53: checkers on the bar enter first", FROM_THE_BAR),
        (ON_THE_BAR, (6, 1), "", "No play is right: no checker can enter with 61.", FROM_THE_BAR),
        (ON_THE_BAR, (6, 5), "bar/20", "only one number can be played", BOTH_NUMBERS),
        (ONE_ONLY, (6, 5), "12/6", "and then the higher one must be", HIGHER_NUMBER),
        (view(p6=1, o4=2, o3=2), (2, 3), "", "No play is right: no number can be played", BOTH_NUMBERS),
        (view(p6=2, o2=2), (2, 2), "6/4(2)", "the 2 can be played only 2 times", BOTH_NUMBERS),
        (HOME, (6, 5), "6/off 6/1", "borne off by the exact number or from the highest point", BEARING_OFF),
        (view(p4=1, p2=1, o20=5), (6, 5), "4/off 2/off", "or from the highest point", BEARING_OFF),
        (view(p7=1, p6=1, o20=5), (6, 1), "7/6 6/off", "borne off", BEARING_OFF),
    ],
)  # fmt: skip
def test_why_a_play_is_legal(board, dice, play, sentence, paragraph):
    verdict = judge(board, dice, read_play(play))
    assert verdict.legal, verdict.sentence
    assert sentence in verdict.sentence
    assert verdict.paragraph == paragraph
    assert len(verdict.views) == 1
    assert verdict.views[0] in legal_plays(board, *dice)


def test_a_joined_move_that_may_hit_on_its_way_leaves_two_positions():
    board = view(p8=1, o5=1, o7=1, p6=1)
    both = judge(board, (3, 1), read_play("8/4"))
    assert len(both.views) == 2
    assert (
        "(hitting on 7 or hitting on 5)" in both.notes[0] or "(hitting on 5 or hitting on 7)" in both.notes[0]
    )
    (one,) = judge(board, (3, 1), read_play("8/5*/4")).views
    assert one[5] == 0
    assert one[7] == -1


@pytest.mark.parametrize(
    ("play", "hit"),
    [
        ("13/7 7/4", {7}),
        ("13/7/4", {7}),
        ("13/10 10/4", {10}),
        ("13/10/4", {10}),
        ("13/7* 7/4", {7}),
        ("13/7/4*", {7}),
        ("6/3 13/7", {7}),
    ],
)
def test_points_named_on_the_way_tell_what_was_hit(play, hit):
    board = view(p13=1, p6=3, o7=1, o10=1)
    verdict = judge(board, (6, 3), read_play(play))
    assert len(verdict.views) == 1
    assert hits(board, verdict.views[0]) == hit
    assert "leaves open" not in " ".join(verdict.notes)


def test_a_play_written_over_a_held_point_stands_by_another_order():
    """24/21/15 is legal; written by way of 18, which is held, it leads to the same position."""
    board = view(p24=1, p6=3, o18=2)
    verdict = judge(board, (6, 3), read_play("24/18 18/15"))
    assert verdict.legal
    assert "comes down on 18, which the other player holds" in verdict.notes[0]
    assert judge(board, (6, 3), read_play("24/21 21/15")).notes == ()
    assert judge(board, (6, 3), read_play("24/15")).notes == ()
    # 6/4/off is right; 6/1 and then 1 off by the 2, while others stand higher, is not
    home = view(p6=1, p4=5, p3=3, p2=1, p1=4, o19=1)
    assert judge(home, (5, 2), read_play("6/4 4/off")).notes == ()
    assert "is not legal as it is written" in judge(home, (5, 2), read_play("6/1 1/off")).notes[0]
    blocked = view(p24=1, p6=3, o18=2, o21=2)
    assert not judge(blocked, (6, 3), read_play("24/21/15")).legal


def test_the_last_checker():
    """Where the game is over nothing is said of numbers that were left."""
    for board, dice, play in (
        (view(p1=1, o20=5), (6, 5), "1/off"),
        (view(p3=3, o20=5), (6, 6), "3/off(3)"),
    ):
        verdict = judge(board, dice, read_play(play))
        assert verdict.sentence.endswith(": the last checker is borne off.")
        assert verdict.paragraph == BEARING_OFF


def test_marks_of_hits():
    board = view(p8=1, p6=1, o5=1)
    unmarked = judge(board, (3, 1), read_play("8/5 6/5"))
    assert unmarked.legal
    assert f"The blot on 5 is hit and goes to the bar ({HIT_TO_THE_BAR})." in unmarked.notes
    assert judge(board, (3, 1), read_play("8/5* 6/5")).notes == ()
    wrong = judge(START_VIEW, (3, 1), read_play("8/5* 6/5"))
    assert wrong.notes == ("A hit is marked on 5, but nothing is hit there.",)


def test_all_plays_stand_in_order_each_once():
    plays = all_plays(START_VIEW, (3, 1))
    texts = [print_play(play) for play, _ in plays]
    assert len(texts) == len(set(texts)) == 16
    assert texts[:6] == ["24/23 24/21", "24/23 13/10", "24/23 8/5", "24/23 6/3", "24/20", "24/21 8/7"]
    highest = [max(origin for origin, _, _ in play) for play, _ in plays]
    assert highest == sorted(highest, reverse=True)
    assert {result for _, result in plays} == set(legal_plays(START_VIEW, 3, 1))
    assert [told(play) for play, _ in all_plays(ON_THE_BAR, (6, 1))] == ["no play"]


def test_closed_out():
    board = Board(view(bar=1, p6=5, o19=2, o20=2, o21=2, o22=2, o23=2, o24=2), (0, 3))
    assert closed_out(board, 0)
    assert not closed_out(board, 1)
    assert not closed_out(START, 0)
    open_point = Board(view(bar=1, p6=5, o19=2, o20=2, o21=2, o22=2, o23=2, o24=1), (0, 4))
    assert not closed_out(open_point, 0)


def test_the_referee_beside_a_slow_oracle():
    rng = random.Random(41)
    legal = illegal = 0
    for board, dice in random_positions(600, 40):
        results = slow_results(board, dice)
        assert results == set(legal_plays(board, *dice))
        play = attempt(board, dice, rng)
        verdict = judge(board, dice, play)
        assert verdict.legal == allowed_by(results, board, dice, play), (board, dice, play)
        assert set(verdict.views) <= results
        # what can be made move by move, and plays all that it has to, is legal and leads just there
        made = slow_ways(board, dice, play) & results
        assert as_written(board, dice, play) & results == made
        assert bool(made) == (verdict.legal and "As written" not in " ".join(verdict.notes))
        assert not made or set(verdict.views) <= made
        legal += verdict.legal
        illegal += not verdict.legal
    assert min(legal, illegal) > 100


def test_every_legal_play_is_said_to_be_legal():
    for board, dice in nonempty(random_positions(30, 42)):
        for play, result in nonempty(all_plays(board, dice)):
            verdict = judge(board, dice, play)
            assert result in verdict.views, (board, dice, play)
            assert judge(board, dice, read_play(print_play(play))).legal


def test_reasons_are_true():
    """Each reason is looked up on the board by its own words, and the vague one is never needed."""
    rng = random.Random(43)
    seen = set()
    for board, dice in random_positions(1200, 44):
        play = attempt(board, dice, rng)
        if judge(board, dice, play).legal:
            continue
        wrong = fault(board, dice, play)
        clause = wrong.clause
        assert "is not a legal play of" not in clause, (board, dice, play)
        seen.add(wrong.paragraph)
        results = slow_results(board, dice)
        if "held by the other player" in clause and clause.startswith("point"):
            assert board[int(clause.split()[1])] <= -2
        elif "still on the bar" in clause:
            assert board[25] > 0
        elif "outside the home board" in clause:
            assert max(board[7:]) > 0
            assert any(target == 0 for _, target, _ in play)
        elif "cannot be played here at all" in clause:
            assert results == {board}
        elif "left unplayed" in clause or "no move given" in clause:
            assert results != {board}
        elif "larger number" in clause:
            assert any(target == 0 and max(board[origin + 1 :]) > 0 for origin, target, _ in play)
        elif "has to be the higher" in clause:
            assert all(sum(1 for a, b in zip(board, r, strict=True) if a > b and a > 0) <= 1 for r in results)
    assert {BOTH_NUMBERS, FROM_THE_BAR, BEARING_OFF, REGULAR, FOUR_STEPS} <= seen


def test_no_position_is_seen_from_the_wrong_side():
    assert all_plays(turned(turned(START_VIEW)), (6, 5)) == all_plays(START_VIEW, (6, 5))


def test_every_citation_can_be_found(shared):
    def plain(path):
        return " ".join(path.read_text("utf-8").replace("’", "'").split())

    books = {
        paragraphs.REGULATIONS: plain(shared / "seeds" / "backgammon-regulations.txt"),
        paragraphs.RULES: plain(shared / "rules" / "backgammon.md"),
    }
    assert len(paragraphs.ALL) > 20
    assert [str(one) for one in paragraphs.ALL if one.words not in books[one.book]] == []
