"""Players find where to sit, whom to play and what they need; names, tables, matches and events link."""

import re

import pytest

from tests.startedevent import started_event
from tests.web.conftest import Browser
from tests.web.hallwork import NOW, HandSet, match, table

MINUTE = 60_000


@pytest.fixture
def hall(director):
    """Table 4 plays a cup of four (the first match), table 5 is free; the events are the real ones."""
    hall = HandSet(table(4, match(match_id=7, players=("Ann", "Bob"), control="14m d12")), table(5))
    hall.events, hall.event_tables = director.events, director.event_tables
    hall.published = director.published
    four = ["Ann", "Bob", "Cid", "Dan"]
    cup = started_event(director.events, four, "Spring Cup", "knockout", {"length": 7})
    first, second = director.events.get(cup).answer.next
    assert (first["players"], second["players"]) == (["Ann", "Bob"], ["Cid", "Dan"])
    director.events.link(cup, 7, first)
    plan = {"A": {"start_ms": NOW + 90 * MINUTE, "control": "3m/pt b12"}}
    director.events.timetables.change(cup, plan)
    return hall


def text_of(page):
    """Return the words of a page's main part."""
    main = re.sub(r"<[^>]+>", " ", page.partition("<main")[2].partition("</main>")[0])
    return " ".join(main.partition(">")[2].split())


def test_who_plays_now_is_told_the_table_first(browser):
    page = browser.get("/events/1/players/1").text
    told = text_of(page)
    order = ["Table 4 against Bob", "A1", "to 7 points", "time control 14m d12", "Place", "Played"]
    assert sorted(order, key=told.index) == order
    for link in ("/tables/e661385283460004", "/events/1/players/2", "/events/1/matches/A1", "/events/1"):
        assert f'href="{link}"' in page
    assert browser.get("/fragments/events/1/players/1").text in page
    assert 'data-topic="events table/e661385283460004"' in page


def test_who_plays_next_is_told_when_and_with_which_clock(browser):
    told = text_of(browser.get("/events/1/players/3").text)
    assert "Next against Dan A2 to 7 points time control 3m/pt b12 begins " in told
    assert "1:30:00" in told
    assert "no table yet" in told


def test_what_is_needed_is_the_sentence_of_the_event(browser, director):
    told = text_of(browser.get("/events/1/players/3").text)
    [need] = [one.sentence for one in director.events.futures(1).needs if one.player == "Cid"]
    assert need in told


def test_a_result_stands_among_those_played_and_says_the_place(browser, director):
    director.events.result(1, {"match": "A2", "winner": "Dan", "score": [2, 7], "players": ["Cid", "Dan"]})
    told = text_of(browser.get("/events/1/players/3").text)
    assert "A2 against Dan : Dan wins 7-2" in told
    assert "of 4" in told
    assert "Nothing to play now." in told


def test_there_is_no_player_beyond_the_entries(browser):
    for place in (0, 5):
        assert browser.get(f"/events/1/players/{place}").status_code == 404
        assert browser.get(f"/fragments/events/1/players/{place}").status_code == 404


def test_a_table_leads_to_its_match_its_event_and_its_players(browser):
    for path in ("/", "/tables/e661385283460004"):
        page = browser.get(path).text
        assert '<a href="/events/1/matches/A1">A1</a> · <a class="of" href="/events/1">Spring Cup</a>' in page
        assert '<a href="/events/1/players/1">Ann</a>' in page
    shown = browser.get("/events/1/matches/A1").text
    for link in ("/events/1", "/tables/e661385283460004", "/events/1/players/1", "/events/1/players/2"):
        assert f'href="{link}"' in shown
    assert "to 7 points" in shown


def test_a_match_out_of_every_event_links_nowhere(browser, hall):
    hall.set(table(5, match(match_id=99, players=("Ann", "Zoe"))))
    page = browser.get("/tables/e661385283460005").text
    assert "belongs" not in page
    assert "/events/1/players" not in page


# --- the search, and the page over all events -------------------------------------------------------


def test_a_name_is_found_by_a_part_of_it(browser, director):
    answer = browser.get("/players?name=%20 aNN ")
    assert (answer.status_code, answer.headers["location"]) == (303, "/events/1/players/1")
    started_event(director.events, ["Annabel", "Zoe"], "Autumn Cup", "knockout", {"length": 5})
    assert browser.get("/players?name=ann").headers["location"] == "/events/1/players/1", "just this name"
    listed = browser.get("/players?name=an").text
    for link in ('<a href="/events/1/players/1">Ann</a>', '<a href="/events/2/players/1">Annabel</a>',
                 '<a href="/events/1/players/4">Dan</a>'):  # fmt: skip
        assert link in listed


def test_a_search_knows_each_change_of_events_and_people(browser, director):
    assert browser.get("/players?name=quirin").status_code == 404
    league = director.events.new("League", "knockout", {"length": 5})
    director.events.enter(league, ["Quirin"])
    assert browser.get("/players?name=quirin").headers["location"] == f"/events/{league}/players/1"
    [quirin] = director.people.enter(["Quirin"])
    assert browser.get("/players?name=quirin").headers["location"] == f"/players/{quirin}"
    director.people.consent(quirin, "private")
    assert browser.get("/players?name=quirin").status_code == 404
    director.people.consent(quirin, "given")
    director.events.withdraw(league, "Quirin", "ill")
    assert browser.get("/players?name=quirin").status_code == 404


def test_an_address_may_search_once_a_second_and_who_is_signed_in_more(browser):
    answers = [browser.get("/players", params={"name": f"a{number}"}) for number in range(70)]
    told = [answer.status_code for answer in answers]
    assert (told[:60], told[-1]) == ([404] * 60, 429)
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert "This address has searched a lot: wait" in answers[-1].text
    # a page without a search is no search
    assert browser.get("/players").status_code == 200
    browser.sign_in()
    assert browser.get("/players?name=ann").status_code == 303


def test_who_is_not_in_the_register_is_found_in_each_open_event(browser, director):
    league = started_event(director.events, ["Ann", "Zoe"], "League", "knockout", {"length": 5})
    listed = browser.get("/players?name=Ann").text
    assert '<a href="/events/1/players/1">Ann</a> <span class="hint">Spring Cup</span>' in listed
    assert f'<a href="/events/{league}/players/1">Ann</a> <span class="hint">League</span>' in listed
    director.events.finish(1, "dark outside")
    assert browser.get("/players?name=Ann").headers["location"] == f"/events/{league}/players/1"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Nobody <here>", "Nobody with &#39;Nobody &lt;here&gt;&#39; in the name plays here"),
        ("x" * 101, "A name has at most 100 letters"),
    ],
)
def test_a_search_that_finds_nobody_says_so_and_keeps_what_was_typed(browser, typed, sentence):
    answer = browser.get("/players", params={"name": typed})
    assert answer.status_code == 404
    assert sentence in answer.text
    assert f'value="{typed.replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text
    empty = browser.get("/players")
    assert (empty.status_code, 'role="search"' in empty.text) == (200, True)


def test_somebody_of_the_register_has_a_page_over_all_events(browser, director, hall):
    [ann] = director.people.enter(["Ann"])
    assert browser.get("/players?name=ann").headers["location"] == f"/players/{ann}"
    page = browser.get(f"/players/{ann}").text
    assert "Table 4 against Bob" in text_of(page)
    assert browser.get(f"/fragments/players/{ann}/days").text in page
    assert f'<a href="/players/{ann}">All events' in browser.get("/events/1/players/1").text
    director.events.finish(1, "dark outside")
    hall.passed = 2  # parts are kept for a second
    past = browser.get(f"/players/{ann}").text.partition('id="p-past"')[2]
    assert '<a href="/events/1/players/1">Spring Cup</a>: ' in past


def test_a_private_player_is_found_by_the_own_link_only(browser, director, serving, accounts):
    [ann] = director.people.enter(["Ann"])
    director.people.consent(ann, "private")
    assert browser.get("/players?name=ann").status_code == 404
    for path in (f"/players/{ann}", f"/fragments/players/{ann}/days"):
        assert browser.get(path).status_code == 404
    with Browser(serving.url) as own:
        answer = own.get(f"/link/{ann}/{accounts.player_signature(ann)}")
        page = own.get(answer.headers["location"]).text
        assert "Table 4 against Bob" in text_of(page)
        assert own.get(f"/fragments/players/{ann}/days").text in page


def test_a_tourneys_player_sees_whom_to_invite_and_until_when(browser, director):
    event = started_event(director.events, ["Ann", "Bob", "Cid", "Dan"], "Tourney", "ttt")
    director.events.set_options(event, {"turns_a_day": 2})
    told = text_of(browser.get(f"/events/{event}/players/1").text)
    order = ["Ann invites", "Ann v Bob", "Who invited Ann", "Dan v Ann", "To be played"]
    assert sorted(order, key=told.index) == order
    assert ", due 20" in told.partition("Who invited")[0]
