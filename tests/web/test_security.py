"""Nobody but the director changes anything, and no foreign page acts in his name."""

import asyncio
import http.client
import logging
import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import tablekeeper.web
from tablekeeper.web import LOOPBACK_NAMES, Serving, Settings, make_app
from tablekeeper.web.settings import ANY_ADDRESS
from tests.patience import PATIENCE_S
from tests.refusal import refusal
from tests.web.conftest import PASSWORD, Browser, text_of
from tests.web.hallwork import HandSet, match, table

UID = table(1).uid


def press(browser, token, **changes):
    """Send the keypad's form."""
    headers = browser.origin | changes.pop("headers", {})
    return browser.post(f"/tables/{UID}/keys", data={"token": token, "key": "5"} | changes, headers=headers)


def sentences(answer):
    """Return the sentence of an error page."""
    assert "<main" in answer.text
    return answer.text


def test_the_login_opens_what_is_closed(browser, hall):
    assert press(browser, "").status_code == 401
    assert "data-keys" not in browser.get(f"/tables/{UID}").text
    answer = browser.sign_in(path=f"/tables/{UID}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}")
    token = browser.token(f"/tables/{UID}")
    answer = press(browser, token)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}#keys")
    assert press(browser, token, key="*", held="1", headers={"accept": "application/json"}).status_code == 204
    assert [each[:3] for each in hall.pressed] == [(UID, "5", False), (UID, "*", True)]


def test_the_session_cookie_is_out_of_reach(browser):
    cookies = browser.sign_in().headers.get_list("set-cookie")
    session = next(cookie for cookie in cookies if cookie.startswith("tablekeeper="))
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(session.split("; "))
    assert "Secure" not in session


def test_behind_https_cookies_are_secure(hall, accounts):
    app = make_app(hall, settings=Settings(accounts=accounts, https=True))
    with Serving(app) as serving, Browser(serving.url) as browser:
        answer = browser.get("/login")
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_a_wrong_password_is_refused_with_a_sentence(browser):
    answer = browser.sign_in("wrong")
    assert answer.status_code == 401
    assert "no such name with this password" in answer.text
    assert "tablekeeper=" not in str(answer.headers.get_list("set-cookie"))


def test_guessing_is_slowed_down(browser):
    for _ in range(5):
        assert browser.sign_in("wrong").status_code == 401
    answer = browser.sign_in()
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert "wait" in answer.text


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "http://localhost:1", "javascript:0", "http://127.0.0.1"]
)
def test_a_form_from_elsewhere_is_refused(browser, hall, origin):
    browser.sign_in()
    token = browser.token(f"/tables/{UID}")
    headers = {} if origin is None else {"origin": origin}
    data = {"token": token, "key": "5"}
    for path in (f"/tables/{UID}/keys", "/logout", "/login"):
        answer = text_of(browser.post(path, data=data | {"password": PASSWORD}, headers=headers), 403)
        assert "did not come from a page of this server" in answer
    assert hall.pressed == []
    assert press(browser, token).status_code == 303


def test_a_form_needs_its_own_sessions_token(browser, serving, hall):
    browser.sign_in()
    with Browser(serving.url) as other:
        other.sign_in()
        foreign = other.token(f"/tables/{UID}")
    for token in ("", "x", foreign):
        assert press(browser, token).status_code == 403
    assert hall.pressed == []


def test_a_login_form_needs_the_visits_token(browser):
    token = browser.token()
    browser.cookies.clear()
    data = {"token": token, "name": "director", "password": PASSWORD}
    assert "too old" in text_of(browser.post("/login", data=data, headers=browser.origin), 403)


def test_logging_out_ends_the_session_here_too(browser, hall):
    browser.sign_in()
    token = browser.token("/")
    kept = dict(browser.cookies)
    assert browser.get("/logout").status_code == 405
    assert browser.post("/logout", data={"token": "x"}, headers=browser.origin).status_code == 403
    assert browser.post("/logout", data={"token": token}, headers=browser.origin).status_code == 303
    browser.cookies.update(kept)
    assert press(browser, token).status_code == 401
    assert hall.pressed == []


def test_a_new_login_ends_the_session_before_it(browser, serving):
    browser.sign_in()
    first = browser.cookies["tablekeeper"]
    browser.sign_in()
    assert browser.cookies["tablekeeper"] != first
    with Browser(serving.url, cookies={"tablekeeper": first}) as thief:
        assert press(thief, "x").status_code == 401


def test_a_session_runs_out(hall, accounts):
    seconds = [0.0]
    app = make_app(hall, settings=Settings(accounts=accounts, session_hours=1), clock=lambda: seconds[0])
    with Serving(app) as serving, Browser(serving.url) as browser:
        browser.sign_in()
        token = browser.token("/")
        seconds[0] = 3599.0
        assert press(browser, token).status_code == 303
        seconds[0] = 3600.0
        assert press(browser, token).status_code == 401


def test_the_login_link_opens_once(browser, serving):
    assert browser.get("/login?key=guess").status_code == 403
    answer = browser.get(f"/login?key=only-once&next=/tables/{UID}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}")
    assert press(browser, browser.token(f"/tables/{UID}")).status_code == 303
    with Browser(serving.url) as other:
        answer = other.get("/login?key=only-once")
        assert answer.status_code == 403
        assert "has been used" in answer.text
        assert "sign in with the password" in answer.text


def test_a_used_login_link_names_no_password_where_there_is_none(hall):
    with (
        Serving(make_app(hall, settings=Settings(login_key="only-once"))) as serving,
        Browser(serving.url) as browser,
    ):
        answer = browser.get("/login?key=guess")
        assert answer.status_code == 403
        assert "restart the server for another" in answer.text
        assert "sign in with the password" not in answer.text


def test_the_login_link_again_in_the_browser_it_opened_is_no_error(browser):
    assert browser.get("/login?key=only-once").status_code == 303
    answer = browser.get(f"/login?key=only-once&next=/tables/{UID}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}")


def test_without_a_login_link_no_key_opens(hall):
    with Serving(make_app(hall, settings=Settings())) as serving, Browser(serving.url) as browser:
        for key in ("", "None", "x"):
            assert browser.get(f"/login?key={key}").status_code == 403
        assert "No director has a password here yet" in browser.get("/login").text


def from_address(app, address):
    """Return what a neighbour in the network gets for the login link."""

    async def ask():
        transport = httpx.ASGITransport(app=app, client=(address, 4000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get("/login?key=only-once")

    return asyncio.run(ask())


def test_the_login_link_works_on_this_machine_only(app):
    assert from_address(app, "192.168.1.9").status_code == 403
    assert from_address(app, "127.0.0.1").status_code == 303


def ask_for(url, host):
    """Ask for the hall under a Host name."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE_S)
    connection.putrequest("GET", "/", skip_host=True)
    if host is not None:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_a_foreign_name_for_this_machine_is_refused(serving):
    for host in ("localhost", "LOCALHOST:99", "127.0.0.1:8000", "[::1]:8000"):
        assert ask_for(serving.url, host) == 200
    for host in (
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "evil.example@localhost", "",
    ):
        assert ask_for(serving.url, host) == 421


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1", 200), ("192.0.2.7:8000", 200), ("[2001:db8::1]:8000", 200), ("hall.local", 200),
     ("rebound.example", 421), ("192.0.2.7.example", 421), ("", 421)],
)  # fmt: skip
def test_beyond_loopback_addresses_and_own_names_are_answered_and_no_foreign_name(hall, host, status):
    settings = Settings(allowed_hosts=("hall.local", ANY_ADDRESS))
    with Serving(make_app(hall, settings=settings)) as serving:
        assert ask_for(serving.url, host) == status


def test_in_a_network_other_names_may_be_allowed(hall):
    with Serving(make_app(hall, settings=Settings(allowed_hosts=()))) as serving:
        assert ask_for(serving.url, "hall.club.example") == 200
    with Serving(make_app(hall, settings=Settings(allowed_hosts=("Hall.example",)))) as serving:
        assert (ask_for(serving.url, "hall.example:8000"), ask_for(serving.url, "localhost")) == (200, 421)


@pytest.mark.parametrize(
    "path", ["/", f"/tables/{UID}", "/login", "/nowhere", "/static/hall.css", "/fragments/hall"]
)
def test_every_answer_says_what_a_browser_must_not_do(browser, path):
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_a_failure_says_so_and_is_as_closed_as_the_rest(caplog):
    class Broken(HandSet):
        def hall(self):
            raise RuntimeError("secret detail")

    with Serving(make_app(Broken(table(1)))) as serving, Browser(serving.url) as browser:
        with caplog.at_level(logging.CRITICAL):
            answer = browser.get("/")
        assert answer.status_code == 500
        assert "Something went wrong here" in answer.text
        assert "secret detail" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_huge_form_is_refused(browser, hall):
    browser.sign_in()
    token = browser.token(f"/tables/{UID}")
    answer = press(browser, token, key="5" * 20_000)
    assert answer.status_code == 413
    assert "That is more than this form takes: go back, and send it in parts." in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert hall.pressed == []


def test_names_are_text_and_not_markup(serving, hall, browser):
    evil = "<script>alert(1)</script>\"'><img src=x>"
    hall.set(table(1, match(players=(evil, "Bo"), claim=evil, phase="result"), name=evil, problems=(evil,)))
    for path in ("/", f"/tables/{UID}", f"/tables/{UID}/log", "/fragments/hall", f"/fragments/tables/{UID}"):
        text = browser.get(path).text
        assert "<script>alert" not in text
        assert "<img src=x>" not in text


def test_at_the_addresses_of_a_network_only_these_are_answered(hall, accounts):
    settings = Settings(accounts=accounts, allowed_hosts=(*LOOPBACK_NAMES, "127.0.0.2"), lan=("127.0.0.2",))
    with Serving(make_app(hall, settings=settings), also=("127.0.0.2",)) as serving:
        port = serving.url.rpartition(":")[2]
        in_network = f"http://127.0.0.2:{port}"
        assert [ask_for(one, "127.0.0.2") for one in (serving.url, in_network)] == [200, 200]
        for host in ("evil.example", "192.168.7.9", "127.0.0.3", "127.0.0.2.evil.example", ""):
            assert ask_for(in_network, host) == 421
        with Browser(in_network) as phone:
            assert phone.sign_in().status_code == 303
            assert f'href="http://127.0.0.2:{port}/"' in phone.get("/phones").text


def test_an_address_that_is_not_of_this_computer_is_refused_and_nothing_stays_open(hall):
    assert "can't be served at 192.0.2.7" in refusal(Serving, make_app(hall), also=("192.0.2.7",))


def test_no_template_has_a_style_a_script_or_a_handler_of_its_own():
    """The policy forbids them: a browser would skip them without a word to whoever wrote them."""
    folder = Path(tablekeeper.web.__file__).parent / "templates"
    inline = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)
    pages = sorted(folder.glob("*.html"))
    assert pages
    # a print that is written to a file stands alone; no page has its style
    alone = re.compile(r"{% if style is defined %}.*?{% else %}", re.DOTALL)
    texts = {page.name: alone.sub("", page.read_text("utf-8")) for page in pages}
    assert [name for name, text in texts.items() if inline.search(text)] == []
    for wrong in ("<style>", '<p style="x">', "<script>", "<script defer>", '<a onclick="x">'):
        assert inline.search(wrong)
    assert not inline.search('<script src="/static/hall.js" defer></script><p data-on="x">')
