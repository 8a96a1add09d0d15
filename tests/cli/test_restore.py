"""`tablekeeper backup restore`: a copy comes back whole, or not at all; what it replaces is kept."""

import contextlib
import json
import sqlite3
from datetime import UTC, datetime

import pytest

from tablekeeper.cli import backup as backup_command
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


PLANTED = {
    "trigger": (
        "CREATE TRIGGER planted AFTER INSERT ON names BEGIN UPDATE names SET name = 'Eve'; END",
        "Table names has the trigger planted, which is not Tablekeeper's.",
    ),
    "view": ("CREATE VIEW planted AS SELECT name FROM names", "The view planted is not Tablekeeper's."),
    "table": ("CREATE TABLE planted (name TEXT)", "The table planted is not Tablekeeper's."),
    "index": (
        "CREATE INDEX planted ON names (name)",
        "Table names has the index planted, which is not Tablekeeper's.",
    ),
    "column": (
        "ALTER TABLE names ADD COLUMN planted TEXT",
        "Table names has the column planted, which is not Tablekeeper's.",
    ),
    "index gone": (
        "DROP INDEX ix_segments_uid", "Table segments is not as Tablekeeper makes it (add_index).",
    ),
}


@pytest.mark.parametrize(("statement", "said"), PLANTED.values(), ids=PLANTED)
def test_a_schema_that_somebody_changed_is_told_and_its_copy_refused(keep, copy, tmp_path, statement, said):
    for file in (copy, tmp_path / "hall.db"):
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute(statement)
            connection.commit()
    result = keep("backup", "restore", copy)
    assert (result.exit_code, said.removesuffix(".") in result.stderr) == (2, True), result.stderr
    verified = keep("verify")
    assert (verified.exit_code, said in verified.stdout.splitlines()) == (1, True), verified.stdout


def test_what_was_replaced_is_listed_told_and_pruned(keep, copy, tmp_path):
    keep("people", "remove", "Ann", "--yes")
    keep("backup", "restore", copy)
    [aside] = left_over(tmp_path)
    rows = json.loads(keep("backup", "list", "--json").stdout)
    assert [(one["file"], one["replaced"]) for one in rows] == [
        (str(copy), False), (str(tmp_path / aside), True),
    ]  # fmt: skip
    assert "replaced" in keep("backup", "list").stdout
    # the removal stands only in what was replaced
    assert "1 name that was removed after it was made" in keep("backup", "restore", copy).stdout
    told = keep("people", "remove", "Ann", "--yes").stdout
    assert f"{rows[1]['expires']}: {tmp_path / aside}\n" in told
    (tmp_path / aside).rename(tmp_path / "hall.db.replaced-20200101")
    assert keep("backup", "prune").stdout == f"Deleted: {tmp_path / 'hall.db.replaced-20200101'}.\n"
    assert left_over(tmp_path) == [f"{aside}-2"]


def test_the_newest_copy_stays_whatever_the_clock_says(keep, copy, tmp_path):
    keep("backup", "make", tmp_path / "newer.db", "--expires", "2020-01-01")
    keep("backup", "make", tmp_path / "newest.db", "--expires", "2019-01-01")
    assert keep("backup", "prune").stdout == f"Deleted: {tmp_path / 'newer.db'}.\n"
    assert (tmp_path / "newest.db").exists()


@pytest.mark.parametrize("at_ms", [253_402_214_400_000, 10**18])
def test_a_clock_far_ahead_is_told_in_a_sentence(keep, copy, tmp_path, at_ms, monkeypatch):
    monkeypatch.setattr(backup_command, "wall_ms", lambda: at_ms)
    result = keep("backup", "make", tmp_path / "far.db")
    assert (result.exit_code, result.stderr) == (
        2, "Error: The clock of this computer is far ahead: set it, and try again.\n",
    )  # fmt: skip
    assert not (tmp_path / "far.db").exists()


def test_the_last_year_is_a_day_and_a_moment_as_any_other(keep, copy, tmp_path):
    told = keep("backup", "make", tmp_path / "kept.db", "--expires", "9999-12-31")
    assert "Its last day is 9999-12-31" in told.stdout
    result = keep("backup", "restore", copy, "--until", "9999-12-31 23:59")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.output
    (tmp_path / "hall.db.replaced-99991231").write_text("an odd name")
    assert "9999-12-31" in keep("backup", "list").stdout


def test_what_is_beside_a_database_is_beside_the_real_one(command, tmp_path):
    real, link = tmp_path / "disk" / "hall.db", tmp_path / "link.db"
    real.parent.mkdir()
    link.symlink_to(real)
    words = ("--database", link)
    assert command("event", "new", "knockout", "Cup", *words).exit_code == 0
    assert command("backup", "make", tmp_path / "copy.db", *words).exit_code == 0
    assert command("event", "new", "knockout", "Later", *words).exit_code == 0
    assert command("backup", "restore", tmp_path / "copy.db", *words).exit_code == 0
    assert [one.name for one in tmp_path.glob("link.db*")] == ["link.db"]
    day = datetime.now(UTC).strftime("%Y%m%d")
    assert {f"hall.db{one}" for one in ("", ".backups", ".lock", f".replaced-{day}")} <= {
        one.name for one in real.parent.iterdir()
    }
    assert "Cup" in command("event", "list", "--database", real).stdout
    assert str(tmp_path / "copy.db") in command("backup", "list", "--json", "--database", real).stdout


@pytest.mark.parametrize("ending", [".lock", ".heads", ".heads.new", ".heads.lost", ".backups"])
def test_no_link_beside_a_database_is_followed_when_writing(keep, tmp_path, ending):
    other = tmp_path / "other"
    other.write_text("my novel\n")
    (tmp_path / f"hall.db{ending}").symlink_to(other)
    keep("event", "new", "knockout", "Cup")
    keep("backup", "make", tmp_path / "copy.db")
    keep("backup", "prune")
    assert other.read_text() == "my novel\n"


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
