"""What the director orders a board to do, and what is refused before it is sent."""

import pytest

from tablecore import messages
from tablekeeper.errors import UserError
from tablekeeper.store.commands import DONE, REFUSED
from tests.refusal import refusal


def test_the_director_confirms_seals_and_closes(room):
    board = room.board("a")
    match_id = room.match(board, 3, "10m")
    assert "no result waits" in refusal(room.director.match_orders.confirm, match_id)
    board.begin()
    board.claim(0)
    room.send(board)
    assert "in progress" in refusal(room.director.matches.close, match_id)
    room.director.match_orders.confirm(match_id)
    # what the director has seen is confirmed, and nothing the table has done since
    [order] = room.store.commands.open(board.uid)
    assert order.expected == board.last
    assert order.until_ms == room.now + 60_000
    room.deliver(board)
    assert room.row(board).match.details.score == (1, 0)
    room.director.match_orders.seal(match_id)
    room.deliver(board)
    assert board.sheet.sealed == 1
    assert "not sealed yet" in refusal(room.director.match_orders.seal, match_id)
    room.director.matches.close(match_id)
    room.deliver(board)
    assert board.sheet.phase == 0
    assert room.row(board).match is None
    assert room.director.overview.match(match_id).closed_ms == room.now
    assert room.director.overview.match(match_id).match.details.score == (1, 0)
    assert "is closed" in refusal(room.director.matches.close, match_id)


@pytest.mark.parametrize("answer_first", [True, False])
def test_a_finished_match_stays_in_sight_whichever_came_first(room, answer_first):
    board = room.board("a")
    room.director.matches.create(board.uid, ("Ann", "Bob"), 1, "10m")
    [run, *_] = room.store.commands.open(board.uid)
    seq = board.obey(run)
    if answer_first:
        room.director.boards.answered(board.uid, run.id, DONE, seq, "")
        assert room.row(board).match.phase == "ready"
        room.send(board)
    else:
        room.send(board)
        room.director.boards.answered(board.uid, run.id, DONE, seq, "")
    board.play(1)
    room.send(board)
    match = room.row(board).match
    assert (match.phase, match.details.score) == ("over", (0, 1))


def test_a_board_that_answers_while_the_orders_are_read_is_not_waited_for(room, monkeypatch):
    """It says so once; the table would be taken for set up, with a match that is over, until a restart."""
    board = room.board("a")
    read = room.store.commands.all

    def quick(uid):
        orders = read(uid)
        for one in room.store.commands.open(uid):
            room.director.boards.answered(uid, one.id, DONE, board.obey(one), "")
        return orders

    monkeypatch.setattr(room.store.commands, "all", quick)
    room.director.matches.create(board.uid, ("Ann", "Bob"), 1, "10m")
    monkeypatch.undo()
    room.send(board)
    board.play(1)
    room.send(board)
    assert room.director.matches.is_free(board.uid)


def test_a_forfeit_ends_the_match(room):
    board = room.board("a")
    match_id = room.match(board, 5, "10m")
    assert "no game is in progress" in refusal(room.director.match_orders.forfeit, match_id, 1)
    board.game()
    room.send(board)
    room.director.match_orders.forfeit(match_id, 1)
    room.deliver(board)
    match = room.row(board).match
    assert match.details.score == (0, 5)
    assert match.details.champion == 1
    [game] = room.director.overview.match(match_id).games
    assert (game.details.kind, game.how, game.points) == ("match", "forfeited", 5)


def test_orders_at_a_match_made_at_the_table(room):
    board = room.board("a")
    board.run(length=5)
    board.game()
    room.send(board)
    [match_id] = room.director.overview.matches()
    room.director.match_orders.forfeit(match_id, 0)
    # the board knows the match as 0, so the order must not be bound to our number
    assert [command.match_id for command in room.store.commands.open(board.uid)] == [0, 0]


def test_a_refusal_of_the_board_is_a_problem(room):
    board = room.board("a")
    room.director.matches.create(board.uid, ("Ann", "Bob"), 5, "10m")
    [run, *_] = room.store.commands.open(board.uid)
    why = "a match is in progress on this table"
    room.store.commands.answered(run.id, REFUSED, None, why)
    room.director.boards.answered(board.uid, run.id, REFUSED, None, why)
    sentence = f"the board refused the set-up: {why}"
    assert room.row(board).problems == (sentence,)
    room.restart()
    assert room.row(board).problems == (sentence,)


REFUSALS = {
    "players": ({"players": ("", "Bob")}, "no name"),
    "long name": ({"players": ("A" * 61, "Bob")}, "too long"),
    "length": ({"length": 100}, "1 to 99 points"),
    "control": ({"control": "21 minutes"}, "not a time control"),
    "per point": ({"length": 0, "control": "3m/pt b12"}, "length"),
    "dice": ({"dice": "maybe"}, "'maybe'"),
    "score": ({"start_score": (5, 0)}, "5-0"),
    "board": ({"uid": "f" * 16}, "no table"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_bad_input_is_refused_and_changes_nothing(room, name):
    wrong, why = REFUSALS[name]
    board = room.board("a")
    good = {"uid": board.uid, "players": ("Ann", "Bob"), "length": 5, "control": "21m b12"}
    with pytest.raises(UserError, match=why) as error:
        room.director.matches.create(**(good | wrong))
    sentence = str(error.value)
    assert sentence[0].isupper() or sentence[0] == "'"
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert room.store.actions() == []
    assert room.director.overview.matches() == ()
    assert room.store.commands.all(board.uid) == []


def test_a_table_in_use_is_not_set_up_again(room):
    board = room.board("a")
    first = room.director.matches.create(board.uid, ("Ann", "Bob"), 5, "21m b12")
    with pytest.raises(UserError, match=f"match {first} is set up already"):
        room.director.matches.create(board.uid, ("Cid", "Dan"), 5, "21m b12")
    room.deliver(board)
    with pytest.raises(UserError, match=f"match {first} is in progress"):
        room.director.matches.create(board.uid, ("Cid", "Dan"), 5, "21m b12")


def test_orders_need_a_board_that_is_there(room):
    board = room.board("a")
    match_id = room.match(board, 5, "21m b12")
    room.director.boards.offline(board.uid, "gone")
    assert "offline" in refusal(room.director.match_orders.confirm, match_id)


def test_every_action_is_in_the_directors_journal(room):
    board = room.board("a")
    room.director.boards.rename(board.uid, " Table  1 ", actor="Eve")
    match_id = room.match(board, 5, "21m b12", actor="Eve")
    room.director.matches.close(match_id)
    assert [(action.actor, action.action) for action in room.store.actions()] == [
        ("Eve", "rename board"), ("Eve", "create match"), ("director", "close match"),
    ]  # fmt: skip
    assert room.row(board).name == "Table 1"
    other = room.board("b")
    assert "Another table" in refusal(room.director.boards.rename, other.uid, "Table 1")


def test_names_go_to_the_board_after_the_set_up(room):
    board = room.board("a")
    match_id = room.director.matches.create(board.uid, ("Ann", "Élise de la Montagne-Verte"), 5, "21m b12")
    run, *names = room.store.commands.open(board.uid)
    assert run.verb == messages.RUN
    assert run.match_id == 0
    assert [(one.verb, one.match_id) for one in names] == [(messages.NAME, match_id)] * 2
    assert names[1].tail[0] == 1
    assert len(names[1].tail[1:].decode()) <= messages.LONGEST_NAME


@pytest.mark.parametrize("killed", ["queue", "queue_all"])
def test_a_host_killed_while_it_sets_up_goes_on_with_it(room, monkeypatch, killed):
    one, two = room.board("a"), room.board("b")

    class Killed(BaseException):
        """The process is gone."""

    def die(*arguments, **names):
        raise Killed

    def killed_in(action):
        with monkeypatch.context() as patch:
            patch.setattr(room.store.commands, killed, die)
            with pytest.raises(Killed):
                action()
        room.restart()

    killed_in(
        lambda: room.director.matches.create(one.uid, ("Ann", "Bob"), 5, "21m b12", start_score=(1, 2))
    )
    run, *names = room.store.commands.open(one.uid)
    assert [command.tail[1:] for command in names] == [b"Ann", b"Bob"]
    room.deliver(one)
    assert one.sheet.score == [1, 2]
    [match_id] = room.director.overview.matches()
    assert run.match_id == 0
    killed_in(
        lambda: room.director.matches.handover(
            match_id, two.uid, score=(1, 4), in_game=True, cube=4, cube_owner=1, turn=0, reserves=(7, 8)
        )
    )
    room.deliver(two)
    assert (two.sheet.score, two.sheet.crawford, two.sheet.cube_value()) == ([1, 4], 2, 4)
    assert two.sheet.clock.reserve == [7, 8]
    assert room.row(two).match.id == match_id
    room.restart()
    assert room.store.commands.open(two.uid) == []
