"""Calls, announcements and the pause of the hall from the command line."""

import json


def test_calls_are_listed_and_done(say, no):
    assert say("call", "list") == "Nothing waits for the director.\n"
    say("event", "new", "ttt", "Cup", "--turns-a-day", 2)
    say("event", "enter", "Cup", "Ann", "Bob", "Cid")
    say("event", "start", "Cup")
    say("late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "2026-01-01 20:00")
    [call] = json.loads(say("call", "list", "--json"))
    assert (call["key"], call["kind"], call["ends"]) == ("late-1", "ruling", True)
    assert "Ann is missing" in say("call", "list")
    assert "[late-1]" in say("call", "list")
    assert "this ends by itself" in no("call", "done", "late-1")
    assert "There is no call 'nobody'" in no("call", "done", "nobody")


def test_the_hall_is_told_something(say, no):
    assert say("announce", "Round 3 begins at 20:30") == "Announcement 1: Round 3 begins at 20:30\n"
    assert "Round 3 begins at 20:30" in say("announce")
    assert say("announce", "für Łukasz") == "Announcement 2: für Łukasz\nBoards show: für Lukasz\n"
    assert "word wor...\n" in say("announce", "word " * 30)
    say("announce", "--end", 3)
    say("announce", "--end", 2)
    [one] = json.loads(say("announce", "--json"))
    assert (one["seq"], one["text"], one["actor"]) == (1, "Round 3 begins at 20:30", "director")
    assert "not both" in no("announce", "Round 4", "--end", 1)
    assert say("announce", "--end", 1) == "Announcement 1 is taken down.\n"
    assert say("announce") == "Nothing is announced.\n"
    assert "announcement 1 is not shown" in no("announce", "--end", 1)
    assert "tells the hall" in say("ruling", "history")
    say("event", "new", "ttt", "Cup", "--turns-a-day", 2)
    say("announce", "Game 3 at once", "--event", "Cup")
    assert say("announce").endswith(", to Cup: Game 3 at once\n")
    assert "There is no event Cap" in no("announce", "Soup", "--event", "Cap")
    assert "There is no table 'Nine'" in no("announce", "Soup", "--table", "Nine")
    assert "is missing" in no("announce", "--event", "Cup")


def test_what_the_projector_shows(say, no):
    say("event", "new", "ttt", "Cup", "--turns-a-day", 2)
    usual = "The screen shows tables, next, standings and bracket for 15 seconds each.\n"
    assert say("hall", "screen") == usual
    told = say("hall", "screen", "standings", "next", "--seconds", 20, "--event", "Cup")
    assert told == "The screen shows standings and next for 20 seconds each, of event 1.\n"
    assert "There is no table 'Nine'" in no("hall", "screen", "--table", "Nine")
    assert "There is no event Cap" in no("hall", "screen", "tables", "--event", "Cap")
    assert "choose the table" in no("hall", "screen", "table")
    assert say("hall", "screen") == told


def test_a_pause_of_the_hall(say, no):
    assert say("hall", "pause", "Lunch until 13:30") == "The hall has a pause; no clock had to be stopped.\n"
    assert "has a pause already" in no("hall", "pause")
    assert say("hall", "resume") == "The pause is over: players start their clocks again by #.\n"
    assert "has no pause" in no("hall", "resume")
