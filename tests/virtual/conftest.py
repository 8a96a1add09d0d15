"""Transcripts to replay, and a database for each hall."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.transcript import Transcript
from tests.blankdatabase import new_databases  # noqa: F401

SHIPPED = Path("host/tablekeeper/transcripts")


@pytest.fixture(scope="session")
def shipped(repository: Path) -> Path:
    """The folder of the transcripts that come with the program."""
    return repository / SHIPPED


@pytest.fixture(scope="session")
def read() -> Callable[[Path], Transcript]:
    """Read a file that holds one match."""

    def one(path: Path) -> Transcript:
        [transcript] = read_mat(path.read_bytes(), path.name)
        return transcript

    return one


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of a database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'hall.db'}"
