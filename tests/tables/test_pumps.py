"""One thread for the bytes of all ports: what makes it pump a port, and how a port ends."""

import os
import threading

import pytest

from tablekeeper.tables import pumps
from tablekeeper.tables.pumps import Pumps
from tests.patience import until


class Port:
    """A pipe that is served; `steps` are the bytes that each pump read, `told` what it answers."""

    def __init__(self, serving):
        self.reads, self.writes = os.pipe()
        os.set_blocking(self.reads, False)
        self.steps, self.told, self.paused, self.error = [], False, False, None
        self.threads = set()
        self.waiting = threading.Thread(target=self._serve, args=(serving,))
        self.waiting.start()

    def _serve(self, serving):
        try:
            serving.serve(self.reads, self.step, lambda: self.paused)
        except ZeroDivisionError as error:
            self.error = error

    def step(self):
        self.threads.add(threading.current_thread().name)
        try:
            self.steps.append(b"" if self.paused else os.read(self.reads, 100))
        except BlockingIOError:
            self.steps.append(b"")
        if self.steps[-1] == b"broken":
            raise ZeroDivisionError
        return None if self.steps[-1] == b"end" else self.told


@pytest.fixture
def ports(monkeypatch):
    """Makes ports of one thread that pumps nothing by the clock alone."""
    for pause in ("BUSY_S", "QUIET_S", "PAUSED_S"):
        monkeypatch.setattr(pumps, pause, 3600.0)
    serving, made = Pumps(), []

    def make():
        made.append(Port(serving))
        until(lambda: made[-1].steps)
        return made[-1]

    yield serving, make
    for port in made:
        port.paused = False
        os.write(port.writes, b"end")
        serving.wake(port.reads)
        port.waiting.join()
        os.close(port.reads)
        os.close(port.writes)
    serving.close()


def test_bytes_and_a_wake_each_make_it_pump_that_port_and_no_other(ports):
    serving, make = ports
    first, second = make(), make()
    os.write(first.writes, b"one")
    until(lambda: first.steps == [b"", b"one"])
    serving.wake(second.reads)
    until(lambda: second.steps == [b"", b""])
    assert first.steps == [b"", b"one"]
    assert first.threads == second.threads == {"ports"}


def test_a_port_is_pumped_again_when_its_time_has_come(ports, monkeypatch):
    serving, make = ports
    monkeypatch.setattr(pumps, "BUSY_S", 0.001)
    port = make()
    port.told = True
    serving.wake(port.reads)
    until(lambda: len(port.steps) > 20)


def test_an_error_of_one_port_ends_it_where_it_is_served_and_the_others_go_on(ports):
    _, make = ports
    broken, other = make(), make()
    os.write(broken.writes, b"broken")
    broken.waiting.join()
    assert broken.error is not None
    os.write(other.writes, b"still here")
    until(lambda: other.steps[-1] == b"still here")
    assert other.waiting.is_alive()


def test_a_wake_after_the_end_reaches_nobody():
    """A commit may end after the last port is closed; the pipe's number may be another file's by then."""
    serving = Pumps()
    serving.close()
    reads, writes = os.pipe()
    try:
        os.set_blocking(reads, False)
        serving.wake(reads)
        with pytest.raises(BlockingIOError):
            os.read(reads, 1)
    finally:
        os.close(reads)
        os.close(writes)


def test_a_paused_port_with_bytes_waiting_keeps_nobody_busy(ports):
    serving, make = ports
    paused, other = make(), make()
    paused.paused = True
    serving.wake(paused.reads)
    until(lambda: len(paused.steps) == 2)
    os.write(paused.writes, b"waits")
    for number in range(20):
        os.write(other.writes, b"%d" % number)
        until(lambda number=number: other.steps[-1] == b"%d" % number)
    assert paused.steps == [b"", b""]
    paused.paused = False
    serving.wake(paused.reads)
    until(lambda: paused.steps[-1] == b"waits")
