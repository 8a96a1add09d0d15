"""`tablekeeper backup restore`: a copy comes back whole, or not at all; what it replaces is kept."""

import contextlib
import sqlite3

import pytest

from tests.cli.test_hall import open_hall


@pytest.fixture
def copy(keep, tmp_path):
    """A copy of a database in which more has happened since; its path."""
    keep("event", "new", "knockout", "Cup")
    keep("people", "enter", "Ann")
    path = tmp_path / "copy.db"
    assert keep("backup", "make", path).exit_code == 0
    keep("event", "new", "knockout", "Later")
    return path


def names(keep) -> list[str]:
    return [line for line in ("Cup", "Later") if line in keep("event", "list").stdout]


def left_over(tmp_path) -> list[str]:
    """Return what lies beside the database that does not belong there."""
    known = {"hall.db", "hall.db.lock", "hall.db.backups", "copy.db", "copy.db.expires", "home"}
    found = (one.name for one in tmp_path.iterdir() if one.suffix != ".heads")
    return sorted(name for name in found if name not in known)


def test_a_copy_comes_back_and_what_it_replaces_is_kept(keep, copy, tmp_path):
    drill = keep("backup", "restore", copy, "--dry-run")
    assert drill.stdout.startswith("The copy is whole: 1 event, 1 person")
    assert (names(keep), left_over(tmp_path)) == (["Cup", "Later"], [])
    told = keep("backup", "restore", copy).stdout
    assert told.startswith("Restored: 1 event, 1 person, as of 20")
    assert "removed" not in told
    assert names(keep) == ["Cup"]
    assert keep("verify").exit_code == 0
    [aside] = left_over(tmp_path)
    assert aside.startswith("hall.db.replaced-20")
    assert aside in told
    assert (tmp_path / "hall.db").stat().st_mode & 0o777 == 0o600
    # it is a database again, not a copy with a last day
    assert keep("backup", "make", tmp_path / "again.db").exit_code == 0
    assert "is not a backup" in keep("backup", "restore", tmp_path / aside).stderr


def test_names_that_were_removed_since_are_told(keep, copy):
    keep("people", "remove", "Ann", "--yes")
    assert "1 name that was removed after it was made" in keep("backup", "restore", copy, "--dry-run").stdout
    assert "1 name that was removed after it was made: remove" in keep("backup", "restore", copy).stdout


def test_a_damaged_copy_is_refused_and_nothing_is_replaced(keep, copy, tmp_path):
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        connection.execute("DELETE FROM people_actions")
        connection.commit()
    result = keep("backup", "restore", copy)
    assert result.exit_code == 2
    assert "is damaged (" in result.stderr
    assert (names(keep), left_over(tmp_path)) == (["Cup", "Later"], [])


def test_what_is_no_copy_is_refused(keep, copy, tmp_path):
    (tmp_path / "text").write_text("no database " * 100)
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("CREATE TABLE diary (entry)")
    for name, said in (("text", "can't be restored"), ("other", "is not a database of Tablekeeper"),
                       ("none", "There is no backup"), ("hall.db", "is not a backup")):  # fmt: skip
        result = keep("backup", "restore", tmp_path / name)
        assert (result.exit_code, said in result.stderr) == (2, True), (name, result.output)
    assert (names(keep), left_over(tmp_path)) == (["Cup", "Later"], ["other", "text"])


def test_an_open_hall_is_not_replaced(keep, copy, tmp_path):
    with open_hall(tmp_path / "hall.db"):
        result = keep("backup", "restore", copy)
        assert result.exit_code == 2
        assert "is in use (process " in result.stderr
        assert keep("backup", "restore", copy, "--dry-run").exit_code == 0
        assert names(keep) == ["Cup", "Later"]
    assert left_over(tmp_path) == []


def test_a_database_that_is_damaged_or_gone_is_replaced(keep, copy, tmp_path):
    (tmp_path / "hall.db").write_bytes(b"damaged" * 1000)
    assert keep("backup", "restore", copy).exit_code == 0
    assert names(keep) == ["Cup"]
    [aside] = left_over(tmp_path)
    assert (tmp_path / aside).read_bytes() == b"damaged" * 1000
    # nothing that was kept is overwritten
    assert keep("backup", "restore", copy).exit_code == 0
    assert left_over(tmp_path) == [aside, f"{aside}-2"]
    assert (tmp_path / aside).read_bytes() == b"damaged" * 1000
    (tmp_path / "hall.db").unlink()
    told = keep("backup", "restore", copy).stdout
    assert "kept" not in told
    assert names(keep) == ["Cup"]
