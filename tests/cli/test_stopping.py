"""Signals are wishes: the first is granted between two steps, the second does not wait."""

import os
import signal
import time

import pytest

from tablekeeper.cli.stopping import stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_sets_the_wish_and_nothing_else(number):
    with stopping() as stop:
        assert not stop.wait(0)
        os.kill(os.getpid(), number)
        began = time.monotonic()
        assert stop.wait(30)
        assert time.monotonic() - began < 5


def test_a_second_signal_interrupts_at_once():
    with stopping() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(30)
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  (the signal arrives a moment later)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)


def test_afterwards_signals_mean_what_they_meant():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with stopping():
        assert signal.getsignal(signal.SIGTERM) not in before
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
