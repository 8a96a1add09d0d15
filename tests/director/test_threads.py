"""Boards, pages and the director at the same time: nobody waits for ever, nothing is lost."""

import threading

import pytest

from tablekeeper.errors import UserError
from tests.patience import PATIENCE_S


@pytest.mark.turns(4)
@pytest.mark.parametrize("threaded", [True, False])
@pytest.mark.parametrize("url", ["file", "sqlite://"])
def test_everybody_at_once(rooms, tmp_path, threaded, url):
    room = rooms(str(tmp_path / "hall.db") if url == "file" else url, threaded)
    boards = [room.board(digit) for digit in "abc"]
    failures: list[BaseException] = []
    over = threading.Event()

    def work(action, *arguments):
        def run():
            try:
                action(*arguments)
            except BaseException as error:
                failures.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    def play(board):
        # matches made at the table: each is entered from within the writer
        for _ in range(2):
            board.run(length=3)
            while board.sheet.phase != 7:
                board.play(0)
                room.send(board)
                room.director.boards.screen(board.uid, bytes(1024))

    def look():
        news = room.director.topics.subscribe()
        while not over.is_set():
            for row in room.director.overview.hall().tables:
                room.director.overview.table(row.uid)
            for match_id in room.director.overview.matches():
                room.director.overview.match(match_id)
            news.take()
        news.close()

    def act():
        for number in range(3):
            for board in boards:
                room.director.boards.rename(board.uid, f"Table {board.uid[0]}{number}")
                try:
                    match_id = room.director.matches.create(board.uid, ("Ann", "Bob"), 3, "none")
                except UserError:
                    continue
                # it will not be delivered: the players are at matches of their own
                room.director.matches.close(match_id)

    looking = [work(look), work(look)]
    working = [*(work(play, board) for board in boards), work(act)]
    for thread in working:
        thread.join(PATIENCE_S)
    over.set()
    for thread in looking:
        thread.join(PATIENCE_S)
    assert not any(thread.is_alive() for thread in [*working, *looking])
    assert failures == []
    for board in boards:
        assert room.row(board).records == board.last
        assert room.row(board).match.details.score == (3, 0)
    overview = room.director.overview
    assert sum(len(overview.match(number).games) for number in overview.matches()) == 18
    room.close()
