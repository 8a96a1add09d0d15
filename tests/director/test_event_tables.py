"""Matches at tables for an event: set up for a pairing, and their results in the event by themselves."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.games.backgammon.facts import BackgammonGame
from tablekeeper.games.backgammon.view import told
from tests.director.eventroom import entered, first, started
from tests.startedevent import started_event


@pytest.fixture
def tourney(room):
    """A Tric Trac Tourney of three that runs."""
    return started_event(room.director.events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")


def test_a_finished_match_puts_its_result_into_the_event(room, tourney):
    board = room.board("a")
    pairing = first(room, tourney)
    match = room.director.event_tables.play(tourney, pairing, board.uid, 1, "none")
    assert room.row(board).match.players == tuple(pairing["players"])
    assert room.director.events.get(tourney).tables == {match: pairing}
    room.deliver(board)
    board.play(1, records.GAMMON)
    assert entered(room, tourney) == []
    revision = room.director.topics.revision(f"event/{tourney}")
    room.send(board)
    [(result, which)] = entered(room, tourney)
    assert (result["winner"], result["kind"], which) == (pairing["players"][1], "gammon", match)
    assert result["players"] == list(pairing["players"])
    assert room.director.topics.revision(f"event/{tourney}") == revision + 1
    assert room.director.events.get(tourney).history[-1].actor == room.row(board).name
    before = room.director.events.export(tourney)
    room.restart()
    assert room.director.events.export(tourney) == before


def test_a_started_match_is_played_to_its_end_at_a_table(room, tourney):
    pair = first(room, tourney)["players"]
    room.director.events.result(tourney, {"match": 90, "players": pair, "started": True})
    pairing = first(room, tourney)
    assert pairing == {"match": 90, "players": pair, "started": True}
    board = room.board("a")
    room.director.event_tables.play(tourney, pairing, board.uid, 1, "none")
    room.deliver(board)
    board.play(0)
    room.send(board)
    result, _ = entered(room, tourney)[-1]
    assert result == {"match": 90, "players": pair, "winner": pair[0], "kind": "single"}


def test_a_result_that_was_undone_does_not_come_back(room, tourney):
    board = room.board("a")
    room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    room.deliver(board)
    board.play(0)
    room.send(board)
    room.director.events.undo(tourney, actor="Board aaaaaa")
    room.restart()
    assert entered(room, tourney) == []


def test_a_match_that_ends_while_the_host_is_away_is_brought_when_it_is_back(room, tourney):
    board = room.board("a")
    match = room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    room.deliver(board)
    room.restart()
    board.play(0)
    room.send(board)
    assert [which for _, which in entered(room, tourney)] == [match]


def test_a_host_that_is_killed_between_board_and_event_notes_the_match_when_it_is_back(
    room, tourney, monkeypatch
):
    board = room.board("a")
    pairing = first(room, tourney)

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(room.director.events), "link", killed)
    with pytest.raises(KeyboardInterrupt):
        room.director.event_tables.play(tourney, pairing, board.uid, 1, "none", actor="Dora")
    monkeypatch.undo()
    assert room.director.events.get(tourney).tables == {}
    match = room.row(board).match.id
    room.restart()
    assert room.director.events.get(tourney).tables == {match: pairing}
    assert room.director.events.get(tourney).history[-1].actor == "Dora"
    room.deliver(board)
    board.play(0)
    room.send(board)
    assert [which for _, which in entered(room, tourney)] == [match]
    # a match that was set up for no event stays without one
    other = room.board("b")
    names = first(room, tourney)["players"]
    plain = {"length": "1", "control": "none"}
    room.director.matches.set_up(other.uid, "backgammon", plain, names)
    room.restart()
    assert list(room.director.events.get(tourney).tables) == [match]


def test_a_forfeited_game_of_a_tourney_is_left_to_the_director(room, tourney):
    board = room.board("a")
    match = room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    room.deliver(board)
    board.begin()
    room.send(board)
    room.director.match_orders.forfeit(match, 0)
    room.deliver(board)
    board.end()
    room.send(board)
    assert room.row(board).match.phase == "over"
    assert (entered(room, tourney), room.director.events.get(tourney).claims) == ([], ())


def test_a_doubtful_result_is_a_claim(room, tourney):
    board = room.board("a")
    match = room.director.event_tables.play(tourney, first(room, tourney), board.uid, 1, "none")
    room.deliver(board)
    board.play(0, check=12345)
    room.send(board)
    [claim] = room.director.events.get(tourney).claims
    assert claim.match == match
    assert entered(room, tourney) == []
    room.director.events.confirm(tourney, claim.seq)
    assert [which for _, which in entered(room, tourney)] == [match]


def test_with_a_writer_thread_results_come_in_as_well(threaded_room):
    room = threaded_room
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, 1, "none")
    room.deliver(board)
    board.play(0)
    room.send(board)
    assert len(entered(room, event)) == 1


def test_what_is_not_to_be_played_is_not_set_up(room, tourney):
    board = room.board("a")
    before = room.director.events.export(tourney)
    for event, pairing, sentence in (
        (tourney, {"players": ["Ann", "Dan"]}, "cannot be played now"),
        (7, {}, "There is no event 7"),
    ):
        with pytest.raises(UserError, match=sentence):
            room.director.event_tables.play(event, pairing, board.uid, 1, "none")
    with pytest.raises(UserError, match=r"length|points"):
        room.director.event_tables.play(tourney, first(room, tourney), board.uid, 777, "none")
    cup = room.director.events.new("Cup", "championship", {"first_to": 2})
    with pytest.raises(UserError, match="There is nothing to play in Cup now"):
        room.director.event_tables.play(cup, {}, board.uid, 1, "none")
    room.director.events.enter(cup, ["Ann", "Bob", "Cid"])
    room.director.events.start(cup)
    series = started(room, "league-2t", ("Ann", "Bob", "Cid"), positions=[], drr=2)
    to_come = room.director.events.get(series).answer.next[1]
    with pytest.raises(UserError, match="enter its result by hand"):
        room.director.event_tables.play(series, to_come, board.uid, 1, "none")
    robin = started(room, "round-robin", ("Ann", "Bob"))
    with pytest.raises(UserError, match="does not set the length"):
        room.director.event_tables.play(robin, first(room, robin), board.uid, None, "none")
    assert room.director.events.export(tourney) == before
    assert room.director.overview.matches() == ()


def game(kind="single", how="played", cube=1):
    return told(1, BackgammonGame(0, 1, kind, cube, False), (1, 0), how, "a" * 16)


@pytest.mark.parametrize(
    ("key", "pairing", "games", "told"),
    [
        ("swing", {"round": 3}, [game("backgammon", cube=4)],
         {"players": ["Ann", "Bob"], "winner": "Ann", "points": 3, "cube": 4, "round": 3}),
        ("swing", {"round": 3}, [game("drop", cube=2)],
         {"players": ["Ann", "Bob"], "winner": "Ann", "points": 1, "cube": 2, "round": 3}),
        ("swing", {}, [game(), game()], None),
        ("ttt", {}, [game(how="on time")], None),
        ("ttt", {}, [game()],
         {"match": 31, "players": ["Ann", "Bob"], "winner": "Ann", "kind": "single"}),
        ("ttt", {"match": 12}, [game("gammon")],
         {"match": 12, "players": ["Ann", "Bob"], "winner": "Ann", "kind": "gammon"}),
        ("championship", {}, [game()], None),
    ],
)  # fmt: skip
def test_a_match_in_the_words_of_a_format(key, pairing, games, told):
    pairing = {"players": ["Ann", "Bob"], **pairing}
    form = FORMATS[key]
    assert form.board.match_result(form.result, pairing, 31, 0, (1, 0), games) == told
