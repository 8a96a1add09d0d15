"""Serving: where one listens, what happens when one can't, and a clean end."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

from tablekeeper.errors import UserError
from tablekeeper.web import Serving, make_app, run
from tablekeeper.web.wording import clock_text
from tests.guards import sample
from tests.patience import PATIENCE_S, until
from tests.refusal import refusal
from tests.web.hallwork import HandSet, table


def test_a_taken_port_is_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for start in (run, Serving):
            with pytest.raises(
                UserError, match=rf"at 127.0.0.1 port {port} .*choose another --host or --port"
            ):
                start(make_app(HandSet()), port=port)


@pytest.mark.parametrize("port", [-1, 65536])
def test_no_port_is_one_sentence(port):
    assert "choose one from 1 to 65535" in refusal(Serving, make_app(HandSet()), port=port)


def test_an_address_of_another_machine_is_one_sentence():
    assert "can't be served at 203.0.113.7" in refusal(Serving, make_app(HandSet()), host="203.0.113.7")


def test_one_listens_on_this_machine_only():
    serving = Serving(make_app(HandSet()))
    assert serving.url.startswith("http://127.0.0.1:")
    serving.stop()


PROGRAM = """
import socket, sys
from tablekeeper.web import make_app, run
from tests.patience import PATIENCE_S, until
from tests.web.hallwork import HandSet, table
with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
print(port, flush=True)
run(make_app(HandSet(table(1))), port=port)
print("clean end", flush=True)
"""


def opened(process, port):
    """Return the stream of events; None while nothing listens."""
    assert process.poll() is None
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/events", timeout=PATIENCE_S)
    except OSError:
        return None


@pytest.mark.turns(2)
@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_cleanly_though_somebody_watches(repository, signal_number):
    environment = os.environ | {"PYTHONPATH": str(repository)}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        port = int(process.stdout.readline())
        with until(lambda: opened(process, port)) as watching:
            assert watching.readline().startswith(b"retry")
            process.send_signal(signal_number)
            out, err = process.communicate(timeout=PATIENCE_S)
    if signal_number == signal.SIGINT:
        assert (out, process.returncode) == ("clean end\n", 0)
    assert err == ""


FEW_FILES = f"""
import asyncio, resource
asyncio.constants.ACCEPT_RETRY_DELAY = 0.2
resource.setrlimit(resource.RLIMIT_NOFILE, ({{soft}}, {{hard}}))
{PROGRAM}"""


def started(repository, program):
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(repository)},
    )
    return process, int(process.stdout.readline())


def asked(port):
    """Return the status of the hall page; None while there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as answer:
            return answer.status
    except OSError:
        return None


def crowd(port, count):
    return [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) for _ in range(count)]


@sample.scenario("more browsers than files")
def test_more_browsers_than_files_are_said_once_and_it_goes_on(repository):
    process, port = started(repository, FEW_FILES.format(soft=60, hard=60))
    with process:
        assert until(lambda: asked(port)) == 200
        said = []
        reader = threading.Thread(target=lambda: said.extend(process.stderr))
        reader.start()
        held = crowd(port, 120)
        until(lambda: said, "it was not said")
        # asyncio tries again each 200 ms
        time.sleep(0.5)
        for connection in held:
            connection.close()
        assert until(lambda: asked(port)) == 200
        # its last try may still be waiting, and asyncio complains of a try on a closed address:
        # an answer that is asked for later comes after that try
        time.sleep(0.3)
        assert until(lambda: asked(port)) == 200
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        process.wait(PATIENCE_S)
        reader.join(PATIENCE_S)
    assert out == "clean end\n"
    assert len(said) == 1, "".join(said)
    assert "too many browsers" in said[0]


@sample.scenario("as many browsers as allowed")
def test_as_many_browsers_are_served_as_the_system_allows(repository):
    process, port = started(repository, FEW_FILES.format(soft=60, hard=600))
    with process:
        assert until(lambda: asked(port)) == 200
        held = crowd(port, 120)
        assert until(lambda: asked(port)) == 200
        for connection in held:
            connection.close()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (out, err) == ("clean end\n", "")


def test_clocks_are_written_alike():
    # the rule of the board's own display (firmware/lib/tabledevice/canvas.py, Canvas.clock)
    wanted = {
        0: "0.0", 99: "0.0", 9_999: "9.9", 10_000: "0:10", 10_001: "0:11", 59_000: "0:59", 59_999: "1:00",
        60_000: "1:00", 753_001: "12:34", 3_599_000: "59:59", 3_600_000: "1:00:00", 36_061_000: "10:01:01",
    }
    assert {ms: clock_text(ms) for ms in wanted} == wanted
    assert clock_text(4_000, counts_up=True) == "0:04"
    assert table(1).uid == "e661385283460001"
