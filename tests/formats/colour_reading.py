"""The colours of the next game of an event: a second reading of its journal, game by game.

Source: docs/formats.md, "Colours", and docs/rules/races.md, "Challengers" and "Who leaves".
"""

from tablekeeper.audit.journalreading import read_journal
from tablekeeper.strictjson import Cursor


def noted(told, game, players, stage=None):
    """Return the colours that were noted last for a game between these players."""
    found = None
    for pairing, colours in told:
        if (pairing.get("game"), pairing.get("stage")) == (game, stage) and set(colours) == set(players):
            found = colours
    return found


def challengers(event, pairing):
    """Return the colours from Game 0 on: the winner keeps the colours, the next player gets the loser's.

    A player who leaves at the board has lost that game to the other.
    """
    there, queue, held, game = list(event.players), [], None, 0
    for _, result in event.results:
        left = result.get("absent")
        if left is not None:
            there.remove(left)
        if "order" in result:
            queue, game = list(result["order"]), 1
            continue
        if not queue:
            continue
        at_board = queue[:2]
        if left is not None and left not in at_board:
            queue = [one for one in queue if one in there]
            continue
        held = noted(event.colours, game, at_board) or held
        winner = result["winner"] if left is None else next(one for one in at_board if one != left)
        loser = next(one for one in at_board if one != winner)
        queue = [one for one in (winner, *queue[2:], loser) if one in there]
        game += 1
        if held is not None and len(queue) > 1:
            held = {winner: held[winner], queue[1]: held[loser]}
    return noted(event.colours, game, pairing["players"]) or (held if game else None)


def the_same_players(event, pairing):
    """Return the colours from the first game of the round on: everybody keeps the colours."""
    stage, held = pairing.get("stage"), None
    for game in range(1, pairing["game"] + 1):
        if stage is None and event.format.startswith("league"):
            held = None
        held = noted(event.colours, game, pairing["players"], stage) or held
    return held


def second_reading(event, pairing):
    """Return the colours of a game by the audit's reading of the journal."""
    if event.format == "challengers":
        return challengers(event, pairing) if pairing["game"] else noted(event.colours, 0, pairing["players"])
    if event.format == "triathlon":
        # allies may differ in another game: use only colours noted for this one
        return noted(event.colours, pairing["game"], pairing["players"])
    return the_same_players(event, pairing)


def agree(state, exported):
    """Compare every open game with a second reading; return the number of games with colours."""
    told = read_journal(Cursor(exported["journal"]))
    assert told.findings == []
    event, found = state.event(), 0
    for pairing in state.answer().next:
        if "players" not in pairing:
            continue  # a round of die-roll
        wanted, held = second_reading(told, pairing), state.format.board.next_colours(event, pairing)
        if event.format == "triathlon" and wanted is None:
            continue
        assert (held is None) == (wanted is None), (pairing, wanted, held)
        if held is not None:
            assert {name: {*own} for name, own in wanted.items()} == {
                name: {*own} for name, own in held.lineup.by_player.items()
            }, pairing
            found += 1
    return found
