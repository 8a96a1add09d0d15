"""Players kept apart, seeds, and what no draw can keep: worked examples, and comparisons with all draws."""

import random
from itertools import combinations, permutations

import pytest

from tablekeeper.audit.swiss import matched
from tablekeeper.formats.apart import Apart
from tablekeeper.formats.knockout import Knockout
from tablekeeper.formats.knockout.draw import bracket_size, free_places
from tablekeeper.formats.knockout.placing import first_round, meeting, placed
from tablekeeper.formats.option import read_options
from tablekeeper.formats.swiss.pairing import SwissSeat, paired
from tablekeeper.formats.swiss.rules import Swiss
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import agree
from tests.refusal import document_error

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def event(form, count=8, results=(), **options):
    return {"format": form.key, "options": options, "players": NAMES[:count], "results": list(results)}


def draw(form, seed, count=8, **wishes):
    """Return the event after a draw with wishes, and what the draw says."""
    told = read_options(form.draws, Cursor(wishes, "choices"))
    drawn = form.draw(form.read(Cursor(event(form, count))), seed, **told)
    return event(form, count, **drawn), drawn


def first_pairs(answer):
    return {frozenset(one["players"]) for one in answer.next}


def companions(groups):
    found = {}
    for one, other in (pair for group in groups for pair in combinations(group, 2)):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {name: frozenset(others) for name, others in found.items()}


# --- knockout


def test_a_family_is_in_both_halves_and_two_who_must_not_meet_do_not_meet_first():
    for seed in range(40):
        value, drawn = draw(Knockout(), seed, apart=[["Cid", "Dan"]], rather_apart=[["Ann", "Bob"]])
        answer = agree(value)
        assert frozenset(("Cid", "Dan")) not in first_pairs(answer)
        lines = {name: line for line, name in enumerate(drawn["order"])}
        assert {lines["Ann"] // 4, lines["Bob"] // 4} == {lines["Cid"] // 4, lines["Dan"] // 4} == {0, 1}
        assert answer.doubts == ()


def test_a_draw_without_wishes_is_the_seed_alone_and_ends_earlier_wishes():
    form = Knockout()
    _, drawn = draw(form, 7)
    assert drawn == {"seed": 7}
    value, _ = draw(form, 7, apart=[["Ann", "Bob"]])
    again = form.draw(form.read(Cursor(value)), 8)
    assert again == {"seed": 8, "order": None, "apart": None}
    assert first_pairs(agree(event(form, **again))) == first_pairs(agree(event(form, seed=8)))


def test_the_same_seed_gives_the_same_draw_and_another_one_another():
    found = [draw(Knockout(), seed, rather_apart=[NAMES[:4]])[1]["order"] for seed in (3, 3, 4)]
    assert found[0] == found[1] != found[2]


def test_seeds_are_far_from_each_other_and_have_the_byes():
    for seed in range(20):
        value, drawn = draw(Knockout(), seed, count=6, seeds=["Fay", "Bob"])
        answer = agree(value)
        # six players on eight lines: the two byes
        assert all(name not in pair for pair in first_pairs(answer) for name in ("Fay", "Bob"))
        assert drawn["order"][0] == "Fay"
        _, drawn = draw(Knockout(), seed, seeds=["Fay", "Bob", "Cid", "Dan"])
        assert [drawn["order"][line] for line in (0, 4, 2, 6)] == ["Fay", "Bob", "Cid", "Dan"]


def test_what_no_first_round_can_keep_is_refused_or_said():
    form = Knockout()
    error = document_error(lambda: draw(form, 1, apart=[NAMES[:5]]))
    assert "must not meet" in str(error)
    value, _ = draw(form, 1, rather_apart=[NAMES[:5]])
    doubts = agree(value).doubts
    assert len(doubts) == 1
    assert "meet in the first round, though they are kept apart as long as possible" in doubts[0]


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"apart": [["Ann", "Zoe"]]}, "Zoe"),
        ({"apart": [["Ann"]]}, "2"),
        ({"seeds": ["Ann", "Ann"]}, "named twice"),
        ({"seeds": NAMES[:5]}, "at most 4"),
    ],
)
def test_a_wish_that_says_nothing_is_refused(wishes, words):
    assert words in str(document_error(lambda: draw(Knockout(), 1, **wishes)))


def test_a_draw_with_wishes_does_not_fit_other_players():
    form = Knockout()
    value, _ = draw(form, 1, apart=[["Ann", "Bob"]])
    value["players"] = [*NAMES[:7], "Ida"]
    changed = form.read(Cursor(value))
    assert "draw again" in str(document_error(lambda: form.answer(changed)))
    # and it can be drawn again
    assert form.draw(changed, 2) == {"seed": 2, "order": None, "apart": None}


def cost(lines, order, apart):
    """Return how many must not meet and do, and how many companions can first meet in each round."""
    on = dict(zip(order, lines, strict=True))
    rounds = [0] * 4
    both = {name: apart.never.get(name, frozenset()) | apart.rather.get(name, frozenset()) for name in on}
    for one, other in combinations(order, 2):
        if other in both[one]:
            rounds[first_round(on[one], on[other])] += 1
    never = len(meeting({line: name for name, line in on.items()}, apart.never))
    return never, *rounds


def test_no_other_placing_has_a_better_first_round_and_no_change_of_two_is_better():
    chance = random.Random(30)
    kinds = set()
    for number in range(60):
        count = chance.randint(3, 6)
        names = NAMES[:count]
        groups = [chance.sample(names, chance.randint(2, count)) for _ in range(chance.randint(1, 3))]
        cut = chance.randint(0, len(groups))
        apart = Apart(companions(groups[:cut]), companions(groups[cut:]))
        size = bracket_size(count)
        lines = [line for line in range(size) if line not in free_places(size, size - count)]
        seeds = chance.sample(names, chance.randint(0, 2))
        order = placed(lines, size, names, seeds, apart, number)
        assert sorted(order) == sorted(names)
        at = [order.index(one) for one in seeds]
        same = (one for one in permutations(names) if [one.index(seed) for seed in seeds] == at)
        mine = cost(lines, order, apart)
        best = min(cost(lines, one, apart) for one in same)
        # the first round is exact, for those who must not meet and for all companions
        assert mine[:2] == best[:2], (lines, order, seeds, apart)
        free = [place for place in range(count) if place not in at]
        for one, other in combinations(free, 2):
            changed = list(order)
            changed[one], changed[other] = changed[other], changed[one]
            assert cost(lines, changed, apart) >= mine
        kinds.add((mine[0] > 0, mine[1] > 0))
    assert len(kinds) > 2


# --- Swiss


def test_a_club_does_not_meet_in_a_swiss_while_equal_wins_allow_it():
    form = Swiss()
    # in order of entry Ann would meet Eve
    value, _ = draw(form, 0, rather_apart=[["Ann", "Eve"]])
    del value["options"]["seed"]
    answer = agree(value)
    assert frozenset(("Ann", "Eve")) not in first_pairs(answer)
    assert answer.doubts == ()


def test_absolute_wishes_of_a_swiss_are_refused_or_come_before_rematches():
    form = Swiss()
    error = document_error(lambda: draw(form, 1, count=4, apart=[["Ann", "Bob", "Cid"]]))
    assert "must not meet" in str(error)
    wishes = {"apart": [["Ann", "Bob"]], "rounds": 3}
    results = [
        {"players": [one, other], "winner": one, "score": [5, 0]}
        for one, other in (("Ann", "Cid"), ("Bob", "Dan"), ("Ann", "Dan"), ("Bob", "Cid"))
    ]
    answer = agree(event(form, 4, results, **wishes))
    assert frozenset(("Ann", "Bob")) not in first_pairs(answer)
    assert all("meet again, because others are kept apart" in one for one in answer.doubts)
    assert len(answer.doubts) == 2
    # with all of one club: said, not hidden
    answer = agree(event(form, 2, rather_apart=[["Ann", "Bob"]]))
    assert answer.doubts == ("Round 1: Ann and Bob meet, who are kept apart: no other pairing was left.",)


def test_random_rounds_of_a_swiss_are_those_of_all_pairings():
    chance = random.Random(31)
    for _ in range(150):
        names = NAMES[: chance.randint(3, 8)]
        groups = [chance.sample(names, chance.randint(2, len(names) - 1)) for _ in range(2)]
        never, rather = companions(groups[:1]), companions(groups[1:])
        met = {pair for pair in combinations(names, 2) if chance.random() < 0.2}
        known = companions(met)
        wins = sorted((chance.randint(0, 2) for _ in names), reverse=True)
        seats = tuple(
            SwissSeat(name, won, known.get(name, frozenset()), False, 0,
                      never.get(name, frozenset()), rather.get(name, frozenset()))
            for name, won in zip(names, wins, strict=True)
        )  # fmt: skip
        about = {one.player: (one.wins, one.met, False, 0) for one in seats}
        wanted = matched(names, about, False, (groups[:1], groups[1:]))
        assert [list(pair) for pair in paired(seats)] == wanted
