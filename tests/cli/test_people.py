"""`tablekeeper people`, `club` and `backup`: the register from the command line, and copies that expire."""

import json
import resource
import sqlite3
from pathlib import Path

import pytest

from tablekeeper.director.people.register import Register
from tablekeeper.store import open_store


@pytest.fixture
def cup(say):
    """A finished championship that Ann Lee has won."""
    say("event", "new", "championship", "Cup", "--first-to", 2)
    say("event", "enter", "Cup", "Ann Lee", "Bob", "Cid")
    say("event", "start", "Cup")
    for winner in ("Ann Lee", "Bob", "Ann Lee"):
        say("event", "result", "Cup", "--winner", winner)
    say("event", "finish", "Cup")


def test_the_register_from_the_first_entry(say, cup):
    assert say("people", "enter", "Ann Lee", "A. Lee") == "Person 1: Ann Lee.\nPerson 2: A. Lee.\n"
    listed = json.loads(say("people", "list", "--json"))
    assert listed["strangers"] == ["Bob", "Cid"]
    assert "In events, but not in the register: Bob, Cid." in say("people", "list")
    say("people", "name", "ann lee", "Annie")
    say("people", "call", 1, "Annie")
    shown = json.loads(say("people", "show", "Ann Lee", "--json"))
    assert (shown["name"], shown["names"]) == ("Annie", ["Ann Lee", "Annie"])
    assert shown["played"] == [{"kind": "event", "id": 1, "title": "Cup"}]
    assert "1 event: Cup" in say("people", "show", "Annie")
    say("people", "consent", "Annie", "private")
    assert "private" in say("people", "list")


def test_a_name_on_boards_is_proposed_and_corrected(say, no):
    why = (
        "which may be wrong: Chinese characters are read differently in each language. Ask for a name, and "
        "enter it by `tablekeeper people board`."
    )
    assert say("people", "enter", "王小明", "Ann", "田中太郎").splitlines() == [
        "Person 1: 王小明.", f"Boards show 王小明 as 'Wang Xiaoming', {why}", "Person 2: Ann.",
        "Person 3: 田中太郎.", f"Boards show 田中太郎 as 'Tian Zhongtailang', {why}",
    ]  # fmt: skip
    assert say("people", "board", "王小明", "--language", "zh") == "Boards show 王小明 as 'Wang Xiaoming'.\n"
    assert "Boards show no name for 田中太郎" in say("people", "board", 3, "--language", "ja")
    assert "Boards show no name for 田中太郎" in say("people", "list")
    assert say("people", "board", 3, "Tanaka Taro") == "Boards show 田中太郎 as 'Tanaka Taro'.\n"
    assert "Boards show" not in say("people", "list")
    shown = json.loads(say("people", "show", 3, "--json"))
    assert [shown[key] for key in ("board_name", "board_name_doubt", "language")] == ["Tanaka Taro", "", "ja"]
    assert "Boards show no name for 田中太郎" in say("people", "board", 3, "")
    assert "the name of 田中太郎 on boards" in say("people", "undo")
    assert "Boards show 田中太郎 as 'Tanaka Taro'." in say("people", "show", 3)
    assert "Give a name, --language or both." in no("people", "board", 3)
    assert "Boards cannot show '田中': use at most 20 letters" in no("people", "board", 3, "田中")


def test_doubles(say, no, cup):
    say("people", "enter", "Ann Lee", "A. Lee", "Bob")
    assert "The register would read A. Lee (person 2) as Ann Lee (person 1)." in say(
        "people", "merge", "Ann Lee", "A. Lee", "--preview"
    )
    assert len(json.loads(say("people", "list", "--json"))["people"]) == 3
    assert "`tablekeeper people undo 4`" in say("people", "merge", "Ann Lee", "A. Lee")
    assert [one["name"] for one in json.loads(say("people", "list", "--json"))["people"]] == [
        "Ann Lee",
        "Bob",
    ]
    assert "both played in Cup (event 1)" in no("people", "merge", "Ann Lee", "Bob")
    assert say("people", "undo", 4) == "Undone: the merge of person 2 into Ann Lee.\n"
    say("people", "name", "Bob", "Bobby")
    assert say("people", "split", "Bobby") == "Person 4: Bobby.\n"
    told = say("people", "history")
    assert "the merge of person 2 into Ann Lee (undone)" in told
    assert len(json.loads(say("people", "history", "--json"))) == len(told.splitlines())


def test_a_name_is_taken_out(say, no, command, cup, database, tmp_path):
    say("rankings", "confirm", "Cup")
    say("backup", tmp_path / "copy.db", "--expires", "2099-12-31")
    told = say("people", "remove", "Ann Lee", "--preview")
    assert "Ann Lee (person 1) becomes Player 1." in told
    assert "1 event: Cup" in told
    kept = command("people", "remove", "Ann Lee", "--database", database, input="n\n")
    assert kept.exit_code == 1
    assert "Ann Lee" in say("people", "list")
    told = say("people", "remove", "Ann Lee", "--yes")
    assert "Taken out. From now on: Player 1." in told
    assert "A backup holds the name until its last day, 2099-12-31: " in told
    assert "copy.db" in told
    assert "Player 1" in say("rankings", "show")
    assert "Player 1" in say("event", "standings", "Cup")
    for path in filter(Path.is_file, tmp_path.iterdir()):
        assert (b"Ann Lee" in path.read_bytes()) == (path.name == "copy.db"), path.name
    assert "Nobody in the register is called 'Ann Lee'" in no("people", "remove", "Ann Lee", "--yes")
    assert say("people", "sweep") == "Swept.\n"


def test_clubs(say, no):
    say("people", "enter", "Ann", "Bob")
    assert say("club", "new", "Knights") == "Club 1: Knights.\n"
    say("club", "join", "Knights", "Ann", "--since", "2026-01-01")
    say("club", "join", 1, "Bob")
    say("club", "leave", "Knights", "Ann", "--until", "2026-05-01")
    assert json.loads(say("club", "members", "knights", "--json")) == [
        {"person": 1, "name": "Ann", "since": "2026-01-01", "until": "2026-05-01"},
        {"person": 2, "name": "Bob", "since": None, "until": None},
    ]
    assert json.loads(say("club", "list", "--json")) == [{"club": 1, "name": "Knights", "members": 1}]
    assert "2026-05-01" in say("club", "members", "Knights")
    assert "Knights" in say("club", "list")
    assert "Knights since 2026-01-01 until 2026-05-01" in say("people", "show", "Ann")
    assert "There is no club 'Towers'" in no("club", "members", "Towers")
    assert "does not belong to" in no("club", "leave", "Knights", "Ann")
    say("club", "leave", "Knights", "Bob")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("people", "enter", "17"), "a number alone"),
        (("people", "enter", "Bob", "bob"), "given twice"),
        (("people", "name", "Dee", "D."), "Nobody in the register is called 'Dee'"),
        (("people", "call", "Ann", "Dee"), "not known as 'Dee'"),
        (("people", "merge", "Ann", "Ann"), "one person already"),
        (("people", "split", "Ann"), "name that is shown"),
        (("people", "undo", "9"), "no action 9"),
        (("people", "remove", "9", "--yes"), "Nobody in the register is called '9'"),
        (("club", "join", "Towers", "Ann"), "no club 'Towers'"),
        (("club", "new", "#1"), "is not a name"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(say, no, words, sentence):
    say("people", "enter", "Ann")
    before = say("people", "list", "--json"), say("people", "history", "--json")
    assert sentence in no(*words)
    assert (say("people", "list", "--json"), say("people", "history", "--json")) == before


def test_what_an_undo_would_change_is_shown_first(say, no):
    say("people", "enter", "Ann", "Bob")
    before = say("people", "history", "--json")
    assert say("people", "undo", "--show").startswith("Undoing 2 would take back the entry of Bob.")
    assert "no action 9" in no("people", "undo", "9", "--show")
    assert say("people", "history", "--json") == before


# --- backups -------------------------------------------------------------------------------------


def test_a_copy_is_made_while_the_database_is_used(say, no, database, tmp_path):
    copy = tmp_path / "copy.db"
    assert "There is no database" in no("backup", copy)
    with open_store(str(database), now=lambda: 1000) as store:
        Register(store).enter(["Ann"])
        told = say("backup", copy, "--expires", "2026-12-31")
        assert f"Copied: {copy}. Its last day is 2026-12-31" in told
        Register(store).enter(["Bob"])
    with open_store(str(copy), now=lambda: 1000, read_only=True) as store:
        assert [one.name for one in store.people.aliases().values()] == ["Ann"]
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT expires FROM backup_marks").fetchall() == [("2026-12-31",)]
    assert "delete it after 2026-12-31" in (tmp_path / "copy.db.expires").read_text("utf-8")
    assert "name another file" in no("backup", "make", copy)
    assert "'now' is neither a verb of backup" in no("backup", "now")
    assert copy.stat().st_mode & 0o077 == 0


def test_copies_are_listed_and_deleted_when_their_last_day_is_over(say, database, tmp_path):
    say("people", "enter", "Ann")
    for name, day in (("old.db", "2020-01-01"), ("new.db", "2099-12-31"), ("gone.db", "2099-12-31")):
        say("backup", "make", tmp_path / name, "--expires", day)
    (tmp_path / "gone.db").unlink()
    states = {
        one["file"].rsplit("/", 1)[1]: one["state"] for one in json.loads(say("backup", "list", "--json"))
    }
    assert states == {"old.db": "expired", "new.db": "kept", "gone.db": "gone"}
    assert "expired" in say("backup", "list")
    assert say("backup", "prune") == f"Deleted: {tmp_path / 'old.db'}.\n"
    assert not (tmp_path / "old.db").exists()
    assert not (tmp_path / "old.db.expires").exists()
    assert [one["state"] for one in json.loads(say("backup", "list", "--json"))] == ["kept"]
    assert say("backup", "prune") == "Nothing has expired.\n"


def test_an_account_with_the_removed_name_is_told(say, command):
    say("people", "enter", "Ann Lee")
    command("account", "new", "ann lee", "--role", "display")
    for words in (("--preview",), ("--yes",)):
        assert "The account ann lee has this name and keeps it" in say("people", "remove", "Ann Lee", *words)


def test_a_copy_on_a_stick_is_told_while_the_stick_is_away(say, database, tmp_path):
    say("people", "enter", "Ann")
    stick = tmp_path / "stick"
    stick.mkdir()
    say("backup", stick / "old.db", "--expires", "2020-01-01")
    say("backup", stick / "new.db", "--expires", "2099-12-31")
    stick.rename(tmp_path / "pocket")
    assert say("backup", "prune") == "Nothing has expired.\n"
    assert [one["state"] for one in json.loads(say("backup", "list", "--json"))] == ["away", "away"]
    told = say("people", "remove", "Ann", "--yes")
    assert f"2099-12-31: {stick / 'new.db'}" in told
    (tmp_path / "pocket").rename(stick)
    assert say("backup", "prune") == f"Deleted: {stick / 'old.db'}.\n"
    assert [path.name for path in sorted(stick.iterdir())] == ["new.db", "new.db.expires"]


def test_another_file_in_the_place_of_a_copy_is_left_alone(say, database, tmp_path):
    say("people", "enter", "Ann")
    old = tmp_path / "old.db"
    say("backup", old, "--expires", "2020-01-01")
    old.write_text("my novel")
    assert say("backup", "prune") == "Nothing has expired.\n"
    assert old.read_text() == "my novel"


def test_a_disk_that_is_full_leaves_nothing_behind(say, no, database, tmp_path):
    say("people", "enter", "Ann")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (database.stat().st_size // 4, limits[1]))
    try:
        told = no("backup", tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "was not made" in told
    assert list(tmp_path.glob("copy.db*")) == []
    assert say("backup", "list", "--json") == "[]\n"


def test_a_line_cut_off_in_the_list_spoils_no_other(say, database, tmp_path):
    say("people", "enter", "Ann")
    say("backup", tmp_path / "one.db")
    listing = tmp_path / "hall.db.backups"
    listing.write_text(listing.read_text("utf-8") + '{"path": "/ha', "utf-8")
    say("backup", tmp_path / "two.db")
    found = [Path(one["file"]).name for one in json.loads(say("backup", "list", "--json"))]
    assert found == ["one.db", "two.db"]


def test_only_a_database_of_ours_is_copied(no, refused, database, tmp_path):
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE novel (line TEXT)")
    assert "is not a database of Tablekeeper" in no("backup", tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.glob("copy.db*")) == []
    told = refused("backup", tmp_path / "copy.db", "--database", "postgresql://nobody@nowhere/hall")
    assert "pg_dump" in told
    assert "can't be written" in no("backup", tmp_path / "nowhere" / "copy.db")
