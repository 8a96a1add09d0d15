"""Reports: fair dice are seldom called odd, wrong ones often enough, and nobody is misled by the words."""

import random
import re
from fractions import Fraction
from math import sqrt

import pytest

from tablekeeper.fairness import Throw, judge, power, read_throws, wording
from tablekeeper.fairness.tally import tally
from tablekeeper.fairness.throws import AGAIN, BOARD, CANCELLED, OPENING, UNDONE
from tablekeeper.fairness.verdict import GROUPINGS, LEAST, SUSPECT, grouped, holm
from tests.refusal import failure, refusal

FAIR = (1, 1, 1, 1, 1, 1)
#: sixes in 20 of 100
SIXES = (4, 4, 4, 4, 4, 5)


def rolled(chance, throws, dice=2, weights=FAIR, **named):
    faces = iter(chance.choices((1, 2, 3, 4, 5, 6), weights, k=throws * dice))
    return [Throw(tuple(next(faces) for _ in range(dice)), **named) for _ in range(throws)]


def whole(throws, suspect=None):
    return judge({("all", ""): throws}, suspect)


def notes(report):
    return " ".join(wording.notes(report, report.groups[0]))


def evening(chance):
    """A log of a few boards, sets, players and an event, all of it fair."""
    log = []
    for match in range(4):
        for turn in range(60):
            named = {"device": f"B{match % 2}", "dice_set": ("red", "blue")[match // 2]}
            player = ("Ann", "Bob", "Cid")[(turn % 2 + match) % 3]
            log += rolled(chance, 1, player=player, event="Cup", **named)
    return log


def flagged(rounds, log, seed):
    chance = random.Random(seed)
    return sum(log(chance).unusual for _ in range(rounds))


def at_most(rounds, level=0.05):
    """What a true rate of `level` exceeds in one of 30,000 such tests."""
    return rounds * level + 4 * sqrt(rounds * level * (1 - level))


LOGS = {
    "120 throws of one die": lambda chance: whole(rolled(chance, 120, 1)),
    "100 throws of two dice": lambda chance: whole(rolled(chance, 100)),
    "an evening, every grouping": lambda chance: judge(grouped(evening(chance), GROUPINGS)),
}


@pytest.mark.parametrize("name", LOGS)
def test_fair_dice_are_called_unusual_at_the_nominal_rate_at_most(name):
    rounds = 40 if "evening" in name else 400
    seen = flagged(rounds, LOGS[name], 5)
    assert seen <= at_most(rounds)
    assert seen > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", LOGS)
def test_fair_dice_are_called_unusual_at_the_nominal_rate_over_10_000_logs(name, record_property):
    rounds = 10_000
    seen = flagged(rounds, LOGS[name], 6)
    record_property("figure", f"{name}: {seen} of {rounds:,} fair logs called unusual (nominal 500)")
    assert seen <= at_most(rounds)
    assert seen > rounds * 0.01


@pytest.mark.parametrize(("dice", "throws"), [(1, 500), (2, 500)])
def test_a_die_with_20_percent_sixes_is_found_within_500_throws_at_the_stated_power(dice, throws):
    chance, rounds = random.Random(20), 100
    found = suspected = 0
    for _ in range(rounds):
        log = rolled(chance, throws, dice, SIXES)
        found += any(answer.question == "faces" for answer in whole(log).groups[0].unusual)
        suspected += whole(log, 6).unusual
    stated, by_suspicion = power.power(throws * dice), power.suspicion_power(throws * dice)
    # Holm's procedure finds as much, or a little more
    assert found / rounds >= stated - 4 * sqrt(stated * (1 - stated) / rounds) - 0.02
    assert found / rounds <= stated + 4 * sqrt(stated * (1 - stated) / rounds) + 0.05
    assert abs(suspected / rounds - by_suspicion) <= 4 * sqrt(by_suspicion * (1 - by_suspicion) / rounds)
    assert by_suspicion > (0.6 if dice == 1 else 0.85)


@pytest.mark.soak
def test_the_stated_power_over_3_000_logs(record_property):
    chance, rounds = random.Random(21), 3000
    for dice in (1, 2):
        found = suspected = 0
        for _ in range(rounds):
            log = rolled(chance, 500, dice, SIXES)
            found += whole(log).unusual
            suspected += whole(log, 6).unusual
        stated, by_suspicion = power.power(500 * dice), power.suspicion_power(500 * dice)
        assert found / rounds > stated - 0.04
        assert abs(suspected / rounds - by_suspicion) < 0.04
        record_property(
            "figure",
            f"20 % sixes, 500 throws of {dice}: found {found / rounds:.2f} (stated {stated:.2f}), "
            f"when suspected {suspected / rounds:.2f} (stated {by_suspicion:.2f})",
        )


def test_what_is_wrong_is_named_and_only_that():
    chance = random.Random(3)
    report = whole(rolled(chance, 500, 1, (1, 1, 1, 1, 1, 3)))
    odd = report.groups[0].unusual
    assert odd[0].question == "faces"
    assert (6,) in odd[0].stand_out
    assert "the six" in wording.verdict(report.groups[0])
    assert "not a proof" in wording.verdict(report.groups[0])
    # dice that are never equal
    kept = [throw for throw in rolled(chance, 700) if throw.faces[0] != throw.faces[1]]
    assert "doubles" in {answer.question for answer in whole(kept).groups[0].unusual}
    # 6-6 typed for whatever is far away
    log = rolled(chance, 300) + [Throw((6, 6))] * 30
    chance.shuffle(log)
    kinds = [answer for answer in whole(log).groups[0].unusual if answer.question == "kinds"]
    assert kinds[0].stand_out == ((6, 6),)


def test_a_few_are_named_and_many_are_counted():
    """Whoever reads that all six faces stand out most of all has learned nothing."""
    told = wording.verdict(whole([Throw((6,))] * 100).groups[0])
    assert "the six faces are uneven as a whole" in told
    assert "most of all" not in told
    sevens = [Throw((face, 7 - face)) for face in (1, 2, 3)] * 50
    assert "(14 other kinds unusual, too)" in wording.verdict(whole(sevens).groups[0])


def test_dice_that_remember_are_noticed():
    chance = random.Random(4)
    log = rolled(chance, 1, 1)
    for _ in range(400):
        log += [log[-1]] if chance.random() < 0.2 else rolled(chance, 1, 1)
    assert "same again, one die" in {answer.question for answer in whole(log).groups[0].unusual}
    # low and high in turn
    log = [Throw((chance.randint(1, 3) + 3 * (place % 2),)) for place in range(200)]
    assert "runs, one die" in {answer.question for answer in whole(log).groups[0].unusual}


def test_too_few_throws_say_nothing():
    report = whole([Throw((6,))] * (LEAST - 1))
    assert not report.unusual
    assert report.questions == 0
    assert wording.verdict(report.groups[0]).startswith("Too few throws")
    assert "Too few" in wording.summary(report)
    assert whole([]).groups[0].tally.dice == 0
    assert whole([Throw((6,))] * LEAST).unusual


def test_what_does_not_count_is_kept_and_told():
    chance = random.Random(1)
    log = rolled(chance, 90, source=BOARD)
    log += [Throw((6, 6), state=UNDONE), Throw((6,), state=CANCELLED)] + [Throw((6, 6), state=AGAIN)] * 20
    counts = tally(log)
    assert (counts.throws, counts.dice) == (90, 180)
    assert counts.set_aside == {UNDONE: 1, CANCELLED: 1, AGAIN: 20}
    told = notes(whole(log))
    assert "1 taken back" in told
    assert "20 thrown or typed again" in told
    assert "one throw in ten" in told
    assert "typed by people" not in told
    assert "All throws were typed by people" in notes(whole(rolled(chance, 90)))


def test_openings_count_for_the_faces_only():
    counts = tally([Throw((3,), purpose=OPENING), Throw((5,), purpose=OPENING), Throw((2, 2))])
    assert counts.faces == (0, 2, 1, 0, 1, 0)
    assert (counts.one, counts.doubles) == ((), 1)
    assert counts.kinds[2, 2] == 1


def test_holm_with_equal_weights_is_the_textbook_procedure():
    chance = random.Random(9)
    for _ in range(200):
        ps = [chance.random() ** 3 for _ in range(chance.randint(1, 8))]
        told = holm([(p, Fraction(1, len(ps))) for p in ps])
        expected, highest = {}, 0.0
        for rank, p in enumerate(sorted(ps)):
            highest = max(highest, min(1.0, (len(ps) - rank) * p))
            expected[p] = highest
        assert told == pytest.approx([expected[p] for p in ps])


def test_a_suspicion_is_one_question():
    report = whole([Throw((face,)) for face in (1, 2, 3, 4, 5, 6) * 30], 6)
    assert [answer.question for answer in report.groups[0].answers] == [SUSPECT]
    assert not report.unusual
    assert "1 to 6" in failure(ValueError, whole, [], 7)


def test_the_words_say_how_rare_it_is():
    assert wording.one_of(0.05) == "about 1 of 20"
    assert wording.one_of(0.0123456) == "about 1 of 81"
    assert wording.one_of(0.00012) == "about 1 of 8,300"
    assert wording.one_of(1e-9) == "fewer than 1 of 1,000,000"


def test_a_plain_file_is_read_strictly():
    text = "# two dice\n3-1\n31\n3 1 # cocked at first\n3,1\n\n6\n"
    assert [throw.faces for throw in read_throws(text.splitlines())] == [(3, 1)] * 4 + [(6,)]
    for wrong in ("7", "0-1", "3-1-2", "six", "3--1", "-1", "12 3"):
        assert "line 2" in refusal(read_throws, ["6", wrong])


def test_the_page_about_dice_has_the_right_figures(repository):
    page = (repository / "docs" / "dice.md").read_text("utf-8")
    rows = re.findall(r"^\| ([\d,]+)[^|]*\| (\d+) of 100 \| (\d+) of 100 \|$", page, re.MULTILINE)
    assert len(rows) == 5
    for dice, found, suspected in rows:
        count = int(dice.replace(",", ""))
        assert round(100 * power.power(count)) == int(found)
        # nobody is promised certainty
        assert round(100 * power.suspicion_power(count)) == int(suspected)
    for surely in (Fraction(1, 2), Fraction(9, 10)):
        assert f"{power.needed(surely):,}" in page


def test_what_is_said_to_be_noticed_takes_the_other_groups_into_account():
    log = rolled(random.Random(2), 300)
    alone, beside = whole(log), judge({("player", str(place)): log for place in range(10)})
    assert "in 25 of 100 reports like this one; in 90 of 100 with 2,368 dice" in notes(alone)
    assert "in 7 of 100 reports like this one" in notes(beside)
    chance, rounds, seen = random.Random(5), 40, 0
    # so many dice are judged by the curve, which is quick
    stated = wording.power_of(beside, 602)
    for _ in range(rounds):
        # what the others have thrown does not matter, if it is enough to be judged
        groups = {("player", str(place)): rolled(chance, LEAST, 1) for place in range(9)}
        report = judge({("player", "loaded"): rolled(chance, 301, 2, SIXES), **groups})
        seen += any(answer.question == "faces" for answer in report.groups[0].unusual)
    assert abs(seen / rounds - stated) < 4 * sqrt(stated * (1 - stated) / rounds) + 0.03
    suspected = judge({("player", "A"): log, ("player", "B"): log}, 6)
    assert wording.power_of(suspected, 600) < wording.power_of(whole(log, 6), 600)
