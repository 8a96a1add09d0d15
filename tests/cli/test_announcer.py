"""What `serve` says about its cables: each thing once, and a broken database ends no port's thread."""

import pytest

from tablekeeper.cli.announcer import Announcer, console_of
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.tables import Hello, Port, Status, TransportLost
from tests.store.postgresqlserver import PostgresqlServer

UID = "544b000000000001"
HELLO = Hello(1, 0, "0.1.0", UID, 0xCAFE, 1, 0, 1, 12, 5, 100_000, 5000, 77)
STATUS = Status(7000, 1, 12, 100_000, (), None)
PORTS = [
    Port("/dev/ttyACM0", "Tablekeeper", "E66"),
    Port("/dev/ttyACM1", "Tablekeeper", "E66"),
    Port("/dev/ttyACM2", "Tablekeeper", "E67"),
    Port("/dev/ttyACM3", "Tablekeeper", ""),
    Port("/dev/ttyACM4", "Tablekeeper", ""),
]


@pytest.fixture
def hall(tmp_path):
    """A director on a database, an announcer, and what it has said."""
    clock = HallClock(lambda: 1000)
    store = open_store(str(tmp_path / "hall.db"), now=clock.now_ms)
    director = Director(store, clock)
    said = []
    yield store, director, Announcer(director, said.append, lambda: PORTS), said
    director.topics.close()
    store.close()


def test_boards_are_announced_by_the_name_of_their_table(hall):
    _, director, announcer, said = hall
    announcer.online(UID, HELLO)
    assert director.overview.hall().tables[0].online
    director.boards.rename(UID, "Window")
    announcer.problem(UID, "The battery is low.")
    assert director.hall.tables[UID].problems() == ["The battery is low."]
    # another problem is over, such as that of a database that works again
    announcer.solved(UID, {"The disk is full."})
    assert director.hall.tables[UID].problems() == ["The battery is low."]
    announcer.solved(UID, {"The battery is low."})
    assert director.hall.tables[UID].problems() == []
    announcer.offline(UID, "The port /dev/ttyACM1 is gone.")
    assert not director.overview.hall().tables[0].online
    assert said == [
        "Board 000001 is here (firmware 0.1.0, records up to 12, 7 of them not stored yet).",
        "Window: The battery is low.",
        "Window is gone: The port /dev/ttyACM1 is gone.",
    ]


def test_why_a_board_went_is_not_said_again_of_its_port(hall):
    _, _, announcer, said = hall
    announcer.online(UID, HELLO)
    announcer.offline(UID, "The port /dev/ttyACM1 is gone.")
    announcer.port("/dev/ttyACM1", "The port /dev/ttyACM1 is gone.")
    announcer.port("/dev/ttyACM1", None)
    assert len(said) == 2
    announcer.port("/dev/ttyACM1x", "The port /dev/ttyACM1 is gone.")
    assert len(said) == 3


def test_a_console_is_no_news(hall):
    _, _, announcer, said = hall
    announcer.port("/dev/ttyACM0", "There is no board on the port /dev/ttyACM0.")
    assert said == []
    announcer.port("/dev/ttyACM2", "There is no board on the port /dev/ttyACM2.")
    assert len(said) == 1


def test_whose_console_a_port_may_be():
    assert console_of("/dev/ttyACM0", PORTS) == "/dev/ttyACM1"
    assert console_of("/dev/ttyACM2", PORTS) is None
    assert console_of("/dev/ttyACM3", PORTS) is None
    assert console_of("/dev/pts/7", PORTS) is None


def test_nothing_is_said_while_the_host_stops(hall):
    _, director, announcer, said = hall
    announcer.online(UID, HELLO)
    announcer.hush()
    announcer.offline(UID, "The host was stopped.")
    assert len(said) == 1
    assert not director.overview.hall().tables[0].online


def test_a_board_that_cannot_be_entered_is_tried_again_and_the_reason_said(hall):
    store, director, announcer, said = hall
    store.close()
    with pytest.raises(TransportLost, match="The database is closed"):
        announcer.online(UID, HELLO)
    assert director.overview.hall().tables == ()
    # none of these may end the thread of the port
    announcer.offline(UID, "The database is closed.")
    announcer.status(UID, STATUS)
    announcer.screen(UID, bytes(1024))
    announcer.answered(UID, 1, "done", 5, "")
    announcer.problem(UID, "The battery is low.")
    assert said == [
        "The database is closed: nothing can be written any more.",
        f"Board {UID} is gone: The database is closed.",
        f"Board {UID}: The battery is low.",
    ]


@pytest.mark.postgresql
def test_a_database_that_fails_again_and_again_is_told_once(postgresql_programs):
    """Calls that need no database succeed between those that fail."""
    server = PostgresqlServer(postgresql_programs)
    server.start()
    clock, seconds, said = HallClock(lambda: 1000), [0.0], []
    store = open_store(f"{server.url}/postgres", now=clock.now_ms)
    director = Director(store, clock)
    announcer = Announcer(director, said.append, lambda: PORTS, lambda: seconds[0])
    announcer.online(UID, HELLO)
    try:
        server.stop("fast")
        for at in range(0, 600, 60):
            seconds[0] = at
            announcer.expected(UID)
            announcer.screen(UID, bytes(1024))
        assert len([one for one in said if "does not work" in one]) == 1
        # after a time without errors it is news again
        seconds[0] = 1000
        announcer.expected(UID)
        assert len([one for one in said if "does not work" in one]) == 2
    finally:
        store.abandon()
        director.topics.close()
        server.remove()
