"""Small files that would become large are sent to every form of a host that takes a file or a list."""

import json
import re
import sys
from html import unescape
from pathlib import Path

import pytest

from tablekeeper.director.events.entryfile import LARGEST
from tablekeeper.version import __version__
from tests.cli.test_serve import hall_of
from tests.fuzz.bombs import BOMBS
from tests.guards.sample import todays
from tests.nonempty import nonempty
from tests.web.conftest import Browser

#: MB of the host's process
MOST_MB = 500
PASSWORD = "a long password"
#: form -> the page with its token, its address, its other fields, and the field of the text
FORMS = {
    "a list of players": ("/events/1/players", "/events/1/players", {"what": "look"}, "text"),
    "results": ("/events/1", "/events/1/results", {"after": ""}, "lines"),
    "people": ("/people", "/people", {"what": "enter"}, "names"),
}


def peak_mb(process):
    [kb] = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text("ascii"))
    return int(kb) // 1024


def sentences(page):
    """Return what a page refuses, or what an error page says."""
    found = re.findall(r'role="alert"[^>]*>(.*?)</(?:p|span|div)>', page, re.DOTALL)
    found = found or re.findall(r"<h1>That did not work</h1>\s*<p>(.*?)</p>", page)
    return [unescape(re.sub(r"<[^>]+>", "", one)).strip() for one in found]


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much memory a program has taken")
def test_a_host_takes_all_of_them(start, command, tmp_path):
    send(start, command, tmp_path, list(BOMBS))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much memory a program has taken")
def test_a_host_takes_those_of_the_day(start, command, tmp_path):
    # the one that takes most memory, every day
    send(start, command, tmp_path, list(dict.fromkeys([next(iter(BOMBS)), *todays(list(BOMBS))])))


def send(start, command, tmp_path, names):
    """Send bombs to a host's forms; each is answered, and what is refused is refused in one sentence."""
    database = tmp_path / "hall.db"
    words = ("account", "new", "Ann", "--role", "director", "--password-file", "-")
    made = command(*words, input=f"{PASSWORD}\n")
    assert made.exit_code == 0, made.output
    token = command("token", "new", "Ann").stdout.strip()
    for words in (("event", "new", "round-robin", "Cup"), ("event", "enter", "Cup", "Eve", "Bob", "Cid"),
                  ("event", "start", "Cup")):  # fmt: skip
        assert command(*words, "--database", database).exit_code == 0
    host = start("serve", "--http-port", 0, "--database", database)
    url = hall_of(host)
    browser, away = Browser(url), Browser(url)
    bare = {"authorization": f"Bearer {token}", "accept": "application/json"}
    browser.sign_in(PASSWORD, name="Ann")
    wrong, asked = [], 0

    def check(what, answer):
        nonlocal asked
        asked += 1
        told = sentences(answer.text)
        fine = answer.status_code in (200, 303, 400, 409, 413, 422) and "Traceback" not in answer.text
        refused = answer.status_code >= 400
        if not fine or (refused and (len(told) != 1 or not told[0] or "\n" in told[0])):
            wrong.append((what, answer.status_code, told))

    tokens = {page: browser.token(page) for page, *_ in FORMS.values()}
    for name in nonempty(names):
        reader, make = BOMBS[name]
        data = make()
        if len(data) <= LARGEST:
            answer = browser.post(
                "/events/1/players/file", data={"token": tokens["/events/1/players"], "what": "file"},
                files={"file": ("list.csv", data)}, headers=browser.origin,
            )  # fmt: skip
            check((name, "file"), answer)
        for form, (page, address, fields, field) in FORMS.items():
            # most of this limit is used by a letter that takes three bytes in a form
            text = data[: 80 * 1024].decode("latin-1")
            sent = {"token": tokens[page], **fields, field: text}
            check((name, form), browser.post(address, data=sent, headers=browser.origin))
        bodies = [data[: 15 * 1024]]
        if reader in ("event_file", "strict_json"):
            words = {"version": __version__, "words": ["event", "import", "-"], "columns": 80}
            bodies.append(json.dumps({**words, "stdin": data[: 8 * 1024].decode("latin-1")}).encode())
        for body in bodies:
            answer = away.post("/command", content=body, headers=bare)
            assert answer.status_code in (200, 400, 413), (name, answer.status_code, answer.text[:200])
            assert b"Traceback" not in answer.content, name
    assert asked >= len(FORMS) * len(names)
    assert wrong == []
    assert peak_mb(host.process) < MOST_MB
    assert browser.get("/").status_code == 200
    browser.close()
    away.close()
    assert host.end() == 0
    assert "Traceback" not in host.said
