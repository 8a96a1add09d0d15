"""Encrypted backups: without its key a copy says nothing, with it everything; a damaged one is refused."""

import json
import os
import subprocess

import pytest

from tablekeeper.store import backup, encryption

SECRET = "correct horse battery staple 4711"


@pytest.fixture
def key(command, tmp_path, keep):
    """A database with a person, and a key: the file of the private one, and the public one."""
    keep("people", "enter", "Annabella")
    file = tmp_path / "key.txt"
    done = command("backup", "key", file)
    assert done.exit_code == 0
    return file, done.stdout.strip()


@pytest.fixture
def passphrase(tmp_path):
    file = tmp_path / "passphrase"
    file.write_text(SECRET + "\n")
    file.chmod(0o600)
    return file


def private(key) -> str:
    return key[0].read_text().splitlines()[1]


def left_over(tmp_path) -> list[str]:
    """Return the plain copies and the halves that lie there."""
    ends = (".part", ".copying", ".opened", ".restoring", "-journal")
    return sorted(one.name for one in tmp_path.iterdir() if one.name.endswith(ends))


def test_a_key_is_made_for_its_owner_only_and_never_replaced(command, key):
    file, public = key
    assert public.startswith("age1")
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_text()
    assert "exists already" in command("backup", "key", file).stderr
    assert (file.read_text(), private(key) in public) == (before, False)


def test_a_copy_for_a_key_is_opened_by_it_alone(command, keep, key, tmp_path):
    file, public = key
    copy = tmp_path / "copy.age"
    told = keep("backup", "make", copy, "--recipient", public)
    assert told.stdout.startswith(f"Copied and encrypted: {copy}. Its last day is ")
    assert copy.stat().st_mode & 0o777 == 0o600
    data = copy.read_bytes()
    assert data.startswith(b"age-encryption.org/v1\n")
    assert (b"Annabella" in data, b"SQLite" in data) == (False, False)
    assert b"Annabella" in (tmp_path / "hall.db").read_bytes()

    assert "name the file of its key with --identity" in keep("backup", "restore", copy).stderr
    other = tmp_path / "other.txt"
    command("backup", "key", other)
    refused = keep("backup", "restore", copy, "--identity", other)
    assert (refused.exit_code, "was encrypted for another key" in refused.stderr) == (2, True)
    assert "or with another passphrase. Name another file, or take another copy." in refused.stderr
    assert left_over(tmp_path) == []
    for words, began in ((["--dry-run"], "The copy is whole: 0 events, 1 person"), ([], "Restored: 0")):
        done = keep("backup", "restore", copy, "--identity", file, *words)
        assert done.stdout.startswith(began), done.output
    assert "Annabella" in keep("people", "list").stdout
    assert left_over(tmp_path) == []
    assert (tmp_path / "hall.db").stat().st_mode & 0o777 == 0o600


def test_each_of_several_keys_opens_a_copy(command, keep, key, tmp_path, monkeypatch):
    second = tmp_path / "second.txt"
    public = command("backup", "key", second).stdout
    recipients = tmp_path / "recipients.txt"
    recipients.write_text(f"# the club's two\n\n{key[1]}\n  {public}")
    # as the environment of a timer names it
    monkeypatch.setenv("TABLEKEEPER_RECIPIENTS", str(recipients))
    copy = tmp_path / "copy.age"
    assert keep("backup", copy).exit_code == 0
    assert encryption.is_encrypted(copy)
    for file in (key[0], second):
        assert keep("backup", "restore", copy, "--identity", file, "--dry-run").exit_code == 0


def test_a_passphrase_stands_in_a_file_of_its_owner(keep, key, passphrase, tmp_path, monkeypatch):
    # other keys of the environment are for copies of which nothing is said
    monkeypatch.setenv("TABLEKEEPER_RECIPIENTS", str(tmp_path / "none"))
    copy = tmp_path / "copy.age"
    assert keep("backup", "make", copy, "--passphrase-file", passphrase).exit_code == 0
    assert keep("backup", "restore", copy, "--passphrase-file", passphrase, "--dry-run").exit_code == 0
    assert "another key" in keep("backup", "restore", copy, "--identity", key[0]).stderr
    wrong = tmp_path / "wrong"
    wrong.write_text("incorrect horse")
    wrong.chmod(0o600)
    refused = keep("backup", "restore", copy, "--passphrase-file", wrong)
    assert "another key" in refused.stderr
    passphrase.chmod(0o644)
    refused = keep("backup", "restore", copy, "--passphrase-file", passphrase)
    assert (refused.exit_code, "run chmod 600" in refused.stderr) == (2, True)
    assert SECRET not in refused.output


@pytest.mark.parametrize("change", ["cut", "cut at a chunk", "byte", "header"])
def test_a_damaged_copy_is_refused(change, keep, key, tmp_path):
    copy = tmp_path / "copy.age"
    keep("backup", "make", copy, "--recipient", key[1])
    data = bytearray(copy.read_bytes())
    # the file goes on in chunks of 64 KiB, each with 16 bytes that authenticate it
    payload = data.index(b"\n", data.index(b"\n---") + 1) + 1 + 16
    if change == "cut":
        del data[-1000:]
    elif change == "cut at a chunk":
        del data[payload + 2 * (65536 + 16) :]
    else:
        data[len(data) // 2 if change == "byte" else 60] ^= 1
    copy.write_bytes(data)
    before = (tmp_path / "hall.db").read_bytes()
    result = keep("backup", "restore", copy, "--identity", key[0])
    assert (result.exit_code, "can't be decrypted: it is damaged" in result.stderr) == (2, True)
    assert ((tmp_path / "hall.db").read_bytes(), left_over(tmp_path)) == (before, [])


def test_no_secret_is_a_word_of_a_command_or_repeated(keep, key, passphrase, tmp_path):
    copy = tmp_path / "copy.age"
    refused = [
        keep("backup", "make", copy, "--recipient", private(key)),
        keep("backup", "make", copy, "--recipient", key[1][:-1]),
        keep("backup", "make", copy, "--recipient", key[1], "--passphrase-file", passphrase),
        keep("backup", "make", copy, "--recipients", tmp_path / "nowhere"),
    ]
    empty = tmp_path / "empty"
    empty.write_text("# nothing\n")
    refused.append(keep("backup", "make", copy, "--recipients", empty))
    assert [one.exit_code for one in refused] == [2] * 5
    said = [one.stderr for one in refused]
    parts = ("begins with age1", "was a letter lost?", "leave one", "can't be read", "holds no key")
    for sentence, part in zip(said, parts, strict=True):
        assert part in sentence
    assert private(key) not in "".join(said)
    assert not copy.exists()
    assert left_over(tmp_path) == []
    keep("backup", "make", copy, "--recipient", key[1])
    mistyped = tmp_path / "mistyped"
    mistyped.write_text(private(key)[:-2])
    mistyped.chmod(0o600)
    told = keep("backup", "restore", copy, "--identity", mistyped)
    assert "not a private key of age" in told.stderr
    assert private(key)[:-2] not in told.output
    told = keep("backup", "restore", copy, "--identity", mistyped, "--passphrase-file", passphrase)
    assert "leave one of them out" in told.stderr


def test_an_encrypted_copy_is_listed_and_deleted_as_every_other(keep, key, tmp_path):
    copy, later = tmp_path / "copy.age", tmp_path / "later.age"
    for file, day in ((copy, "2020-01-01"), (later, "2020-01-02")):
        keep("backup", "make", file, "--recipient", key[1], "--expires", day)
    keep("backup", "make", tmp_path / "plain.db")
    listed = json.loads(keep("backup", "list", "--json").stdout)
    assert [one["encrypted"] for one in listed] == [True, True, False]
    # another file took its place: that one is left alone
    later.write_bytes(b"age-encryption.org/v1\nsomething else")
    assert keep("backup", "prune").stdout == f"Deleted: {copy}.\n"
    assert (copy.exists(), later.exists()) == (False, True)


def test_a_copy_that_was_cut_off_has_not_its_name(keep, key, tmp_path, monkeypatch):
    copy = tmp_path / "copy.age"

    def full(*_):
        assert not copy.exists()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "encrypt", full)
    result = keep("backup", "make", copy, "--recipient", key[1])
    assert (result.exit_code, "No space left" in result.stderr) == (2, True)
    assert (copy.exists(), left_over(tmp_path)) == (False, [])
    monkeypatch.undo()
    # one that was killed has left this
    (tmp_path / "copy.age.part").touch()
    assert f"if none is running, delete {copy}.part" in keep("backup", "make", copy).stderr


@pytest.mark.age
def test_the_program_age_opens_a_copy_and_makes_one_that_is_opened(keep, key, tmp_path):
    copy = tmp_path / "copy.age"
    keep("backup", "make", copy, "--recipient", key[1])
    plain = subprocess.run(["age", "-d", "-i", key[0], copy], check=True, capture_output=True).stdout
    assert plain.startswith(b"SQLite format 3\0")
    again = tmp_path / "again.age"
    subprocess.run(["age", "-r", key[1], "-o", again], check=True, input=plain)
    assert keep("backup", "restore", again, "--identity", key[0], "--dry-run").exit_code == 0
    assert os.path.getsize(again) > len(plain)
