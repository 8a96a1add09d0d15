"""Signals are wishes: the first is granted between two steps, the second does not wait."""

import os
import signal
import time

import pytest

from tablekeeper.cli.stopping import stopping
from tests.patience import PATIENCE_S


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_sets_the_wish_and_nothing_else(number):
    with stopping() as stop:
        assert not stop.wait(0)
        os.kill(os.getpid(), number)
        assert stop.wait(PATIENCE_S)


def test_a_second_signal_interrupts_at_once():
    with stopping() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(PATIENCE_S)
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  (the signal arrives a moment later)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(PATIENCE_S)


def test_afterwards_signals_mean_what_they_meant():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with stopping():
        assert signal.getsignal(signal.SIGTERM) not in before
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
