"""The words of a script, and that our scripts play all five programs."""

import pytest

from silicon import comparing, runs, wiring
from silicon.playing import play
from silicon.script import DOWN, END, LOOK, UP, ScriptError, Step, parse
from silicon.virtual import Virtual
from tablecore import records
from tablekeeper.games import catalogue


def test_words_are_steps_at_moments():
    found = parse("7 *:1000 ; a comment 8\n\ns0+s1 look=here 2!race wait=50 look=there")
    assert found == [
        Step(0, DOWN, "7"), Step(80, UP, "7"),
        Step(980, DOWN, "*"), Step(1980, UP, "*"),
        Step(2880, DOWN, "s0"), Step(2880, DOWN, "s1"), Step(2960, UP, "s0"), Step(2960, UP, "s1"),
        Step(3860, LOOK, "here"),
        Step(4160, DOWN, "2", "race"), Step(4240, UP, "2"),
        Step(6090, LOOK, "there"),
        Step(6390, END),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1\nx", "line 2: 'x': there is no key x"),
        ("s4", "line 1: 's4': there is no key s4"),
        ("1+", "there is no key without a name"),
        ("wait=long", "line 1: 'wait=long'"),
        ("1:", None),
        ("look=a look=a", "this look is there already"),
    ],
)
def test_what_is_no_script_is_told(text, sentence):
    if sentence is None:
        assert parse(text)[1] == Step(80, UP, "1")
        return
    with pytest.raises(ScriptError) as error:
        parse(text)
    assert sentence in str(error.value)


def test_smoke_plays_all_five_programs_to_their_ends():
    played = play(Virtual(wiring.UID), runs.steps("smoke"))
    kinds = [records.unpack(one)[1] for one in comparing.log(played.memory)]
    assert [kind for kind in kinds if kind in records.OPENERS] == list(records.OPENERS)
    assert kinds.count(records.END) == 5
    names = {catalogue.name(kind) for kind in kinds}
    expected = "opening dice press double take result confirm pause resume undo pawn battle out tally"
    assert set(expected.split()) <= names
    # each look shows something new
    assert len({played.picture(name) for name in played.looks}) > 0.9 * len(played.looks) > 30
    assert {press.name for press in played.presses} >= {"backgammon", "race", "tara", "clock", "dice-log"}


def test_latency_plays_a_whole_match():
    played = play(Virtual(wiring.UID), runs.steps("latency"))
    kinds = [records.unpack(one)[1] for one in comparing.log(played.memory)]
    assert len(played.presses) > 90
    assert kinds.count(records.PRESS) > 25
    assert kinds.count(records.END) == 1
