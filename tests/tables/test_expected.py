"""What a board is told that it will be set up for next."""

from tablecore import messages, sheets
from tablecore.sheets import BLANK


def told(link):
    """Note what a board hears of it from now on."""
    found = []
    take = link._take

    def taking(message, now):
        if message[0] == messages.EXPECT:
            found.append(message[1])
        take(message, now)

    link._take = taking
    return found


def test_a_board_is_told_what_it_will_be_set_up_for(store, tables):
    table = tables["Table"](store)
    link = table.board.link
    heard = told(link)
    for wanted in (BLANK, sheets.RACE, sheets.RACE, sheets.TARA):
        table.ear.next = wanted
        table.run(1_200)
        assert link.expected == wanted
    # a new session has forgotten it
    table.plug()
    table.run(1_200)
    assert link.expected == sheets.TARA
    table.ear.next = BLANK
    table.run(1_200)
    assert link.expected == BLANK
    assert heard == [sheets.RACE, sheets.TARA, sheets.TARA, BLANK]
    assert link.malformed == 0


def test_a_board_of_version_1_3_is_told_no_such_thing(store, tables, monkeypatch):
    with monkeypatch.context() as older:
        older.setattr(messages, "MINOR", 3)
        table = tables["Table"](store)
        heard = told(table.board.link)
        table.ear.next = sheets.RACE
        table.run(3_000)
    assert heard == []
    assert table.connection.online
