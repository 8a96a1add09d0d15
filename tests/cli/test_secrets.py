"""Passwords, tokens, sessions and links of a host: in no list of processes, log, address, page or file."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guards import sample
from tests.patience import PATIENCE_S, until
from tests.web.conftest import Browser

PASSWORD, MISTYPED = "seven pips to go", "seven pips too many"
WRONG_TOKEN = "tk-0123456789-not-a-token"
#: pages that the crawl opens, at most
MOST_PAGES = 60

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/cmdline").exists(), reason="not on this system: processes are read in /proc"
)


def processes() -> str:
    """Return the words of every process, as every user of this computer can list them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue  # it has ended
    return "\n".join(found)


def crawled(browser: Browser) -> tuple[str, list[str]]:
    """Return the pages behind the links of a browser's pages with their headers, and their addresses."""
    waiting, known, told = ["/", "/account", "/accounts", "/people", "/journal"], set(), []
    while waiting and len(known) < MOST_PAGES:
        address = waiting.pop(0)
        if address in known or address.startswith(("/static", "/logout", "/login")):
            continue
        known.add(address)
        answer = browser.get(address, headers={"accept": "text/html"})
        headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "set-cookie"]
        told += [*headers, answer.text]
        waiting += re.findall(r' href="(/[^"#]*)', answer.text)
    return "\n".join(told), sorted(known)


@pytest.fixture
def run(home, tmp_path):
    """Starts `tablekeeper` as a process of its own, whose words the system lists; returns it and its log."""
    started = []

    def begin(*words):
        log = tmp_path / f"log-{len(started)}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG", "COV_"))}
        with log.open("w") as out:
            started.append(subprocess.Popen(
                [sys.executable, "-m", "tablekeeper", *map(str, words)], cwd=tmp_path, stdout=out, stderr=out,
                env=kept | {"HOME": str(home), "PYTHONUNBUFFERED": "1"},
            ))  # fmt: skip
        return started[-1], log

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE_S)


@pytest.fixture
def secrets(command, tmp_path):
    """Make accounts and links; return what may be seen nowhere, by what it is."""
    command("people", "enter", "Somebody", "--database", tmp_path / "hall.db")
    command("account", "new", "Ann", "--password-file", "-", input=f"{PASSWORD}\n")
    display = command("account", "new", "Wall", "--role", "display").stdout.strip()
    player = command("account", "player", "1").stdout.strip()
    return {
        "password": PASSWORD,
        "mistyped password": MISTYPED,
        "token": command("token", "new", "Ann").stdout.strip(),
        "wrong token": WRONG_TOKEN,
        "link of a display": display.removeprefix("/display/"),
        "link of a player": player.rpartition("/")[2],
    }


@sample.scenario("secrets of a host at work")
def test_a_host_at_work_and_in_trouble_shows_no_secret(run, command, secrets, tmp_path, home):
    database = tmp_path / "hall.db"
    host, log = run("serve", "--port", tmp_path / "no-port", "--http-port", 0, "--database", database)
    hall = until(lambda: re.search(r"hall is open: +(http://\S+)/", log.read_text()), log.read_text)[1]
    token = tmp_path / "ann.token"
    token.write_text(secrets["token"])
    token.chmod(0o600)
    seen: dict[str, str] = {}
    with Browser(hall) as ann, Browser(hall) as wall, Browser(hall) as player:
        assert ann.sign_in(MISTYPED, name="Ann").status_code == 401
        # a password typed into the field of the name
        assert ann.sign_in("x", name=MISTYPED).status_code == 401
        assert ann.sign_in(PASSWORD, name="Ann").status_code == 303
        secrets["session"] = ann.cookies["tablekeeper"]
        assert wall.get(f"/display/{secrets['link of a display']}").status_code == 303
        assert player.get(f"/link/1/{secrets['link of a player']}").status_code == 303
        answer = ann.post("/command", headers={"authorization": f"Bearer {WRONG_TOKEN}"}, content=b"{}")
        assert answer.status_code == 401
        seen["answers"] = answer.text
        away, told = run("--host", hall, "--token-file", token, "people", "list")
        shown = []
        while away.poll() is None:
            shown.append(processes())
        assert away.returncode == 0, told.read_text()
        # the command, and the process in which the host carried it out
        assert any("--token-file" in one for one in shown)
        assert any(re.search(r"-m tablekeeper (--language \w+ )?people list", one) for one in shown)
        seen["processes"], seen["what a remote command says"] = "\n".join(shown), told.read_text()
        pages, addresses = crawled(ann)
        assert len(addresses) > 20
        seen["the director's pages"], seen["addresses"] = pages, "\n".join(addresses)
        seen["a display's pages"], _ = crawled(wall)
        seen["a player's pages"], _ = crawled(player)
        # the database is spoilt under the host: what it logs of that
        with sqlite3.connect(database, timeout=PATIENCE_S) as spoilt:
            for (table,) in spoilt.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if "action" in table or table == "people":
                    spoilt.execute(f'ALTER TABLE "{table}" RENAME TO "spoilt_{table}"')
        paths = ("/people", "/events", "/journal")
        answers = [ann.get(path, headers={"accept": "text/html"}) for path in paths]
        assert max(one.status_code for one in answers) >= 500
        seen["pages in trouble"] = "\n".join(one.text for one in answers)
    host.send_signal(signal.SIGINT)
    host.wait(PATIENCE_S)
    seen["the log"] = log.read_text()
    assert "Traceback" in seen["the log"] or "database" in seen["the log"]
    for words in (("account", "list"), ("account", "log"), ("token", "list")):
        seen[" ".join(words)] = command(*words).output
    for file in [*home.rglob("*"), *tmp_path.glob("hall.db*")]:
        if file.is_file():
            seen[f"the file {file.name}"] = file.read_bytes().decode("latin-1")
    assert len(seen) > 12
    # the director's page of a person gives the link of that player
    meant = {("the director's pages", "link of a player")}
    found = [
        (where, what)
        for where, text in seen.items()
        for what, secret in secrets.items()
        if secret in text and (where, what) not in meant
    ]
    assert found == []
