"""The desk of an event: its rows, and what is done with a match, without a typed name of match or player."""

import re
from dataclasses import replace
from html import unescape

import pytest
from playwright.sync_api import expect

from tablekeeper.director.events.matchrows import PLAYING, match_rows
from tablekeeper.regulation.finding import POINTS, WARNING, Effect
from tablekeeper.web.deskview import next_step
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import directed, sign_in_at

serving = directed
FOUR = ("Ann", "Bob", "Cid", "<Dan>")
BOARD = "a" * 16


@pytest.fixture
def cup(director):
    """A knockout of four that runs: A1 is Ann v Bob, A2 Cid v <Dan>."""
    return started_event(director.events, FOUR, "Cup", "knockout", {"length": 5})


@pytest.fixture
def board(director):
    """A table that is free."""
    director.hall.store.board_seen(BOARD)
    director.hall.table_of(BOARD)
    return BOARD


def fields(page, what):
    """Return where a page's form goes, and what it sends by itself."""
    forms = re.findall(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL)
    for address, body in forms:
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body))
        if hidden.get("what") == what:
            return address, {key: unescape(value) for key, value in hidden.items()}
    raise AssertionError(f"no form {what} here")


def fill(browser, path, what, **typed):
    """Send a form of a page with what somebody types or presses in it."""
    address, hidden = fields(browser.get(path).text, what)
    return browser.post(address, data=hidden | typed, headers=browser.origin)


def section(page, name):
    return page.partition(f'id="desk-{name}"')[2].partition("</section>")[0]


def entered(director, event):
    return [dict(one.result) if one.result else None for one in director.events.get(event).entered]


def key(director, event, place=0):
    view = director.events.get(event)
    return match_rows(view, (), 0)[place].key


def test_a_result_is_the_losers_points_and_a_button(browser, director, cup):
    browser.sign_in()
    desk = browser.get(f"/events/{cup}").text
    assert f'href="/events/{cup}/matches/A1"' in section(desk, "seat")
    page = browser.get(f"/events/{cup}/matches/A1").text
    assert "Points of the loser" in page
    answer = fill(browser, f"/events/{cup}/matches/A1", "result", winner="Bob", **{"is-score": "3"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/events/{cup}")
    assert entered(director, cup) == [
        {"match": "A1", "players": ["Ann", "Bob"], "winner": "Bob", "score": [3, 5]}
    ]
    assert director.events.get(cup).history[-1].actor == "director"
    done = section(browser.get(f"/events/{cup}").text, "done")
    assert "Bob wins 5-3" in done
    assert "Ann v <strong>Bob</strong>" in done


def test_refused_results_keep_what_was_typed(browser, director, cup):
    browser.sign_in()
    path = f"/events/{cup}/matches/A1"
    for typed, sentence in (
        ({"is-score": "", "winner": "Ann"}, "Points of the loser: write a number."),
        ({"is-score": "7", "winner": "Ann"}, "whoever reaches 5 wins"),
        ({"is-score": "2"}, "Say who has won"),
        ({"is-score": "2", "winner": "Cid"}, "Say who has won"),
    ):
        answer = fill(browser, path, "result", **typed)
        assert answer.status_code == 409
        assert sentence in unescape(answer.text)
        assert f'name="is-score" value="{typed["is-score"]}"' in answer.text
    assert entered(director, cup) == []


def test_who_was_first_is_told_to_who_comes_second(browser, director, cup):
    browser.sign_in()
    address, hidden = fields(browser.get(f"/events/{cup}/matches/A1").text, "result")
    director.events.result(cup, {"match": "A1", "winner": "Ann", "score": [5, 1]})
    late = browser.post(address, data=hidden | {"winner": "Bob", "is-score": "4"}, headers=browser.origin)
    assert late.status_code == 409
    assert "Ann wins 5-1 is entered already" in late.text
    assert len(entered(director, cup)) == 1


def test_a_walkover_and_a_correction(browser, director, cup):
    browser.sign_in()
    path = f"/events/{cup}/matches/A2"
    assert fill(browser, path, "walkover", winner="Cid").status_code == 303
    told = {"match": "A2", "players": ["Cid", "<Dan>"], "winner": "Cid", "forfeit": True}
    assert entered(director, cup) == [told]
    assert "forfeit" in section(browser.get(f"/events/{cup}").text, "done")
    seen = fields(browser.get(path).text, "correct")
    played = {"is-score-0": "2", "is-score-1": "5"}
    assert fill(browser, path, "correct", reason="", **played).status_code == 409
    assert fill(browser, path, "correct", reason="it was played", **played).status_code == 303
    told = {"match": "A2", "players": ["Cid", "<Dan>"], "winner": "<Dan>", "score": [2, 5]}
    assert entered(director, cup) == [told]
    # a form that has not seen this correction
    address, hidden = seen
    old = browser.post(address, data=hidden | played | {"reason": "once more"}, headers=browser.origin)
    assert old.status_code == 409
    assert "Changed meanwhile: the ruling on action" in old.text
    assert fill(browser, path, "strike", reason="another match").status_code == 303
    assert entered(director, cup) == [None]
    assert f'href="{path}"' in section(browser.get(f"/events/{cup}").text, "seat"), "it is to be played again"


def test_a_claim_is_confirmed_or_rejected_in_its_row(browser, director, cup):
    browser.sign_in()
    for match, name, winner in ((31, "A1", "Ann"), (32, "A2", "Cid")):
        pairing = next(one for one in director.events.get(cup).answer.next if one["match"] == name)
        director.events.link(cup, match, pairing)
        director.events.claim(cup, match, {"match": name, "winner": winner, "score": [5, 2]}, actor="Table 1")
    path = f"/events/{cup}"
    needs = section(browser.get(path).text, "needs")
    assert "The board says: <strong>Ann wins 5-2</strong>" in needs
    assert fill(browser, path, "confirm").status_code == 303
    assert fill(browser, f"{path}/matches/A2", "reject", reason="").status_code == 409
    assert fill(browser, f"{path}/matches/A2", "reject", reason="another match").status_code == 303
    assert [one["winner"] for one in entered(director, cup)] == ["Ann"]
    assert director.events.get(cup).claims == ()


def test_a_board_that_contradicts_what_was_entered_is_shown_with_both(browser, director, cup):
    browser.sign_in()
    path = f"/events/{cup}"
    pairing = director.events.get(cup).answer.next[0]
    director.events.link(cup, 31, pairing)
    director.events.result(cup, {"match": "A1", "winner": "Bob", "score": [5, 4]})
    said = {"match": "A1", "winner": "Ann", "score": [5, 2], "players": ["Ann", "Bob"]}
    director.events.claim(cup, 31, said, actor="Table 1")
    needs = section(browser.get(path).text, "needs")
    for told in ("<strong>Ann wins 5-2</strong>", "<strong>Bob wins 5-4</strong>", "contradict each other"):
        assert told in needs
    match = f"{path}/matches/A1"
    assert fill(browser, match, "replace", reason="misread on paper").status_code == 303
    assert entered(director, cup) == [said]
    assert director.events.get(cup).claims == ()
    assert section(browser.get(path).text, "needs") == ""


def test_a_match_is_seated_with_the_time_control_of_the_last_one(browser, director, cup, board):
    browser.sign_in()
    path = f"/events/{cup}"
    for typed, sentence in (
        ({"table": BOARD, "control": "soon"}, "soon"),
        ({"table": "b", "control": "5m"}, ""),
    ):
        answer = fill(browser, f"{path}/matches/A1", "play", **typed)
        assert answer.status_code == 409
        assert f'value="{typed["control"]}"' in answer.text
        assert sentence in answer.text
    assert director.overview.matches() == ()
    assert fill(browser, f"{path}/matches/A1", "play", table=BOARD, control="5m").status_code == 303
    [match] = director.overview.matches()
    assert director.overview.match(match).match.players == ("Ann", "Bob")
    assert f'href="/tables/{BOARD}"' in section(browser.get(path).text, "playing")
    page = browser.get(f"{path}/matches/A2").text
    assert "No table is free" in page
    director.hall.store.board_seen("b" * 16)
    director.hall.table_of("b" * 16)
    assert 'name="control" required maxlength="60" autocomplete="off" value="5m"' in browser.get(
        f"{path}/matches/A2"
    ).text


def test_a_race_has_no_points_and_colours_are_chosen(browser, director, board):
    browser.sign_in()
    cup = started_event(director.events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    path = f"/events/{cup}/matches/{key(director, cup)}"
    assert 'name="length"' not in browser.get(path).text
    colours = "Ann red+blue, Bob green+yellow, Cid black+white"
    assert fill(browser, path, "colours", colours="Ann red+blue, Bob red+yellow").status_code == 409
    assert fill(browser, path, "colours", colours=colours).status_code == 303
    assert "red and blue" in browser.get(path).text
    german = browser.get(path, headers={"accept-language": "de"}).text
    assert "Ann Rot und Blau" in german
    # what the field holds can be sent again, in every language
    assert f'value="{colours}"' in german
    assert fill(browser, path, "play", table=BOARD, control="none").status_code == 303
    shown = director.overview.hall().tables[0].match
    assert (shown.title, shown.players) == ("3T race", ("Ann", "Bob", "Cid"))
    assert fill(browser, path, "result", winner="Bob").status_code == 303
    assert entered(director, cup) == [{"winner": "Bob"}]


def test_throws_are_a_number_for_each_player(browser, director):
    browser.sign_in()
    league = started_event(director.events, ["Ann", "Bob", 'Cid, "C"'], "League", "league-2t")
    path = f"/events/{league}/matches/{key(director, league)}"
    answer = fill(browser, path, "throw", **{"throw-0": "6", "throw-1": "9", "throw-2": "1"})
    assert (answer.status_code, "9 is out of range" in answer.text) == (409, True)
    typed = {"throw-0": "5", "throw-1": "3", "throw-2": "1"}
    assert fill(browser, path, "throw", **typed).status_code == 303
    assert director.events.get(league).options["lots"] == [["Ann", 5], ["Bob", 3], ['Cid, "C"', 1]]
    assert "Game 1" in section(browser.get(f"/events/{league}").text, "seat")


def test_points_ruled_about_a_match_without_a_board_stand_in_its_row_until_it_is_over(browser, director, cup):
    desk = director.desk
    points = Effect(POINTS, "Ann", 2, "Bob", "late")
    warned = desk.penalise(Effect(WARNING, "Ann", 0, "Bob", "noise"), "sang", event=cup)
    seq = desk.penalise(points, "12 minutes", event=cup)
    told = f"Ruling {seq}: {points.sentence()}"
    one = f"/events/{cup}/matches/A1"
    assert told not in browser.get(one).text
    browser.sign_in()
    page = section(browser.get(f"/events/{cup}").text, "seat")
    assert page.count(told) == browser.get(one).text.count(told) == 1
    assert f"Ruling {warned}:" not in page
    desk.undo(seq)
    assert told not in browser.get(one).text
    again = desk.penalise(points, "12 minutes", event=cup)
    director.events.result(cup, {"match": "A1", "players": ["Ann", "Bob"], "winner": "Bob", "score": [3, 5]})
    assert f"Ruling {again}:" not in browser.get(f"/events/{cup}").text


def test_the_desk_is_for_who_is_signed_in_only(browser, director, cup):
    fragment = f"/fragments/events/{cup}/desk"
    assert browser.get(fragment).status_code == 401
    shown = browser.get(f"/events/{cup}/matches/A1").text
    assert '<a href="/events/' in shown
    assert 'method="post"' not in shown.partition("<footer")[0]
    assert browser.post(f"/events/{cup}/matches/A1", data={}, headers=browser.origin).status_code == 401
    browser.sign_in()
    assert browser.get(fragment).text in browser.get(f"/events/{cup}").text
    assert browser.get(f"/events/{cup}/matches/Z9").status_code == 404
    wrong = {"token": fields(browser.get(f"/events/{cup}/matches/A1").text, "result")[1]["token"]}
    assert browser.post(f"/events/{cup}/matches/A1", data=wrong | {"what": "dance"},
                        headers=browser.origin).status_code == 400  # fmt: skip
    assert browser.post(f"/events/{cup}/matches/A1", data={"what": "result"},
                        headers=browser.origin).status_code == 403  # fmt: skip


def test_a_scorer_lets_nobody_leave_or_arrive_with_a_result(browser, director, cup):
    browser.sign_in_as("scorer")
    path = f"/events/{cup}/matches/A1"
    assert "is-withdrawn" not in browser.get(path).text
    forged = fill(browser, path, "walkover", **{"winner": "Ann", "is-withdrawn": "yes"})
    assert (forged.status_code, "Only a director decides this" in forged.text) == (409, True)
    more = {"winner": "Ann", "is-absent": "Cid", "is-late": "Eve", "is-closed": "yes"}
    assert fill(browser, path, "walkover", **more).status_code == 303
    entered = director.events.get(cup).entered[-1].result
    assert entered["forfeit"] is True
    assert not entered.keys() & {"withdrawn", "absent", "late", "closed"}
    before = director.events.get(cup).last
    token = re.findall(r'name="token" value="([^"]+)"', browser.get(f"/events/{cup}/matches/A2").text)[-1]
    sent = {"token": token, "lines": "absent\nCid\n", "after": str(before)}
    refused = browser.post(f"/events/{cup}/results", data=sent, headers=browser.origin)
    assert (refused.status_code, "withdraw the player instead" in refused.text) == (409, True)
    assert director.events.get(cup).last == before
    browser.sign_in()
    assert "is-withdrawn" in browser.get(f"/events/{cup}/matches/A2").text


def test_a_scorer_enters_results_and_corrects_nothing(browser, director, cup):
    browser.sign_in_as("scorer")
    path = f"/events/{cup}/matches/A1"
    assert fill(browser, path, "result", winner="Ann", **{"is-score": "0"}).status_code == 303
    assert director.events.get(cup).history[-1].actor == "scorer"
    page = browser.get(path).text
    assert "Correct" not in page.partition("<main")[2]
    token = re.findall(r'name="token" value="([^"]+)"', page)[-1]
    correct = {"token": token, "what": "correct", "reason": "mine", "is-score-0": "1", "is-score-1": "5"}
    assert browser.post(path, data=correct, headers=browser.origin).status_code == 403
    desk = browser.get(f"/events/{cup}").text
    assert ">More<" not in desk
    finish = {"token": token, "what": "finish"}
    assert browser.post(f"/events/{cup}", data=finish, headers=browser.origin).status_code == 403


def test_a_display_sees_the_readers_page(browser, cup):
    browser.sign_in_as("display")
    assert browser.get(f"/fragments/events/{cup}/desk").status_code == 403
    shown = browser.get(f"/events/{cup}/matches/A1").text
    assert 'method="post"' not in shown.partition("<footer")[0]


def test_games_of_two_without_a_board_are_the_next_step(browser, director):
    browser.sign_in()
    colours = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
    options = {"games": 2, "colours": colours}
    event = started_event(director.events, ["Ann", "Bob", "Cid"], "Grand", "grand-prix", options)
    director.events.withdraw(event, "Ann")
    told = section(browser.get(f"/events/{event}").text, "step")
    assert "2 matches are to be played away from the boards." in told
    assert "Enter the result" in told
    # the form asks for the colours that are left
    href = re.search(r'href="(/events/[^"]*matches[^"]*)"', told).group(1)
    form = browser.get(unescape(href)).text
    assert "Place of green" in form
    assert "Place of red" not in form


def test_without_a_free_table_the_next_step_seats_nobody(browser, director):
    browser.sign_in()
    event = started_event(director.events, FOUR, "Cup", "knockout", {"length": 5})
    rows = match_rows(director.events.get(event), (), 0)
    waits = next_step(director.events.get(event), rows, True, free_tables=0)
    assert waits.button == "Enter the result"
    assert waits.sentence == "2 matches are to be played away from the boards."
    playing = [replace(rows[0], state=PLAYING), *rows[1:]]
    waits = next_step(director.events.get(event), playing, True, free_tables=0)
    assert (waits.button, waits.sentence) == ("", "1 match waits for a free table. 1 is being played.")
    seated = next_step(director.events.get(event), rows, True, free_tables=1)
    assert seated.sentence == "2 matches are to be played, 1 of them can be seated now."
    freed = next_step(director.events.get(event), playing, True, free_tables=0, settled=1)
    assert (freed.button, freed.href) == ("Free a table", f"/events/{event}/seating")


def test_the_next_step_stands_on_top_from_an_empty_event_to_its_end(browser, director, board):
    browser.sign_in()
    director.hall.tables[board].online = True
    event = director.events.new("Cup", "knockout", {"length": 5})

    def step():
        told = section(browser.get(f"/events/{event}").text, "step")
        return re.findall(r"<p>([^<]*)</p>", told), re.findall(r'class="primary"[^>]*>([^<]*)<', told)

    assert step() == (["Nobody has entered yet. 2 players are missing."], ["Enter players"])
    director.events.enter(event, ["Ann", "Bob"])
    assert step() == (["2 players entered. Nothing is drawn yet."], ["Draw"])
    fill(browser, f"/events/{event}", "draw")
    assert step() == (["2 players entered, and drawn."], ["Start the event"])
    fill(browser, f"/events/{event}", "start")
    assert step() == (["1 match is to be seated."], ["Seat the round"])
    fill(browser, f"/events/{event}/matches/A1", "result", winner="Ann", **{"is-score": "4"})
    assert step() == (["Everything is played."], ["Finish the event"])
    fill(browser, f"/events/{event}", "finish")
    assert step() == (["This event is finished. Its results stand."], ["See what it is worth"])


def test_a_name_that_is_nearly_a_players_is_shown_at_the_desk(browser, director):
    browser.sign_in()
    tourney = started_event(director.events, ["Ann", "Bob", "Cynthia"], "Tourney", "ttt")
    assert "desk-doubts" not in browser.get(f"/events/{tourney}").text
    director.events.result(tourney, {"match": 7, "players": ["Ann", "Cyntia"], "winner": "Ann"})
    told = unescape(section(browser.get(f"/events/{tourney}").text, "doubts"))
    assert 'Match 7 is friendly: "Cyntia" is not among the players; perhaps "Cynthia" is meant.' in told


def test_byes_and_who_waits_for_a_late_arrival_are_named(browser, director):
    browser.sign_in()
    cup = started_event(director.events, [*FOUR, "Eve"], "Late", "knockout", {"late": 1})
    named = director.events.get(cup).answer.resting
    assert any("waits in" in one for one in named)
    assert any("has a bye" in one for one in named)
    told = section(browser.get(f"/events/{cup}").text, "resting")
    assert all(one in unescape(told) for one in named)
    german = section(browser.get(f"/events/{cup}", headers={"accept-language": "de"}).text, "resting")
    assert not any(one in unescape(german) for one in named)
    director.events.withdraw(cup, director.events.get(cup).answer.next[0]["players"][0])
    page = browser.get(f"/events/{cup}", headers={"accept-language": "de"}).text
    assert ", without play: " not in page


def test_a_long_list_is_folded_by_round_and_many_games_are_a_crosstable(browser, director):
    browser.sign_in()
    names = [f"P{number:02}" for number in range(1, 11)]
    few = started_event(director.events, names[:7], "Few", "round-robin", {"length": 5})
    page = section(browser.get(f"/events/{few}").text, "seat")
    assert [*map(int, re.findall(r'Round \d+ <span class="count">(\d+)</span></summary>', page))] == [3] * 7
    many = started_event(director.events, names, "Many", "ttt")
    director.events.result(many, {"players": ["P01", "P02"], "winner": "P02"})
    page = browser.get(f"/events/{many}").text
    assert section(page, "seat") == ""
    cells = re.findall(r'<td><a href="([^"#]+)[^>]*class="(\w+)" aria-label="([^:]+): ([^"]+)"', page)
    assert len(cells) == 90
    assert len({address for address, *_ in cells}) == 45
    assert ("done", "P01 v P02", "P02 wins") in {cell[1:] for cell in cells}
    assert '<a href="/events/2/players/1">P01</a> <span class="hint">8 open, 1 done</span>' in page
    assert browser.get(cells[5][0]).status_code == 200
    assert "Choose a game to enter its result." in page
    director.events.finish(many, "the hall closes")
    assert "Choose a game" not in browser.get(f"/events/{many}").text


# --- in a real browser -----------------------------------------------------------------------------


def signed_in(engine, serving, path, **viewport):
    page = engine.new_page(viewport=viewport or {"width": 1366, "height": 768})
    sign_in_at(page, serving.url, path)
    page.wait_for_url(f"**{path}")
    return page


@sample.scenario("a result by clicks")
@pytest.mark.chromium
def test_a_result_takes_three_groups_of_clicks_and_keys_and_the_desk_is_live(
    serving, director, cup, engine, pictures
):
    page = signed_in(engine, serving, f"/events/{cup}")
    expect(page.locator("[data-live]")).to_have_text("Live")
    page.evaluate("window.mine = true")
    # somebody else enters a result: the row moves by itself
    director.events.result(cup, {"match": "A2", "winner": "Cid", "score": [5, 1]})
    expect(page.locator("#desk-done .count")).to_have_text("1")
    assert page.evaluate("window.mine")
    page.screenshot(path=pictures / "desk.png", full_page=True)
    # 1: the row's button; 2: the loser's points (the input has the focus); 3: who has won
    page.locator("#m-A1").get_by_role("link", name="Result").click()
    expect(page.get_by_label("Points of the loser")).to_be_focused()
    page.keyboard.type("3")
    # Enter chooses nobody
    page.keyboard.press("Enter")
    assert len(entered(director, cup)) == 1
    page.get_by_role("button", name="Bob wins", exact=True).click()
    expect(page.locator("#desk-done .count")).to_have_text("2")
    assert entered(director, cup)[-1]["score"] == [3, 5]


@sample.scenario("a tourney by arrows")
@pytest.mark.chromium
def test_the_games_of_a_tourney_are_chosen_by_arrows_and_on_a_phone_by_player(
    serving, director, engine, pictures
):
    names = [f"P{number:02}" for number in range(1, 11)]
    many = started_event(director.events, names, "M" * 60, "ttt")
    page = signed_in(engine, serving, f"/events/{many}")
    first = page.locator(".cross td a").first
    first.focus()
    expect(page.locator('.cross td a[tabindex="0"]')).to_have_count(1)
    # from P01 v P02 over the diagonal to P03 v P02, and to P03 v P01
    for arrow in ("ArrowDown", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(arrow)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") in (
        "P01 v P03: to be seated", "P03 v P01: to be seated",
    )  # fmt: skip
    page.keyboard.press("Enter")
    page.get_by_role("button", name="P03 wins", exact=True).click()
    expect(page.locator(".cross a.done")).to_have_count(2)
    [result] = entered(director, many)
    assert (set(result["players"]), result["winner"]) == ({"P01", "P03"}, "P03")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".cross-list li")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    page.screenshot(path=pictures / "desk-tourney-phone.png", full_page=True)
    page.locator(".cross-list").get_by_role("link", name="P05").click()
    page.get_by_role("link", name="P05 v P07").or_(page.get_by_role("link", name="P07 v P05")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("P05")
    page.get_by_role("button", name="P05 wins", exact=True).click()
    expect(page.locator(".cross-list")).to_contain_text("P05 8 open, 1 done")


def test_a_match_that_was_entered_meanwhile_leads_to_the_page_of_its_event(browser, director):
    tourney = started_event(director.events, FOUR, "Tourney", "ttt")
    browser.sign_in()
    desk = browser.get(f"/events/{tourney}").text
    path = re.search(rf'href="(/events/{tourney}/matches/[^"]+)"', desk)[1]
    address, hidden = fields(browser.get(path).text, "result")
    players = director.events.get(tourney).answer.next[0]["players"]
    director.events.result(tourney, {"players": list(players), "winner": players[0]})
    gone = "This match was entered or changed meanwhile: the page of the event shows what counts now."
    for answer in (browser.get(path), browser.post(address, data=hidden, headers=browser.origin)):
        assert answer.status_code in (404, 409)
        assert gone in answer.text
        assert f'<a href="/events/{tourney}">To the event</a>' in answer.text
    assert len(director.events.get(tourney).entered) == 1
