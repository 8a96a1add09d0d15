"""What the hardware's tests share: board.toml as keys that a test may change."""

import tomllib

import pytest


@pytest.fixture
def keys(repository):
    """board.toml, to be changed by a test."""
    return tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))
