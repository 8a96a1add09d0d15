"""Commands at the host of another computer: whose token counts, what runs there, and what is refused."""

import contextlib
import http.client
import json
from types import SimpleNamespace
from urllib.parse import urlsplit

import click
import pytest

from tablekeeper.cli import main, remote
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.errors import UserError
from tablekeeper.version import __version__
from tablekeeper.web import commandpage
from tablekeeper.web.app import make_app
from tablekeeper.web.commandpage import frame
from tablekeeper.web.serving import Serving
from tablekeeper.web.settings import Settings
from tests.cli.test_hall import WITH_DATABASE, evening, open_hall
from tests.cli.test_help import COMMANDS
from tests.forkedprogram import interpreter
from tests.patience import PATIENCE_S


@pytest.fixture
def host(command, tmp_path, monkeypatch):
    """A host with pages; returns its director and the address."""
    monkeypatch.setattr(commandpage, "sys", SimpleNamespace(executable=str(interpreter(tmp_path))))
    command("people", "enter", "Somebody", "--database", tmp_path / "hall.db")
    with open_hall(tmp_path / "hall.db") as director:
        app = make_app(director, settings=Settings(accounts=own_accounts()))
        with Serving(app) as serving:
            yield director, serving.url


@pytest.fixture
def away(command, host, tmp_path):
    """Runs a command as another computer does, with Ann's token; returns its result."""
    file = tmp_path / "ann.token"
    file.write_text(command("token", "new", "Ann").stdout)
    return lambda *words, **more: command("--host", host[1], "--token-file", file, *words, **more)


def post(url: str, body: bytes = b"{}", **headers: str) -> tuple[int, dict]:
    """Send a command; return the status, and what it says (nothing where that is no JSON)."""
    made = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    with contextlib.closing(made) as connection:
        connection.request("POST", "/command", body, {"Accept": "application/json", **headers})
        answer = connection.getresponse()
        told = answer.read()
    return answer.status, json.loads(told) if told.startswith(b"{") else {}


def test_a_command_of_another_computer_is_done_and_names_the_holder(away, host):
    assert away("event", "new", "knockout", "Cup").stdout == "Event 1: Cup.\n"
    assert away("event", "enter", "Cup", "Ann", "Bob").exit_code == 0
    assert [one.actor for one in host[0].events.get(1).history] == ["Ann", "Ann"]
    refused = away("event", "enter", "Nothing", "Cid")
    assert refused.exit_code == 2
    assert refused.stderr == "Error: There is no event Nothing: `tablekeeper event list` lists them.\n"
    assert refused.stdout == ""
    exported = away("event", "export", "Cup").stdout
    assert "Event 1 is called Cup, too" in away("event", "import", "-", input=exported).stderr
    assert away("event", "import", "-", "--name", "Copy", input=exported).stdout == "Event 2: Copy.\n"
    assert "Aborted!" in away("people", "remove", "Somebody").stderr
    assert away("people", "remove", "Somebody", "--yes").exit_code == 0


def test_a_revoked_token_is_refused_at_once(away, command, host):
    assert command("token", "list").stdout == "Ann: director\n"
    assert "has a token already" in command("token", "new", "Ann").stderr
    assert command("token", "revoke", "Ann").stdout == "Revoked: the token of Ann.\n"
    assert "Ann has no token" in command("token", "revoke", "Ann").stderr
    assert command("token", "list").stdout == "Nobody has a token.\n"
    result = away("event", "new", "knockout", "Cup")
    assert result.exit_code == 2
    assert result.stderr == "Error: The host does not know this token: ask its director for another one.\n"
    assert not host[0].events.all()


def test_a_scorers_token_enters_results_and_nothing_else(away, command, host, tmp_path):
    assert away("event", "new", "knockout", "Cup").exit_code == 0
    assert away("event", "enter", "Cup", "Ann", "Bob").exit_code == 0
    assert away("event", "draw", "Cup", "--seed", "1").exit_code == 0
    assert away("event", "start", "Cup").exit_code == 0
    refused = command("token", "new", "Ann", "--role", "scorer").stderr
    assert "`tablekeeper account role` changes that" in refused
    (tmp_path / "sue.token").write_text(command("token", "new", "Sue", "--role", "scorer").stdout)

    def scores(*words):
        return command("--host", host[1], "--token-file", tmp_path / "sue.token", *words)

    assert "Ann" in scores("event", "next", "Cup").stdout
    for words in (
        "event new knockout Two", "event undo Cup 4", "event withdraw Cup Bob", "people list", "backup list",
    ):  # fmt: skip
        refused = scores(*words.split())
        assert refused.exit_code == 2
        assert refused.stderr == "Error: Only a director may do that: this token is a scorer's.\n"
    assert scores("event", "result", "Cup", "--winner", "Ann", "--score", "7,3").exit_code == 0
    assert host[0].events.get(1).history[-1].actor == "Sue"
    # a token ends with its account
    assert command("account", "disable", "Sue").exit_code == 0
    assert "does not know this token" in scores("event", "next", "Cup").stderr


def test_a_displays_link_is_no_token(command, host, tmp_path):
    command("token", "new", "Ann")
    shown = command("account", "new", "Wall", "--role", "display").stdout.strip()
    assert post(host[1], Authorization=f"Bearer {shown.removeprefix('/display/')}")[0] == 401


def test_wrong_tokens_are_limited_as_passwords_are(host):
    answers = [post(host[1], Authorization=f"Bearer {number}") for number in range(7)]
    assert [status for status, _ in answers] == [401] * 5 + [429] * 2
    assert "Too many wrong passwords or links" in answers[-1][1]["error"]


def test_what_a_browser_or_nobody_sends_is_refused(away, host, tmp_path):
    token = (tmp_path / "ann.token").read_text().strip()
    bearer = {"Authorization": f"Bearer {token}"}
    assert post(host[1])[0] == 401
    assert post(host[1], Authorization=f"Basic {token}")[0] == 401
    assert post(host[1], Origin=host[1], **bearer)[0] == 403
    assert post(host[1], Host="elsewhere.example", **bearer)[0] == 421
    for body in (b"{}", b"[", b'{"version":1}', b"\xff"):
        assert post(host[1], body, **bearer)[0] == 400
    asked = {"version": __version__, "words": ["event", "list"], "stdin": "", "columns": 80}
    for wrong in ({"words": []}, {"words": ["a\0b"]}, {"words": [1]}, {"columns": 0}, {"stdin": None}):
        assert post(host[1], json.dumps(asked | wrong).encode(), **bearer)[0] == 400
    status, told = post(host[1], json.dumps(asked | {"version": "9"}).encode(), **bearer)
    assert (status, "this command is 9" in told["error"]) == (409, True)


def test_words_that_pass_by_the_client_are_refused_by_the_host(away, host, tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "check", lambda main, words, role: True)
    for words in (["token", "new", "Eve"], ["serve"], ["event", "export", "1", "--output", "elsewhere"],
                  ["replay", "/etc/passwd"], ["--version"], ["event", "list", "--database", "elsewhere"],
                  ["board", "list"], ["backup", "make", str(tmp_path / "copy.db")]):  # fmt: skip
        result = away(*words)
        if words != ["--version"]:
            assert result.exit_code == 2, (words, result.output)
    assert [one.name for one in own_accounts().all()] == ["Ann"]
    assert not (tmp_path / "copy.db").exists()


def test_a_dash_names_no_file_of_the_host(away, host, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    away("event", "new", "knockout", "Cup")
    before, said = sorted(tmp_path.rglob("*")), "A host uses no file for another computer: leave '-' out."
    for words in (("backup", "make", "-"), ("event", "export", "Cup", "--output", "-"), ("publish", "-"),
                  ("event", "payout", "Cup", "--csv", "-"), ("verify", "--head-file", "-")):  # fmt: skip
        assert away(*words).stderr == f"Error: {said}\n", words
    assert sorted(tmp_path.rglob("*")) == before


def test_more_commands_than_the_host_runs_wait_outside(away, host, monkeypatch):
    monkeypatch.setattr(commandpage, "MOST_COMMANDS", 0)
    result = away("event", "list")
    assert result.stderr == "Error: The host is too busy, and nothing was done: try again.\n"


def test_a_command_that_takes_too_long_is_ended(away, monkeypatch):
    monkeypatch.setattr(commandpage, "LONGEST_S", 0.01)
    result = away("event", "list")
    assert result.exit_code == 2
    assert "took too long" in result.stderr


def test_an_answer_that_is_too_large_is_ended(away, monkeypatch):
    monkeypatch.setattr(commandpage, "LARGEST", 10)
    result = away("event", "list")
    assert (result.exit_code, "too much for one answer" in result.stderr) == (2, True)


def test_a_host_that_is_not_there_or_none(command, tmp_path):
    file = tmp_path / "a.token"
    file.write_text("word\n")
    for words, said in (
        (["--host", "http://127.0.0.1:1", "--token-file", file], "There is no host at"),
        (["--host", "ftp://x", "--token-file", file], "is not the address of a host"),
        (["--host", "http://x:99999", "--token-file", file], "is not the address of a host"),
        (["--host", "http://x"], "name its file with --token-file"),
        (["--host", "http://x", "--token-file", tmp_path / "none"], "can't be read (no such file"),
    ):
        result = command(*words, "event", "list")
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert said in result.stderr


def test_frames_are_printed_as_they_come_and_a_broken_answer_is_told(capsysbinary):
    class Answer:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def read(self, count: int) -> bytes:
            found, self.data = self.data[:count], self.data[count:]
            return found

    said = frame("o", b"out\xff") + frame("e", b"error")
    assert remote._print(Answer(said + frame("x", b"7"))) == 7
    assert capsysbinary.readouterr() == (b"out\xff", b"error")
    with pytest.raises(Exception, match="look whether it was done"):
        remote._print(Answer(said))


# --- which commands ----------------------------------------------------------------------------


@pytest.mark.parametrize("words", [pytest.param(words, id=" ".join(words)[:40]) for words in evening()])
def test_a_command_of_the_evening_runs_there_or_names_a_file(words):
    words = ["1" if word == "MATCH" else word for word in words]
    endings = ("svg", "html", "json", "csv", "md", "db", "age")
    named = [word for word in words if word.partition(".")[2] in endings]
    named += words[1:2] if words[0] == "publish" else []
    if named:
        with pytest.raises(UserError, match=f"leave '{named[0]}' out"):
            remote.check(main, words)
    else:
        assert remote.check(main, words)


@pytest.mark.parametrize("name", [name for name, one in COMMANDS.items() if not isinstance(one, click.Group)])
def test_every_other_command_stays_here(name):
    words = name.split()[1:]
    if words[0] in ("demo", "serve", "watch", "doctor", "support"):
        with pytest.raises(UserError, match="runs on its own computer"):
            remote.check(main, words)
    else:
        assert remote.check(main, words) == (" ".join(words) in WITH_DATABASE)


def test_every_file_of_a_command_is_known_as_one():
    """Its type says so: else the holder of a token could read files of the host."""
    named = {
        f"{name}: {parameter.name}"
        for name, command in COMMANDS.items()
        for parameter in command.params
        if not isinstance(parameter.type, click.Path | click.File)
        and any(word in (parameter.metavar or "").upper() for word in ("FILE", "FOLDER", "PATH", "OUT."))
    }
    assert named == set()
