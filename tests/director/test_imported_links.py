"""An imported event names matches of its own hall; this hall has others with these numbers."""

from tablekeeper.strictjson import Cursor
from tablekeeper.web.links import table_links
from tests.director.eventroom import entered, first, started


def imported(room, event, name):
    """Import the event as it is now under another name, a second later; return the copy's number."""
    document = room.director.events.export(event)
    room.now += 1000
    document["name"] = name
    document["journal"][0]["body"]["name"] = name
    return room.director.events.take_in(Cursor(document), name, room.now)


def test_a_match_brings_its_result_to_the_event_for_which_it_was_set_up(room):
    tourney = started(room, "ttt", ["Ann", "Bob", "Cid"])
    board = room.board("a")
    match = room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    copy = imported(room, tourney, "Copy")
    assert room.director.events.get(copy).tables == room.director.events.get(tourney).tables
    room.restart()
    room.deliver(board)
    board.play(1)
    room.send(board)
    assert [which for _, which in entered(room, tourney)] == [match]
    assert entered(room, copy) == []


def test_links_lead_to_matches_of_this_hall_only(room):
    tourney = started(room, "ttt", ["Ann", "Bob", "Cid"])
    board = room.board("a")
    match = room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    room.deliver(board)
    board.play(1)
    room.send(board)
    copy = imported(room, tourney, "Copy")
    events = room.director.events
    views = [events.get(event) for event in (tourney, copy)]
    assert [list(view.here) for view in views] == [[match], []]
    assert table_links(views)[match].event == tourney
    # the result stays, with its match's number in the file
    assert [which for _, which in entered(room, copy)] == [match]
    # what is set up for the copy since then is a match of this hall
    other = room.director.event_tables.play(copy, first(room, copy), room.board("b").uid, 1, "none")
    assert list(events.get(copy).here) == [other]


def test_links_of_a_file_do_not_count_though_the_clock_was_set_back_since(room):
    tourney = started(room, "ttt", ["Ann", "Bob", "Cid"])
    room.director.event_tables.play(tourney, first(room, tourney), room.board("a").uid, 1, "none")
    room.now += 1000
    room.director.events.timetables.change(tourney, {"": {"control": "10m"}})
    room.now -= 3_600_000
    copy = imported(room, tourney, "Copy")
    assert list(room.director.events.get(copy).here) == []
    other = room.director.event_tables.play(copy, first(room, copy), room.board("b").uid, 1, "none")
    assert list(room.director.events.get(copy).here) == [other]
