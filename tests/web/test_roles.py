"""Who signs in, in which role, and what ends a session."""

import asyncio
import re
from dataclasses import replace

import httpx
import pytest

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.people.registration import CONSENTS
from tablekeeper.web import Serving, Settings, make_app
from tests.web.conftest import DISPLAY_KEY, PASSWORD, Browser, text_of
from tests.web.hallwork import table
from tests.web.pageforms import form_of

UID = table(1).uid
OTHER = "another one, longer"


def signed_in(browser) -> bool:
    return "Sign out" in browser.get("/").text


# --- sessions ---------------------------------------------------------------------------------


def test_the_header_says_who_is_signed_in_and_the_menu_what_the_role_may_open(browser):
    browser.sign_in_as("director")
    page = browser.get("/").text
    assert ">director</a>" in page
    assert 'href="/people"' in page
    browser.sign_in_as("scorer")
    page = browser.get("/").text
    assert ">scorer</a>" in page
    assert 'href="/people"' not in page
    browser.cookies.clear()
    browser.sign_in_as("display")
    page = browser.get("/").text
    assert ">display</span>" in page
    assert 'method="post"' not in page.partition("<footer")[0]


@pytest.mark.parametrize(
    "change",
    [
        lambda accounts: accounts.disable("scorer", by="director"),
        lambda accounts: accounts.set_role("scorer", "director", by="director"),
        lambda accounts: accounts.set_password("scorer", OTHER, by="director"),
    ],
)
def test_a_session_ends_with_what_its_account_was(browser, accounts, change):
    browser.sign_in_as("scorer")
    assert signed_in(browser)
    change(accounts)
    assert not signed_in(browser)
    assert browser.get("/people").status_code == 401


def test_a_change_by_another_program_ends_a_session_too(browser, accounts):
    browser.sign_in_as("scorer")
    Accounts(accounts.path.parent, wall_ms).disable("scorer", by="director")
    assert not signed_in(browser)


def test_a_disabled_account_is_refused_like_a_wrong_password(browser, accounts):
    accounts.disable("scorer", by="director")
    wrong, disabled = browser.sign_in("wrong", name="director"), browser.sign_in(name="scorer")
    assert wrong.status_code == disabled.status_code == 401
    assert "There is no such name with this password" in disabled.text


def test_a_login_does_not_take_a_session_that_somebody_planted(browser, serving):
    """Session fixation: what the browser had before the login names nobody after it."""
    data = {"token": browser.token(), "name": "director", "password": PASSWORD}
    cookies = f"tablekeeper=planted; tablekeeper-visit={browser.cookies['tablekeeper-visit']}"
    headers = browser.origin | {"cookie": cookies}
    assert browser.post("/login", data=data, headers=headers).status_code == 303
    assert browser.cookies["tablekeeper"] != "planted"
    with Browser(serving.url, cookies={"tablekeeper": "planted"}) as attacker:
        assert not signed_in(attacker)


def test_while_the_accounts_cannot_be_read_nobody_is_signed_in(browser, accounts):
    browser.sign_in()
    accounts.path.write_text("damaged")
    assert not signed_in(browser)
    assert browser.get("/people").status_code == 401


# --- roles ------------------------------------------------------------------------------------


def test_a_scorer_opens_none_of_the_directors_pages(browser):
    browser.sign_in_as("scorer")
    for path in ("/people", "/entries", f"/tables/{UID}/setup", f"/tables/{UID}/rulings"):
        assert "only the director sees this page" in text_of(browser.get(path), 403)


@pytest.mark.parametrize("role", ["scorer", "display"])
def test_others_than_the_director_press_no_keys(browser, hall, role):
    browser.sign_in_as(role)
    token = browser.token("/") if role == "scorer" else ""
    answer = browser.post(f"/tables/{UID}/keys", data={"token": token, "key": "5"}, headers=browser.origin)
    assert answer.status_code == 403
    assert hall.pressed == []


# --- links ------------------------------------------------------------------------------------


def test_a_display_opens_its_link_again_and_again_until_it_is_revoked(browser, accounts, hall):
    for _ in range(2):
        answer = browser.get(f"/display/{DISPLAY_KEY}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/screen")
    assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
    assert ">display</span>" in browser.get("/").text
    # the next host knows the browser still
    app = make_app(hall, settings=Settings(accounts=accounts))
    with Serving(app) as later, Browser(later.url, cookies=dict(browser.cookies)) as again:
        assert ">display</span>" in again.get("/").text
    accounts.revoke("display", by="director")
    assert ">display</span>" not in browser.get("/").text
    assert browser.get(f"/display/{DISPLAY_KEY}").status_code == 403


def test_a_token_of_another_role_is_no_display(browser, accounts):
    token = accounts.new_token("scorer", by="director")
    assert browser.get(f"/display/{token}").status_code == 403
    browser.cookies.set("tablekeeper", f"display.{token}")
    assert ">scorer" not in browser.get("/").text
    for _ in range(4):
        assert browser.get("/display/guess").status_code == 403
    assert browser.get("/display/guess").status_code == 429


def test_wrong_links_lock_nobody_out(browser, accounts):
    # any site can make the director's browser ask for such an address
    answers = [browser.get(f"/{link}/x").status_code for link in ("display", "link/7") * 3]
    assert answers == [403] * 5 + [429]
    assert browser.get(f"/display/{DISPLAY_KEY}").status_code == 303
    assert browser.get(f"/link/7/{accounts.player_signature(7)}").status_code == 303
    browser.cookies.clear()
    browser.sign_in()
    assert ">director</a>" in browser.get("/").text


def test_a_players_link_opens_the_players_page_and_no_other(browser, accounts):
    answer = browser.get(f"/link/7/{accounts.player_signature(7)}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/players/7")
    assert ">Your match</a>" in browser.get("/").text
    browser.cookies.clear()
    assert browser.get(f"/link/8/{accounts.player_signature(7)}").status_code == 403
    for forged in (f"player.8.{accounts.player_signature(7)}", "player.7.", "player.x.y", "player"):
        browser.cookies.set("tablekeeper", forged)
        assert "player 8" not in browser.get("/").text
        browser.cookies.clear()


def test_the_page_of_a_person_shows_the_players_link_which_keeps_the_rules_of_consent(director, directed):
    director.people.enter(["Ann Archer"])
    with Browser(directed.url) as browser, Browser(directed.url) as player:
        browser.sign_in()
        page = browser.get("/people/1").text
        [link] = re.findall(r'<a href="(http[^"]+/link/1/[0-9a-f]+)">', page)
        assert 'class="qr"' in page
        answer = player.get(link)
        assert (answer.status_code, answer.headers["location"]) == (303, "/players/1")
        with Browser(directed.url) as anybody:
            for consent in CONSENTS:
                director.people.consent(1, consent)
                mine, public = player.get("/players/1"), anybody.get("/players/1")
                assert mine.status_code == public.status_code
                assert ("Ann Archer" in mine.text) == ("Ann Archer" in public.text)
        assert player.get("/people/1").status_code == 403
        data = {"token": browser.token("/people/1"), "what": "link"}
        assert browser.post("/people/1", data=data, headers=browser.origin).status_code == 303
        assert player.get(link).status_code == 403
        assert ">Your match</a>" not in player.get("/").text
        [renewed] = re.findall(r'<a href="(http[^"]+/link/1/[0-9a-f]+)">', browser.get("/people/1").text)
        assert player.get(renewed).status_code == 303
        assert ">Your match</a>" in player.get("/").text


def test_a_link_does_not_sign_anybody_out(browser):
    browser.sign_in()
    browser.get(f"/display/{DISPLAY_KEY}")
    assert signed_in(browser)


# --- the first start --------------------------------------------------------------------------


@pytest.fixture
def fresh(hall, tmp_path):
    """A host without accounts, and its accounts."""
    accounts = Accounts(tmp_path, wall_ms)
    settings = Settings(accounts=accounts, login_key="only-once")
    with Serving(make_app(hall, settings=settings)) as serving, Browser(serving.url) as browser:
        yield browser, accounts


def first(browser, **changes):
    token = browser.token("/login?key=only-once")
    data = {"token": token, "what": "first", "key": "only-once", "next": "/events"}
    data |= {"name": "Ann Archer", "password": OTHER, "repeat": OTHER} | changes
    return browser.post("/login", data=data, headers=browser.origin)


def test_the_first_start_asks_for_the_directors_name_and_password(fresh):
    browser, accounts = fresh
    assert "open the login link that the server printed" in browser.get("/login").text
    assert "The first director" in browser.get("/login?key=only-once").text
    answer = first(browser)
    assert (answer.status_code, answer.headers["location"]) == (303, "/events")
    assert "Ann Archer" in browser.get("/").text
    assert accounts.get("ann archer").directs
    # the link is used, and the next login is by name and password
    browser.cookies.clear()
    assert browser.get("/login?key=only-once").status_code == 403
    assert browser.sign_in(OTHER, name="ann  archer").status_code == 303
    assert [one.what for one in accounts.logins.newest()] == ["in", "first", "new"]


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": "12"}, "name", "is not a name"),
        ({"password": "short", "repeat": "short"}, "password", "A password has 8 to 1024 characters."),
        ({"repeat": "another one, shorter"}, "repeat", "The two passwords differ"),
    ],
)
def test_a_refused_first_form_keeps_what_was_typed_but_no_password(fresh, changes, field, sentence):
    browser, accounts = fresh
    answer = first(browser, **changes)
    assert answer.status_code == 409
    assert sentence in answer.text
    assert f'aria-describedby="problem-first-{field}"' in answer.text
    assert f'value="{changes.get("name", "Ann Archer")}"' in answer.text
    assert OTHER not in answer.text
    assert accounts.all() == ()
    assert first(browser).status_code == 303


def test_nobody_becomes_the_first_director_without_the_key_or_from_elsewhere(fresh, hall, tmp_path):
    browser, accounts = fresh
    for key in ("", "guess"):
        assert first(browser, key=key).status_code == 403
    settings = Settings(accounts=accounts, login_key="only-once", allowed_hosts=())
    assert from_address(make_app(hall, settings=settings), "192.0.2.7", "/login?key=only-once")[0] == 403
    assert accounts.all() == ()


def test_the_link_makes_no_second_director(fresh):
    browser, accounts = fresh
    accounts.first("Bob", PASSWORD, address="this computer")
    data = {"token": browser.token("/login"), "what": "first", "key": "only-once"}
    data |= {"name": "Ann", "password": OTHER, "repeat": OTHER}
    answer = text_of(browser.post("/login", data=data, headers=browser.origin), 409)
    assert "There is a director already" in answer
    assert [one.name for one in accounts.all()] == ["Bob"]


# --- limits -----------------------------------------------------------------------------------


def from_address(app, address, path, **form):
    """Ask for a page, or send its form, as somebody at an address; return the status and the text."""

    async def ask():
        transport = httpx.ASGITransport(app=app, client=(address, 4000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            answer = await client.get(path)
            if form:
                token = answer.text.partition('name="token" value="')[2].partition('"')[0]
                origin = {"origin": "http://127.0.0.1"}
                answer = await client.post(path, data=form | {"token": token}, headers=origin)
            return answer.status_code, answer.text

    return asyncio.run(ask())


def test_an_account_is_locked_for_strangers_and_not_for_this_computer(app, browser, accounts):
    def guess(number, name="director", password="wrong"):
        return from_address(app, f"198.51.100.{number}", "/login", name=name, password=password)[0]

    assert [guess(number) for number in range(1, 11)] == [401] * 10
    assert guess(11, password=PASSWORD) == 429
    assert guess(11, "Director ", PASSWORD) == 429
    # a name that nobody has is locked alike, and other accounts are not
    assert [guess(number, "nobody") for number in range(11, 22)] == [401] * 10 + [429]
    assert guess(30, "scorer", PASSWORD) == 303
    assert browser.sign_in().status_code == 303


def test_the_journal_of_logins_has_each_try_and_no_password(app, browser, accounts):
    from_address(app, "198.51.100.7", "/login", name="hunter2hunter2", password="felt")
    from_address(app, "198.51.100.7", "/login", name="Director", password="felt")
    browser.sign_in()
    browser.post("/logout", data={"token": browser.token("/")}, headers=browser.origin)
    browser.get(f"/display/{DISPLAY_KEY}")
    assert [one.text for one in accounts.logins.newest()][::-1] == [
        "Wrong name and password, from 198.51.100.7",
        "Wrong password for director, from 198.51.100.7",
        "director signed in, from this computer",
        "director signed out, from this computer",
        "The display display was opened by its link, from this computer",
    ]


def test_a_demo_without_accounts_has_its_link_alone(hall):
    settings = replace(Settings(), login_key="only-once")
    with Serving(make_app(hall, settings=settings)) as serving, Browser(serving.url) as browser:
        assert browser.get("/display/x").status_code == 403
        assert browser.get("/link/1/x").status_code == 403
        assert browser.get("/login?key=only-once").status_code == 303
        assert ">director</a>" in browser.get("/").text


# --- the pages of accounts --------------------------------------------------------------------


def act(browser, path, **form):
    """Send a form of a page."""
    return browser.post(path, data={"token": browser.token(path)} | form, headers=browser.origin)


def test_ones_own_password_is_changed_and_other_browsers_have_to_sign_in_again(browser, serving, accounts):
    browser.sign_in_as("scorer")
    new = {"what": "password", "old": PASSWORD, "password": OTHER, "repeat": OTHER}
    with Browser(serving.url) as other:
        other.sign_in_as("scorer")
        for changes, field in (({"old": "wrong"}, "old"), ({"repeat": "x"}, "repeat"),
                               ({"password": "short", "repeat": "short"}, "password")):  # fmt: skip
            answer = act(browser, "/account", **new | changes)
            assert answer.status_code == 409
            assert f'aria-describedby="problem-password-{field}"' in answer.text
            assert OTHER not in answer.text
        assert signed_in(other)
        assert act(browser, "/account", **new).status_code == 303
        assert signed_in(browser)
        assert not signed_in(other)
    browser.cookies.clear()
    assert browser.sign_in(name="scorer").status_code == 401
    assert browser.sign_in(OTHER, name="scorer").status_code == 303
    told = [one.text for one in accounts.logins.newest()]
    assert "scorer set the password of scorer, from this computer" in told


def test_guessing_the_old_password_is_slowed_down_too(browser):
    browser.sign_in()
    form = {"what": "password", "old": "wrong", "password": OTHER, "repeat": OTHER}
    assert [act(browser, "/account", **form).status_code for _ in range(6)] == [409] * 5 + [429]


def test_ones_own_sessions_are_listed_and_ended(browser, serving):
    browser.sign_in()
    with Browser(serving.url) as second, Browser(serving.url) as third, Browser(serving.url) as scorer:
        second.sign_in()
        third.sign_in()
        scorer.sign_in_as("scorer")
        page = browser.get("/account").text
        assert page.count(", from this computer") == 3
        assert page.count("(this browser)") == 1
        newest = re.findall(r'name="id" value="([0-9a-f]+)"', page)[0]
        # a session of somebody else is out of reach
        assert act(scorer, "/account", what="end", id=newest).status_code == 303
        assert signed_in(third)
        assert act(browser, "/account", what="end", id=newest).status_code == 303
        assert (signed_in(browser), signed_in(second), signed_in(third)) == (True, True, False)
        assert act(browser, "/account", what="everywhere").status_code == 303
        assert (signed_in(browser), signed_in(second), signed_in(scorer)) == (False, False, True)


def test_the_director_makes_and_changes_accounts(browser, accounts):
    browser.sign_in()
    new = {"what": "new", "name": "Ann Archer", "role": "scorer", "password": OTHER, "repeat": OTHER}
    assert act(browser, "/accounts", **new).status_code == 303
    assert accounts.get("Ann Archer").role == "scorer"
    assert act(browser, "/accounts", what="role", name="Ann Archer", role="director").status_code == 303
    assert act(browser, "/accounts", what="disable", name="Ann Archer").status_code == 303
    assert "director, disabled" in browser.get("/accounts").text
    assert act(browser, "/accounts", what="enable", name="Ann Archer").status_code == 303
    two = {"password": PASSWORD, "repeat": PASSWORD}
    assert act(browser, "/accounts", what="password", name="Ann Archer", **two).status_code == 303
    assert browser.sign_in(name="Ann Archer").status_code == 303
    page = browser.get("/accounts").text
    assert "director made the account Ann Archer, role scorer, from this computer" in page
    assert "Ann Archer signed in, from this computer" in page


def test_an_account_that_somebody_has_changed_meanwhile_is_asked_about(browser, accounts):
    browser.sign_in()
    mine = form_of(browser.get("/accounts").text, "role", name="scorer").fields
    accounts.disable("scorer", by="Dora")
    refused = browser.post("/accounts", data=mine | {"role": "director"}, headers=browser.origin)
    assert refused.status_code == 409
    assert "Changed meanwhile: Dora disabled the account scorer" in refused.text
    assert accounts.get("scorer").role == "scorer"
    again = form_of(refused.text, "role", name="scorer").fields
    assert browser.post("/accounts", data=again, headers=browser.origin).status_code == 303


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": "SCORER"}, "name", "has an account already"),
        ({"repeat": "x"}, "repeat", "The two passwords differ"),
        ({"role": "display"}, "role", "A display has a link and no password"),
    ],
)
def test_a_refused_account_keeps_what_was_typed_but_no_password(browser, accounts, changes, field, sentence):
    browser.sign_in()
    before = accounts.path.read_bytes()
    new = {"what": "new", "name": "Ann Archer", "role": "scorer", "password": OTHER, "repeat": OTHER}
    answer = act(browser, "/accounts", **new | changes)
    assert answer.status_code == 409
    assert sentence in answer.text
    assert f'aria-describedby="problem-new-{field}"' in answer.text
    assert f'value="{changes.get("name", "Ann Archer")}"' in answer.text
    assert OTHER not in answer.text
    assert accounts.path.read_bytes() == before


def test_the_last_director_cannot_be_disabled_on_the_page(browser, accounts):
    browser.sign_in()
    answer = text_of(act(browser, "/accounts", what="disable", name="director"), 409)
    assert "director is the only director who can sign in" in answer
    assert accounts.get("director").directs


def test_a_displays_new_link_is_shown_once_and_opens_the_pages(browser, serving, accounts):
    browser.sign_in()
    answer = act(browser, "/accounts", what="new", name="Wall", role="display", password="", repeat="")
    assert answer.status_code == 200
    [link] = re.findall(r'<a href="(http[^"]+/display/[^"]+)">', answer.text)
    assert link.partition("/display/")[2] not in browser.get("/accounts").text
    with Browser(serving.url) as wall:
        assert wall.get(link).status_code == 303
        assert ">Wall</span>" in wall.get("/").text
        # another link takes the place of this one
        assert act(browser, "/accounts", what="link", name="Wall").status_code == 200
        assert ">Wall</span>" not in wall.get("/").text
    assert act(browser, "/accounts", what="revoke", name="Wall").status_code == 303
    assert accounts.get("Wall").token is None


def test_the_address_for_phones_is_shown_where_there_is_one(browser, hall, accounts):
    browser.sign_in()
    assert "tablekeeper serve --lan" in browser.get("/phones").text
    settings = Settings(accounts=accounts, lan=("192.168.7.9", "10.0.0.4"))
    with Serving(make_app(hall, settings=settings)) as serving, Browser(serving.url) as director:
        director.sign_in()
        page = director.get("/phones").text
        port = serving.url.rpartition(":")[2]
        for address in ("192.168.7.9", "10.0.0.4"):
            assert f'<a href="http://{address}:{port}/">' in page
        assert page.count('class="qr"') == 2
        assert "passwords too" in page
        assert "style=" not in page
