"""Appeals and the committee: at once, enough of them, more than half; nobody judges his own dispute."""

import itertools

import pytest

from tablekeeper.regulation import appeal, committee
from tablekeeper.regulation.appeal import ABSTAIN, OVERTURN, UNDECIDED, UPHOLD
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.strictjson import DocumentError
from tests.nonempty import nonempty

MINUTE = 60_000
PANEL = ("Eve", "Finn", "Gus", "Hana", "Ida")


def test_a_committee_has_three_to_five_members():
    for count in (3, 4, 5):
        assert committee.check(PANEL[:count]) == PANEL[:count]
    for members in (PANEL[:2], (*PANEL, "Jon"), ("Eve", "Finn", "Eve")):
        with pytest.raises(DocumentError):
            committee.check(members)


def test_a_member_in_the_dispute_is_substituted():
    members = PANEL[:3]
    assert committee.sitting(members, {}, ("Ann", "Eve")) == ("Finn", "Gus")
    assert committee.to_substitute(members, {}, ("Ann", "Eve")) == ("Eve",)
    committee.check_substitute(members, {}, "Eve", "Hana", ("Ann", "Eve"))
    assert committee.sitting(members, {"Eve": "Hana"}, ("Ann", "Eve")) == ("Hana", "Finn", "Gus")
    assert committee.to_substitute(members, {"Eve": "Hana"}, ("Ann", "Eve")) == ()
    # who sat for her may be replaced in turn
    assert committee.sitting(members, {"Eve": "Hana", "Hana": "Ida"}, ()) == ("Ida", "Finn", "Gus")


@pytest.mark.parametrize(("out", "new"), [("Jon", "Hana"), ("Eve", "Finn"), ("Eve", "Ann"), ("Finn", "Eve")])
def test_a_substitute_is_neither_on_the_committee_nor_in_the_dispute(out, new):
    with pytest.raises(DocumentError):
        committee.check_substitute(PANEL[:3], {}, out, new, ("Ann", "Eve"))


def test_whoever_was_replaced_does_not_sit_for_the_replacement():
    # Hana sat for Eve, and has become a member since
    members, made = ("Hana", "Finn", "Gus"), {"Eve": "Hana"}
    with pytest.raises(DocumentError, match="Eve has been substituted for it already"):
        committee.check_substitute(members, made, "Hana", "Eve", ("Ann", "Bob"))
    assert committee.sitting(("Eve", "Hana", "Gus"), made, ("Ann", "Bob")) == ("Hana", "Gus")


def test_an_appeal_comes_at_once():
    assert not appeal.raised("Ann", ruled_ms=0, at_ms=5 * MINUTE).open
    late = appeal.raised("Ann", ruled_ms=0, at_ms=5 * MINUTE + 1)
    assert late.open
    assert late.sentence == "Ann appeals 5:00 after the ruling, not at once"
    assert not appeal.raised("Ann", ruled_ms=0, at_ms=8 * MINUTE, limit_ms=10 * MINUTE).open
    with pytest.raises(DocumentError, match="comes after the ruling"):
        appeal.raised("Ann", ruled_ms=MINUTE, at_ms=MINUTE - 1)
    # ruled at 20:00:59, and raised at what is written as 20:00
    same_minute = appeal.raised("Ann", ruled_ms=MINUTE - 1, at_ms=0)
    assert (same_minute.open, same_minute.sentence) == (False, "Ann appeals 0:00 after the ruling")


def test_the_director_and_two_members_decide_at_least():
    appeal.check_votes({DIRECTOR: UPHOLD, "Eve": UPHOLD, "Finn": OVERTURN}, PANEL[:3])
    for votes in (
        {DIRECTOR: UPHOLD, "Eve": UPHOLD},
        {"Eve": UPHOLD, "Finn": UPHOLD, "Gus": UPHOLD},
        {DIRECTOR: UPHOLD, "Eve": UPHOLD, "Hana": UPHOLD},
    ):
        with pytest.raises(DocumentError):
            appeal.check_votes(votes, PANEL[:3])


def test_an_undecided_vote_is_not_a_decision():
    vote = appeal.outcome({DIRECTOR: UPHOLD, "Eve": OVERTURN, "Finn": ABSTAIN})
    assert vote.outcome == UNDECIDED
    assert vote.finding.open
    assert (
        vote.finding.sentence
        == "no majority (1 to uphold, 1 to overturn, 1 abstaining): this is not a decision"
    )
    assert appeal.outcome({DIRECTOR: UPHOLD, "Eve": OVERTURN, "Finn": OVERTURN}).outcome == OVERTURN
    assert (
        appeal.outcome({DIRECTOR: UPHOLD, "Eve": UPHOLD, "Finn": OVERTURN, "Gus": OVERTURN}).outcome
        == UNDECIDED
    )


def slow(votes):
    """Strike out one vote of each wish that is left, against one of all the others, until nothing is left."""
    for wish in (UPHOLD, OVERTURN):
        mine = [one for one in votes if one == wish]
        others = [one for one in votes if one != wish]
        while mine and others:
            mine.pop()
            others.pop()
        if mine:
            return wish
    return UNDECIDED


def test_every_vote_of_up_to_six_agrees_with_a_slow_count():
    names = (DIRECTOR, *PANEL)
    for count in range(3, 7):
        for votes in nonempty(itertools.product(appeal.VOTES, repeat=count)):
            told = appeal.outcome(dict(zip(names[:count], votes, strict=True)))
            assert told.outcome == slow(votes), votes
