"""The file of the accounts: who is let in, who may be changed, and what is never readable."""

import json
import stat
import threading

import pytest

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.accounts.passwords import NOBODYS, check_password
from tablekeeper.errors import ResourceError, UserError
from tests.refusal import failure, refusal

PASSWORD = "seven pips to go"


@pytest.fixture
def accounts(tmp_path):
    """Accounts of a director."""
    found = Accounts(tmp_path, lambda: 1_780_000_000_000)
    found.first("Ann", PASSWORD, address="this computer")
    return found


def test_the_file_is_this_users_only(accounts):
    accounts.new("Eve", "scorer", PASSWORD, by="Ann")
    token = accounts.new_token("Eve", by="Ann")
    for file in accounts.path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert PASSWORD not in file.read_text()
        assert token not in file.read_text()
    assert sorted(one.name for one in accounts.path.parent.iterdir()) == [
        "accounts", "accounts.lock", "logins",
    ]  # fmt: skip


def test_an_account_has_a_name_a_role_and_a_day(accounts):
    [ann] = accounts.all()
    assert (ann.name, ann.role, ann.since, ann.disabled) == ("Ann", "director", "2026-05-28", False)
    assert check_password(PASSWORD, ann.password)
    assert accounts.get(" ann ") == ann
    assert accounts.get("Bob") is None


def test_another_program_sees_each_change_at_once(accounts):
    other = Accounts(accounts.path.parent, lambda: 0)
    assert other.has_director()
    accounts.new("Bob", "scorer", PASSWORD, by="Ann")
    assert other.get("Bob").role == "scorer"
    other.set_role("Bob", "director", by="Ann")
    assert accounts.get("Bob").role == "director"
    accounts.disable("Ann", by="Bob")
    assert other.get("Ann").disabled


def test_a_session_of_before_does_not_come_back_with_its_account(accounts):
    before = accounts.new("Bob", "scorer", PASSWORD, by="Ann").stamp
    for _ in range(2):
        accounts.disable("Bob", by="Ann")
        accounts.enable("Bob", by="Ann")
        now = accounts.get("Bob").stamp
        assert now != before
        before = now


def test_a_file_of_an_earlier_version_is_read(accounts):
    told = json.loads(accounts.path.read_text("utf-8"))
    for each in told["accounts"]:
        del each["times_disabled"]
    accounts.path.write_text(json.dumps(told), "utf-8")
    assert accounts.get("Ann").times_disabled == 0


def test_changes_of_two_programs_at_the_same_time_are_both_kept(accounts):
    def make(number):
        for each in range(5):
            Accounts(accounts.path.parent, lambda: 0).new(f"Player {number}{each}", "scorer", by="Ann")

    threads = [threading.Thread(target=make, args=(number,)) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(accounts.all()) == 21


@pytest.mark.parametrize(
    ("name", "role", "password", "field"),
    [
        ("ANN", "scorer", PASSWORD, "name"),
        ("", "scorer", PASSWORD, "name"),
        ("12", "scorer", PASSWORD, "name"),
        ("Bob", "king", PASSWORD, "role"),
        ("Bob", "player", PASSWORD, "role"),
        ("Bob", "scorer", "short", "password"),
        ("Bob", "scorer", "x" * 1025, "password"),
    ],
)
def test_what_is_no_account_is_refused_by_its_field(accounts, name, role, password, field):
    before = accounts.path.read_bytes()
    with pytest.raises(UserError) as refused:
        accounts.new(name, role, password, by="Ann")
    assert refused.value.field == field
    assert accounts.path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda accounts: accounts.disable("Ann", by="Ann"),
        lambda accounts: accounts.set_role("Ann", "scorer", by="Ann"),
    ],
)
def test_the_last_director_stays(accounts, change):
    accounts.new("Bob", "director", by="Ann")  # with a token at most: nobody signs in with it
    assert "Ann is the only director who can sign in" in refusal(change, accounts)
    accounts.set_password("Bob", PASSWORD, by="Ann")
    change(accounts)
    assert not accounts.get("Ann").directs


def test_the_first_director_is_made_once(accounts):
    assert "There is a director already" in refusal(accounts.first, "Bob", PASSWORD, address="this computer")


def test_a_token_counts_until_it_is_revoked_or_its_account_disabled(accounts):
    accounts.new("Bob", "scorer", by="Ann")
    first = accounts.new_token("Bob", by="Ann")
    token = accounts.new_token("Bob", by="Ann")
    assert accounts.by_token(first) is None
    assert accounts.by_token(token).name == "Bob"
    accounts.disable("Bob", by="Ann")
    assert accounts.by_token(token) is None
    accounts.enable("Bob", by="Ann")
    assert accounts.by_token(token).name == "Bob"
    accounts.revoke("Bob", by="Ann")
    assert accounts.by_token(token) is None
    assert "Bob has no token" in refusal(accounts.revoke, "Bob", by="Ann")


@pytest.mark.parametrize(
    ("before", "after"), [("display", "scorer"), ("display", "director"), ("scorer", "display")]
)
def test_the_link_of_a_display_never_becomes_a_token_for_commands(accounts, before, after):
    accounts.new("Wall", before, by="Ann")
    link = accounts.new_token("Wall", by="Ann")
    accounts.set_role("Wall", before, by="Ann")
    assert accounts.by_token(link) is not None
    accounts.set_role("Wall", after, by="Ann")
    assert accounts.by_token(link) is None


def test_a_players_link_is_renewed_alone(accounts, tmp_path):
    first, other = accounts.player_signature(7), accounts.player_signature(8)
    assert "links" in accounts.path.read_text()
    accounts.renew_player_link(7, by="Ann")
    second = accounts.player_signature(7)
    accounts.renew_player_link(7, by="Ann")
    assert len({first, second, accounts.player_signature(7)}) == 3
    assert accounts.player_signature(8) == other
    assert Accounts(accounts.path.parent, lambda: 0).player_signature(7) == accounts.player_signature(7)
    assert accounts.logins.newest(1)[0].text == "Ann made another link for player 7"


def test_a_file_from_before_links_were_renewed_is_read(accounts):
    first = accounts.player_signature(7)
    told = json.loads(accounts.path.read_text())
    del told["links"]
    accounts.path.write_text(json.dumps(told))
    assert Accounts(accounts.path.parent, lambda: 0).player_signature(7) == first


def test_a_display_has_a_link_and_no_password(accounts):
    accounts.new("Wall", "display", by="Ann")
    assert "A display has a link" in refusal(accounts.set_password, "Wall", PASSWORD, by="Ann")
    assert "A display has a link" in refusal(accounts.new, "Screen", "display", PASSWORD, by="Ann")


def test_a_players_link_is_signed_for_one_player_and_this_host(accounts, tmp_path_factory):
    proof = accounts.player_signature(7)
    assert proof == Accounts(accounts.path.parent, lambda: 0).player_signature(7)
    other = Accounts(tmp_path_factory.mktemp("other"), lambda: 0)
    assert len({proof, accounts.player_signature(8), other.player_signature(7)}) == 3


def test_a_damaged_file_is_not_taken_for_none(accounts):
    for text in ("", '{"secret": "", "accounts": [{"name": "Ann"}]}', '{"secret": "", "accounts": [1]}'):
        accounts.path.write_text(text)
        assert "is damaged" in failure(ResourceError, accounts.has_director)


def test_nobodys_password_fits_nothing():
    for password in ("", "A", "\0" * 32):
        assert not check_password(password, NOBODYS)


def test_the_journal_of_logins_tells_in_words(accounts):
    accounts.new("Bob", "scorer", PASSWORD, by="Ann", address="192.0.2.7")
    accounts.set_role("Bob", "director", by="Ann")
    accounts.logins.enter("wrong", "Bob", address="203.0.113.9")
    assert [one.text for one in accounts.logins.newest()] == [
        "Wrong password for Bob, from 203.0.113.9",
        "Ann gave Bob the role director",
        "Ann made the account Bob, role scorer, from 192.0.2.7",
        "Ann made the account Ann, role director, from this computer",
    ]
    assert [one.what for one in accounts.logins.newest(2)] == ["wrong", "role"]


def test_a_line_that_was_cut_off_is_skipped(accounts):
    path = accounts.path.with_name("logins")
    path.write_bytes(path.read_bytes() + b'{"at_ms": 12, "wh\n[]\n\xff\n')
    accounts.logins.enter("in", "Ann")
    assert [one.what for one in accounts.logins.newest()] == ["in", "new"]


def test_the_newest_entries_are_found_in_a_long_journal(accounts):
    for number in range(300):
        accounts.logins.enter("wrong", "Ann", address=f"203.0.113.{number}")
    assert [one.address for one in accounts.logins.newest(2)] == ["203.0.113.299", "203.0.113.298"]
    assert len(accounts.logins.newest(1000)) == 301


def test_a_journal_that_cannot_be_written_keeps_nobody_out(accounts, caplog):
    path = accounts.path.with_name("logins")
    path.unlink()
    path.mkdir()
    accounts.logins.enter("in", "Ann")
    assert "journal of logins can't be written" in caplog.text
