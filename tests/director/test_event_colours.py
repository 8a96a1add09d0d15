"""Who plays a race of an event with which colours: remembered, set up at boards, played there."""

import pytest

from tablekeeper.errors import UserError
from tablekeeper.formats.race_board import by_player
from tableprograms.race import rules as racerules
from tests.director.eventroom import first, race, started

COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}


def at(room, event, board, pairing=None):
    """Set a board up for what is next, and deliver it."""
    room.director.event_tables.play(event, pairing or first(room, event), board.uid, None, "none")
    room.deliver(board)


def held(room, board):
    """Return the colours that a board is set up for, by player."""
    names = room.row(board).match.players
    return by_player(racerules.unpack(board.sheet.next_lineup()), names)


def test_the_winner_of_a_challengers_keeps_the_colours_at_the_board(room):
    """docs/rules/races.md, "Challengers": the winner stays with the colours."""
    event = started(room, "challengers", ("Ann", "Bob", "Cid"), first_to=4)
    board = room.board("a")
    at(room, event, board)
    race(room, board, (4, 4), (0, 4))
    # Cid, who was first, chooses; then the challenger wins, and is named first from now on
    room.director.events.colours.choose(event, first(room, event), "Cid green+yellow, Ann red+blue")
    room.deliver(board)
    room.director.matches.close(max(room.director.events.get(event).tables))
    room.deliver(board)
    at(room, event, board)
    assert held(room, board) == {"Cid": ("green", "yellow"), "Ann": ("red", "blue")}
    race(room, board, (0, 4))
    room.deliver(board)
    assert held(room, board) == {"Ann": ("red", "blue"), "Bob": ("green", "yellow")}
    race(room, board, (3, 4))
    room.deliver(board)
    assert held(room, board) == {"Ann": ("red", "blue"), "Cid": ("green", "yellow")}


def test_one_undo_takes_the_set_up_of_a_race_back(room):
    event = started(room, "championship", ("Ann", "Bob", "Cid"), first_to=2)
    at(room, event, room.board("a"))
    assert room.director.events.get(event).tables
    assert room.director.events.undo(event).startswith("a table set up for game 1")
    assert not room.director.events.get(event).tables


def test_colours_stay_for_a_round_of_the_playoffs_and_the_board_may_choose_others(room):
    """docs/rules/races.md, "League": colours are not switched throughout a round."""
    event = started(
        room, "league-2t", ("Ann", "Bob", "Cid"), playoffs="top2", final_to=3, positions=None
    )
    for pair, winner in (("Ann Bob", "Ann"), ("Cid Ann", "Ann"), ("Bob Cid", "Bob"),
                         ("Bob Ann", "Ann"), ("Ann Cid", "Ann"), ("Cid Bob", "Bob")):  # fmt: skip
        players = pair.split()
        pawns = [4 if name == winner else 1 for name in players]
        result = {"players": players, "winner": winner, "pawns": pawns}
        room.director.events.result(event, result)
    room.director.events.colours.choose(event, first(room, event), "Ann red+blue, Bob green+yellow")
    board = room.board("a")
    at(room, event, board)
    chosen = {"Ann": ("red", "blue"), "Bob": ("green", "yellow")}
    assert held(room, board) == chosen
    race(room, board, (1, 4))
    room.deliver(board)
    assert held(room, board) == chosen
    # whatever the rules say: what is played is what is remembered, and said to be unusual
    race(room, board, (0, 4), lineup=[1, 0, 1, 0, 255, 255])
    room.deliver(board)
    assert held(room, board) == {"Ann": ("green", "blue"), "Bob": ("red", "yellow")}
    [(_, told)] = room.director.events.colours.coming(event)
    assert len(told.warnings) == 2
    assert room.director.events.get(event).history[-4].text == (
        "the colours Ann green and blue, Bob red and yellow for game 2: Ann v Bob, stage final"
    )


@pytest.mark.parametrize("rules", ["2T", "2T-XL"])
def test_a_series_is_played_at_its_board_with_the_same_colours(room, rules):
    event = started(room, "series", ("Ann", "Bob"), first_to=2, rules=rules)
    board = room.board("a")
    room.director.events.colours.choose(event, first(room, event), "Ann red+blue, Bob green+yellow")
    at(room, event, board)
    for wins in ([0, 0], [0, 1]):
        assert held(room, board) == {"Ann": ("red", "blue"), "Bob": ("green", "yellow")}
        assert list(board.sheet.wins[:2]) == wins
        race(room, board, *[(colour, 4) for colour in ([1] if rules == "2T" else [1, 2])])
        room.deliver(board)
    assert room.row(board).match is None
    assert room.director.events.get(event).answer.winner == "Bob"


def test_a_triathlon_keeps_its_colours_from_rules_to_rules(room):
    event = started(room, "triathlon", ("Ann", "Bob", "Cid"), rotation=["3T", "GP", "3T+"])
    board = room.board("a")
    wanted = "Ann green+yellow, Bob blue+black, Cid white+red"
    room.director.events.colours.choose(event, first(room, event), wanted)
    at(room, event, board)
    assert held(room, board)["Ann"] == ("green", "yellow")
    race(room, board, (1, 4))
    room.deliver(board)
    assert racerules.NAMES[board.sheet.next_rules()] == "GP"
    assert {name: own[0] in before or own[1] in before for (name, own), before in zip(
        held(room, board).items(), (("green", "yellow"), ("blue", "black"), ("white", "red")), strict=True
    )} == {"Ann": True, "Bob": True, "Cid": True}  # fmt: skip


def test_a_grand_prix_with_other_colours_than_its_option_waits_for_the_director(room):
    event = started(room, "grand-prix", ("Ann", "Bob", "Cid"), games=3, colours=COLOURS)
    board = room.board("a")
    choose = room.director.events.colours.choose
    with pytest.raises(UserError, match="are an option"):
        choose(event, first(room, event), "Ann red+green, Bob blue+black, Cid white")
    at(room, event, board)
    owner = list(board.sheet.owner)
    owner[0], owner[1] = owner[1], owner[0]
    race(room, board, (0, 4), (5, 4), (4, 4), (1, 4), (3, 4), lineup=owner)
    view = room.director.events.get(event)
    assert (view.entered, len(view.claims)) == ((), 1)


def test_colours_are_undone_and_refused_in_a_sentence(room):
    event = started(room, "championship", ("Ann", "Bob", "Cid"), first_to=3)
    events, pairing = room.director.events, first(room, event)
    text = "Ann red+green, Bob yellow+blue, Cid black+white"
    assert events.colours.choose(event, pairing, text) == ()
    before = events.export(event)
    assert before["colours"]["Cid"] == ["black", "white"]
    assert events.colours.choose(event, pairing, "Ann red+yellow, Bob green+blue, Cid black+white")
    assert events.undo(event) == (
        "the colours Ann red and yellow, Bob green and blue, Cid black and white for game 1: Ann v Bob v Cid"
    )
    assert events.export(event)["colours"] == before["colours"]
    for wrong, why in (
        ("Ann red+green, Bob red+blue, Cid black+white", "red belongs to Ann already"),
        ("Ann red+green, Bob yellow+blue, Dan black+white", "the players are Ann, Bob and Cid"),
        ("Ann red, Bob yellow+blue, Cid black+white", "name the colours of every player"),
        ("Ann red+pink, Bob yellow+blue, Cid black+white", '"pink" is not a colour'),
    ):
        with pytest.raises(UserError, match=f"^The colours: .*{why}"):
            events.colours.choose(event, pairing, wrong)
    assert len(events.get(event).history) == len(before["journal"]) + 2
