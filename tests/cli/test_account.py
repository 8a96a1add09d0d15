"""`tablekeeper account`: a password comes from a file or the terminal, never from the words of a command."""

import getpass

import pytest

from tablekeeper.accounts.passwords import check_password
from tablekeeper.cli.whoacts import own_accounts

PASSWORD = "seven pips to go"


@pytest.fixture
def ann(command, home):
    """The account of a director."""
    return command("account", "new", "Ann", "--password-file", "-", input=f"{PASSWORD}\n")


def test_accounts_are_made_listed_changed_and_disabled(ann, command, tmp_path, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "bob")
    assert ann.stdout == "Ann may sign in as director.\n"
    (tmp_path / "bob.txt").write_text("a cube in the middle\nsomething else\n")
    file = ("--password-file", tmp_path / "bob.txt")
    assert command("account", "new", "Bob", "--role", "scorer", *file).exit_code == 0
    link = command("account", "new", "Wall", "--role", "display").stdout.strip()
    assert own_accounts().by_token(link.removeprefix("/display/")).name == "Wall"
    command("token", "new", "Bob")
    assert command("account", "role", "bob", "director").stdout == "bob is director now.\n"
    assert command("account", "disable", "Ann").exit_code == 0
    day = own_accounts().get("Ann").since
    assert command("account", "list").stdout.splitlines() == [
        f"Ann: director since {day}, with a password, disabled",
        f"Bob: director since {day}, with a password and a token",
        f"Wall: display since {day}, with a link",
    ]
    assert command("account", "enable", "Ann").exit_code == 0
    assert command("account", "password", "Ann", *file).exit_code == 0
    assert check_password("a cube in the middle", own_accounts().get("Ann").password)
    told = command("account", "log", "--newest", "2").stdout
    assert [line[21:] for line in told.splitlines()] == [
        "Bob set the password of Ann", "Bob enabled the account Ann",
    ]  # fmt: skip


def test_a_players_link_is_that_of_the_page(command, home):
    shown = command("account", "player", "7").stdout
    assert shown == f"/link/7/{own_accounts().player_signature(7)}\n"
    renewed = command("account", "player", "7", "--renew").stdout
    assert renewed == f"/link/7/{own_accounts().player_signature(7)}\n" != shown


def test_the_journal_of_logins_names_who_acts(ann, command, monkeypatch):
    monkeypatch.setenv("TABLEKEEPER_ACTOR", "Zoe")
    command("account", "new", "Bob", "--password-file", "-", input=f"{PASSWORD}\n")
    assert "Zoe made the account Bob, role director" in command("account", "log").stdout


def test_without_accounts_the_lists_say_what_to_do(command, home):
    assert command("account", "list").stdout == (
        "There are no accounts: `tablekeeper account new NAME` makes one.\n"
    )
    assert command("account", "log").stdout == "Nobody has signed in yet.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("new", "Bob", "--password-file", "-"), "A password has 8 to 1024 characters."),
        (("new", "Bob"), "name its file with --password-file"),
        (("new", "ann", "--password-file", "-"), "8 to 1024"),
        (("new", "Wall", "--role", "display", "--password-file", "-"), "leave --password-file out"),
        (("role", "Eve", "scorer"), "There is no account of Eve"),
        (("role", "Ann", "scorer"), "Ann is the only director"),
        (("disable", "Ann"), "Ann is the only director"),
        (("password", "Eve", "--password-file", "nowhere.txt"), "nowhere.txt can't be read"),
    ],
)
def test_refusals_change_nothing(ann, refused, words, sentence):
    before = own_accounts().path.read_bytes()
    assert sentence in refused("account", *words, input="short\n")
    assert own_accounts().path.read_bytes() == before
