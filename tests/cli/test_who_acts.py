"""Commands name the person who types them, also where nobody says so."""

import getpass

import pytest

from tablekeeper.cli.whoacts import ACTOR, own_accounts
from tests.cli.conftest import command, home  # noqa: F401

SECRET = "a cube in the middle"


@pytest.fixture
def typed(command, tmp_path, monkeypatch):  # noqa: F811
    """Types a command that changes something; returns who the journal says did it."""
    monkeypatch.delenv(ACTOR, raising=False)
    monkeypatch.setattr(getpass, "getuser", lambda: "hall")
    database = tmp_path / "evening.db"

    def run():
        told = command("event", "new", "knockout", f"Cup {len(run.actors)}", "--database", database)
        assert told.exit_code == 0, told.output
        said = command("journal", "--database", database).stdout.splitlines()
        run.actors.append(next(line for line in said if f"Cup {len(run.actors)}" in line))
        return run.actors[-1]

    run.actors = []
    return run


def test_without_accounts_it_is_the_director(typed):
    assert "director" in typed()


def test_the_only_director_is_who_types(typed):
    own_accounts().new("Dora", "director", SECRET, by="director")
    own_accounts().new("Sam", "scorer", SECRET, by="Dora")
    assert "Dora" in typed()


def test_of_several_it_is_the_one_with_the_name_of_the_computers_user(typed, monkeypatch):
    for name in ("Dora", "Eve"):
        own_accounts().new(name, "director", SECRET, by="director")
    monkeypatch.setattr(getpass, "getuser", lambda: "eve")
    assert "Eve" in typed()


def test_of_several_without_that_name_it_is_the_computers_user(typed):
    for name in ("Dora", "Eve"):
        own_accounts().new(name, "director", SECRET, by="director")
    assert "hall" in typed()


def test_who_cannot_sign_in_any_more_types_nothing(typed):
    own_accounts().new("Dora", "director", SECRET, by="director")
    own_accounts().new("Eve", "director", SECRET, by="Dora")
    own_accounts().disable("Eve", by="Dora")
    assert "Dora" in typed()


def test_what_the_environment_says_is_believed(typed, monkeypatch):
    own_accounts().new("Dora", "director", SECRET, by="director")
    monkeypatch.setenv(ACTOR, "Tim")
    assert "Tim" in typed()


def test_accounts_that_cannot_be_read_stop_no_command(typed):
    own_accounts().new("Dora", "director", SECRET, by="director")
    own_accounts().path.write_text("{")
    assert "director" in typed()
