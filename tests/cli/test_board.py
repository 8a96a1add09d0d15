"""`tablekeeper board` on virtual boards: it looks, and changes nothing."""

import json
import os
import re

import pytest

from tablecore import messages
from tablekeeper.tables import Hello, Port
from tablekeeper.transcripts import shipped
from tablesim.realtime import board_uid
from tests.patience import until

UID = board_uid(1).hex()
#: the version of the protocol
SPOKEN = f"{messages.MAJOR}.{messages.MINOR}"


@pytest.fixture
def playing(start_boards):
    """The port of a board that is played at, sped up."""
    short = min(shipped(), key=lambda path: path.stat().st_size)
    _, [port] = start_boards("--speed", 10, "--play", short)
    return port


def acknowledged(look, port) -> int:
    """Return what the board itself takes for stored."""
    listed = look("list", "--port", port, "--json")
    assert listed.wait() == 0, listed.said
    assert listed.err == []
    return json.loads(listed.out[0])["acked"]


def test_list_shows_what_each_board_says_of_itself(look, start_boards):
    _, ports = start_boards("--boards", 2)
    listed = look("list", "--port", ports[0], "--port", ports[1])
    assert listed.wait() == 0
    for number, port in enumerate(ports, 1):
        words = (port, board_uid(number).hex(), r"0\.1\.0", SPOKEN, "1 to 1", "0")
        assert re.search(" .*".join(words), listed.said)
    told = look("list", "--port", ports[1], "--json")
    assert told.wait() == 0
    [line] = map(json.loads, told.out)
    assert line["board"] == board_uid(2).hex()
    assert (line["port"], line["protocol"], line["last"], line["problem"]) == (ports[1], SPOKEN, 1, None)


def test_list_of_good_and_bad_ports_shows_the_good_ones_and_tells_the_bad(start, start_boards, line):
    _, [port] = start_boards()
    silent = line().port

    def listed_one():
        listed = start("board", "list", "--port", silent, "--port", port)
        assert listed.wait() == 2
        # on a busy machine the good one may not have answered within its three seconds
        return listed if UID in "\n".join(listed.out) else None

    listed = until(listed_one)
    assert len(listed.err) == 1
    assert listed.err[0].startswith(f"Error: There is no board on the port {silent}")


def test_list_without_boards(command, monkeypatch):
    monkeypatch.setattr("tablekeeper.cli.board.candidates", list)
    result = command("board", "list")
    assert (result.exit_code, result.stdout) == (
        0, "No board is plugged in: plug one in, or name its port with --port.\n"
    )  # fmt: skip
    result = command("board", "list", "--json")
    assert (result.exit_code, result.stdout) == (0, "")


def test_list_names_the_console_of_a_board_as_such(command, monkeypatch):
    hello = Hello(1, 0, "0.1.0", UID, 0xCAFE, 1, 0, 1, 12, 12, 100_000, 5000, 77)
    ports = [Port("/dev/ttyACM0", "Tablekeeper", "E66"), Port("/dev/ttyACM1", "Tablekeeper", "E66")]
    monkeypatch.setattr("tablekeeper.cli.board.candidates", lambda: ports)
    monkeypatch.setattr(
        "tablekeeper.cli.board.probe",
        lambda address, asks: hello if address.endswith("1") else f"There is no board on the port {address}.",
    )
    result = command("board", "list")
    assert result.exit_code == 0
    assert UID in result.stdout
    assert "/dev/ttyACM0: This is the console of the board on /dev/ttyACM1." in result.stdout
    assert "There is no board" not in result.stdout


def test_the_monitor_tells_records_as_sentences_and_acknowledges_nothing(look, playing):
    monitor = look("monitor", playing)
    monitor.wait_for(rf"\d\d:\d\d:\d\d  hello: board {UID}, firmware 0\.1\.0, protocol {SPOKEN}, boot 1")
    monitor.wait_for(r"record 1 at 0:00\.\d+: switched on for the 1st time")
    monitor.wait_for(r"record 2 at .*: match made at the table: 1 point, Crawford rule")
    monitor.wait_for(r"record \d+ at .*: (left|right) rolls \d-\d")
    monitor.wait_for(r"status: no faults, \d+ records, \d+ bytes of memory free")
    assert monitor.end() == 0
    assert "Traceback" not in monitor.said
    assert monitor.err == []
    shown = [int(number) for number in re.findall(r"record (\d+) at", monitor.said)]
    # each once, though the board sends again what nobody acknowledges
    assert shown == list(range(1, len(shown) + 1))
    assert acknowledged(look, playing) == 0


def test_the_monitor_says_why_it_goes_silent(look, start_boards):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    _, [port] = start_boards("--speed", 60, "--play", short)
    monitor = look("monitor", port)
    monitor.wait_for(r"record 42 at")
    monitor.wait_for(r"the board sends no more until a host stores these 42 records")
    assert monitor.end() == 0
    assert acknowledged(look, port) == 0


def test_the_monitor_waits_for_a_port_that_went(look, start_boards):
    boards, [port] = start_boards()
    monitor = look("monitor", port)
    monitor.wait_for("hello: board")
    assert boards.end() == 0
    monitor.wait_for(rf"The port {port} is gone\. Waiting for it\.")
    assert monitor.end() == 0


def test_trace_shows_every_frame_with_time_direction_and_meaning(look, playing):
    trace = look("trace", playing)
    for heard in ("> ask time", "< time", "record 1:", "< status"):
        trace.wait_for(heard)
    assert trace.end() == 0
    assert trace.err == []
    heard = [line for line in trace.out if " < " in line]
    assert re.match(rf" +\d+ < hello 1 {messages.MINOR} 0 1 0 {UID} ", heard[0])
    said = trace.said
    assert re.search(rf"^ +\d+ > welcome 1 {messages.MINOR} \d+ \d+ 0$", said, re.MULTILINE)
    assert re.search(r"^ +\d+ > ask time 1$", said, re.MULTILINE)
    assert re.search(r"^ +\d+ < time 1 \d+ 1$", said, re.MULTILINE)
    first = r"^ +\d+ < records of journal [0-9a-f]{8} after 0\n +record 1: switched on"
    assert re.search(first, said, re.MULTILINE)
    assert re.search(r"^ +\d+ < status ", said, re.MULTILINE)
    assert "acknowledge" not in said
    times = [int(line.split()[0]) for line in trace.out if re.match(r" +\d+ [<>] ", line)]
    assert times == sorted(times)
    assert acknowledged(look, playing) == 0


def test_a_trace_of_some_seconds_ends_by_itself(look, start_boards):
    _, [port] = start_boards()

    def traced():
        trace = look("trace", port, "--seconds", 2)
        # on a busy machine the board may not have answered yet
        assert trace.wait() in (0, 2)
        return "< hello" in trace.said and trace

    trace = until(traced)
    assert (trace.process.returncode, trace.err) == (0, [])


@pytest.mark.parametrize("noticed", [True, False])
def test_a_board_is_listed_right_after_a_trace(look, playing, noticed):
    """Whether or not the board has noticed that the port was closed: a hello begins the session again."""
    keeper = None if noticed else os.open(playing, os.O_RDONLY | os.O_NOCTTY)
    try:
        for _ in range(2):
            trace = look("trace", playing)
            trace.wait_for("< status")
            assert trace.end() == 0
            listed = look("list", "--port", playing)
            assert (listed.wait(), listed.err) == (0, [])
            assert UID in listed.said
    finally:
        if keeper is not None:
            os.close(keeper)


@pytest.mark.parametrize("seconds", ["0", "-1", "long"])
def test_a_time_that_is_none(command, seconds):
    result = command("board", "trace", "/dev/null", f"--seconds={seconds}")
    assert result.exit_code == 2
    assert "Invalid value for '--seconds'" in result.stderr
