"""Functions for tests of events at tables: a running event, a board set up for the next match, a race."""

from tablecore import records
from tableprograms.race import rules as racerules
from tests.startedevent import started_event


def started(room, form, players, **options):
    """Return a running event."""
    return started_event(room.director.events, players, f"Event of {form}", form, options)


def first(room, event):
    return room.director.events.get(event).answer.next[0]


def seated(room, event, digit="a"):
    """Return a board that is set up for the next match, without a clock."""
    board = room.board(digit)
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    return board


def entered(room, event):
    return [(one.result, one.match) for one in room.director.events.get(event).entered]


def answer(room, event):
    return room.director.events.get(event).answer


def figures(room, event):
    return {row.player: dict(row.figures) for row in answer(room, event).rows}


#: between two pawns that come home
PAWN_MS = 10 * 60_000


def race(room, board, *homes, confirmed=True, check=None, lineup=None):
    """Play the race that a board is set up for: (colour, pawns home) in order; send it.

    `lineup` are the seats of the colours, if the players chose them at the board (key 7).
    """
    sheet = board.sheet
    number = sheet.games + 1
    packed = sheet.next_lineup() if lineup is None else racerules.pack(lineup)
    board.write(records.GAME, number, sheet.next_rules(), 0, number, packed)
    for colour, count in homes:
        board.write(records.PAWN, sheet.owner[colour], colour, count, step=PAWN_MS)
    if confirmed:
        for seat in range(sheet.seats):
            if sheet.phase == sheet.RESULT and not sheet.is_agreed():
                board.write(records.CONFIRM, seat)
        board.end(check)
    room.send(board)
