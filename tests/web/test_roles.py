"""Who signs in, in which role, and what ends a session."""

import asyncio
from dataclasses import replace

import httpx
import pytest

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.web import Serving, Settings, make_app
from tests.web.conftest import DISPLAY_KEY, PASSWORD, Browser
from tests.web.hallwork import table

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
    assert "<form" not in page


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
        answer = browser.get(path)
        assert answer.status_code == 403
        assert "only the director sees this page" in answer.text


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
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
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


def test_a_players_link_opens_the_players_page_and_no_other(browser, accounts):
    answer = browser.get(f"/link/7/{accounts.player_signature(7)}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/players/7")
    assert ">player 7</span>" in browser.get("/").text
    browser.cookies.clear()
    assert browser.get(f"/link/8/{accounts.player_signature(7)}").status_code == 403
    for forged in (f"player.8.{accounts.player_signature(7)}", "player.7.", "player.x.y", "player"):
        browser.cookies.set("tablekeeper", forged)
        assert "player 8" not in browser.get("/").text
        browser.cookies.clear()


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
        ({"name": "12"}, "name", "is no name"),
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
    answer = browser.post("/login", data=data, headers=browser.origin)
    assert answer.status_code == 409
    assert "There is a director already" in answer.text
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
