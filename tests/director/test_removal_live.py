"""A name leaves the venue: real boards, one of them unplugged meanwhile, with the name in their memories."""

from tests.virtual.sitting import virtual_hall

SECOND = 1_000_000
NAME = "Quirinus Oglethorpe"

hall = virtual_hall()


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
