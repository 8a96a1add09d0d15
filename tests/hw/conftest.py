"""Shared by the tests of the hardware: the keys of board.toml, which a test may change."""

import tomllib

import pytest


@pytest.fixture
def keys(repository):
    """The keys of board.toml; a test may change them."""
    return tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))
