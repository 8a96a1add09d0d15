"""Behind the one named proxy each sender has limits of its own, and nobody else's word is believed."""

import itertools

import httpx
import pytest

from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.proxy import limited_as, sender
from tests.guards import sample
from tests.web.conftest import Browser

PROXY = "127.0.0.1"


@pytest.fixture
def settings(accounts):
    """The pages behind a proxy on this computer."""
    return Settings(accounts=accounts, login_key="only-once", proxy=PROXY)


def through_proxy(serving, forwarded):
    """Return a browser whose requests the proxy hands on with this X-Forwarded-For."""
    return Browser(serving.url, headers={"x-forwarded-for": forwarded})


def guesses(browser, count=5, name="director"):
    return [browser.sign_in("wrong", name=name).status_code for _ in range(count)]


def test_a_stranger_behind_the_proxy_locks_out_only_the_stranger(serving):
    director = through_proxy(serving, "198.51.100.4")
    with through_proxy(serving, "203.0.113.9") as stranger, director:
        assert guesses(stranger, 6) == [401] * 5 + [429]
        assert director.sign_in().status_code == 303


def test_what_a_stranger_writes_before_the_proxys_entry_does_not_count(serving):
    told = []
    for number in range(6):
        with through_proxy(serving, f"10.0.0.{number}, 203.0.113.9") as stranger:
            told += guesses(stranger, 1)
    assert told == [401] * 5 + [429]


@sample.scenario("strangers behind a proxy")
def test_all_strangers_behind_the_proxy_wait_together(serving):
    told = []
    for number in range(41):
        with through_proxy(serving, f"203.0.113.{number}") as stranger:
            told += guesses(stranger, 1, f"name {number}")
    assert told == [401] * 40 + [429]
    with Browser(serving.url) as director:  # on this computer, not through the proxy
        assert director.sign_in().status_code == 303


def test_the_login_link_does_not_work_through_the_proxy(serving):
    with through_proxy(serving, "203.0.113.9") as stranger:
        assert stranger.get("/login?key=only-once").status_code == 403
    with Browser(serving.url) as director:
        assert director.get("/login?key=only-once").status_code == 303


@pytest.mark.parametrize("proxy", [None, "192.0.2.1"])
def test_without_this_proxy_the_header_is_not_read(hall, accounts, proxy):
    settings = Settings(accounts=accounts, proxy=proxy)
    told = []
    with Serving(make_app(hall, settings=settings)) as serving:
        for number in range(6):
            with through_proxy(serving, f"203.0.113.{number}") as stranger:
                told += guesses(stranger, 1)
    assert told == [401] * 5 + [429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxy", "who"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1", "203.0.113.9"),
        ("192.0.2.1", ["10.0.0.1", "10.0.0.2 , 203.0.113.9 "], "192.0.2.1", "203.0.113.9"),
        ("::ffff:127.0.0.1", ["[2001:db8::1]"], "127.0.0.1", "2001:db8::1"),
        ("192.0.2.1", ["203.0.113.9, nobody"], "192.0.2.1", "unknown"),
        ("192.0.2.1", [""], "192.0.2.1", "unknown"),
        ("192.0.2.1", [], "192.0.2.1", "192.0.2.1"),
        ("192.0.2.2", ["203.0.113.9"], "192.0.2.1", "192.0.2.2"),
        ("192.0.2.1", ["203.0.113.9"], None, "192.0.2.1"),
        ("somewhere", ["203.0.113.9"], "192.0.2.1", "somewhere"),
    ],
)
def test_who_has_sent_it(peer, forwarded, proxy, who):
    assert sender(peer, forwarded, proxy) == who


def test_this_computer_and_a_network_are_one_for_the_limits():
    here = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost")
    assert {limited_as(address) for address in here} == {"this computer"}
    assert limited_as("2001:db8::1") == limited_as("2001:db8::ffff:1") == "2001:db8::/64"
    assert limited_as("fe80::1%eth0") == "fe80::/64"
    assert limited_as("::ffff:192.0.2.1") == limited_as("192.0.2.1") == "192.0.2.1"
    apart = ("192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8::1", "unknown", "127.0.0.1")
    assert all(limited_as(one) != limited_as(other) for one, other in itertools.combinations(apart, 2))


def test_all_loopback_addresses_share_one_limit(hall, accounts):
    app = make_app(hall, settings=Settings(accounts=accounts))
    told = []
    with Serving(app) as serving:
        for number in range(1, 7):
            transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
            with Browser(serving.url, transport=transport) as browser:
                told += guesses(browser, 1)
    assert told == [401] * 5 + [429]
