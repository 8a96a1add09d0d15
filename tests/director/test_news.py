"""Who hears what and when: news of changes, displays, keys, what connections and boards say."""

import asyncio
from dataclasses import replace

import pytest

from tablecore import records
from tablekeeper.tables import Status
from tests.refusal import refusal


def test_keys_of_virtual_boards(room):
    board, real = room.board("a"), room.board("b")
    pressed = []
    room.director.boards.attach_keys(board.uid, ["1", "*"], lambda key, held: pressed.append((key, held)))
    room.director.boards.press(board.uid, "1")
    room.director.boards.press(board.uid, "*", held=True)
    assert pressed == [("1", False), ("*", True)]
    assert room.row(board).virtual
    assert room.director.overview.table(board.uid).keys == ("1", "*")
    assert "no key 'x'" in refusal(room.director.boards.press, board.uid, "x")
    assert "real board" in refusal(room.director.boards.press, real.uid, "1")


def test_looking_at_a_table_asks_for_its_display(room):
    board = room.board("a")
    wanted = []
    room.director.overview.attach_screens(lambda uid, until: wanted.append((uid, until)))
    assert room.director.overview.table(board.uid).screen is None
    assert wanted == [(board.uid, room.now + 60_000)]
    news = room.director.topics.subscribe([f"screen/{board.uid}"])
    room.director.boards.screen(board.uid, bytes(1024))
    assert room.director.overview.table(board.uid).screen == bytes(1024)
    assert list(news.take()) == [f"screen/{board.uid}"]


def test_news_are_coalesced_and_bounded(room):
    board = room.board("a")
    news = room.director.topics.subscribe()
    board.run(length=15)
    for _ in range(200):
        board.write(records.FAULT, 1, 0)
        room.send(board)
    told = news.take()
    assert set(told) == {"hall", f"table/{board.uid}"}
    assert told["hall"] == room.director.overview.hall().revision
    assert told[f"table/{board.uid}"] == room.row(board).revision
    assert news.take() == {}
    news.close()
    assert room.director.topics.count() == 0


def test_news_reach_an_event_loop_from_another_thread(threaded_room):
    room = threaded_room
    board = room.board("a")

    async def listen():
        news = room.director.topics.subscribe(["hall"])
        heard = []
        while news.take():
            pass
        board.run()
        await asyncio.to_thread(room.send, board)
        async for topic, revision in news:
            heard.append((topic, revision))
            break
        # a wait that is given up loses nothing
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(news), 0.01)
        board.game()
        await asyncio.to_thread(room.send, board)
        heard.append(await asyncio.wait_for(anext(news), 5))
        news.close()
        assert [one async for one in news] == []
        return heard

    heard = asyncio.run(listen())
    assert [topic for topic, _ in heard] == ["hall", "hall"]
    assert heard[0][1] < heard[1][1] == room.director.overview.hall().revision


def test_a_whole_match_with_the_writers_own_thread(threaded_room):
    room = threaded_room
    board = room.board("a")
    match_id = room.match(board, 3, "3m/pt b12")
    while board.sheet.phase != 7:
        board.play(0)
        room.send(board)
    assert room.director.overview.match(match_id).match.details.score == (3, 0)
    # a match made at the table is entered from the writer's own thread
    board.run(length=1)
    room.send(board)
    assert len(room.director.overview.matches()) == 2


def test_a_status_is_told_on_only_when_it_says_something_new(room):
    board = room.board("a")
    news = room.director.topics.subscribe()
    status = Status(board.ms, board.base, board.last, 90_000, (), None)
    room.director.boards.status(board.uid, status)
    news.take()
    room.now += 2000
    room.director.boards.status(board.uid, status)
    assert news.take() == {}
    assert room.row(board).last_seen_ms == room.now
    room.director.boards.status(board.uid, replace(status, faults=("display",)))
    assert "hall" in news.take()
    assert room.row(board).faults == ("display",)


def test_a_complaint_of_the_connection_is_shown_until_it_is_well(room):
    board = room.board("a")
    room.director.boards.problem(board.uid, "The disk is full.")
    assert room.row(board).problems == ("The disk is full.",)
    board.run()
    room.send(board)
    assert room.row(board).problems == ()


def test_a_lost_journal_in_the_middle_of_a_match_is_told(room, scribes):
    board = room.board("a")
    match_id = room.match(board, 3)
    board.game()
    room.send(board)
    anew = scribes(board.uid, 0xBEEF)
    anew.boot()
    room.send(anew)
    row = room.row(board)
    assert row.match is None
    assert "new journal in the middle of a match" in row.problems[0]
    assert room.director.overview.match(match_id).match.game == 1
