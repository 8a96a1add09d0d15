"""Two hosts over one PostgreSQL, each with a board: an event by commands, while hosts are killed.

Boards run in real time behind pseudo-terminals, hosts are processes of their own, and commands act beside
them in a database that both write.
"""

import pytest

from tests.cli.evening import Evening, boards
from tests.guards import sample
from tests.liveboards import LiveBoards
from tests.patience import until
from tests.store.conftest import postgresql_server, postgresql_url  # noqa: F401

pytestmark = pytest.mark.postgresql


class Hall(Evening):
    """A host for each board; `database` is shared by them and by the commands."""

    def __init__(self, database, start, command, folder, live) -> None:
        self.hosts: dict[str, object] = {}
        self.database = database
        super().__init__(start, command, folder, live)

    def open(self) -> None:
        self._database = self.database
        for port in self.boards.ports:
            self.plug(port)

    def plug(self, port):
        """Start a host that has this port, and wait for its board."""
        words = ("--http-port", 0, "--database", self.database, "--port", port)
        self.hosts[port] = host = self._start("serve", *words)
        until(lambda: " is here " in host.said, lambda: host.said)
        return host


@pytest.fixture
def hall(postgresql_url, start, command, tmp_path):  # noqa: F811
    with boards(2, min) as live:
        yield Hall(postgresql_url, start, command, tmp_path, live)


@sample.scenario("an event at two hosts")
def test_an_event_at_two_hosts_of_which_one_dies_and_its_board_goes_on_at_a_third(hall):
    hall.type("event new round-robin Cup --length 3")
    hall.type("event enter Cup Ann Bob Cid Dan")
    hall.type("event start Cup")
    seated = hall.seat("Cup", (1, 2))
    assert len(seated) == 2
    hall.wait("Cup", seated)
    one, other = hall.boards.ports
    # what a power cut does, with a match under way
    hall.boards.playing.clear()
    seated = hall.seat("Cup", (1, 2))
    hall.hosts[one].process.kill()
    assert hall.hosts[one].wait() < 0
    hall.boards.playing.set()
    hall.plug(one)
    hall.wait("Cup", seated)
    seated = hall.seat("Cup", (1, 2))
    hall.wait("Cup", seated)
    assert "Ann" in hall.type("event standings Cup")
    hall.type("event finish Cup")
    assert "agree" in hall.recount("Cup")
    hall.type("verify")
    assert hall.hosts[other].process.poll() is None


@sample.scenario("a second board of one uid")
def test_a_second_board_with_the_uid_of_one_at_another_host_is_not_read(hall):
    with LiveBoards(hall.boards.uids[:1]) as twin:
        words = ("--http-port", 0, "--database", hall.database, "--port", *twin.ports)
        host = hall._start("serve", *words)
        until(lambda: "is online on another host of this hall" in host.said, lambda: host.said)
        assert " is here " not in host.said
    assert "is gone" not in "".join(host.said for host in hall.hosts.values())
