"""A request that never ends is closed with a sentence, and nobody else waits for it."""

import contextlib
import logging
import socket
import threading
import time
from urllib.parse import urlsplit

import httpx
import pytest

from tablekeeper.web import requests
from tests.patience import PATIENCE_S, until
from tests.web.conftest import PASSWORD

#: seconds that the tests give a request
SHORT = 0.3


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(requests.TimedRequests, "request_s", SHORT)


def opened(serving):
    address = urlsplit(serving.url)
    return socket.create_connection((address.hostname, address.port), timeout=PATIENCE_S)


def received(line):
    """Return all that comes until the other side closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := line.recv(4096):
            found += piece
    return found.decode()


HALF = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
    "body": b"POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\npassw",
    "chunks": b"POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n5\r\npassw\r\n",
}


@pytest.mark.parametrize("half", HALF)
def test_a_half_request_is_closed(serving, browser, half, caplog):
    with caplog.at_level(logging.ERROR), opened(serving) as line:
        line.sendall(HALF[half])
        told = received(line)
        assert browser.get("/").status_code == 200
    assert told.startswith("HTTP/1.1 408 ")
    assert "not complete within" in told
    assert caplog.records == []


@pytest.mark.parametrize("half", ["a line", "body"])
def test_a_request_that_trickles_gets_no_more_time(serving, half):
    with opened(serving) as line:
        line.sendall(HALF[half])
        ended = threading.Event()

        def trickle():
            with contextlib.suppress(OSError):
                while not ended.wait(SHORT / 6):
                    line.sendall(b"x")

        trickling = threading.Thread(target=trickle)
        trickling.start()
        try:
            assert "408" in received(line)
        finally:
            ended.set()
            trickling.join()


def test_the_second_request_of_a_connection_has_to_end_too(serving):
    with opened(serving) as line:
        line.sendall(b"GET /static/mark.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT")
        told = received(line)
    assert told.startswith("HTTP/1.1 200 ")
    assert "HTTP/1.1 408 " in told


def test_whoever_only_listens_and_whoever_comes_again_is_not_closed(serving, browser):
    assert browser.sign_in(PASSWORD).status_code == 303
    with browser.stream("GET", "/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        time.sleep(2 * SHORT)
        kept = browser.get("/")
        assert kept.status_code == 200
        assert any(line.startswith("data: ") for line in lines)


@pytest.mark.parametrize(("ours", "closed"), [(False, True), (True, False)])
def test_a_sender_has_so_many_connections_and_this_computer_as_many_as_it_wants(
    serving, browser, monkeypatch, ours, closed
):
    monkeypatch.setattr(requests.TimedRequests, "request_s", PATIENCE_S)
    monkeypatch.setattr(requests.TimedRequests, "most_of_sender", 3)
    monkeypatch.setattr(requests, "is_loopback", lambda address: ours)
    held = [opened(serving) for _ in range(3)]
    for line in held:
        # it is counted when it is answered
        line.sendall(b"GET /static/hall.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
    with opened(serving) as more, contextlib.suppress(ConnectionResetError, BrokenPipeError):
        more.sendall(b"GET /static/hall.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert received(more).startswith("HTTP/1.1 200") != closed
    for line in held:
        line.close()
    # what was closed counts no more
    assert until(lambda: answered(browser))


def answered(browser):
    with contextlib.suppress(httpx.TransportError):
        return browser.get("/").status_code == 200
