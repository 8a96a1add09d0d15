"""A board that plays on while its match is entered by hand contradicts that result, and enters no other."""

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.matchrows import CLAIM, match_rows, outcome
from tablekeeper.errors import UserError
from tablekeeper.strictjson import Cursor
from tests.director.eventroom import entered, first, race, started

ROUND = ("Ann", "Bob", "Cid")


def by_hand(room, event, form):
    """Enter the next game of a league: the seat on the right has won it."""
    left, right = first(room, event)["players"]
    more = {"colours": [0, 2], "pawns": [3, 8]} if form == "league-2t-xl" else {"pawns": [3, 4]}
    result = {"players": [left, right], "winner": right, **more}
    return room.director.events.result(event, result), right


@pytest.mark.turns(2)
@pytest.mark.parametrize("form", ["league-2t", "league-2t-xl"])
@pytest.mark.parametrize("before", [0, 3], ids=["the first of a pair", "the last of a pair"])
def test_the_board_of_a_league_contradicts_the_result_entered_by_hand(room, form, before):
    event = started(room, form, ROUND, positions=None)
    for _ in range(before):
        by_hand(room, event, form)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    number, winner = by_hand(room, event, form)
    by_hand(room, event, form)
    race(room, board, (0, 4), (1, 4))
    view = room.director.events.get(event)
    assert len(view.entered) == before + 2
    [claim] = view.claims
    [row] = [row for row in match_rows(view, (), 0) if row.claims]
    assert (row.state, row.contradicted, row.claims) == (CLAIM, True, (claim,))
    assert (row.entries[-1].seq, row.result["winner"]) == (number, winner)
    assert outcome(claim.result) != row.told
    [call] = [one for one in room.director.attention.open_calls() if one.key.startswith("claim-")]
    assert call.text.endswith(" is entered")
    with pytest.raises(UserError, match="confirm the board's result with a reason"):
        room.director.events.confirm(event, claim.seq)
    ruling = room.director.events.confirm(event, claim.seq, "the sheet was wrong")
    assert entered(room, event)[before][0]["winner"] == claim.result["winner"] != winner
    view = room.director.events.get(event)
    assert (view.claims, view.last) == ((), ruling)
    assert view.history[-1].text.endswith("(the sheet was wrong)")
    assert audit(Cursor(room.director.events.export(event))).findings == ()
    room.director.events.undo(event)
    assert entered(room, event)[before][0]["winner"] == winner
    assert room.director.events.get(event).claims == (claim,)
