"""Worked positions of the rules page, and the reason for every kind of turn that is refused."""

import re

import pytest

from tablekeeper.errors import UserError
from tablekeeper.formats.tara.rules import Tara
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.hills import HILLS, names
from tablekeeper.games.tara.picture import picture
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.record import read_record
from tablekeeper.games.tara.refusal import refusal, why_not
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.games.tara.score import TaraScore, score
from tablekeeper.games.tara.turn import read_turn, read_turns
from tableprograms.tara.sheet import COUNTED, NOBODY, TaraSheet


def those(text):
    return sum(HILLS[name] for name in text.split())


def battle(rules, *forts, turn=0, left=None):
    return Position(rules, tuple(those(one) for one in forts), turn, True, left)


def after(text, rules=None, starter=0):
    *_, last = positions(rules or TaraRules(), read_turns(text), starter)
    return last


def test_placements_are_a_knights_move_away_and_no_nearer():
    position = after("B3 E5")
    assert set(names(position.placements(0))) == set("C5 D4 C1 A5 D2".split())
    # an enemy ringfort matters only where it stands
    assert set(names(after("B3 D4").placements(0))) == set("C5 C1 A5 D2".split())


def test_the_seeds_doubles_opening():
    # Red E4 and Blue D4 are legal first ringforts, each on its own shared row
    position = after("E4 D4", TaraRules(4))
    assert position.forts[:2] == (HILLS["E4"], HILLS["D4"])
    linked = after("E4 D4", TaraRules(4, opening="linked"))
    assert set(names(linked.placements(2))) == set("D6 F6 C5 G5".split())


def test_with_a_free_opening_partners_first_ringforts_may_touch_and_are_linked():
    position = after("D3 A2 D4", TaraRules(4))
    assert position.isolated(0) == 0
    assert score(position).kingdoms[0] == 1


def test_battle_begins_when_a_player_has_no_placement():
    position = Position(TaraRules(), (those("B2 D3 F2 C5 E5 G4 A4"), those("D1 B6")), 0)
    while position.placements(0):
        placed = position.forts[0] | position.placements(0) & -position.placements(0)
        position = Position(TaraRules(), (placed, position.forts[1]), 0)
    assert position.announces()
    assert all(turn.announces for turn in position.turns())
    following = position.play(position.turns()[0])
    assert following.battle
    # the other is in Battle, too, though he still has placements
    assert following.placements(1)
    assert all(not turn.announces and turn.hill & following.targets(1) for turn in following.turns())


def test_a_siege_is_closed_by_edges_and_corners():
    assert names(battle(TaraRules(), "A2", "A3 B2").besieged(0)) == ["A2"]
    assert names(battle(TaraRules(), "D1", "C1 E1 D2").besieged(0)) == ["D1"]
    assert names(battle(TaraRules(), "D4", "C4 E4 D3 D5").besieged(0)) == ["D4"]
    assert battle(TaraRules(), "D4", "C4 E4 D3").besieged(0) == 0
    # a linked one never is
    assert battle(TaraRules(), "A2 A3", "B2 A4 B3").besieged(0) == 0


def test_a_capture_is_compulsory_at_level_1_and_links():
    position = battle(TaraRules(), "A3 B2 E4", "A2 G4")
    assert [str(turn) for turn in position.turns()] == ["xA2"]
    taken = position.play(read_turn("xA2"))
    assert score(taken) == TaraScore((2, 1), (4, 1))
    assert taken.besieged(0) == 0


def test_several_sieges_are_a_choice():
    position = battle(TaraRules(), "A3 B2 F1 G2 E4", "A2 C6")
    assert [str(turn) for turn in position.turns()] == ["xA2"]
    more = battle(TaraRules(), "A3 B2 E1 F2 E4 F6 G5", "A2 F1 G6")
    assert [str(turn) for turn in more.turns()] == ["xF1", "xA2", "xG6"]


def test_level_2_plays_the_highest_order_of_priority():
    # one build on C5 or D4 makes OP2 hills of C4 and D5
    rules = TaraRules(level=2)
    for held, build in (("D4 C6", "C5"), ("C5 D3", "D4")):
        position = battle(rules, "G5", held, turn=1)
        assert position.priorities(1)[2] == 0
        assert names(position.play(read_turn(build)).priorities(1)[2]) == ["C4", "D5"]
    both = battle(rules, "G5", "C5 D4", turn=1)
    assert names(both.targets(1)) == ["C4", "D5"]
    assert "OP2 comes first: C4, D5" in why_not(both, HILLS["C6"])


def test_level_2_weighs_captures_by_their_besiegers():
    rules = TaraRules(level=2)
    # the corner has two besiegers: as good as any OP2 hill, and no duty
    position = battle(rules, "A3 B2 C5 D4", "A2 G4")
    assert {str(turn) for turn in position.turns()} >= {"xA2", "C4", "D5"}
    assert [str(turn) for turn in battle(rules, "C4 E4 D3 D5", "D4 B3 B5").turns()] == ["xD4"]


def test_op0_hills_are_an_option():
    blocked = "A2", "A3 B2 G4"
    no = battle(TaraRules(level=2), *blocked)
    assert [str(turn) for turn in no.turns()] == ["pass"]
    yes = battle(TaraRules(level=2, op0_builds=True), *blocked)
    assert len(yes.turns()) == 41
    assert battle(TaraRules(level=1, op0_builds=True), *blocked).targets(0) == 0


def test_partners_capture_in_their_own_areas():
    rules = TaraRules(4)
    # A6 lies in north's area only; both of Red besiege it
    position = battle(rules, "D1", "A6", "A5 B6", "G3")
    assert position.captures(0) == 0
    assert names(position.captures(2)) == ["A6"]
    assert [str(turn) for turn in Position(rules, position.forts, 2, True).turns()] == ["xA6"]
    # on the shared row it is the duty of whoever of the two is next
    shared = battle(rules, "A3 C3 B4", "A4", "A5", "G3")
    assert names(shared.captures(0)) == names(shared.captures(2)) == ["A4"]


def test_a_partner_with_several_sieges_chooses_the_order():
    rules = TaraRules(4)
    # north besieges F7 itself; A6 has been closed by south on the shared row and by north
    position = battle(rules, "B2", "A6", "A5 B6 E7 F6 G6", "F7 C2", turn=2)
    assert [str(turn) for turn in position.turns()] == ["xA6", "xF7"]
    taken = position.play(read_turn("xF7"))
    assert taken.captures(2) == HILLS["A6"]


def test_the_duty_on_the_shared_row_ends_with_the_siege():
    rules = TaraRules(4)
    shared = battle(rules, "A3 C3 B4", "A4", "A5", "G3")
    assert [str(turn) for turn in shared.turns()] == ["xA4"]
    taken = shared.play(read_turn("xA4"))
    assert taken.captures(0) == taken.captures(2) == 0
    # and a siege that the other side has broken by linking is none any more
    broken = battle(rules, "A3 C3 B4", "A4", "A5", "G3")
    assert broken.besieged(1)
    assert battle(rules, "A3 C3", "A4 B4", "A5", "G3").besieged(1) == 0


def test_with_a_free_opening_op2_can_stand_at_the_start_of_battle():
    rules = TaraRules(4, level=2)
    # the partners' first ringforts D4 and C5 are nearer than a knight's move: C4 and D5 touch both
    position = after("D4 A2 C5", rules)
    assert names(position.priorities(0)[2] | position.priorities(2)[2]) == ["C4", "D5"]
    linked = TaraRules(4, level=2, opening="linked")
    with pytest.raises(UserError, match="a knight's move from the partner's"):
        after("D4 D3 C5", linked)


def test_the_seeds_second_figure():
    # Red 1 E4 and Blue 2 D4; their partners a knight's move from them; Red 1 on turn again
    rules = TaraRules(4, opening="linked")
    position = after("E4 D4 D6 F5", rules)
    assert position.turn == 0
    # knight's moves from E4 in the rows 1 to 4; F6, D6, C5 and G5 are north's
    assert names(position.placements(0)) == ["D2", "F2", "C3", "G3"]
    assert all(refusal(position, read_turn(hill)) for hill in ("E3", "E2", "D3", "F3", "B3", "C5", "F6"))


def test_a_lull_is_where_nothing_is_above_op1():
    rules = TaraRules(level=2)
    begins = battle(rules, "G5", "D4 C6", turn=1)
    assert begins.lull()
    # the build makes OP2 hills: a chain, until the other side or the player has closed them
    chain = begins.play(read_turn("C5")).play(read_turn("G4"))
    assert chain.turn == 1
    assert names(chain.hills()) == ["C4", "D5"]
    assert not chain.lull()
    assert not battle(TaraRules(), "G5", "D4 C6", turn=1).lull()
    assert not after("D4 C6", rules).lull()
    # no hill at all is no lull
    assert not battle(rules, "A2", "A3 B2 G4").lull()


def test_the_picture_ticks_captures_and_numbers_orders_at_level_2():
    level_1 = picture(battle(TaraRules(), "A3 B2 E4", "A2 G4"))
    assert level_1.count('<g class="capture"><path class="tick"') == level_1.count('class="tick"') == 1
    assert 'class="order"' not in level_1
    # OP2 of the besieged A2, OP1 of C2 and others; OP0 where it may be built
    level_2 = picture(battle(TaraRules(level=2), "A3 B2 E4", "A2 G4"))
    assert re.findall(r'class="order"[^>]*>(\d)<', level_2).count("2") == 2
    assert ">0</text>" not in level_2
    assert ">0</text>" in picture(battle(TaraRules(level=2, op0_builds=True), "A3 B2 E4", "A2 G4"))


def test_a_full_board_cannot_tie_on_territory():
    for red in range(46):
        assert TaraScore((5, 5), (red, 45 - red)).points not in ((1, 1), (0, 0))


def test_out_and_the_last_turns():
    rules = TaraRules(4)
    forts = "D1 C1 E1", "D2 C2 B1 F1 E2", "E6", "G3"
    position = battle(rules, *forts)
    assert [str(turn) for turn in position.turns()] == ["out"]
    position = position.play(read_turn("out"))
    assert (position.left, position.turn, position.over) == (3, 1, False)
    for left in (2, 1, 0):
        position = position.play(position.turns()[0])
        assert position.left == left
    assert position.over


@pytest.mark.parametrize("text", ["battle out", "battle pass"])
def test_whoever_announces_may_be_out_at_once(text):
    forts = tuple(those(one) for one in ("D1", "C1 E1 D2 B2 F2 C3 E3", "E6", "G3"))
    position = Position(TaraRules(4), forts, 0)
    assert [str(turn) for turn in position.turns()] == ["battle out"]
    assert refusal(position, read_turn("out")).endswith("write battle out")
    assert refusal(position, read_turn(text)) is None
    following = position.play(read_turn(text))
    assert following.battle
    assert following.left == 3


@pytest.mark.parametrize("figures", [(10, 12, 20, 25), (12, 10, 20, 25), (9, 9, 22, 23), (9, 9, 22, 22)])
def test_the_board_counts_the_same_points(figures):
    sheet = TaraSheet()
    sheet.kingdoms, sheet.hills = list(figures[:2]), list(figures[2:])
    sheet.winner = sheet._ahead()
    worth = sheet.points(COUNTED)
    mine = TaraScore(figures[:2], figures[2:]).points
    assert mine == tuple(worth if sheet.winner in (side, NOBODY) else 0 for side in range(2))


def test_the_pages_scores():
    assert TaraScore((10, 12), (20, 25)).points == (4, 0)
    assert TaraScore((9, 9), (22, 23)).points == (0, 3)
    assert TaraScore((9, 9), (22, 22)).points == (1, 1)


@pytest.mark.parametrize(
    ("played", "turn", "why"),
    [
        ("B3 E5", "B4", "B4 is nearer than a knight's move to B3"),
        ("B3 E5", "G6", "G6 is no knight's move from one of B3"),
        ("B3 D4", "D4", "D4 holds a ringfort of Blue"),
        ("B3 D4", "B3", "B3 holds a ringfort of Red already"),
        ("B3 D4", "xD4", "nothing is captured in Manoeuvres"),
        ("B3 D4", "xC5", "there is no ringfort on C5 to capture"),
        ("B3 D4", "battle C5", "Red may not announce BATTLE: C1, D2, A5, C5 can be built"),
        ("B3 D4", "pass", "Red has a turn: C1, D2, A5, C5 can be played"),
        ("B3 D4", "out", "Red has a turn"),
    ],
)
def test_refusals_in_manoeuvres(played, turn, why):
    assert refusal(after(played), read_turn(turn)).startswith(why)


@pytest.mark.parametrize(
    ("position", "turn", "why"),
    [
        (battle(TaraRules(), "A3 B2 E4", "A2 G4"), "E5", "a besieged ringfort has to be captured first: A2"),
        (
            battle(TaraRules(), "A3 B2 E4", "A2 G4"),
            "A2",
            "A2 holds a besieged ringfort: a capture is written xA2",
        ),
        (
            battle(TaraRules(), "E4", "G4 G3"),
            "xG4",
            "the ringfort on G4 is linked to G3 and cannot be captured",
        ),
        (battle(TaraRules(), "A3", "A2"), "xA2", "the ringfort on A2 is not besieged: B2 is open"),
        (battle(TaraRules(), "E4", "G4"), "B3", "B3 touches no ringfort of Red"),
        (battle(TaraRules(), "E4", "G4"), "battle E5", "BATTLE has been announced already"),
        (battle(TaraRules(4), "E4", "D2", "E6", "F5"), "E5", "E5 is outside the area of Red south"),
        (battle(TaraRules(level=2), "A2", "A3 B2 G4"), "D4", "D4 is OP0, and OP0 is not built"),
        (
            battle(TaraRules(level=2), "A2", "A3 B2 G4"),
            "out",
            "in singles a turn that nobody can take is skipped",
        ),
        (
            battle(TaraRules(4), "D1 C1 E1", "D2 C2 B1 F1 E2", "E6", "G3"),
            "pass",
            "Red south is the first without",
        ),
        (
            Position(TaraRules(4, opening="linked"), (0, 0, 0, 0), 0),
            "D3",
            "the first ringfort of a partnership",
        ),
        (
            Position(TaraRules(4, opening="linked"), (HILLS["E4"], 0, 0, 0), 2),
            "D5",
            "the first ringfort is a knight",
        ),
        (Position(TaraRules(), (1, 1), 0, True, None, True), "E4", "the game is over"),
    ],
)
def test_refusals_in_battle_and_doubles(position, turn, why):
    assert refusal(position, read_turn(turn)).startswith(why)


def test_who_has_no_placement_must_say_battle():
    position = start(TaraRules())
    while not position.announces():
        position = position.play(position.turns()[0])
    hill = position.turns()[0].hill
    name = names(hill)[0]
    assert refusal(position, read_turn(name)).endswith(f"has to announce BATTLE first: write battle {name}")


@pytest.mark.parametrize(
    "text", ["", "E8", "H4", "x", "xx", "battle", "battle out E4", "E44", "É4", "pass pass", "A1"]
)
def test_what_is_no_turn(text):
    with pytest.raises(UserError):
        read_turn(text)


def test_turns_in_a_text():
    assert [str(turn) for turn in read_turns("E4, d4\nbattle xE4 Pass;OUT")] == [
        "E4", "D4", "battle xE4", "pass", "out",
    ]  # fmt: skip
    with pytest.raises(UserError, match="cannot be the last word"):
        read_turns("E4 battle")


@pytest.mark.parametrize("wrong", [{"seats": 3}, {"level": 3}, {"opening": "closed"}])
def test_rules_that_do_not_exist(wrong):
    with pytest.raises(ValueError, match=r"not (3|closed)"):
        TaraRules(**wrong)


def test_the_page_of_the_docs_says_what_holds(repository):
    text = (repository / "docs" / "tara.md").read_text("utf-8")
    record = read_record(text.partition("```\n")[2].partition("```")[0])
    *_, last = record.course(0)
    assert (record.rules, last.turn) == (TaraRules(4, 2, "linked"), 0)
    table = text.partition("## Notation")[2].partition("\n\n")[2].partition("\n\n")[0]
    written = re.findall(r"`([^`]+)`", table)
    assert len(written) == 8
    assert [str(read_turn(one)) for one in written] == written
    plain = TaraRules()
    for option, default in (("opening", f"`{plain.opening}`"), ("op0_builds", "no:")):
        row = next(line for line in text.splitlines() if line.startswith(f"| `{option}`"))
        assert row.split("|")[3].strip().startswith(default)
    assert plain.op0_builds is False
    assert {one.key for one in Tara.options} == {"level", "opening", "op0_builds"}
