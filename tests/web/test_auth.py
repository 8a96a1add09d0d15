"""The small guards by themselves: passwords, limits, sessions, names of this machine."""

import pytest

from tablekeeper.accounts.passwords import check_password, hash_password
from tablekeeper.web.links import local_path
from tablekeeper.web.ratelimit import RateLimit
from tablekeeper.web.security import host_name
from tablekeeper.web.sessions import Sessions
from tablekeeper.web.settings import is_loopback
from tests.web.conftest import PASSWORD


def test_a_password_is_kept_as_a_salted_hash():
    kept = hash_password(PASSWORD)
    assert kept.startswith("scrypt$16384$8$1$")
    assert check_password(PASSWORD, kept)
    assert not check_password(PASSWORD + " ", kept)
    assert not check_password("", kept)
    assert not check_password("x" * 5000, kept)
    assert PASSWORD not in kept
    assert hash_password(PASSWORD) != kept


@pytest.mark.parametrize(
    "kept", ["", "plain", "md5$1$1$1$AA==$AA==", "scrypt$x$8$1$AA==$AA==", "scrypt$1$8$1$*$*"]
)
def test_a_damaged_line_lets_nobody_in(kept):
    with pytest.raises(ValueError, match="damaged: set a new one"):
        check_password(PASSWORD, kept)


def test_an_address_waits_after_a_few_failures():
    rate_limit = RateLimit(per_address=3, overall=10, seconds=300)
    for at in (0, 1, 2):
        assert rate_limit.wait("a", at) == 0
        rate_limit.count("a", at)
    assert rate_limit.wait("a", 2) == pytest.approx(98)
    assert rate_limit.wait("b", 2) == 0
    assert rate_limit.wait("a", 100.1) == 0
    rate_limit.count("a", 101)
    assert rate_limit.wait("a", 101) > 90
    rate_limit.forget("a")
    assert rate_limit.wait("a", 101) == 0


def test_many_addresses_together_wait_but_this_machine_does_not():
    rate_limit = RateLimit(per_address=3, overall=10, seconds=300)
    for number in range(10):
        assert rate_limit.wait(f"10.0.0.{number}", 0) == 0
        rate_limit.count(f"10.0.0.{number}", 0)
    assert rate_limit.wait("10.0.1.1", 0) == pytest.approx(30)
    assert rate_limit.wait("127.0.0.1", 0, trusted=True) == 0
    for _ in range(3):
        rate_limit.count("127.0.0.1", 0, trusted=True)
    assert rate_limit.wait("127.0.0.1", 0, trusted=True) == pytest.approx(100)
    assert rate_limit.wait("10.0.1.1", 30.1) == 0


def test_the_throttle_remembers_a_bounded_number_and_the_worst_longest():
    rate_limit = RateLimit(capacity=100)
    for _ in range(5):
        rate_limit.count("worst", 0)
    for number in range(1000):
        rate_limit.count(f"10.0.{number // 250}.{number % 250}", 0)
    assert len(rate_limit._each) <= 100
    assert rate_limit.wait("worst", 0, trusted=True) > 0


def test_a_session_ends():
    sessions = Sessions(seconds=100)
    token = sessions.open(1000)
    session = sessions.find(token, 1099)
    assert session.allows(session.form_token)
    assert not session.allows("")
    assert not session.allows("ä")
    assert sessions.find(token, 1100) is None
    assert sessions.find(token + "x", 1001) is None
    assert sessions.find(None, 1001) is None
    sessions.close(token)
    assert sessions.find(token, 1001) is None


def test_sessions_are_bounded_and_old_ones_go():
    sessions = Sessions(seconds=100, capacity=3)
    first = sessions.open(0)
    tokens = [sessions.open(1) for _ in range(3)]
    assert sessions.find(first, 1) is None
    assert all(sessions.find(token, 1) for token in tokens)
    sessions.open(500)
    assert len(sessions._open) == 1


def test_tokens_are_not_kept():
    sessions = Sessions(seconds=100)
    assert sessions.open(0) not in repr(sessions)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "::ffff:127.0.0.1"]
)
def test_this_machine(address):
    assert is_loopback(address)


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "192.168.1.4", "::", "example.org", "::ffff:10.0.0.1", "127.0.0.1.nip.io", ""]
)
def test_another_machine(address):
    assert not is_loopback(address)


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8000", "localhost"),
        ("[::1]:80", "[::1]"),
        ("[::1]", "[::1]"),
        ("", ""),
        ("127.0.0.1:1@evil.example", ""),
        ("[::1]evil.example", ""),
        ("localhost:x", ""),
    ],
)
def test_the_name_in_a_host_header(host, name):
    assert host_name(host) == name


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("/", "/"),
        ("/tables/ab?x=1", "/tables/ab?x=1"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/a\r\nset-cookie: x=1", "/"),
        ("", "/"),
        ("tables", "/"),
        ("/ü", "/"),
    ],
)
def test_after_the_login_one_stays_here(wanted, path):
    assert local_path(wanted) == path
