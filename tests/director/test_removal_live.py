"""A name leaves the venue: real boards, one of them unplugged meanwhile, with the name in their memories."""

from collections.abc import Iterator

import pytest

from tablekeeper.virtual.hall import VirtualHall

SECOND = 1_000_000
NAME = "Quirinus Oglethorpe"


@pytest.fixture
def hall(tmp_path) -> Iterator[VirtualHall]:
    hall = VirtualHall(str(tmp_path / "hall.db"), start_ms=1_700_000_000_000)
    yield hall
    crashes = [line for table in hall.tables for line in table.board.crashes]
    hall.close()
    assert crashes == []


def test_boards_forget_the_name_the_unplugged_one_when_it_is_back(hall):
    tables = [hall.add_table(f"Table {seed}", seed=seed) for seed in (1, 2)]

    def remembers(table):
        return NAME.encode() in bytes(table.board.fram.memory)

    def until(reached):
        assert hall.run(reached, 60 * SECOND)

    until(lambda: all(one.online for one in hall.director.overview.hall().tables))
    for table in tables:
        hall.director.matches.create(table.uid, (NAME, "Bob"), 5, "21m b12")
    until(lambda: all(map(remembers, tables)))
    here, away = tables
    away.board.unplug()
    until(lambda: not all(one.online for one in hall.director.overview.hall().tables))

    (person,) = hall.director.people.enter([NAME])
    removed = hall.director.removals.remove(person)
    assert NAME not in repr(hall.director.overview.hall())
    until(lambda: not remembers(here))
    assert removed.neutral.encode() in bytes(here.board.fram.memory)
    assert remembers(away)
    away.board.plug()
    until(lambda: not remembers(away))
    assert removed.neutral.encode() in bytes(away.board.fram.memory)
