"""`tablekeeper watch`: the hall of the running host at a glance, and when it changes."""

import io
import json
import threading

import pytest
from rich.console import Console

from tablekeeper.cli.hostsocket import Host, HostGone
from tablekeeper.cli.watch import picture
from tablekeeper.director.dashboard import dashboard
from tests.cli.test_hall import open_hall, prepare
from tests.director.conftest import Room
from tests.patience import until


@pytest.fixture
def hall(tmp_path):
    """An open hall in which a table has played."""
    prepare(tmp_path / "hall.db")
    with open_hall(tmp_path / "hall.db") as director:
        yield director


def test_the_hall_is_printed_once(keep, hall):
    told = keep("watch", "--once").stdout
    assert "Board aaaaaa" in told
    assert "Ann v Bob" in told
    assert "Table cup: running, 0 results, 2 claims wait" in told
    # no terminal: the same without the option
    assert keep("watch").stdout == told
    assert json.loads(keep("watch", "--json").stdout)["events"][0]["claims"] == 2


def test_a_closed_hall_is_told_also_after_a_killed_host(keep, tmp_path):
    assert "There is no database" in keep("watch").stderr
    prepare(tmp_path / "hall.db")
    assert keep("watch").stderr == "Error: The hall is closed: `tablekeeper serve` opens it.\n"
    (tmp_path / "hall.db.lock").write_text(f"1\n{tmp_path / 'hall.db.socket'}\n")
    assert keep("watch").stderr == "Error: The hall is closed: `tablekeeper serve` opens it.\n"


def test_a_change_is_told_when_it_comes(hall, keep, tmp_path):
    host = Host(str(tmp_path / "hall.db.socket"))
    first = host.dashboard(None)
    assert host.dashboard("of-another-host") == {**first, "hall": {**first["hall"], "now_ms": pytest.approx(
        first["hall"]["now_ms"], abs=600_000)}}  # fmt: skip
    later = []
    waiting = threading.Thread(target=lambda: later.append(host.dashboard(first["revision"])))
    waiting.start()
    assert keep("event", "new", "knockout", "Autumn cup").exit_code == 0
    waiting.join()
    assert [one["name"] for one in later[0]["hall"]["events"]] == ["Table cup", "Autumn cup"]
    assert later[0]["revision"] != first["revision"]


def test_a_host_that_stops_answers_those_who_wait(tmp_path, caplog):
    prepare(tmp_path / "hall.db")
    host = Host(str(tmp_path / "hall.db.socket"))
    told = []
    with open_hall(tmp_path / "hall.db") as director:
        first = host.dashboard(None)
        waiting = threading.Thread(target=lambda: told.append(host.dashboard(first["revision"])))
        waiting.start()
        until(lambda: director.topics.count())
    waiting.join()
    assert told[0]["revision"] == first["revision"]
    assert "timeout" not in caplog.text.lower()
    with pytest.raises(HostGone):
        host.dashboard(None)


def test_tables_that_need_the_director_come_first(tmp_path):
    room = Room(str(tmp_path / "hall.db"))
    for uid in "abc":
        room.board(uid)
    room.director.boards.problem(room.director.overview.hall().tables[2].uid, "The port is gone.")
    hall = dashboard(room.director)
    assert hall["tables"][0]["problems"] == ["The port is gone."]
    assert len(hall["tables"]) == 3
    room.close()


def clock(**more):
    return {"remaining_ms": 65_000, "running": False, "deadline_ms": None, "counts_up": False,
            "flagged": False} | more  # fmt: skip


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        (clock(), "1:05"),
        (clock(running=True, deadline_ms=166_000), "0:46"),
        # the delay of a move: the reserve stands still
        (clock(running=True, deadline_ms=900_000), "1:05"),
        (clock(running=True, counts_up=True), "1:15"),
        (clock(running=True, deadline_ms=1), "0:00"),
        (clock(remaining_ms=0, flagged=True), "flag"),
    ],
)
def test_clocks_go_on_between_two_answers(clock, shown):
    table = {"table": "[bold]1", "online": True, "players": ["Ann", "[red]Bob"], "standing": "",
             "state": "play", "clocks": [clock], "problems": []}  # fmt: skip
    hall = {"now_ms": 100_000, "rate": 2.0, "tables": [table], "events": [], "rulings": 1}
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(picture(hall, 10_000))
    told = console.export_text()
    assert f" {shown} " in told
    assert "[red]Bob" in told
    assert "1 ruling is not carried out" in told
