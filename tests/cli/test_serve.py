"""`tablekeeper serve` with virtual boards behind pseudo-terminals: found, stored, shown, and left cleanly."""

import http.cookiejar
import json
import re
import signal
import sys
import time
import urllib.error
import urllib.request

import pytest

from tablecore import records
from tablekeeper.cli import addresses
from tablekeeper.cli.addresses import interface_addresses, private_addresses, say_lan
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.pictures.qr import lines
from tablekeeper.store import open_store
from tablesim.realtime import board_uid
from tests.guards import sample
from tests.patience import PATIENCE_S, QUESTION_S, until

UID = board_uid(1).hex()


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return answer.read().decode()


def hall_of(host) -> str:
    return host.wait_for(r"hall is open: +(http://\S+)/")[1]


def test_a_host_waits_for_a_command_that_is_writing(start, tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=lambda: 0, threaded=False):
        host = start("serve", "--http-port", 0, "--database", path)
        time.sleep(2.5)
    host.wait_for("waiting for boards")
    assert host.end() == 0


def journal_of(path):
    """Return the one journal of the board in a database: its records and what is acknowledged of it."""
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        [journal] = store.journals(UID)
        assert store.gaps(UID) == []
        assert store.quarantined(UID) == []
        return store.records(UID, journal.journal), journal.acked


def stored_of(path) -> int:
    """Return how many of the board's records are in a database."""
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        return store.count(UID)


def whole(log: list[bytes]) -> bool:
    """Tell whether a log begins with record 1 and misses none."""
    return [records.sequence(record) for record in log] == list(range(1, len(log) + 1))


def test_a_match_played_at_a_board_is_in_the_database_and_on_the_page(start, start_boards, tmp_path, short):
    boards, [port, other] = start_boards("--boards", 2, "--speed", 60, "--play", short)
    path = tmp_path / "hall.db"
    host = start("serve", "--port", port, "--port", other, "--http-port", 0, "--database", path)
    hall = hall_of(host)
    assert f"waiting for the ports {port}, {other}" in host.wait_for(r".*waiting for.*")[0]
    for number in (1, 2):
        host.wait_for(rf"Board 00000{number} is here \(firmware \d+\.\d+\.\d+, records up to \d+")
    assert "Board 000001" in get(f"{hall}/")
    score = boards.wait_for(rf"{short.name} is played: (\d+)-(\d+)").groups()
    assert sorted(score) == ["0", "1"]
    # played means confirmed at the board; the host has it a moment later
    until(lambda: "wins the match" in get(f"{hall}/tables/{UID}"), every=QUESTION_S)
    page = get(f"{hall}/tables/{UID}")
    winner = "Left" if score == ("1", "0") else "Right"
    assert f"{winner} wins the match" in page
    assert re.search(rf"<td class=.number.>{score[0]}.{score[1]}</td>", page)
    until(lambda: f"{winner} wins the match" in get(f"{hall}/"), every=QUESTION_S)
    assert host.end() == 0
    assert boards.end() == 0
    assert host.err[-1][10:] == "The hall is closed: everything that was acknowledged to a board is stored."
    assert "Traceback" not in host.said + boards.said
    log, acked = journal_of(path)
    assert whole(log)
    assert acked == len(log)
    kinds = [record[4] for record in log]
    assert kinds[1:4] == [records.MATCH, records.TIME, records.COMMIT]
    assert kinds.count(records.END) == 1
    clock = HallClock()
    with open_store(str(path), now=clock.now_ms) as store:
        director = Director(store, clock)
        [number] = director.overview.matches()
        detail = director.overview.match(number)
        assert detail.match is not None
        assert detail.match.details.score == tuple(map(int, score))
        assert detail.problems == ()
        director.topics.close()


@pytest.mark.parametrize("number", sample.drawn([signal.SIGINT, signal.SIGTERM], of=2))
def test_stopped_in_the_middle_and_started_again_nothing_is_lost_or_doubled(
    start, look, start_boards, tmp_path, short, number
):
    boards, [port] = start_boards("--speed", 25, "--play", short)
    path = tmp_path / "hall.db"
    stored = 0
    for _ in range(3):
        host = start("serve", "--port", port, "--http-port", 0, "--database", path)
        host.wait_for("is here")
        # a few turns are played meanwhile, unless a busy machine has let the whole match pass before
        until(lambda before=stored: stored_of(path) > before + 1 or "is played" in boards.said)
        assert host.end(number) == 0
        assert "Traceback" not in host.said
        assert "is gone" not in host.said
        log, acked = journal_of(path)
        assert whole(log)
        assert acked == len(log) >= stored
        stored = acked
        listed = look("list", "--port", port, "--json")
        assert listed.wait() == 0
        told = json.loads(listed.out[0])
        # the board knows of nothing that is not stored
        assert told["board"] == UID
        assert told["acked"] <= stored
        assert told["last"] >= stored
    assert boards.end() == 0
    assert stored > 4


def test_boards_that_come_and_go_and_ports_without_a_board_are_told(start, start_boards, line, tmp_path):
    noise = line(b"Starting up...\r\n").port
    boards, [port] = start_boards()
    missing = tmp_path / "ttyACM7"
    ports = [word for name in (port, noise, missing) for word in ("--port", name)]
    host = start("serve", *ports, "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for(r"\d\d:\d\d:\d\d  Board 000001 is here")
    host.wait_for(rf"There is no port {missing}")
    host.wait_for(rf"There is no board on the port {noise} \(what it sends is not what a board sends\)")
    assert boards.end() == 0
    host.wait_for(rf"Board 000001 is gone: The port {port} is gone\.")
    assert host.end() == 0
    assert "Traceback" not in host.said
    # each is told once
    assert len(re.findall("is here", host.said)) == 1
    assert len(re.findall(f"There is no port {missing}", host.said)) == 1
    assert len(re.findall(f"The port {port} is gone", host.said)) == 1


def test_a_board_of_another_version_is_told_and_the_others_go_on(
    start, start_boards, line, hello_of, tmp_path
):
    _, [port] = start_boards()
    strange = line(hello_of(9), every=0.5).port
    words = ("--port", strange, "--port", port)
    host = start("serve", *words, "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for(r"speaks protocol 9\.0 and this program 1\.\d+: update Tablekeeper on this computer")
    host.wait_for("Board 000001 is here")
    assert host.end() == 0
    assert "Traceback" not in host.said


# --- signing in -----------------------------------------------------------------------------


def browser() -> urllib.request.OpenerDirector:
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    return urllib.request.build_opener(jar)


def test_the_first_start_asks_for_a_director_and_later_ones_for_a_password(start, command, tmp_path):
    host = start("serve", "--http-port", 0, "--database", tmp_path / "hall.db")
    link = host.wait_for(r"Sign in as director: +(\S+)   \(once, on this computer\)")[1]
    host.wait_for("waiting for boards to be plugged in")
    with browser().open(link, timeout=PATIENCE_S) as answer:
        assert "The first director" in answer.read().decode()
    # a director made by a command while it runs: the link and its page are of no use any more
    assert command("account", "new", "Ann", "--password-file", "-", input="seven pips to go\n").exit_code == 0
    with browser().open(f"{hall_of(host)}/login", timeout=PATIENCE_S) as answer:
        assert 'name="password"' in answer.read().decode()
    assert host.end() == 0
    host = start("serve", "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for("waiting for boards")
    assert "key=" not in host.said
    assert "/login" in host.said
    assert host.end() == 0


def test_a_damaged_file_of_accounts_is_not_taken_for_none(refused, home, tmp_path):
    folder = home / ".local" / "share" / "tablekeeper"
    folder.mkdir(parents=True)
    (folder / "accounts").write_text("{}")
    said = refused("serve", "--http-port", "0", "--database", tmp_path / "hall.db")
    assert "is damaged" in said
    assert not (tmp_path / "hall.db").exists()


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("words", "warned"),
    [
        ((), False),
        (("--host", "localhost"), False),
        (("--host", "0.0.0.0"), True),
        (("--host", "0.0.0.0", "--https", "hall.example.org"), False),
    ],
)
def test_pages_beyond_this_computer_without_https_are_warned_of(start, tmp_path, words, warned):
    host = start("serve", "--http-port", 0, "--database", tmp_path / "hall.db", *words)
    host.wait_for("waiting for boards")
    warnings = [line for line in host.err if line.startswith("Warning: ")]
    assert len(warnings) == warned
    link = host.wait_for(r"Sign in as director: +(http://\S+)")[1]
    # it is for this computer, whatever the pages are called elsewhere
    assert link.startswith(("http://127.0.0.1:", "http://localhost:"))
    if "--https" in words:
        host.wait_for(r"hall is open: +https://hall\.example\.org/")
        # the proxy hands the name on
        request = urllib.request.Request(link.partition("/login")[0], headers={"Host": "hall.example.org"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert answer.headers["strict-transport-security"]
        request = urllib.request.Request(link.partition("/login")[0], headers={"Host": "evil.example.org"})
        with pytest.raises(urllib.error.HTTPError) as misled:
            urllib.request.urlopen(request, timeout=PATIENCE_S)
        assert misled.value.code == 421
        misled.value.close()
    assert host.end() == 0


# --- in the network of the hall ---------------------------------------------------------------


def test_with_lan_the_pages_answer_at_private_addresses_and_to_no_foreign_name(start, refused, tmp_path):
    words = ("serve", "--lan", "--http-port", 0, "--database", tmp_path / "hall.db")
    if not (addresses := private_addresses()):
        assert "is in no private network" in refused(*words)
        return
    host = start(*words)
    page = host.wait_for(rf"In this network: +(http://{re.escape(addresses[0])}:\d+/)")[1]
    host.wait_for("Warning: the pages are open to everybody in this network")
    # the way for this computer is there, too
    assert "Tablekeeper" in get(f"{hall_of(host)}/")
    assert "Tablekeeper" in get(page)
    for name in ("evil.example.org", "203.0.113.9"):
        with pytest.raises(urllib.error.HTTPError) as misled:
            urllib.request.urlopen(urllib.request.Request(page, headers={"Host": name}), timeout=PATIENCE_S)
        assert misled.value.code == 421
        misled.value.close()
    # the link of the first director is for this computer
    key = host.wait_for(r"/login\?key=(\S+)")[1]
    with pytest.raises(urllib.error.HTTPError) as elsewhere:
        urllib.request.urlopen(f"{page}login?key={key}", timeout=PATIENCE_S)
    assert elsewhere.value.code == 403
    elsewhere.value.close()
    assert host.end() == 0


def test_the_code_in_the_terminal_is_that_of_the_first_address(capsys):
    say_lan("http://127.0.0.1:8123", ("192.168.7.9", "10.0.0.4"))
    told = capsys.readouterr().err.splitlines()
    assert told[:2] == [
        "In this network:       http://192.168.7.9:8123/", "In this network:       http://10.0.0.4:8123/",
    ]  # fmt: skip
    code = lines("http://192.168.7.9:8123/")
    assert told[2 : 2 + len(code)] == code


def test_only_private_addresses_are_offered(monkeypatch):
    found = ["203.0.113.9", "127.0.1.1", "169.254.3.4", "172.32.0.1", "172.31.0.1", "10.1.2.3", "10.1.2.3"]
    monkeypatch.setattr(
        "tablekeeper.cli.addresses.socket.getaddrinfo",
        lambda *_: [(None, None, None, "", (one, 0)) for one in found],
    )
    assert set(private_addresses()) >= {"172.31.0.1", "10.1.2.3"}
    assert not {"203.0.113.9", "127.0.1.1", "169.254.3.4", "172.32.0.1"} & set(private_addresses())


def test_a_network_without_a_way_to_others_is_found_by_its_interface(monkeypatch):
    """A hotspot of this computer, or a router without internet: no route tells of it, and no name."""
    if sys.platform == "linux":
        assert ("lo", "127.0.0.1") in interface_addresses()
    monkeypatch.setattr("tablekeeper.cli.addresses.socket.getaddrinfo", lambda *_: [])
    found = [("lo", "127.0.0.1"), ("wlan0", "10.42.0.1"), ("eth0", "203.0.113.9")]
    monkeypatch.setattr("tablekeeper.cli.addresses.interface_addresses", lambda: found)
    assert "10.42.0.1" in private_addresses()
    assert not {"127.0.0.1", "203.0.113.9"} & set(private_addresses())


def test_the_bridge_of_containers_is_no_network_of_phones(monkeypatch, tmp_path):
    monkeypatch.setattr(addresses, "_DEVICES", tmp_path)
    for folder in ("docker0/bridge", "docker0/brif/veth12", "veth12", "br-ab/bridge", "br-ab/brif",
                   "br0/bridge", "br0/brif/eth0", "eth0/device", "wlan0/device"):  # fmt: skip
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    found = {"docker0": "172.17.0.1", "br-ab": "172.18.0.1", "br0": "192.168.1.5", "wlan0": "10.42.0.1",
             "gone0": "10.9.9.9"}  # fmt: skip
    monkeypatch.setattr(addresses, "interface_addresses", lambda: [*found.items()])
    monkeypatch.setattr(
        "tablekeeper.cli.addresses.socket.getaddrinfo",
        lambda *_: [(None, None, None, "", ("172.17.0.1", 0))],
    )
    assert set(found.values()) & set(private_addresses()) == {"192.168.1.5", "10.42.0.1", "10.9.9.9"}


@pytest.mark.parametrize("words", [("--host", "0.0.0.0"), ("--https", "hall.example.org")])
def test_lan_goes_with_no_other_address(refused, tmp_path, words):
    said = refused("serve", "--lan", *words, "--database", tmp_path / "hall.db")
    assert "leave --host and --https out" in said
    assert not (tmp_path / "hall.db").exists()
