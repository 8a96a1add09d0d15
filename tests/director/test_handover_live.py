"""A match moved to another board by keys alone: real firmware, real frames, real database.

Both boards are unplugged at the moment of the handover, and the players of the first one go on
pressing it afterwards.
"""

from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tests.virtual.sitting import row, virtual_hall

SECOND = 1_000_000
ANN, BOB = 0, 1


class Play:
    """Presses keys in a virtual hall, one every half a second."""

    def __init__(self, hall: VirtualHall) -> None:
        self.hall = hall

    def keys(self, table: VirtualTable, *keys: int | str) -> None:
        for key in keys:
            table.board.press(key, None, 90)
            self.hall.run_for(SECOND // 2)

    def game(self, table: VirtualTable, winner: int, kind: int) -> None:
        """Play a short game: opening won by Ann, two turns, the winner claims, the other confirms."""
        self.keys(table, "5", "2", BOB)
        self.keys(table, "6", "4", ANN)
        self.keys(table, "3", "3", BOB)
        self.keys(table, "9", str(kind), winner, 1 - winner)

    def until(self, reached) -> None:
        assert self.hall.run(reached, 60 * SECOND)


hall = virtual_hall()


def test_a_match_moves_while_both_boards_are_unplugged(hall):
    play = Play(hall)
    one, two = hall.add_table("Table 1", seed=1), hall.add_table("Table 2", seed=2)
    play.until(lambda: row(hall, one).online and row(hall, two).online)
    match_id = hall.director.matches.create(one.uid, ("Ann", "Bob"), 5, "21m b12")
    play.until(lambda: not row(hall, one).problems)
    play.game(one, ANN, 1)
    play.until(lambda: row(hall, one).match.details.score == (1, 0))

    one.board.unplug()
    two.board.unplug()
    play.until(lambda: not (row(hall, one).online or row(hall, two).online))
    # unseen by the host, before the handover: Bob wins a gammon, and game 3 begins
    play.game(one, BOB, 2)
    play.keys(one, "6", "1", BOB)
    hall.run_for(120 * SECOND)
    hall.director.matches.handover(
        match_id, two.uid, score=(1, 2), games=2, in_game=True, turn=ANN, reserves=(1_200_000, 1_100_000)
    )
    assert any("not delivered yet, the board is offline" in line for line in row(hall, two).problems)
    hall.run_for(10 * SECOND)
    # at the old board somebody plays game 3 to the end all the same
    play.keys(one, "2", "2", ANN)
    play.keys(one, "9", "3", ANN, BOB)
    assert one.board.running("app").fold.sheet.score == [4, 2]

    two.board.plug()
    play.until(lambda: row(hall, two).online and not row(hall, two).problems)
    match = row(hall, two).match
    assert match.id == match_id
    assert (match.details.score, match.phase, match.details.turn, match.game) == ((1, 2), "turn", ANN, 3)
    assert [clock.remaining_ms for clock in match.clocks] == [1_200_000, 1_100_000]
    assert match.players == ("Ann", "Bob")
    play.keys(two, "#", "4", "1", ANN)
    play.keys(two, "9", "3", BOB, ANN)
    one.board.plug()
    play.until(lambda: row(hall, one).online and hall.settled(one) and hall.settled(two))
    hall.store.flush()

    def told():
        return hall.director.overview.match(match_id), hall.director.overview.table(one.uid).records

    detail, log = told()
    assert (detail.match.details.score, detail.match.details.champion) == ((1, 5), BOB)
    assert [(game.number, game.winner, game.points, game.score) for game in detail.games] == [
        (1, ANN, 1, (1, 0)), (2, BOB, 2, (1, 2)), (3, BOB, 3, (1, 5)),
    ]  # fmt: skip
    assert [game.board for game in detail.games] == [one.uid, one.uid, two.uid]
    assert detail.problems == ()
    # dice, press, result, confirmation, end
    assert detail.strays == row(hall, one).strays == 5
    assert [record.kind for record in log if record.state == "stray"] == [
        "dice", "press", "result", "confirm", "end",
    ]  # fmt: skip
    assert row(hall, one).match is None
    assert "match Ann v Bob went on at Table 2" in row(hall, one).problems[-1]

    hall.kill_host()
    hall.run_for(SECOND)
    hall.start_host()
    play.until(lambda: row(hall, one).online and row(hall, two).online)
    assert told() == (detail, log)


def test_the_old_board_can_be_cleared_and_used_again(hall):
    play = Play(hall)
    one, two = hall.add_table("Table 1", seed=1), hall.add_table("Table 2", seed=2)
    play.until(lambda: row(hall, one).online and row(hall, two).online)
    match_id = hall.director.matches.create(one.uid, ("Ann", "Bob"), 5, "21m b12")
    play.until(lambda: not row(hall, one).problems)
    play.keys(one, "5", "2", BOB, "6", "6")
    hall.run_for(SECOND)
    hall.director.matches.handover(match_id, two.uid, score=(0, 0))
    play.until(lambda: row(hall, two).match is not None and not row(hall, two).problems)
    hall.director.matches.clear_table(one.uid)
    play.until(lambda: one.board.running("app").fold.sheet.phase == 0 and hall.settled(one))
    again = hall.director.matches.create(one.uid, ("Cid", "Dan"), 1, "none")
    play.until(lambda: row(hall, one).match is not None and row(hall, one).match.id == again)
    hall.run_for(SECOND)
    assert row(hall, two).match.id == match_id
    assert hall.director.overview.match(match_id).games == ()


def test_a_result_that_the_director_confirms_and_a_forfeit(hall):
    play = Play(hall)
    table = hall.add_table("Table 1", seed=1)
    play.until(lambda: row(hall, table).online)
    match_id = hall.director.matches.create(table.uid, ("Ann", "Bob"), 5, "21m b12")
    play.until(lambda: not row(hall, table).problems)
    play.keys(table, "5", "2", BOB, "9", "2", ANN)
    play.until(lambda: row(hall, table).match.details.claim is not None)
    assert row(hall, table).match.details.claim == "Ann wins a gammon, 2 points; Bob to confirm"
    hall.run_for(SECOND)
    hall.director.match_orders.confirm(match_id)
    play.until(lambda: row(hall, table).match.details.score == (2, 0))
    hall.run_for(SECOND)
    hall.director.match_orders.seal(match_id)
    play.until(lambda: table.board.running("app").fold.sheet.sealed == 1)
    play.keys(table, "5", "2", BOB)
    hall.run_for(SECOND)
    hall.director.match_orders.forfeit(match_id, BOB)
    play.until(lambda: row(hall, table).match.details.champion == BOB)
    assert [(game.details.kind, game.how) for game in hall.director.overview.match(match_id).games] == [
        ("gammon", "played"), ("match", "forfeited"),
    ]  # fmt: skip
    hall.run_for(SECOND)
    hall.director.matches.close(match_id)
    play.until(lambda: row(hall, table).match is None)
    hall.run_for(SECOND)
    assert row(hall, table).problems == ()
