"""Two hosts of one hall over one PostgreSQL: what happens at one is seen at the other, and done once."""

import pytest

from tablekeeper.errors import UserError
from tests.director.eventroom import entered, first
from tests.nonempty import nonempty
from tests.patience import until
from tests.startedevent import started_event
from tests.store.conftest import postgresql_server, postgresql_url  # noqa: F401

pytestmark = pytest.mark.postgresql


@pytest.fixture
def halls(rooms, postgresql_url):  # noqa: F811
    """Two hosts that follow each other on threads of their own."""
    pair = [rooms(postgresql_url, threaded=True) for _ in range(2)]
    for room in pair:
        room.director.other_hosts.start()
    yield pair
    for room in pair:
        room.director.topics.close()
        room.store.close()


@pytest.fixture
def at_one(halls):
    """The first host has a board with a match; return it."""
    here = halls[0]
    assert here.store.hosts.hold("a" * 16) == ""
    board = here.board("a")
    here.match(board, 3)
    return board


def row(room, board):
    return next((row for row in room.director.overview.hall().tables if row.uid == board.uid), None)


def score(room, board):
    found = row(room, board)
    return None if found is None or found.match is None else found.match.standing


def test_a_match_at_one_host_is_shown_at_the_other(halls, at_one):
    here, there = halls
    until(lambda: score(there, at_one) == "Ann 0, Bob 0")
    assert row(there, at_one).online
    at_one.play(0)
    here.send(at_one)
    until(lambda: score(there, at_one) == "Ann 1, Bob 0")
    assert row(there, at_one).match.players == ("Ann", "Bob")
    # one match, whoever looks
    assert [list(room.director.overview.matches()) for room in halls] == [[row(here, at_one).match.id]] * 2


def test_an_order_of_one_host_reaches_the_board_of_the_other(halls, at_one):
    here, there = halls
    at_one.play(0)
    here.send(at_one)
    until(lambda: score(there, at_one) == "Ann 1, Bob 0")
    generation = here.store.commands.generation(at_one.uid)
    match = row(there, at_one).match.id
    there.director.match_orders.award(match, 1, 1, "late")
    until(lambda: here.store.commands.generation(at_one.uid) > generation)
    here.deliver(at_one)
    until(lambda: score(there, at_one) == "Ann 1, Bob 1")
    assert not row(there, at_one).problems


def test_names_of_tables_events_and_the_desk_are_one(halls, at_one):
    here, there = halls
    until(lambda: row(there, at_one) is not None)
    there.director.boards.rename(at_one.uid, "Blue")
    until(lambda: row(here, at_one).name == "Blue")
    heard = [room.director.topics.subscribe({"events", "desk"}) for room in halls]
    event = here.director.events.new("Cup", "knockout")
    until(lambda: "events" in heard[1].take())
    there.director.events.enter(event, ["Ann", "Bob"])
    assert here.director.events.get(event).players == ("Ann", "Bob")
    until(lambda: "events" in heard[0].take())


def test_one_table_is_not_set_up_twice(halls):
    here, there = halls
    assert here.store.hosts.hold("a" * 16) == ""
    board = here.board("a")
    here.director.matches.create(board.uid, ("Ann", "Bob"), 3, "none")
    # nothing was waited for: an action knows what was done before it
    with pytest.raises(UserError):
        there.director.matches.create(board.uid, ("Cid", "Dan"), 3, "none")
    assert len(list(there.director.overview.matches())) == 1


def test_the_board_of_a_host_that_died_goes_on_at_the_other(halls, at_one):
    here, there = halls
    at_one.play(0)
    here.send(at_one)
    until(lambda: score(there, at_one) == "Ann 1, Bob 0")
    # killed with a game played that it never heard of
    at_one.play(1)
    here.store.abandon()
    until(lambda: not row(there, at_one).online)
    assert there.store.hosts.hold(at_one.uid) == ""
    there.connect(at_one)
    there.send(at_one)
    assert score(there, at_one) == "Ann 1, Bob 1"
    assert row(there, at_one).online
    assert len(list(there.director.overview.matches())) == 1


def test_what_a_host_left_undone_is_done_by_the_one_that_takes_its_board_over(halls):
    """A match that was begun at the board, stored, and not entered: its host died in between."""
    here, there = halls
    assert here.store.hosts.hold("a" * 16) == ""
    board = here.board("a")
    here.store._writer._listeners.clear()
    board.run(3)
    board.game()
    here.send(board)
    until(lambda: board.uid in there.director.hall.tables)
    until(lambda: there.director.hall.tables[board.uid].log.current is not None)
    assert list(there.director.overview.matches()) == []
    here.store.abandon()
    until(lambda: there.store.hosts.hold(board.uid) == "")
    there.connect(board)
    assert len(list(there.director.overview.matches())) == 1
    assert row(there, board).match.title == "match to 3"


def seated(here, there):
    """Seat a tourney's first match at a board of one host, from the other; return event, board and match."""
    event = started_event(there.director.events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    assert here.store.hosts.hold("a" * 16) == ""
    board = here.board("a")
    until(lambda: board.uid in there.director.hall.tables)
    match = there.director.event_tables.play(event, first(there, event), board.uid, 1, "none")
    until(lambda: match in here.director.hall.entries and here.store.commands.open(board.uid))
    return event, board, match


def test_what_another_thread_brings_at_the_same_time_is_no_error(halls, monkeypatch):
    here, there = halls
    tables = here.director.event_tables
    _event, board, match = seated(here, there)

    def brought_meanwhile(event, match, finish):
        tables._awaited.pop(match, None)
        return "result"

    done = []
    monkeypatch.setattr(tables, "_enter", brought_meanwhile)
    monkeypatch.setattr(tables, "_later", lambda event, match, pairing: done.append(match))
    here.deliver(board)
    board.play(0)
    here.send(board)
    until(lambda: done == [match])


def test_a_result_is_brought_once(halls):
    here, there = halls
    event, board, match = seated(here, there)
    here.deliver(board)
    board.play(0)
    here.send(board)
    until(lambda: entered(there, event))
    for room in nonempty(halls):
        [(_, which)] = entered(room, event)
        assert which == match
        assert not room.director.events.get(event).claims
