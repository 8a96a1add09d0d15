"""A host ends when it is told to, whatever a board does meanwhile."""

import signal
import time

import pytest

from tablesim.hostile import KINDS
from tablesim.terminals import Neighbours
from tests.patience import PATIENCE_S

#: so long a host may take to end (s): three, and more on a loaded machine
END_S = max(3.0, PATIENCE_S / 4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_host_ends_at_once_beside_a_hostile_board(start, tmp_path, kind):
    boards = Neighbours(2, kind, seed=1)
    try:
        ports = [word for path in boards.paths for word in ("--port", path)]
        host = start("serve", *ports, "--http-port", 0, "--database", tmp_path / "hall.db")
        boards.play(0.5)
        began = time.monotonic()
        assert host.end(signal.SIGTERM) == 0
        took = time.monotonic() - began
    finally:
        boards.close()
    assert "Traceback" not in host.said
    assert took < END_S, f"{took:.1f} s"
