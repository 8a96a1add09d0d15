"""A recorded match of TARA beside the table that it is played at: what agrees, and what differs is said."""

import re
from dataclasses import replace
from html import unescape

import pytest

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.record import TaraRecord, read_record
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.games.tara.score import TaraScore, score
from tablekeeper.games.tara.turn import OUT
from tablekeeper.web import Serving, make_app
from tablekeeper.web.tarafollow import differences, followed, recording
from tablekeeper.web.taramatch import TaraMatch, read_match
from tests.virtual.sitting import SECOND, open_hall, row, until
from tests.web.conftest import Browser
from tests.web.test_tara import course, found

NAMES = ("Ann", "Bob", "Cleo", "Dora")


@pytest.fixture
def serving(room):
    """The pages over it."""
    with Serving(make_app(room.director)) as serving:
        yield serving


def table_of(room, options=None, names=NAMES[:2]):
    """Return a board on which a match of TARA has been set up."""
    board = room.board("a")
    room.director.matches.set_up(board.uid, "tara", {"control": "20m b12"} | (options or {}), names)
    room.deliver(board)
    return board


def press(board, seat):
    """End a seat's turn with its button."""
    board.write(records.PRESS, seat, board.sheet.after(False))


def recorded(board, game, rules=None, games=()):
    """Return the record of a match at a board with these games before the one given."""
    names = NAMES[: rules.seats if rules else 2]
    fields = [*TaraRecord(rules or TaraRules(), names, (*games, game)).games]
    match = TaraMatch(TaraRecord(rules or TaraRules(), names, tuple(fields)), (), False, board.uid)
    return read_match(match.fields())


def said(room, board, match):
    """Return what the page says of the table otherwise than the record."""
    return differences(match, *followed(room.row(board).match))


def play(board, rules, starter, turns, first=0):
    """Press a game's turns at the board as players would: buttons, BATTLE and OUT, up to its end.

    `first` is the seat at the table of the first in turn order.
    """
    position = start(rules, starter)
    board.write(records.GAME, board.sheet.games + 1, 0, 0, board.sheet.games + 1)
    board.write(records.START, (starter + first) % rules.seats)
    for turn in turns:
        seat = (position.turn + first) % rules.seats
        if turn.announces:
            board.write(records.BATTLE, seat)
        if turn.kind == OUT:
            board.write(records.OUT, seat, board.sheet.after(True))
        else:
            press(board, seat)
        position = position.play(turn)
    return position


def count(board, counted, agreed=True):
    """Count a game at the board, Red first, and agree on it."""
    board.write(records.COUNT)
    for side in (0, 1):
        board.write(records.TALLY, side, counted.kingdoms[side], counted.territory[side])
    if agreed:
        for seat in (0, 1):
            board.write(records.CONFIRM, seat)
        board.end()


def test_a_followed_game_agrees_turn_by_turn_through_battle_and_out(room):
    rules = TaraRules(4, 2, "linked")
    board = table_of(room, {"seats": "4", "level": "2", "linked": "yes"}, NAMES)
    turns = next(
        game for game, last in (course(rules, seed) for seed in range(99)) if last.left == 0
    )  # one that ends with OUT and three turns
    assert any(turn.kind == OUT for turn in turns)
    board.write(records.GAME, 1, 0, 0, 1)
    board.write(records.START, 0)
    position = start(rules)
    for number, turn in enumerate(turns):
        room.send(board)
        assert said(room, board, recorded(board, turns[:number], rules)) == [], number
        if number > 1:
            # a turn behind, a turn ahead
            late = said(room, board, recorded(board, turns[: number - 1], rules))
            assert any("is on turn, in this record" in one for one in late)
            assert (turns[number - 1].kind == OUT) == (
                "After OUT the table has 3 turns left, this record no turns." in late
            )
        seat = position.turn
        if turn.announces:
            board.write(records.BATTLE, seat)
            room.send(board)
            assert said(room, board, recorded(board, turns[:number], rules)) == [
                "BATTLE has been called at the table and not in this record."
            ]
            called = replace(recorded(board, turns[:number], rules), called=True)
            assert said(room, board, called) == []
        if turn.kind == OUT:
            board.write(records.OUT, seat, board.sheet.after(True))
        else:
            press(board, seat)
        position = position.play(turn)
    room.send(board)
    match = recorded(board, turns, rules)
    assert match.position.over
    assert said(room, board, match) == []
    before = recorded(board, turns[:-1], rules)
    on_turn = before.who(before.position.turn)
    told = f"The table is counting the result; in this record {on_turn} is on turn."
    assert said(room, board, before) == [told]
    counted = score(match.position)
    kingdoms, territory = counted.kingdoms, counted.territory
    wrong = kingdoms[0] - 1 or kingdoms[0] + 1
    board.write(records.TALLY, 0, wrong, territory[0])
    room.send(board)
    [sentence] = said(room, board, match)
    there, here = f"{wrong} kingdoms on {territory[0]} hills", f"{kingdoms[0]} on {territory[0]}"
    assert sentence == f"The table counts {there} for Ann and Cleo; this record has {here}."


def test_points_and_games_are_compared(room):
    rules = TaraRules()
    board = table_of(room)
    one, _ = course(rules, 4)
    counted = score(play(board, rules, 0, one))
    count(board, counted)
    room.send(board)
    assert board.sheet.games == 1
    assert said(room, board, recorded(board, (), games=(one,))) == []
    assert said(room, board, recorded(board, one)) == ["The table is at game 2, this record at game 1."]
    other, _ = course(rules, 7)
    assert score(course(rules, 7)[1]).points != counted.points
    [sentence] = said(room, board, recorded(board, (), games=(other,)))
    assert sentence.startswith(f"The points are {counted.points[0]} to {counted.points[1]} at the table, ")
    begun = said(room, board, recorded(board, course(rules, 8, 1)[0][:1], games=(one,)))
    assert begun == ["The game has not begun at the table; this record has turns of it."]


def test_sides_are_those_of_the_players_whoever_starts(room):
    rules = TaraRules()
    board = table_of(room)
    # Bob starts at the table: Red there is Ann, Red in the record is Bob
    turns, _ = course(rules, 4)
    counted = score(play(board, rules, 0, turns, first=1))
    room.send(board)
    match = TaraMatch(TaraRecord(rules, ("Bob", "Ann"), (turns,)), (), False, board.uid)
    over = read_match(match.fields())
    assert counted.kingdoms[0] != counted.kingdoms[1]
    assert said(room, board, over) == []
    count(board, TaraScore(counted.kingdoms[::-1], counted.territory[::-1]), agreed=False)
    room.send(board)
    assert said(room, board, over) == []
    for seat in (0, 1):
        board.write(records.CONFIRM, seat)
    board.end()
    room.send(board)
    assert max(board.sheet.score) > min(board.sheet.score)
    match = TaraMatch(TaraRecord(rules, ("Bob", "Ann"), (turns, ())), (), False, board.uid)
    assert said(room, board, read_match(match.fields())) == []


def test_what_was_agreed_and_who_plays_are_compared(room):
    board = table_of(room, {"level": "2", "op0": "yes"})
    assert said(room, board, recorded(board, ())) == ["The table plays Level 2, this record Level 1."]
    assert said(room, board, recorded(board, (), TaraRules(level=2))) == [
        "OP0 hills may be built at the table and may not in this record."
    ]
    others = TaraMatch(TaraRecord(TaraRules(), ("Ann", "Eve"), ((),)), (), False, board.uid)
    assert said(room, board, read_match(others.fields())) == ["The table has other players: Ann, Bob."]


def test_whoever_starts_at_the_table_is_first_in_the_record(room):
    board = table_of(room, {"seats": "4", "level": "2", "op0": "yes"}, NAMES)
    assert recording(room.row(board)).record == TaraRecord(TaraRules(4, 2, "free", True), NAMES, ((),))
    board.write(records.GAME, 1, 0, 0, 1)
    board.write(records.START, 1)
    press(board, 1)
    room.send(board)
    match = recording(room.row(board))
    assert match.record.players == ("Bob", "Cleo", "Dora", "Ann")
    turns = course(match.rules, 2)[0]
    begun = read_match(
        TaraMatch(TaraRecord(match.rules, match.record.players, (turns[:1],)), (), False, board.uid).fields()
    )
    assert said(room, board, begun) == []


def test_the_page_shows_the_table_and_fetches_it_anew(room, browser):
    board = table_of(room)
    room.board("b")
    text = unescape(browser.get("/tara").text)
    assert "Record a match at a table" in text
    [address] = [part.partition('"')[0] for part in text.split('href="')[1:] if f"table={board.uid}" in part]
    page = browser.get(address).text
    assert f'data-topic="table/{board.uid}"' in page
    source = unescape(page.partition(f'data-topic="table/{board.uid}" data-source="')[2].partition('"')[0])
    fragment = browser.get(source)
    assert "hall-now" in fragment.headers
    assert "The table and this record agree." in fragment.text
    assert ">20:00<" in fragment.text
    board.write(records.GAME, 1, 0, 0, 1)
    board.write(records.START, 0)
    press(board, 0)
    room.send(board)
    text = browser.get(source).text
    assert "At the table Bob is on turn, in this record Ann." in text
    assert 'class="clock running"' in text
    # the way to a table from a match, and away from it
    plain = browser.get(unescape(page.partition('<p><a href="')[2].partition('"')[0])).text
    assert "Follow a table" in plain
    assert 'data-topic="table' not in plain
    assert (
        "There is no table under this address any more."
        in browser.get(address.replace(board.uid, "0" * 16)).text
    )
    assert "No TARA is played at this table now." in browser.get(address.replace(board.uid, "b" * 16)).text
    # what is no address of a board is not followed at all
    assert 'data-topic="table' not in browser.get(address.replace(board.uid, "x,hall")).text


def test_a_record_of_a_table_reads_as_notation(room):
    board = table_of(room, names=("Ann", "van Dyk, Bob"))
    match = recording(room.row(board))
    assert match.record.players == ("Ann", "van Dyk Bob")
    assert read_record(str(match.record)).players == match.record.players
    assert followed(room.row(board).match)[1].first is None
    assert board.sheet.first == NOBODY
    board.write(records.GAME, 1, 0, 0, 1)
    board.write(records.START, 0)
    press(board, 0)
    room.send(board)
    begun = TaraRecord(match.rules, match.record.players, (course(match.rules, 1)[0][:1],))
    assert said(room, board, read_match(TaraMatch(begun, ()).fields())) == []


def test_a_board_that_runs_the_firmware_is_followed(tmp_path):
    """Buttons of a virtual board, its records over the wire, the hall's page: nothing is bypassed."""
    hall = open_hall(str(tmp_path / "virtual.db"), "Hill table")
    try:
        [table] = hall.tables
        hall.director.matches.set_up(table.uid, "tara", {"level": "2", "control": "20m"}, NAMES[:2])
        until(hall, lambda: followed(row(hall, table).match) is not None and not row(hall, table).problems)
        hall.run_for(3 * SECOND)

        def pressed(*keys):
            for key in keys:
                table.board.press(key)
                hall.run_for(2 * SECOND)

        with Serving(make_app(hall.director)) as serving, Browser(serving.url) as browser:
            pressed(1)
            # Bob has begun: he is first in the record, and so Red there
            text = unescape(browser.get("/tara").text)
            [address] = re.findall(rf'href="(/tara\?[^"]*table={table.uid})"', text)
            rules, names = TaraRules(level=2), ("Bob", "Ann")
            turns, _ = found(rules, lambda position: position.announces())
            agreed = "The table and this record agree."
            for count in range(len(turns) + 1):
                games = (turns[:count],)
                match = TaraMatch(TaraRecord(rules, names, games), (), False, table.uid)
                page = browser.get(match.address())
                assert agreed in page.text, count
                if not count:
                    assert unescape(address) == match.address()
                if count < len(turns):
                    pressed(1 - count % 2)
            pressed("7")
            text = browser.get(match.address()).text
            assert agreed not in text
            assert "BATTLE has been called at the table and not in this record." in text
            assert agreed in browser.get(match.address(called=True)).text
        assert table.board.crashes == []
    finally:
        hall.close()
