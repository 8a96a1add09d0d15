"""The register and the entries of rankings on pages: the director's alone, without script, with previews."""

import re
from html import unescape

import pytest

from tests.startedevent import started_event
from tests.web.conftest import directed, text_of

serving = directed
NAME = "Quirinus Oglethorpe"


@pytest.fixture
def cup(director):
    """A finished championship; its number."""

    def make(name, players=(NAME, "Bob", "Cid"), winners=(0, 1, 0)):
        event = started_event(director.events, players, name, "championship", {"first_to": 2})
        for place in winners:
            director.events.result(event, {"winner": players[place]})
        director.events.finish(event)
        return event

    return make


def send(browser, path, **form):
    """Send a form of a page; return the page that follows, or the sentence of the refusal."""
    token = re.findall(r'name="token" value="([^"]+)"', browser.get(path).text)[-1]
    target = path.partition("?")[0]
    return browser.post(target, data={"token": token, **form}, headers=browser.origin, follow_redirects=True)


def test_names_are_shown_to_the_director_only(browser, director, cup):
    director.rankings.confirm(cup("Cup"))
    paths = ("/people", "/people/1", "/entries", "/entries/1")
    for path in paths:
        assert NAME not in text_of(browser.get(path), 401)
    assert 'href="/people"' not in browser.get("/").text
    for target in paths:
        data = {"what": "remove", "token": "guessed"}
        assert browser.post(target, data=data, headers=browser.origin).status_code == 401
    browser.get("/login?key=only-once")
    assert browser.post("/people/1", data={"what": "remove"}, headers=browser.origin).status_code == 403
    assert director.people.book().name(1) == NAME
    assert [browser.get(path).status_code for path in paths] == [200] * 4
    assert 'href="/people"' in browser.get("/").text


def test_a_doubtful_name_on_boards_is_asked_for_and_corrected(browser, director):
    browser.get("/login?key=only-once")
    page = text_of(send(browser, "/people", what="enter", names="王小明\nAnn"))
    assert "Ask for the name on boards" in page
    assert "王小明</a>: Wang Xiaoming (Chinese characters are read differently in each language)" in page
    page = text_of(browser.get("/people/1"))
    assert "Boards show 王小明 as Wang Xiaoming." in page
    assert "Ask for a name in western letters" in page
    refused = send(browser, "/people/1", what="board", board_name="小明", language="zh")
    assert refused.status_code == 409
    assert "Boards cannot show '小明'" in unescape(refused.text)
    assert '<option value="zh" selected>' in refused.text
    page = text_of(send(browser, "/people/1", what="board", board_name="", language="zh"))
    assert "Ask for a name in western letters" not in page
    page = text_of(send(browser, "/people/1", what="board", board_name="Xiao Ming", language="zh"))
    assert "Boards show 王小明 as Xiao Ming." in page
    assert "Ask for the name on boards" not in browser.get("/people").text
    assert director.people.book().on_board("王小明") == "Xiao Ming"


def test_the_register_is_filled_from_the_events(browser, director, cup):
    cup("Cup")
    browser.get("/login?key=only-once")
    page = unescape(browser.get("/people").text)
    assert f">Bob\nCid\n{NAME}</textarea>" in page
    page = send(browser, "/people", what="enter", names=f"{NAME}\nBob\nCid")
    assert f'<a href="/people/1">{NAME}</a>' in page.text
    assert send(browser, "/people", what="enter", names="bob").status_code == 409
    assert "is person 2 already" in unescape(send(browser, "/people", what="enter", names="bob").text)
    send(browser, "/people", what="club", name="Knights")
    page = send(browser, "/people/2", what="join", club="1", since="2026-01-01").text
    assert "Knights since 2026-01-01" in page
    assert "Write the day like" in unescape(
        send(browser, "/people/2", what="leave", club="1", until="May").text
    )
    send(browser, "/people/2", what="leave", club="1", until="2026-05-01")
    send(browser, "/people/2", what="name", name="Bobby")
    send(browser, "/people/2", what="call", name="Bobby")
    assert "<h1>Bobby</h1>" in browser.get("/people/2").text
    send(browser, "/people/2", what="consent", consent="private")
    assert director.people.book().public(2) == "Player 2"
    send(browser, "/people/2", what="split", name="Bob")
    assert "name that is shown" not in browser.get("/people").text
    assert director.people.book().one("Bob") == 4
    page = send(browser, "/people", what="undo", number=str(director.people.history()[-1].seq)).text
    assert "the split of Bob from Bobby (undone)" not in page
    assert director.people.book().one("Bob") == 2


def test_doubles_are_looked_at_first(browser, director, cup):
    cup("Spring cup")
    cup("Autumn cup", ("Q. O.", "Bob", "Cid"))
    director.people.enter([NAME, "Q. O.", "Bob"])
    browser.get("/login?key=only-once")
    page = send(browser, "/people/1", what="see-merge", double="q. o.").text
    assert "Q. O. (person 2) would be read as" in page
    assert "Autumn cup</a>" in page
    assert director.people.book().one("Q. O.") == 2
    send(browser, "/people/1", what="merge", double="2")
    assert director.people.book().one("Q. O.") == 1
    refused = text_of(send(browser, "/people/1", what="see-merge", double="Bob"), 409)
    assert "they are two people" in unescape(refused)


def test_a_name_is_taken_out_after_a_look(browser, director, cup):
    event = cup(f"The {NAME} cup")
    director.rankings.confirm(event)
    browser.get("/login?key=only-once")
    page = unescape(send(browser, "/people/1", what="see-removal").text)
    assert f"{NAME} becomes Player 1" in page
    assert director.people.book().name(1) == NAME
    page = send(browser, "/people/1", what="remove").text
    assert "<h1>Player 1</h1>" in page
    assert "Withdrawal of consent" not in page
    for path in ("/", "/events", f"/events/{event}", "/people", "/people/1", "/entries", f"/entries/{event}",
                 "/rankings", "/rankings/openskill", "/players/1", "/dice"):  # fmt: skip
        asked = browser.get(path, headers={"accept": "text/html"})
        assert NAME not in asked.text, path
    assert "Player 1" in browser.get(f"/events/{event}").text
    # its page has no form any more, but for sign-out
    assert send(browser, "/people/1", what="see-removal").status_code == 409


def test_an_event_is_let_count_after_a_look(browser, director, cup):
    event = cup("Spring cup")
    browser.get("/login?key=only-once")
    assert f'href="/entries/{event}"' in browser.get(f"/events/{event}").text
    assert "waits for you" in browser.get("/entries").text
    page = unescape(send(browser, f"/entries/{event}", what="see", level="3", on="2026-05-01").text)
    assert "Spring cup, 3T, level 3, 2026-05-01" in page
    assert f"New in the register: {NAME}, Bob, Cid." in page
    assert "1. with 23" in page
    assert director.people.book().people == {}
    wrong = unescape(send(browser, f"/entries/{event}", what="see", cp="2").text)
    assert "Compensatory points need a reason" in wrong
    assert director.rankings.table("world").rows == ()
    send(browser, f"/entries/{event}", level="3", on="2026-05-01", major="1")
    [one] = director.rankings.table("world").window
    assert (one.level, str(one.date), one.major) == (3, "2026-05-01", True)
    # what was decided stands in the form, and a correction has a reason
    page = browser.get(f"/entries/{event}").text
    assert "<option selected>3</option>" in page
    assert 'name="major" value="1" checked' in page
    assert send(browser, f"/entries/{event}", level="2").status_code == 409
    send(browser, f"/entries/{event}", level="2", on="2026-05-01", reason="a smaller field")
    [one] = director.rankings.table("world").window
    assert (one.level, one.major) == (2, False)
    send(browser, "/entries", what="withdraw", entry="1", reason="a test")
    assert director.rankings.table("world").rows == ()
    send(browser, "/entries", what="restore", entry="1")
    assert director.rankings.table("world").window == (one,)


def test_what_cannot_be_is_refused_and_changes_nothing(browser, director, cup):
    director.rankings.confirm(cup("Cup"))
    director.people.club("Knights")
    browser.get("/login?key=only-once")
    before = director.people.book(), director.rankings.entries()
    for path, form in (
        ("/people", {"what": "enter", "names": " "}),
        ("/people", {"what": "fly"}),
        ("/people", {"what": "undo", "number": "x"}),
        ("/people/1", {"what": "fly"}),
        ("/people/1", {"what": "join", "club": ""}),
        ("/people/1", {"what": "leave", "club": "1"}),
        ("/people/1", {"what": "consent", "consent": "withdrawn"}),
        ("/entries", {"what": "withdraw", "entry": "7", "reason": "a test"}),
        ("/entries", {"what": "fly", "entry": "1"}),
        ("/entries/1", {"style": "7T"}),
        ("/entries/1", {"level": "high"}),
    ):
        assert send(browser, path, **form).status_code in (400, 409), form
        assert (director.people.book(), director.rankings.entries()) == before
    # the page comes again with what was typed, and its sentence beside the field
    answer = send(browser, "/people/1", what="join", club="1", since="May 2026")
    assert answer.status_code == 409
    assert 'value="May 2026" maxlength="10" autocomplete="off" aria-invalid="true"' in answer.text
    assert 'id="problem-join-since" role="alert">Write the day like 2026-05-01.' in answer.text
    answer = text_of(send(browser, "/people", what="club", name="Knights"), 409)
    assert 'name="name" value="Knights"' in answer


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "path", ["/people", "/people/1", "/entries", "/entries/1", "/events/1", "/events", "/dice"]
)
def test_no_token_and_no_name_of_the_register_goes_into_an_address(browser, director, cup, path):
    director.rankings.confirm(cup("Cup"))
    browser.get("/login?key=only-once")
    page = browser.get(path, headers={"accept": "text/html"}).text
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        sent_by_get = 'method="get"' in form
        assert not (sent_by_get and ('name="token"' in form or path.startswith("/people"))), form
        assert "formmethod" not in form
    # what an older page has kept as an address does nothing
    page = browser.get("/people/1?remove=1&merge=Bob").text
    assert "Take the name out?" not in page
    assert "One person?" not in page


def test_addresses_that_are_none(browser):
    browser.get("/login?key=only-once")
    assert browser.get("/people/9").status_code == 404
    assert browser.get("/entries/9").status_code == 404
