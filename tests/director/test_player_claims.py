"""Players report the result of the match at their table; both sides agree, or the director decides."""

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events import journal
from tablekeeper.director.events.claims import UNANSWERED_MS
from tablekeeper.director.events.matchrows import CLAIM, PLAYING, match_rows
from tablekeeper.strictjson import Cursor
from tests.refusal import refusal
from tests.startedevent import started_event

WON = {"winner": "Ann", "score": [7, 3]}


@pytest.fixture
def evening(room):
    """Three tables without boards, and a match to 7 points that is seated at Table 1."""
    director = room.director
    director.tables.new((), 3)
    event = started_event(director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": 7})
    director.seating.seat(event, director.seating.plan_round(event).places)
    return room, event, director.claims


def entered(room, event):
    return [(one.result["winner"], one.result["score"]) for one in room.director.events.get(event).entered]


def row(room, event):
    [found] = match_rows(room.director.events.get(event), room.director.overview.hall().tables, room.now)
    return found


def test_what_both_report_counts_and_frees_the_table(evening):
    room, event, claims = evening
    assert not claims.report(event, "Ann", WON, browser="a")
    assert (row(room, event).state, room.director.attention.open_calls()) == (PLAYING, ())
    assert row(room, event).told == "Ann has reported a result; Bob has not answered"
    assert claims.report(event, "Bob", WON, browser="b")
    assert entered(room, event) == [("Ann", [7, 3])]
    assert room.director.events.get(event).claims == ()
    assert [one.players for one in room.director.boards.listed()] == [""] * 3


def test_the_other_side_confirms(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON, browser="a", way=journal.LINK)
    [claim] = room.director.events.get(event).claims
    assert claims.agree(event, "Bob", claim.seq, browser="b", way=journal.CARD)
    assert entered(room, event) == [("Ann", [7, 3])]
    told = [one.text for one in room.director.events.get(event).history[-2:]]
    assert told[0].startswith("the claim of Ann: ")
    assert told[0].endswith(" (by the own link)")
    assert told[1].endswith(" (by the table's card)")


def test_one_browser_speaks_for_one_side(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON, browser="a")
    [claim] = room.director.events.get(event).claims
    for say in (lambda: claims.agree(event, "Bob", claim.seq, browser="a"),
                lambda: claims.report(event, "Bob", WON, browser="a")):  # fmt: skip
        assert refusal(say) == (
            "Ann has reported this from the same device: Bob confirms it on another one, or the director "
            "does."
        )
    assert room.director.events.get(event).claims == (claim,)
    room.director.events.set_claims(event, "both", True)
    assert claims.agree(event, "Bob", claim.seq, browser="a")


def test_contradicting_players_are_shown_to_the_director(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON)
    claims.report(event, "Bob", {"winner": "Bob", "score": [3, 7]})
    assert (row(room, event).state, row(room, event).told) == (CLAIM, "the players report different results")
    assert [one.text for one in room.director.attention.open_calls()] == [
        "Cup: Ann reports match A1: Ann v Bob, winner Ann, score 7-3",
        "Cup: Bob reports match A1: Ann v Bob, winner Bob, score 3-7",
    ]
    # one of them gives way, and then both say the same
    assert claims.report(event, "Bob", WON)
    assert entered(room, event) == [("Ann", [7, 3])]


def test_the_director_answers_one_of_two_claims_and_so_both(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON)
    claims.report(event, "Bob", {"winner": "Bob", "score": [3, 7]})
    room.director.events.confirm(event, room.director.events.get(event).claims[1].seq)
    assert entered(room, event) == [("Bob", [3, 7])]
    assert room.director.events.get(event).claims == ()


def test_a_claim_that_nobody_answers_calls_the_director_after_five_minutes(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON)
    room.now += UNANSWERED_MS
    assert row(room, event).state == CLAIM
    assert len(room.director.attention.open_calls()) == 1


def test_a_result_by_hand_answers_equal_claims_and_contradicts_others(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON)
    claims.report(event, "Bob", {"winner": "Bob", "score": [3, 7]})
    room.director.events.result(event, {"match": "A1", "players": ["Ann", "Bob"], **WON})
    [claim] = room.director.events.get(event).claims
    assert claim.by == "Bob"
    assert row(room, event).contradicted


def test_the_rule_of_an_event(evening):
    room, event, claims = evening
    room.director.events.set_claims(event, "director")
    claims.report(event, "Ann", WON)
    assert not claims.report(event, "Bob", WON)
    assert row(room, event).told == "the result of both players waits for confirmation"
    assert entered(room, event) == []
    room.director.events.set_claims(event, "off")
    assert refusal(lambda: claims.report(event, "Ann", WON)) == (
        "Results of Cup are not reported by players: tell the director."
    )


def test_a_report_is_a_possible_result_of_the_own_match(evening):
    room, event, claims = evening
    assert refusal(lambda: claims.report(event, "Ann", {"winner": "Ann", "score": [5, 3]})) == (
        "Score: the winner has 5, but whoever reaches 7 wins."
    )
    assert room.director.events.get(event).claims == ()
    claims.report(event, "Ann", WON | {"match": "B1", "players": ["Ann", "Cid"]})
    [claim] = room.director.events.get(event).claims
    assert claim.result == WON | {"match": "A1", "players": ["Ann", "Bob"]}


def test_only_the_players_of_a_match_at_a_table_without_a_working_board(evening):
    room, event, claims = evening
    assert refusal(lambda: claims.report(event, "Cid", WON)) == (
        "Cid plays at no table now: only the match at the own table can be reported."
    )
    other = started_event(room.director.events, ["Cid", "Dan"], "Plate", "knockout", {"length": 7})
    assert "at no table" in refusal(lambda: claims.report(other, "Cid", {"winner": "Cid", "score": [7, 0]}))
    scribe = room.board("1")
    room.director.seating.seat(other, room.director.seating.plan_round(other, [scribe.uid]).places)
    refused = refusal(lambda: claims.report(other, "Cid", {"winner": "Cid", "score": [7, 0]}))
    assert refused.startswith("The board at ")
    # a broken board is no obstacle
    room.director.boards.offline(scribe.uid, "unplugged")
    assert not claims.report(other, "Cid", {"winner": "Cid", "score": [7, 0]})


def test_a_host_that_starts_again_knows_the_claims(evening):
    room, event, claims = evening
    claims.report(event, "Ann", WON)
    room.restart()
    assert room.director.claims.report(event, "Bob", WON)
    assert entered(room, event) == [("Ann", [7, 3])]


def test_the_second_reading_agrees(evening):
    room, event, claims = evening
    events = room.director.events
    events.set_claims(event, "director")
    claims.report(event, "Ann", WON)
    claims.report(event, "Ann", {"winner": "Ann", "score": [7, 4]})
    claims.report(event, "Bob", {"winner": "Ann", "score": [7, 4]})
    events.confirm(event, events.get(event).claims[0].seq)
    assert audit(Cursor(events.export(event))).findings == ()
