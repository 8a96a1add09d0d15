"""Prizes by stage of a knockout: Main, Progressive Consolation, Last Chance; names once they are known."""

import random
from decimal import Decimal

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.fees import USUAL
from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.prizes.plan import stages_of
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_document
from tests.director.test_event_presence import read_back
from tests.startedevent import started_event

EIGHT = [f"P{number}" for number in range(1, 9)]
STAGES = stages_of(["Consolation 25% 60,40"])
PLAN = {**USUAL, "fee": "20", "places": ["60", "30", "5", "5"], "stages": STAGES}


@pytest.fixture
def cup(events):
    """A Progressive Consolation of eight: the losers of A and B enter it."""
    event = started_event(events, EIGHT, "Cup", "knockout", {"consolation": "progressive consolation"})
    events.fees.plan(event, PLAN)
    return event


def win(events, event, *names):
    """Let these players win their open matches."""
    for name in names:
        pairing = next(one for one in events.get(event).answer.next if name in one["players"])
        result = {"match": pairing["match"], "players": pairing["players"], "winner": name}
        events.result(event, {**result, "score": [1, 0] if pairing["players"][0] == name else [0, 1]})


def told(events, event):
    """Return the known prizes, and the stages' places that are not known."""
    sheet = events.fees.money(event).sheet
    named = {f"{one.stage} {one.first}-{one.last} {one.player}": str(one.amount) for one in sheet.prizes}
    return named, {one.stage: [place for place, _ in one.open] for one in sheet.stages}


def test_the_winner_of_the_consolation_has_the_prize_of_that_stage(events, cup):
    sheet = events.fees.money(cup).sheet
    # 25 % of 160 are 40: 24 and 16; the Main has the other 120
    assert {one.stage: list(map(str, one.by_place)) for one in sheet.stages} == {
        "main": ["72.00", "36.00", "6.00", "6.00"], "consolation": ["24.00", "16.00"],
    }  # fmt: skip
    assert told(events, cup) == ({}, {"main": [1, 2, 3, 4], "consolation": [1, 2]})
    win(events, cup, "P1", "P3", "P5", "P7")
    win(events, cup, "P1")
    # one semi-final is open: P3 shares places 3 and 4 with its loser, who is not known
    assert told(events, cup)[0] == {}
    win(events, cup, "P5")
    known = {"main 3-4 P3": "6.00", "main 3-4 P7": "6.00"}
    assert told(events, cup) == (known, {"main": [1, 2], "consolation": [1, 2]})
    win(events, cup, "P5")
    known |= {"main 1-1 P5": "72.00", "main 2-2 P1": "36.00"}
    assert told(events, cup) == (known, {"main": [], "consolation": [1, 2]})
    # P8, out in the first round, wins the Consolation
    while following := events.get(cup).answer.next:
        players = following[0]["players"]
        win(events, cup, "P8" if "P8" in players else players[0])
    found, still_open = told(events, cup)
    assert still_open == {"main": [], "consolation": []}
    assert found["consolation 1-1 P8"] == "24.00"
    assert sum(map(Decimal, found.values())) == 160
    # in the merged list the Main comes first: without stages the same player gets nothing
    [place] = [row.rank for row in events.get(cup).answer.placed if row.player == "P8"]
    assert place > 4
    events.fees.plan(cup, {key: value for key, value in PLAN.items() if key != "stages"})
    assert "P8" not in [one.player for one in events.fees.money(cup).sheet.prizes]


def test_the_example_of_the_handbook(events):
    options = {"consolation": "progressive consolation", "last_chance": "consolation losers"}
    event = started_event(events, EIGHT, "Open", "knockout", options)
    events.fees.plan(event, {**PLAN, "stages": stages_of(["consolation 25% 60,40", "last chance 30"])})
    stages = events.fees.money(event).sheet.stages
    assert [list(map(int, one.by_place)) for one in stages] == [[55, 27, 4, 4], [24, 16], [30]]
    while following := events.get(event).answer.next:
        win(events, event, following[0]["players"][1])
    sheet = events.fees.money(event).sheet
    assert [len(one.open) for one in sheet.stages] == [0, 0, 0]
    assert sum(one.amount for one in sheet.prizes) == sheet.pool == 160


def test_one_player_can_have_the_prizes_of_two_stages(events, cup):
    events.fees.plan(cup, {**PLAN, "stages": stages_of(["consolation 30"])})
    while following := events.get(cup).answer.next:
        players = following[0]["players"]
        win(events, cup, min(players, key=["P1", "P3", *EIGHT].index))
    found, _ = told(events, cup)
    # only P1 beats P3: out in a semi-final, then first in the Consolation
    assert {name: amount for name, amount in found.items() if name.endswith("P3")} == {
        "main 3-4 P3": "6.00", "consolation 1-1 P3": "30.00",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "stages", "left", "short"),
    [
        # fixed sums come out of the pool, the Main has the rest
        ({"stages": ["consolation 60,40"]}, {"main": "60", "consolation": "100"}, "0", "0"),
        # fixed sums for the Main: what remains is not paid out
        ({"unit": "sums", "places": ["50", "20"]}, {"main": "70", "consolation": "40"}, "50", "0"),
        # fixed sums are paid although the pool is smaller
        ({"unit": "sums", "places": ["100", "50"]}, {"main": "150", "consolation": "40"}, "0", "30"),
        ({"stages": ["consolation 150,50"]}, {"main": "0", "consolation": "200"}, "0", "40"),
        # a percentage is rounded down to the step
        ({"stages": ["consolation 12.5% 1"], "step": "15"}, {"main": "145", "consolation": "15"}, "0", "0"),
        ({"stages": ["consolation 100% 1"]}, {"main": "0", "consolation": "160"}, "0", "0"),
    ],
)
def test_what_the_stages_get(events, cup, change, stages, left, short):
    if "stages" in change:
        change = {**change, "stages": stages_of(change["stages"])}
    events.fees.plan(cup, {**PLAN, **change})
    sheet = events.fees.money(cup).sheet
    assert {one.stage: sum(one.by_place) for one in sheet.stages} == {
        key: Decimal(amount) for key, amount in stages.items()
    }
    assert (sheet.left, sheet.short) == (Decimal(left), Decimal(short))
    assert sheet.payouts + sheet.left - sheet.short == sheet.pool


def test_a_stage_in_which_nobody_plays_leaves_its_part_to_the_main(events):
    event = started_event(events, ["Ann", "Bob"], "Two", "knockout", {"last_chance": "B"})
    events.fees.plan(event, {**PLAN, "places": ["100"], "stages": stages_of(["last chance 50% 1"])})
    # there is no round B: nobody can enter
    assert told(events, event) == ({}, {"main": [1], "last_chance": []})
    win(events, event, "Bob")
    assert told(events, event)[0] == {"main 1-1 Bob": "40.00"}


@pytest.mark.parametrize(
    ("options", "line", "sentence"),
    [
        ({}, "consolation 60", "this event has no stages with prizes of their own"),
        ({"consolation": "A"}, "last chance 60", "last_chance is no stage of this event; there is"),
        # its winner meets the Main again: it is a way into the same final, not a stage with an own winner
        ({"consolation": "double elimination"}, "consolation 60", "this event has no stages"),
        ({"consolation": "A"}, "main 60", "main has its prizes already"),
        ({"consolation": "A"}, "consolation 101% 60", "the stages get 101 percent together"),
        ({"consolation": "A"}, "consolation 20% 40,60", "place 2 gets more than place 1"),
        ({"consolation": "A"}, "consolation", "Write a stage, its percentage of the pool"),
        ({"consolation": "A"}, "consolation 1.2.3", "an amount such as"),
    ],
)
def test_what_is_no_stage_is_refused(events, options, line, sentence):
    event = started_event(events, EIGHT, "Cup", "knockout", options)
    with pytest.raises(UserError, match=sentence):
        events.fees.plan(event, {**PLAN, "stages": stages_of([line])})
    assert events.fees.money(event).sheet is None


def test_an_export_keeps_the_stages_and_the_second_reading_checks_them(events, cup, elsewhere):
    assert events.get(cup).history[-1].text == (
        "the fee 20 EUR, paid out 60, 30, 5, 5 %; consolation 25% 60,40"
    )
    document = events.export(cup)
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document
    body = document["journal"][-1]["body"]
    assert body["stages"] == [{"stage": "consolation", "percent": "25", "places": ["60", "40"]}]
    body["stages"][0]["percent"] = "125"
    assert [one.place for one in audit(Cursor(document)).findings] == ["journal[3].body.stages"]


def known_by_hand(bracket_matches, stage, players):
    """Return {player: place} of a finished stage: who was beaten in a later round has a better place."""
    out = {}
    for match in bracket_matches:
        if match.stage == stage and match.winner is not None:
            out[match.loser()] = match.round
    last = {player: out.get(player, 1_000) for player in players}
    return {player: 1 + sum(other > last[player] for other in last.values()) for player in players}


@pytest.mark.turns(4)
@pytest.mark.parametrize("seed", range(60))
def test_known_places_never_change_and_are_those_of_the_rounds(seed):
    form = FORMATS["knockout"]
    value = random_document(form, random.Random(f"stages {seed}"))
    results = value["results"]
    before = {}
    for count in range(len(results) + 1):
        event = form.read(Cursor(value | {"results": results[:count]}))
        found = form.stage_places(event)
        assert set(found) == {"main", *form.stages(value["options"])}
        if count and "bye_of" in results[count - 1]:
            # the late arrival's match is one more of a round that seemed to be over
            before.clear()
        for key, stage in found.items():
            now = {player: rank for rank, player in stage.ranks}
            assert before.get(key, {}).items() <= now.items(), (count, key)
            before[key] = now
    bracket = form.bracket(event)
    assert all(len(stage.ranks) == stage.players for stage in found.values())
    if not bracket.absent and bracket.reunion is None:
        for key, name in (("main", "Main"), ("consolation", "PC"), ("last_chance", "LC")):
            if key in found:
                assert before[key] == known_by_hand(bracket.matches.values(), name, before[key])
