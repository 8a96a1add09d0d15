"""Shared by tests of events, register and rankings: a clock that advances with each action, and refusals."""

import pytest

from tablekeeper.errors import UserError


class Clock:
    """Hall time in ms; each call moves it by `step`."""

    def __init__(self, ms=1000, step=1000):
        self.ms = ms
        self.step = step

    def __call__(self):
        self.ms += self.step
        return self.ms


def refuse(sentence):
    """Expect a refusal that begins with these words or contains them."""
    return pytest.raises(UserError, match=f"(?i){sentence}")
