"""A new event from a template, and its players: by search, list and file; checked in, late, withdrawn."""

import re
from html import escape

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.events.entryfile import LARGEST
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.feeds.sheet import Sheet
from tablekeeper.feeds.workbook import workbook
from tablekeeper.formats import FORMATS
from tablekeeper.formats.templates import templates
from tablekeeper.web import Serving, Settings, make_app
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import entered_event, started_event
from tests.web.conftest import Browser, directed, sign_in_at, text_of
from tests.web.pageforms import form_of

serving = directed
TEMPLATES = templates(FORMATS)


@pytest.fixture
def cup(director):
    return entered_event(director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": 5})


def main(answer) -> str:
    return answer.text.partition("<main")[2]


# --- a new event ----------------------------------------------------------------------------------


def test_every_template_is_offered_in_words(signed):
    offered = main(signed.get("/events/new"))
    for key, template in TEMPLATES.items():
        assert f'href="/events/new?template={key}"' in offered
        assert not template.options or escape(template.title) in offered
    assert 'href="/events/new"' in signed.get("/events", headers={"accept": "text/html"}).text


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_every_option_of_a_format_is_asked_once(signed, key):
    text = main(signed.get("/events/new", params={"template": key}))
    for option in nonempty(FORMATS[key].options):
        assert text.count(f'name="field-{option.key}"') == 1
        assert escape(option.label).replace("&#x27;", "&#39;") in text
        for choice, said in zip(option.choices, option.words or option.choices, strict=True):
            if option.kind == "choice":
                # the usual one is offered once: as what holds unless said
                assert re.search(rf'<option value="({choice}"( selected)?>{said}|">{said} \()', text)
            else:
                told = f" = {escape(said)}" if option.words else ""
                assert f"<code>{choice}</code>{told}".replace("&#x27;", "&#39;") in text


def test_a_template_asks_for_what_matters_and_folds_the_rest(signed):
    asked, _, more = main(signed.get("/events/new?template=backgammon-rising")).partition("<details")
    assert 'name="field-length" value="7,7,9,11"' in asked
    assert 'name="field-seed"' not in asked
    assert 'name="field-seed"' in more


def test_a_template_makes_an_event_and_leads_to_its_players(signed, director):
    answer = signed.submit("/events/new?template=backgammon-16", "/events/new", what="new",
                  template="backgammon-16", name=" Spring  cup ", **{"field-length": "7,7,9,11"})  # fmt: skip
    assert (answer.status_code, answer.headers["location"]) == (303, "/events/1/players")
    view = director.events.get(1)
    # a field that was emptied is not the template's any more
    assert (view.name, view.options) == ("Spring cup", {"length": [7, 7, 9, 11], "late_places": "spread"})


@pytest.mark.parametrize(
    ("fields", "wrong", "sentence"),
    [
        ({"name": " "}, "name", "Write the name of the event."),
        ({"name": "Cup", "field-length": "7,many"}, "field-length", "a whole number is wanted"),
        ({"name": "Cup", "field-late": "many"}, "field-late", "a whole number is wanted"),
        ({"name": "Cup", "field-sets": "2", "field-length": "7"}, "field-sets", "an odd number is wanted"),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_says_why_beside_its_field(
    signed, director, fields, wrong, sentence
):
    answer = signed.submit("/events/new?template=knockout", "/events/new", what="new", template="knockout",
                  **{"name": "", **fields})  # fmt: skip
    assert answer.status_code == 409
    field = re.search(rf'<[^>]+ name="{wrong}"[^>]*aria-invalid="true"', answer.text)
    assert field is not None
    assert f'value="{fields[wrong]}"' in answer.text
    assert sentence in answer.text.partition(f'id="problem-new-{wrong}"')[2].partition("</span>")[0]
    # a field among those that are folded is shown
    assert ('<details class="panel" open' in answer.text) == (wrong == "field-sets")
    assert director.events.all() == ()


def test_an_unknown_template_is_no_page(signed):
    assert signed.get("/events/new?template=chess").status_code == 404
    assert signed.submit("/events/new", what="new", template="chess", name="Cup").status_code == 404


# --- players -------------------------------------------------------------------------------------


def test_only_the_director_sees_names_of_the_register(browser, director, cup):
    director.people.enter(["Ann Lee", "Anna Moor", "Joanna"])
    for path in ("/events/new", f"/events/{cup}/players", "/people/names?q=a"):
        assert browser.get(path).status_code == 401
    browser.sign_in()
    assert browser.get("/people/names?q= AN").json() == {"names": ["Ann Lee", "Anna Moor"]}
    assert browser.get("/people/names?q=moo").json() == {"names": ["Anna Moor"]}
    assert browser.get("/people/names?q=").json() == {"names": []}


def test_a_name_is_entered_as_the_register_writes_it(signed, director, cup):
    director.people.enter(["Cid Moor"])
    path = f"/events/{cup}/players"
    assert '<option value="Cid Moor">' in signed.get(path).text
    assert signed.submit(path, what="enter", name=" cid  moor").status_code == 303
    assert director.events.get(cup).players == ("Ann", "Bob", "Cid Moor")
    again = signed.submit(path, what="enter", name="CID MOOR")
    assert again.status_code == 409
    assert "Cid Moor is entered already" in again.text
    assert 'value="CID MOOR"' in again.text
    assert signed.submit(path, what="enter", name="").status_code == 409


def test_a_name_like_one_of_the_register_is_asked_about(signed, director, cup):
    director.people.enter(["Cid Moor"])
    path = f"/events/{cup}/players"
    asked = signed.submit(path, what="enter", name="Cid Mor")
    assert (asked.status_code, director.events.get(cup).players) == (200, ("Ann", "Bob"))
    assert "not in the register, which has Cid Moor" in asked.text
    assert signed.submit(path, what="enter-list", text="Cid Mor", register="1").status_code == 303
    assert director.events.get(cup).players[2:] == ("Cid Mor",)
    assert director.people.book().find("Cid Mor") is not None


def test_a_pasted_list_is_looked_at_before_anybody_is_entered(signed, director, cup):
    path = f"/events/{cup}/players"
    text = "1. Cid; Rome\n2. ann; Milan\n\n3. Dan <b>\n4. cid"
    found = signed.submit(path, what="look", text=text)
    assert found.status_code == 200
    assert director.events.get(cup).players == ("Ann", "Bob")
    for told in ("2 players to enter, 2 lines have problems", "1 empty line was left out",
                 "Ann is entered already", "as in line 1", "Cid\nDan &lt;b&gt;</textarea>"):  # fmt: skip
        assert told in found.text
    wrong = signed.submit(path, what="enter-list", text="Cid\nAnn")
    assert "Ann is entered already" in wrong.text
    assert signed.submit(path, what="enter-list", text="Cid\nDan; <b>").status_code == 303
    assert director.events.get(cup).players == ("Ann", "Bob", "Cid", "Dan; <b>")
    assert signed.submit(path, what="look", text="\n \n").status_code == 409


def test_an_event_that_is_full_offers_no_form_to_enter_players(signed, director):
    trio = entered_event(director.events, ["Ann", "Bob"], "Trio", "masters", {"first_to": 3})
    assert "Enter players</h2>" in signed.get(f"/events/{trio}/players").text
    director.events.enter(trio, ["Cid"])
    for phase in ("entries", "running"):
        assert director.events.get(trio).phase == phase
        page = signed.get(f"/events/{trio}/players").text
        assert "Masters (3T+) has 3 players: nobody else can be entered." in page
        assert 'id="h-enter"' not in page
        assert 'value="enter"' not in signed.get(f"/events/{trio}").text
        if phase == "entries":
            director.events.start(trio)


def test_a_list_that_is_refused_stays_to_be_changed_and_enters_nobody_anywhere(signed, director):
    trio = director.events.new("Trio", "masters", {"first_to": 3})
    path = f"/events/{trio}/players"
    refused = signed.submit(path, what="enter-list", text="Ann\nBob\nCid\nDan", register="1")
    assert refused.status_code == 409
    assert "has 3 players" in main(refused).partition('class="refusal"')[2].partition("</p>")[0]
    assert "Ann\nBob\nCid\nDan</textarea>" in refused.text
    assert 'value="1" checked' in refused.text
    assert director.people.book().find("Ann") is None
    assert signed.submit(path, what="enter-list", text="Ann\n##x", register="1").status_code == 409
    assert director.events.get(trio).players == ()


def test_a_line_of_many_names_is_asked_about(signed, director, cup):
    path = f"/events/{cup}/players"
    asked = signed.submit(path, what="enter", name="Cid, Dan, Eve")
    assert (asked.status_code, "write one player per line" in asked.text) == (200, True)
    assert director.events.get(cup).players == ("Ann", "Bob")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_file_is_looked_at_before_anybody_is_entered(signed, director, cup, kind):
    path = f"/events/{cup}/players"
    sheet = Sheet("Players", ("Name", "Club"), (("Cid", "Rome"), ("Bob", "Milan")))
    data = b"Name,Club\nCid,Rome\nBob,Milan\n" if kind == "csv" else workbook([sheet])
    found = text_of(signed.submit(path, f"{path}/file", files={"file": (f"list.{kind}", data)}, what="file"))
    assert "1 player to enter, 1 line has a problem" in found
    assert director.events.get(cup).players == ("Ann", "Bob")


def test_a_file_that_is_none_is_refused_beside_its_field(signed, director, cup):
    path = f"/events/{cup}/players"
    for data, sentence in ((b"", "Choose a file first"), (b"PK\3\4", "cannot be read"), (b"\n", "no name")):
        answer = text_of(signed.submit(path, f"{path}/file", files={"file": ("x", data)}, what="file"), 409)
        assert sentence in answer.partition('id="problem-file"')[2].partition("</p>")[0]


def test_a_list_as_long_as_an_event_can_be_is_taken(signed, cup):
    path = f"/events/{cup}/players"
    names = [f"{number}. Somebody {number}; The club of a long name, Zürich" for number in range(1, 400)]
    told = signed.submit(path, what="look", text="\n".join(names))
    assert (told.status_code, "399 players to enter" in told.text) == (200, True)


def test_only_the_addresses_of_lists_take_more_than_a_form(signed, cup):
    path = f"/events/{cup}/players"
    token = signed.token(path)
    large = b"x" * (LARGEST + 100)
    told = signed.post(f"{path}/file", data={"token": token, "what": "file"}, files={"file": ("x", large)},
                       headers=signed.origin)  # fmt: skip
    assert (told.status_code, "larger than 1 MB" in told.text) == (409, True)
    for where, count in ((f"{path}/file", LARGEST + 60_000), (path, 300_000), (f"{path[:-8]}/draw", 20_000)):
        refused = signed.post(where, data={"token": token, "what": "look", "text": "x" * count},
                              headers=signed.origin)  # fmt: skip
        assert refused.status_code == 413
    assert signed.post(path, data={"token": token}, files={"file": ("x", b"x")},
                       headers=signed.origin).status_code == 400  # fmt: skip


def test_who_is_there_is_checked_in_and_asked_about_at_the_start(signed, director, cup):
    path = f"/events/{cup}/players"
    assert signed.submit(path, what="checkin", player="Ann").status_code == 303
    assert director.events.get(cup).present == {"Ann"}
    asked = signed.submit(f"/events/{cup}", what="start")
    assert "Start without them being there?" in asked.text
    assert "1 player has not checked in: Bob." in asked.text
    assert signed.submit(path, what="absent", player="Ann").status_code == 303
    assert signed.submit(path, what="all").status_code == 303
    assert director.events.get(cup).present == {"Ann", "Bob"}
    assert signed.submit(path, what="checkin", player="Nobody").status_code == 409
    assert signed.submit(f"/events/{cup}", what="start").status_code == 303
    assert {one.actor for one in director.events.get(cup).history[2:]} == {"director"}


def test_the_confirmed_start_leaves_who_is_missing_in_the_draw(signed, director, cup):
    director.events.presence.check_in(cup, ["Ann"])
    assert signed.submit(f"/events/{cup}", what="start", absent="1").status_code == 303
    assert director.events.get(cup).phase == "running"


def test_before_the_start_a_withdrawal_is_one_button(signed, director, cup):
    path = f"/events/{cup}/players"
    assert 'value="withdraw" aria-label="Withdraw Ann"' in signed.get(path).text
    assert signed.submit(path, what="withdraw", player="Ann").status_code == 303
    assert director.events.get(cup).players == ("Bob",)


def test_after_the_start_a_withdrawal_shows_what_becomes_of_open_games(signed, director, cup):
    director.events.start(cup)
    path = f"/events/{cup}/players"
    assert 'value="see-leave" aria-label="Withdraw Ann"' in signed.get(path).text
    shown = signed.submit(path, what="see-leave", player="Ann")
    assert "Ann has 1 open game. 1 match is won by the others without play now" in shown.text
    assert director.events.get(cup).withdrawn == {}
    assert signed.submit(path, what="withdraw", player="Ann", reason="ill").status_code == 303
    assert director.events.get(cup).withdrawn == {"Ann": "ill"}
    assert "withdrawn: ill" in signed.get(path).text
    assert signed.submit(path, what="see-leave", player="Ann").status_code == 409


def test_a_withdrawal_from_a_tourney_asks_for_the_ruling(signed, director):
    event = started_event(director.events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    path = f"/events/{event}/players"
    shown = signed.submit(path, what="see-leave", player="Ann")
    assert shown.text.count('type="radio"') == 2
    assert "2 games" in shown.text
    assert signed.submit(path, what="withdraw", player="Ann").status_code == 409
    assert signed.submit(path, what="withdraw", player="Ann", ruling="removed").status_code == 303


def test_a_late_arrival_is_entered_on_the_same_page(signed, director):
    event = started_event(director.events, ["Ann", "Bob", "Cid"], "Cup", "knockout", {"late": 1})
    path = f"/events/{event}/players"
    assert "Enter a late arrival" in signed.get(path).text
    assert signed.submit(path, what="enter", name="Dan").status_code == 303
    full = signed.submit(path, what="enter", name="Eve")
    assert (full.status_code, "no place for Eve: none is kept open" in full.text) == (409, True)
    assert director.events.get(event).players == ("Ann", "Bob", "Cid", "Dan")


def test_byes_for_a_late_arrival_are_buttons(signed, director):
    event = started_event(director.events, list("ABCDE"), "Cup", "knockout", {"length": 5})
    path = f"/events/{event}/players"
    asked = signed.submit(path, what="enter", name="Zoe")
    assert "Which bye does Zoe get?" in asked.text
    assert director.events.get(event).players == tuple("ABCDE")
    assert "match B1: A v B would wait for the new match: take it back if it is on paper." in asked.text
    form = form_of(asked.text, "enter", path)
    assert form.buttons == [("bye_of", "C"), ("bye_of", "A"), ("bye_of", "B")]
    assert '<button name="bye_of" value="A">Zoe plays against A</button>' in asked.text
    assert signed.post(path, data={**form.fields, "bye_of": "A"}, headers=signed.origin).status_code == 303
    assert director.events.get(event).history[-1].text == "the late arrival of Zoe beside A, who had a bye"
    assert "Zoe" in main(signed.get(f"/events/{event}"))
    late = signed.submit(path, what="enter", name="Yan", bye_of="D")
    assert (late.status_code, "D has no bye in the first round." in late.text) == (409, True)


def test_what_is_no_page_and_no_action(signed, cup):
    assert signed.get("/events/77/players").status_code == 404
    assert signed.submit(f"/events/{cup}/players", what="dance").status_code == 400


@sample.scenario("an event set up in a browser")
@pytest.mark.chromium
def test_a_director_sets_an_event_up_in_the_browser(engine, serving, director, pictures):
    director.people.enter(["Ann Lee", "Anna Moor", "Bob Kay"])
    page = engine.new_page(viewport={"width": 390, "height": 844})
    sign_in_at(page, serving.url, "/events/new")
    expect(page.get_by_role("heading", name="A new event")).to_be_visible()
    check(page, pictures / "event-new.png")
    page.get_by_role("link", name="Backgammon knockout, 16 players").click()
    page.get_by_label("Name of the event").fill("Spring cup")
    check(page, pictures / "event-new-template.png")
    page.keyboard.press("Enter")
    name = page.get_by_label("Name; the register is searched as you type")
    name.press_sequentially("moo")  # perhaps before the script is there, which then asks
    expect(page.locator("#names option")).to_have_count(1)
    name.fill("Anna Moor")
    page.keyboard.press("Enter")
    expect(page.locator(".players tbody tr")).to_have_count(1)
    page.get_by_text("Paste a list").click()
    page.get_by_label("One player per line").fill("1. Ann Lee; Rome\n2. Bob Kaye; Milan\n3. Anna Moor; Rome")
    page.get_by_role("button", name="Look at the list first").click()
    expect(page.locator(".asked")).to_contain_text("not in the register, which has Bob Kay")
    check(page, pictures / "event-players-list.png")
    page.get_by_role("button", name="Enter these players").click()
    page.get_by_role("button", name="Check Ann Lee in").click()
    expect(page.locator(".players tbody tr").nth(1)).to_contain_text("checked in")
    check(page, pictures / "event-players.png")
    assert director.events.get(1).players == ("Anna Moor", "Ann Lee", "Bob Kaye")


def check(page, picture):
    """Keep a picture of a page; it is no wider than the phone, and everybody can use it."""
    page.screenshot(path=picture, full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    assert Axe().run(page).response["violations"] == []


# --- first steps ----------------------------------------------------------------------------------


def test_a_fresh_hall_says_who_does_what_first(director, tmp_path, browser, signed):
    assert 'class="primary" href="/events/new"' in signed.get("/").text
    # whoever is signed out is told about a director only while there is none
    signed.cookies.clear()
    assert "Nobody directs this hall yet" not in signed.get("/").text
    settings = Settings(accounts=Accounts(tmp_path / "none", wall_ms), login_key="k")
    with Serving(make_app(director, settings=settings)) as serving, Browser(serving.url) as visitor:
        assert "open the link that was printed when the program started" in visitor.get("/").text


def test_the_players_page_leads_to_the_next_step(signed, director, cup):
    path = f"/events/{cup}/players"
    assert "Nothing is drawn yet." in main(signed.get(path))
    director.events.draw(cup, 7)
    page = signed.get(path).text
    assert "2 players entered, and drawn." in page
    start = form_of(page, "start")
    assert signed.post(start.action, data=start.fields, headers=signed.origin).status_code == 303
    assert director.events.get(cup).phase == "running"
    assert "What to do next" not in signed.get(path).text
    nobody = director.events.new("Later", "knockout", {})
    assert "What to do next" not in signed.get(f"/events/{nobody}/players").text
