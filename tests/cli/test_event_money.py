"""`event fees|paid|payout`: the money of an event on the command line."""

import json

import pytest


@pytest.fixture
def cup(event):
    event("new", "round-robin", "Cup", "--length", 5)
    event("enter", "Cup", "Ann", "Bob", "Cid")
    return "Cup"


def test_the_money_of_an_event_from_the_fee_to_the_payout(event, cup, tmp_path):
    shown = event(
        "fees", cup, "--fee", "20", "--percent", "65,35", "--add", "Club 50", "--deduct", "Two cups 30.50",
    )  # fmt: skip
    assert shown == (
        "Fees: 3 x 20.00 = 60.00 EUR, paid 0.00.\n+ 50.00 Club\n- 30.50 Two cups\nPool: 79.50 EUR.\n"
        "Place 1: 52.50\nPlace 2: 27.00\nNot paid: Ann, Bob and Cid.\n"
    )
    assert event("paid", cup, "Ann", "Cid") == "Noted. Not paid: Bob.\n"
    assert event("paid", cup, "Cid", "--not") == "Noted. Not paid: Bob and Cid.\n"
    assert event("paid", cup, "--all") == "Noted. Not paid: nobody.\n"
    # what is not said stays
    assert "Place 1: 52.00\nPlace 2: 27.50" in event("fees", cup, "--step", "0.50")
    event("start", cup)
    assert "Pool: 79.50 EUR, provisional." in event("payout", cup)
    for winner, loser in (("Ann", "Bob"), ("Ann", "Cid"), ("Bob", "Cid")):
        event("result", cup, "--players", f"{winner},{loser}", "--winner", winner, "--score", "5,3")
    event("finish", cup)
    assert event("payout", cup) == "Pool: 79.50 EUR.\nPlace 1: Ann 52.00\nPlace 2: Bob 27.50\n"
    told = json.loads(event("payout", cup, "--json"))
    assert (told["provisional"], told["prizes"][0]) == (
        False, {"player": "Ann", "places": [1, 1], "amount": "52.00"},
    )  # fmt: skip
    event("payout", cup, "--csv", tmp_path / "prizes.csv")
    assert (tmp_path / "prizes.csv").read_text("utf-8").splitlines() == [
        "Player,Fee (EUR),Paid,Place,Prize (EUR)", "Ann,20,yes,1,52.00", "Bob,20,yes,2,27.50", "Cid,20,yes,,",
        "All,60.00,3,,79.50",
    ]  # fmt: skip


def test_without_places_what_is_usual_for_the_players_is_taken(event, cup):
    assert "Place 1: 30.00" in event("fees", cup, "--fee", "10")
    event("new", "knockout", "Big")
    event("enter", "Big", *(f"P{number}" for number in range(8)))
    assert "Place 4: 8.00" in event("fees", "Big", "--fee", "10")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("fees", "Cup"), "Cup has no fees"),
        (("payout", "Cup"), "Cup has no fees"),
        (("fees", "Cup", "--fee", "ten"), "Fee: an amount such as 20 or 12.50 is wanted here."),
        (("fees", "Cup", "--add", "50"), "such as 'Club 50'"),
        (("fees", "Cup", "--percent", "50,30"), "80 percent together"),
        (("fees", "Cup", "--percent", "50,30", "--shares", "1"), "not several of them"),
        (("paid", "Cup", "Eve"), "Eve is not entered"),
        (("paid", "Cup"), "Give names, or --all"),
    ],
)
def test_what_cannot_be_is_refused(event, no_event, cup, words, sentence):
    before = event("export", cup)
    assert sentence in no_event(*words)
    assert event("export", cup) == before


def test_prizes_by_stage(event, no_event):
    event("new", "knockout", "Open", "--consolation", "progressive consolation")
    event("enter", "Open", *(f"P{number}" for number in range(1, 9)))
    shown = event("fees", "Open", "--fee", "20", "--shares", "2,1", "--stage", "consolation 25% 60,40")
    assert shown.partition("Not paid")[0] == (
        "Fees: 8 x 20.00 = 160.00 EUR, paid 0.00.\nPool: 160.00 EUR.\n"
        "Main, place 1: not known yet 80.00\nMain, place 2: not known yet 40.00\n"
        "Consolation, place 1: not known yet 24.00\nConsolation, place 2: not known yet 16.00\n"
    )
    # what is left out stays as it was
    assert "Consolation, place 2: not known yet 16.00" in event("fees", "Open", "--currency", "CHF")
    shown = event("fees", "Open", "--sums", "70,30", "--stage", "consolation 25,15")
    assert "Pool: 160.00 CHF.\nNot paid out: 20.00 CHF.\nMain, place 1: not known yet 70.00" in shown
    event("start", "Open")
    event("result", "Open", "--match", "A1", "--winner", "P1", "--score", "1,0")
    told = json.loads(event("payout", "Open", "--json"))
    assert told["stages"] == {"main": ["70.00", "30.00"], "consolation": ["25.00", "15.00"]}
    assert told["prizes"] == []
    assert "Place 1: 70.00" in event("fees", "Open", "--stage", "none")
    assert "Write a stage" in no_event("fees", "Open", "--stage", "consolation")
    assert "not several of them" in no_event("fees", "Open", "--sums", "1", "--shares", "1")
