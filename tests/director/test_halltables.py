"""Tables are places of the hall: made, removed, out of service and free again, with or without a board."""

import pytest

from tablecore.sheets.sheet import EMPTY
from tablekeeper.director.events.seatplan import Place
from tablekeeper.director.journals import Selection
from tablekeeper.director.verification import verify
from tests.director.eventroom import first, started
from tests.refusal import refusal

FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def cup(room):
    return started(room, "knockout", FOUR, length=5)


def names(room):
    return [one.name for one in room.director.boards.listed()]


def busy(room):
    return {one.name: one.players for one in room.director.boards.listed() if one.players}


def uid(room, name):
    return next(one.uid for one in room.director.boards.listed() if one.name == name)


def line(room, action):
    return next(one for one in reversed(room.director.journals.lines(Selection())) if one.action == action)


def undo(room, action):
    """Undo the latest action of a kind; return what its page had said."""
    found = room.director.journals.look(line(room, action))
    room.director.journals.undo(line(room, action), "a mistake", seen=found.fingerprint, actor="Eve")
    return [one.text for one in found.consequences]


def seat_all(room, event):
    return room.director.seating.seat(event, room.director.seating.plan_round(event).places)


def test_tables_are_named_or_numbered_behind_the_highest_number(room):
    tables = room.director.tables
    assert tables.new(["Final"], 2) == ("Final", "Table 1", "Table 2")
    assert tables.new((), 1, zone="Balcony") == ("Table 3",)
    assert tables.new((), 1, "Side") == ("Side 1",)
    assert names(room) == ["Final", "Table 1", "Table 2", "Table 3", "Side 1"]
    assert [one.zone for one in room.director.boards.listed()] == ["", "", "", "Balcony", ""]
    assert "is called 'Final'" in refusal(tables.new, ["Side 2", "Final"])
    assert "is called 'Side 2'" in refusal(tables.new, ["Side 2", "Side  2"])
    assert "Name the new tables" in refusal(tables.new, ())
    assert "at most 150" in refusal(tables.new, (), 146)
    assert "1 to 30 letters" in refusal(tables.new, ["x" * 31])
    before = room.shown()
    room.restart()
    assert room.shown() == before


def test_a_board_and_a_table_without_one_are_seated_alike(room, cup):
    board = room.board("a")
    room.director.tables.new((), 1)
    for match in seat_all(room, cup):
        assert room.director.events.get(cup).tables[match]["match"] in ("A1", "A2")
    assert busy(room).keys() == {room.row(board).name, "Table 1"}
    [table] = [one for one in room.director.overview.hall().tables if one.name == "Table 1"]
    # no board tells a score or a time, so none is shown
    assert (table.match.state, table.match.clocks, table.problems) == ("played without a device", (), ())
    assert [seat.standing for seat in table.match.seats] == ["", ""]
    assert table.match.standing in busy(room).values()


def test_a_hand_result_frees_the_table_whoever_has_begun(room, cup):
    board = room.board("a")
    room.director.tables.new((), 1)
    seat_all(room, cup)
    room.deliver(board)
    board.begin(6, 1)
    room.send(board)
    for pairing in room.director.events.get(cup).answer.next:
        winner, loser = pairing["players"]
        room.director.events.result(cup, {"winner": winner, "players": [winner, loser], "score": [5, 0]})
    # the board is in the middle of a game: its table waits for a word
    assert list(busy(room)) == [room.row(board).name]
    [left] = room.director.seating.settled()
    assert (left.event, left.table) == (cup, room.row(board).name)


def test_a_board_that_has_not_begun_is_cleared_by_a_hand_result(room, cup):
    board = room.board("a")
    [match] = seat_all(room, cup)
    [winner, loser] = room.director.events.get(cup).tables[match]["players"]
    room.director.events.result(cup, {"winner": winner, "players": [winner, loser], "score": [5, 0]})
    assert busy(room) == {}
    assert room.director.hall.entries[match].match.closed_ms is not None
    room.deliver(board)
    assert room.director.seating.settled() == []


def test_a_finished_event_frees_all_its_tables_and_undone_results_are_seated_again(room, cup):
    room.director.tables.new((), 3)
    seat_all(room, cup)
    assert len(busy(room)) == 2
    pairing = first_seated(room, cup)
    number = room.director.events.result(
        cup, {"winner": pairing[0], "players": list(pairing), "score": [5, 0]}
    )
    assert len(busy(room)) == 1
    room.director.events.undo(cup, number, "the other one")
    # nobody sits there now: the match is seated again
    [place] = room.director.seating.plan_round(cup).places
    assert place.pairing["players"] == list(pairing)
    seat_all(room, cup)
    assert len(busy(room)) == 2
    room.director.events.finish(cup, reason="dark outside")
    assert busy(room) == {}


def first_seated(room, event):
    view = room.director.events.get(event)
    return next(iter(view.tables.values()))["players"]


def decide(room, event, match):
    [winner, loser] = room.director.events.get(event).tables[match]["players"]
    room.director.events.result(event, {"winner": winner, "players": [winner, loser], "score": [5, 0]})


def test_a_board_that_shows_the_set_up_but_has_not_begun_is_cleared_too(room, cup):
    board = room.board("a")
    [match] = seat_all(room, cup)
    room.deliver(board)
    assert board.sheet.match_id == match
    decide(room, cup, match)
    assert busy(room) == {}
    room.deliver(board)
    assert board.sheet.phase == EMPTY
    # the board is seated again at once
    assert [place.pairing["match"] for place in room.director.seating.plan_round(cup).places] == ["A2"]


@pytest.mark.parametrize("between", [True, False])
def test_a_finished_event_frees_boards_between_games_too_but_none_in_a_game(room, cup, between):
    board = room.board("a")
    [match] = seat_all(room, cup)
    room.deliver(board)
    board.play(0)
    if not between:
        board.begin(6, 1)
    room.send(board)
    decide(room, cup, match)
    assert [one.match for one in room.director.seating.settled()] == [match]
    room.director.events.finish(cup, reason="dark outside")
    assert list(busy(room)) == ([] if between else [room.row(board).name])
    if not between:
        # it asks: the page names it, and the players end their game
        assert room.director.seating.free_all() == ()
        board.win(0)
        room.send(board)
    assert room.director.seating.free_all() == (() if between else (room.row(board).name,))
    room.deliver(board)
    assert busy(room) == {}


def test_nothing_is_seated_at_a_table_out_of_service(room, cup):
    room.director.tables.new((), 2)
    one = uid(room, "Table 1")
    room.director.tables.service(one, "the lamp is broken")
    assert [place.name for place in room.director.seating.free_tables()] == ["Table 2"]
    told = "Table 1 is out of service (the lamp is broken)"
    assert told in refusal(room.director.seating.seat, cup, [Place(first(room, cup), one)])
    assert told in refusal(room.director.seating.plan_round, cup, [one])
    assert told in refusal(room.director.matches.create, one, ("Ann", "Bob"), 5, "none")
    assert "already" in refusal(room.director.tables.service, one, "the lamp is broken")
    room.restart()
    assert undo(room, "table service") == ["Table 1 is in service again."]
    assert "is in service already" in refusal(room.director.tables.service, one)
    assert len(room.director.seating.free_tables()) == 2


def test_a_removed_table_comes_back_by_undo_with_what_was_played_there(room, cup):
    tables = room.director.tables
    tables.new((), 2)
    board = room.board("a")
    seat_all(room, cup)
    two = uid(room, "Table 2")
    assert "is connected" in refusal(tables.remove, [board.uid])
    assert "is set up already" in refusal(tables.remove, [two])
    room.director.events.finish(cup, reason="dark outside")
    tables.remove([two])
    assert "Table 2" not in names(room)
    assert tables.new((), 1) == ("Table 2",)
    found = room.director.journals.look(line(room, "remove tables"))
    assert "Another table is called Table 2 now" in found.impossible
    assert undo(room, "new tables") == ["These tables are removed: Table 2."]
    removal = [one for one in room.director.journals.lines(Selection()) if one.action == "remove tables"]
    found = room.director.journals.look(removal[0])
    assert [one.text for one in found.consequences] == ["These tables are in the hall again: Table 2."]
    room.director.journals.undo(removal[0], "it is needed", seen=found.fingerprint)
    assert uid(room, "Table 2") == two


def test_the_table_of_a_board_that_is_away_is_removed_until_it_connects(room, cup):
    board = room.board("a")
    name = room.row(board).name
    room.director.boards.offline(board.uid, "unplugged")
    room.director.tables.remove([board.uid])
    assert names(room) == []
    assert "is no table of this hall" in refusal(room.director.matches.create, board.uid, FOUR[:2], 5, "none")
    room.connect(board)
    assert names(room) == [name]
    assert len(seat_all(room, cup)) == 1


def test_a_zone_is_set_and_taken_back(room):
    room.director.tables.new((), 2, zone="Balcony")
    room.director.tables.zone([uid(room, "Table 2")], "Bar")
    assert [one.zone for one in room.director.boards.listed()] == ["Balcony", "Bar"]
    assert undo(room, "zone tables") == ["Table 2: Balcony again."]
    assert [one.zone for one in room.director.boards.listed()] == ["Balcony", "Balcony"]
    count = len(room.store.actions())
    room.director.tables.zone([uid(room, "Table 2")], " Balcony ")
    assert len(room.store.actions()) == count


def test_without_a_board_orders_to_it_are_refused(room, cup):
    room.director.tables.new((), 1)
    [match] = seat_all(room, cup)
    orders = room.director.match_orders
    for order, more in ((orders.correct, (0, 60_000, "it was not stopped")), (orders.award, (0, 1, "noise"))):
        assert "No board is at Table 1" in refusal(order, match, *more)
    assert "No board is at Table 1" in refusal(room.director.orders.pause, uid(room, "Table 1"))


def test_a_new_board_stands_at_a_table_and_moves_to_another_one(room, cup):
    tables = room.director.tables
    tables.new((), 2, zone="Balcony")
    board = room.board("a")
    tables.stand(board.uid, uid(room, "Table 1"))
    # the place that was only the board's own is gone
    assert [(row.name, row.device, row.zone) for row in room.director.boards.listed()] == [
        ("Table 1", True, "Balcony"), ("Table 2", False, "Balcony"),
    ]  # fmt: skip
    assert uid(room, "Table 1") == board.uid
    assert len(seat_all(room, cup)) == 2
    assert "is set up already" in refusal(tables.stand, board.uid, uid(room, "Table 2"))
    room.director.events.finish(cup, reason="dark outside")
    room.deliver(board)
    # what stood there gets the place of the board
    tables.stand(board.uid, uid(room, "Table 2"))
    assert [(row.name, row.device) for row in room.director.boards.listed()] == [
        ("Table 1", False), ("Table 2", True),
    ]  # fmt: skip
    assert "No board is at Table 1" in refusal(tables.stand, uid(room, "Table 1"), board.uid)
    assert "This board is at Table 2" in refusal(tables.stand, board.uid, board.uid)
    assert list(verify(room.store)) == []
    assert undo(room, "stand board") == ["The board leaves Table 2 again."]
    assert [(row.name, row.device) for row in room.director.boards.listed()] == [
        ("Table 1", True), ("Table 2", False),
    ]  # fmt: skip
    earliest = next(one for one in room.director.journals.lines(Selection()) if one.action == "stand board")
    assert "another name or board since" in room.director.journals.look(earliest).impossible
    room.restart()
    assert [row.name for row in room.director.boards.listed()] == ["Table 1", "Table 2"]
    assert list(verify(room.store)) == []


def test_a_board_is_taken_from_its_table_by_undo_and_has_its_own_again(room):
    room.director.tables.new(["Stage"], zone="Balcony")
    board = room.board("a")
    name = room.row(board).name
    before = [(row.name, row.device, row.zone, row.uid) for row in room.director.boards.listed()]
    room.director.tables.stand(board.uid, uid(room, "Stage"))
    assert names(room) == ["Stage"]
    undo(room, "stand board")
    assert [(row.name, row.device, row.zone, row.uid) for row in room.director.boards.listed()] == before
    assert name in names(room)
    assert list(verify(room.store)) == []


def test_two_boards_change_their_tables(room):
    boards = [room.board(digit) for digit in "ab"]
    for board, name in zip(boards, ("Door", "Window"), strict=True):
        room.director.boards.rename(board.uid, name)
    room.director.tables.service(boards[1].uid, "no light")
    room.director.tables.stand(boards[0].uid, boards[1].uid)
    assert [(row.name, row.uid, row.out) for row in room.director.boards.listed()] == [
        ("Door", boards[1].uid, ""), ("Window", boards[0].uid, "no light"),
    ]  # fmt: skip


def shown(room):
    return [(row.name, row.device, row.zone, row.out) for row in room.director.boards.listed()]


def test_a_silent_board_leaves_its_table_which_stays_and_gets_a_board_again(room, cup):
    tables = room.director.tables
    tables.new((), 2, zone="Balcony")
    board = room.board("a")
    assert "is no named table" in refusal(tables.detach, board.uid)
    tables.stand(board.uid, uid(room, "Table 1"))
    tables.service(board.uid, "no light")
    tables.place_all(2)
    assert room.director.hall.places.spots[board.uid] == (1, 1)
    room.director.boards.offline(board.uid, "unplugged")
    before = shown(room)
    made = tables.detach(board.uid)
    assert shown(room) == [("Table 1", False, "Balcony", "no light"), ("Table 2", False, "Balcony", "")]
    assert room.director.hall.places.spots[made] == (1, 1)
    assert room.director.hall.places.now_at(board.uid) == made
    assert "No board is at Table 1" in refusal(tables.detach, made)
    # the board is met again as a new one
    room.connect(board)
    assert [row.name for row in room.director.boards.listed()] == ["Table 1", "Table 2", "Board aaaaaa"]
    room.director.boards.offline(board.uid, "unplugged")
    assert list(verify(room.store)) == []
    assert undo(room, "detach board") == ["The board is at Table 1 again."]
    assert shown(room) == before
    assert room.director.hall.places.now_at(made) == board.uid
    room.restart()
    assert shown(room) == before
    assert uid(room, "Table 1") == board.uid
    assert list(verify(room.store)) == []


def test_a_board_that_is_away_and_has_no_table_stands_at_one_again(room):
    room.director.tables.new((), 2)
    board = room.board("a")
    room.director.tables.stand(board.uid, uid(room, "Table 1"))
    room.director.boards.offline(board.uid, "unplugged")
    made = room.director.tables.detach(board.uid)
    room.director.tables.stand(board.uid, made)
    assert [(row.name, row.device) for row in room.director.boards.listed()] == [
        ("Table 1", True), ("Table 2", False),
    ]  # fmt: skip


def test_a_match_at_a_board_that_breaks_goes_on_at_its_table_without_one(room, cup):
    room.director.tables.new((), 1)
    board = room.board("a")
    room.director.tables.stand(board.uid, uid(room, "Table 1"))
    [match] = seat_all(room, cup)
    room.deliver(board)
    board.play(0)
    board.begin(6, 1)
    room.send(board)
    players = busy(room)["Table 1"]
    room.director.boards.offline(board.uid, "unplugged")
    assert "in progress" in refusal(room.director.tables.detach, board.uid)
    made = room.director.replacement.detach(board.uid)
    assert busy(room) == {"Table 1": players}
    assert room.director.hall.entries[match].segments[-1].uid == made
    room.connect(board)
    # the broken board still shows the match, and nothing of it counts
    assert [row.name for row in room.director.boards.listed()] == ["Table 1", "Board aaaaaa"]
    assert [table.name for table in room.director.seating.free_tables()] == []
    decide(room, cup, match)
    assert busy(room) == {}
    assert list(verify(room.store)) == []
    room.restart()
    assert list(verify(room.store)) == []


def test_a_zone_is_reserved_for_an_event_until_it_is_finished(room, cup):
    tables, seating = room.director.tables, room.director.seating
    tables.new((), 1)
    tables.new((), 2, zone="Balcony")
    other = started(room, "swiss", ("Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"), length=5)
    assert "No table is in the zone 'Bar'" in refusal(tables.reserve, "Bar", cup)
    tables.reserve("Balcony", cup)
    assert "reserved like that already" in refusal(tables.reserve, "Balcony", cup)
    one, two, three = (row.uid for row in room.director.boards.listed())
    # its own tables come first; the other event gets the rest
    assert [place.uid for place in seating.plan_round(cup).places] == [two, three]
    plan = seating.plan_round(other)
    assert [place.uid for place in plan.places] == [one]
    assert [table.uid for table in plan.tables] == [one]
    by_event = {}
    for turn in seating.turns():
        by_event.setdefault(turn.event, []).append(turn.table and turn.table.uid)
    assert by_event == {cup: [two, three], other: [one, None, None, None]}
    assert [turn.before for turn in seating.turns() if turn.table is None] == [0, 1, 2]
    told = refusal(seating.seat, other, [Place(first(room, other), two)])
    assert "This table is reserved for" in told
    assert undo(room, "reserve zone") == ["Balcony is open to all events again."]
    assert len(seating.plan_round(other).places) == 3
    tables.reserve("Balcony", cup)
    room.restart()
    assert len(room.director.seating.plan_round(other).places) == 1
    room.director.events.finish(cup, reason="dark outside")
    assert len(room.director.seating.plan_round(other).places) == 3


def test_two_tables_never_share_a_place_on_the_floor_plan(room):
    tables = room.director.tables
    tables.new((), 4)
    one, two = uid(room, "Table 1"), uid(room, "Table 2")
    tables.place({one: (3, 2)})
    assert "Table 1 is at column 3, row 2 already" in refusal(tables.place, {two: (3, 2)})
    assert "1 to 40" in refusal(tables.place, {two: (0, 2)})
    # two tables change their places
    tables.place({two: (1, 1)})
    tables.place({one: (1, 1), two: (3, 2)})
    assert room.director.hall.places.spots == {one: (1, 1), two: (3, 2)}
    assert undo(room, "place tables") == ["Tables on the floor plan as before: Table 1 and Table 2."]
    assert room.director.hall.places.spots == {one: (3, 2), two: (1, 1)}
    tables.place_all(3)
    assert [room.director.hall.places.spots[row.uid] for row in room.director.boards.listed()] == [
        (1, 1), (2, 1), (3, 1), (1, 2),
    ]  # fmt: skip
    assert "1 to 40 tables" in refusal(tables.place_all, 0)
    tables.place({two: None})
    assert two not in room.director.hall.places.spots
    room.restart()
    assert two not in room.director.hall.places.spots
