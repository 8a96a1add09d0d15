"""Two people at one form: what has changed since its page was made is asked about before anything is done."""

from datetime import date

import pytest
from starlette.testclient import TestClient

from tablekeeper.accounts.accountfile import OtherAccount
from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.web import Settings, make_app
from tests.startedevent import entered_event, started_event
from tests.web.conftest import accounts_in, text_of
from tests.web.pageforms import form_of

NAMES = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def director(room):
    return room.director


@pytest.fixture
def events(director):
    return director.events


@pytest.fixture
def cup(events):
    return started_event(events, NAMES, "Cup", "knockout", {"length": 5})


@pytest.fixture
def browser(director):
    """A director at the pages, in this process."""
    address = "http://127.0.0.1"
    options = {"headers": {"Origin": address}, "client": ("127.0.0.1", 50_000), "follow_redirects": False}
    with TestClient(make_app(director, settings=Settings(login_key="k")), address, **options) as client:
        client.get("/login?key=k")
        yield client


@pytest.fixture
def page(browser):
    """Return what opens a form of a page, and returns what sends it later."""

    def open_form(path, what, **has):
        found = form_of(browser.get(path).text, what, path, **has)
        return lambda **typed: browser.post(found.action, data=found.fields | {"what": what} | typed)

    return open_form


def test_only_what_both_have_changed_is_asked_about(page, events, cup):
    mine = page(f"/events/{cup}", "set")
    events.set_options(cup, {"consolation": "A.B"}, actor="Dora")
    assert mine(**{"field-length": "9"}).status_code == 303
    # what the form had left as it was is as the other director has set it
    options = events.get(cup).options
    assert (options["length"], options["consolation"]) == (9, "A.B")
    mine = page(f"/events/{cup}", "set")
    events.set_options(cup, {"length": 7}, actor="Dora")
    events.set_options(cup, {"consolation": "progressive consolation"}, actor="Dora")
    refused = mine(**{"field-length": "11"})
    assert refused.status_code == 409
    assert "Changed meanwhile: the options length 7 (Dora). Nothing was done" in refused.text
    again = form_of(refused.text, "set", f"/events/{cup}")
    # what was typed is kept, the rest shows what is so by now; sent again it is done
    assert again.fields["field-length"] == "11"
    assert again.fields["field-consolation"] == "progressive consolation"
    before = events.get(cup).last
    assert events.get(cup).options["length"] == 7
    assert again.fields["seen"] == f"event/{cup}:{before}"


def test_a_refused_form_is_done_when_it_is_sent_again(page, browser, events, cup):
    path = f"/events/{cup}/timetable"
    mine = page(path, "timetable")
    events.timetables.change(cup, {"A": {"control": "3m/pt b12"}, "B": {"control": "5m"}}, actor="Dora")
    refused = mine(**{"control-A": "21m"})
    assert refused.status_code == 409
    assert "the timetable: round A with 3m/pt b12; round B with 5m (Dora)" in refused.text
    again = form_of(refused.text, "timetable", path)
    assert (again.fields["control-A"], again.fields["control-B"]) == ("21m", "5m")
    assert browser.post(path, data=again.fields).status_code == 303
    rounds = events.get(cup).rounds
    assert (rounds["A"].control, rounds["B"].control) == ("21m", "5m")


def test_what_was_done_and_undone_meanwhile_is_as_before(page, events, cup):
    mine = page(f"/events/{cup}", "set")
    events.set_options(cup, {"length": 7}, actor="Dora")
    events.undo(cup, actor="Dora")
    assert mine(**{"field-length": "9"}).status_code == 303
    assert events.get(cup).options["length"] == 9
    # an undo of what the page has shown is a change
    mine = page(f"/events/{cup}", "set")
    events.undo(cup, actor="director")
    assert "the undoing of the options length 9 (director)" in text_of(mine(**{"field-length": "11"}), 409)


def test_who_is_there_is_asked_about_when_it_was_said_otherwise(page, director, events):
    cup = entered_event(events, NAMES, "Cup", "knockout", {"length": 5})
    path = f"/events/{cup}/players"
    everybody, ann = page(path, "all"), page(path, "checkin", player="Ann")
    events.presence.check_in(cup, ["Ann"], actor="Dora")
    # both say the same
    assert ann().status_code == 303
    events.presence.check_in(cup, ["Bob"], False, actor="Dora")
    assert "the absence of Bob (Dora)" in text_of(everybody(), 409)
    assert events.get(cup).present == {"Ann"}
    # the start is for those who were seen
    start = page(f"/events/{cup}", "start")
    events.enter(cup, ["Eve"], actor="Dora")
    assert "the entry of Eve (Dora)" in start(absent="1").text
    assert events.get(cup).phase == "entries"


def test_a_draw_is_of_the_players_who_were_seen(page, events):
    cup = entered_event(events, NAMES, "Cup", "knockout", {"length": 5})
    mine = page(f"/events/{cup}/draw?seed=7", "draw")
    events.enter(cup, ["Eve"], actor="Dora")
    refused = mine()
    assert refused.status_code == 409
    assert "the entry of Eve (Dora)" in refused.text
    again = form_of(refused.text, "draw", f"/events/{cup}/draw")
    assert again.fields["seed"] == "7"
    assert all(one.action != "draw" for one in events.get(cup).history)


def test_a_correction_replaces_the_result_that_was_seen(page, events, cup):
    match = events.get(cup).answer.next[0]
    ann, bob = match["players"]
    events.result(cup, {"match": match["match"], "players": [ann, bob], "winner": ann, "score": [5, 1]})
    path = f"/events/{cup}/matches/{match['match']}"
    mine, other = page(path, "correct"), page(path, "strike")
    other_winner = {"winner": bob, "score": [5, 1], "players": [bob, ann]}
    events.rule(cup, events.get(cup).last, other_winner, "mistyped", actor="Dora")
    refused = mine(winner=ann, reason="it was 5-4", **{"score-0": "5", "score-1": "4"})
    assert refused.status_code == 409
    assert "(Dora)" in refused.text
    assert "it was 5-4" in refused.text
    assert other(reason="never played").status_code == 409
    assert events.get(cup).entered[-1].result["winner"] == bob


def test_what_is_no_claim_is_refused_as_ever(browser, events, cup):
    path = f"/events/{cup}/matches/{events.get(cup).answer.next[0]['match']}"
    found = form_of(browser.get(path).text, "result", path).fields
    for claim in ("1", "99"):
        assert browser.post(path, data=found | {"what": "confirm", "claim": claim}).status_code == 409


def test_fees_and_who_paid(page, events, cup):
    path = f"/events/{cup}/fees"
    plan = {"currency": "EUR", "fee": "20", "additions": [], "deductions": [], "unit": "percent",
            "places": ["100"], "step": "1"}  # fmt: skip
    mine = page(path, "fees")
    events.fees.plan(cup, plan, actor="Dora")
    refused = mine(fee="30", currency="EUR", places="100", step="1", unit="percent")
    assert refused.status_code == 409
    assert "the fee 20 EUR" in refused.text
    assert form_of(refused.text, "fees", path).fields["fee"] == "30"


def test_a_round_is_seated_with_the_length_that_the_page_says(page, room, events, cup):
    uid = room.board("a").uid
    path = f"/events/{cup}/seating"
    mine = page(path, "seat")
    events.timetables.change(cup, {"": {"control": "5m"}}, actor="Dora")
    refused = mine()
    assert refused.status_code == 409
    assert "the timetable: all rounds with 5m (Dora)" in refused.text
    assert not events.get(cup).tables
    again = form_of(refused.text, "seat", path)
    assert uid in again.fields.values()


def test_rulings_by_two_directors_about_one_match(page, director, events, cup):
    match = events.get(cup).answer.next[0]["match"]
    ann, bob = events.get(cup).answer.next[0]["players"]
    path = f"/events/{cup}/rulings?match={match}"
    mine = page(path, "break")
    director.desk.rule("offence", [ann, bob], {"cause": "noise"}, event=cup, actor="Dora")
    assert "(Dora)" in text_of(mine(seat="0"), 409)
    assert not director.desk.state().breaks


def test_settings_and_the_committee(page, director):
    settings, committee = page("/rulings", "settings"), page("/rulings", "committee")
    director.desk.set_options(grace_ms=20 * 60_000, actor="Dora")
    assert settings(appeals="45").status_code == 303
    state = director.desk.state()
    assert (state.grace_ms, state.appeal_ms) == (20 * 60_000, 45 * 60_000)
    director.desk.act("committee", {"members": ["Eve", "Fay", "Gus"]}, actor="Dora")
    assert "the ruling committee: Eve, Fay, Gus (Dora)" in text_of(committee(members="Hal\nIda\nJon"), 409)
    assert director.desk.committee() == ("Eve", "Fay", "Gus")


def test_names_of_tables(page, room, director):
    uid = room.board("a").uid
    mine = page("/tables", "names")
    director.boards.rename(uid, "Window", actor="Dora")
    assert "names a table Window (Dora)" in text_of(mine(**{f"name-{uid}": "Door"}), 409)
    assert [one.name for one in director.boards.listed() if one.uid == uid] == ["Window"]


def test_people(page, director):
    [ann] = director.people.enter(["Ann"])
    mine = page(f"/people/{ann}", "consent")
    director.people.consent(ann, "private", actor="Dora")
    assert "the consent of Ann: private (Dora)" in text_of(mine(consent="given"), 409)
    assert director.people.book().people[ann].consent == "private"


def finished(events):
    event = started_event(events, NAMES[:3], "Open", "championship", {"first_to": 1})
    events.result(event, {"winner": "Ann"})
    events.finish(event)
    return event


def test_an_entry_of_the_rankings(page, director, events):
    event = finished(events)
    assert page(f"/entries/{event}", "see")(what="", on="2026-05-03").status_code == 303
    mine = page(f"/entries/{event}", "see")
    director.rankings.confirm(event, Edits(on=date(2026, 5, 4)), reason="the day", actor="Dora")
    refused = mine(what="", on="2026-05-06", reason="a slip")
    assert refused.status_code == 409
    assert "Changed meanwhile" in refused.text
    assert director.rankings.of_event(event).day == "2026-05-04"
    assert form_of(refused.text, "see", f"/entries/{event}").fields["on"] == "2026-05-06"
    # the list asks, too: it was corrected since
    withdraw = page("/entries", "withdraw")
    number = director.rankings.of_event(event).id
    director.rankings.confirm(event, Edits(on=date(2026, 5, 5)), reason="the day", actor="Dora")
    assert "(Dora)" in text_of(withdraw(reason="never played"), 409)
    assert director.rankings.entry(number).entry.counts


def test_the_dice_of_a_table(page, room, director):
    uid = room.board("a").uid
    mine = page("/dice", "name")
    other = page("/dice", "name")
    director.dice.label("red", table=uid, actor="Dora")
    refused = mine(label="blue", table=uid, since="start")
    assert refused.status_code == 409
    assert "red" in refused.text
    assert "(Dora)" in refused.text
    assert [one.label for one in director.dice.labels()] == ["red"]
    # those of a match are other dice
    match = room.match(room.board("b"), 5, "none")
    assert other(label="green", match=str(match), table="").status_code == 303


def test_an_account_is_changed_as_it_was_shown(tmp_path):
    accounts = accounts_in(tmp_path)
    shown = accounts.get("scorer").shown
    accounts.disable("scorer", by="Dora")
    # looked at and written in one step: nobody can come between
    with pytest.raises(OtherAccount):
        accounts.set_role("scorer", "director", by="Eve", shown=shown)
    assert (accounts.get("scorer").role, accounts.get("scorer").disabled) == ("scorer", True)
    accounts.enable("scorer", by="Eve", shown=accounts.get("scorer").shown)
