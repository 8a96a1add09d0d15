"""Games of events at boards: races of every format, sets, one game of a Swing, consulting pairs, TARA."""

import threading

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tableprograms.race import rules as racerules
from tests.director.eventroom import answer, entered, figures, first, race, seated, started

COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}

# --- races --------------------------------------------------------------------------------------


def test_a_league_is_played_at_one_board_from_its_first_game_to_its_last(room):
    event = started(room, "league-2t", ("Ann", "Bob", "Cid"), positions=None)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    pairings = []
    for _ in range(6):
        room.deliver(board)
        pairings.append(room.row(board).match.players)
        # the seat on the left wins 4-2 with its second colour
        race(room, board, (2, 2), (1, 3), (1, 4))
    assert sorted(pairings[:3]) == [("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")]
    assert all(row["won"] == 2 and row["pawns_for"] == 12 for row in figures(room, event).values())
    results = [result for result, _ in entered(room, event)]
    assert results[0] == {
        "players": ["Ann", "Bob"], "winner": "Ann", "pawns": [4, 2], "minutes": 30,
    }  # fmt: skip
    # the board is free: nothing of the round-robin is left, and step 9 is rolled by hand
    room.deliver(board)
    assert room.row(board).match is None


def test_a_league_of_both_colours_knows_completed_colours_and_the_round(room):
    event = started(room, "league-2t-xl", ("Ann", "Bob", "Cid"), playoffs="top2", positions=None)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "up")
    lost = {"Ann": 0, "Bob": 3, "Cid": 4}
    while first(room, event).get("stage") is None:
        room.deliver(board)
        left, right = room.row(board).match.players
        ahead = 0 if lost[left] < lost[right] else 1
        own, others = (0, 1) if ahead == 0 else (2, 3), (2 if ahead == 0 else 0)
        race(room, board, (others, lost[(left, right)[1 - ahead]]), (own[0], 4), (own[1], 4))
    result = next(one for one, _ in entered(room, event) if set(one["players"]) == {"Ann", "Cid"})
    assert sorted(zip(result["players"], result["pawns"], result["colours"], strict=True)) == [
        ("Ann", 8, 2), ("Cid", 4, 1),
    ]  # fmt: skip
    room.deliver(board)
    assert room.row(board).match.players == ("Ann", "Bob")
    race(room, board, (0, 4), (1, 4))
    assert entered(room, event)[-1][0]["stage"] == "final"
    assert answer(room, event).winner == "Ann"


def test_a_board_goes_on_with_those_who_are_there(room):
    event = started(room, "league-2t", ("Ann", "Bob", "Cid"), positions=None)
    board = seated(room, event)
    room.director.events.withdraw(event, "Cid", "ill", ruling="walkovers")
    race(room, board, (2, 2), (1, 3), (1, 4))
    room.deliver(board)
    assert len(entered(room, event)) == 2
    assert first(room, event) == {"game": 4, "players": ["Bob", "Ann"]}
    assert room.row(board).match.players == ("Bob", "Ann")


@pytest.mark.parametrize(
    ("form", "options", "ruling", "rules"),
    [
        ("league-2t", {"positions": None}, "removed", "2T"),
        ("league-2t-xl", {"positions": None}, "walkovers", "2T-XL"),
        ("championship", {"first_to": 3}, "", "2T"), ("masters", {"first_to": 3}, "", "2T-XL"),
        ("grand-prix-plus", {"games": 1}, "", "2T-XL"),
    ],
)  # fmt: skip
def test_two_play_on_at_a_board_and_undo_brings_the_third_back(room, form, options, ruling, rules):
    event = started(room, form, ("Ann", "Bob", "Cid"), **options)
    board = room.board("a")
    before = first(room, event)
    room.director.events.withdraw(event, "Cid", "ill", ruling=ruling)
    with pytest.raises(UserError, match="That match cannot be played now"):
        room.director.event_tables.play(event, {**before, "players": ["Cid", "Ann"]}, board.uid, None, "none")
    pairing = first(room, event)
    assert room.director.event_tables.check(event, pairing).answers["rules"] == rules
    room.director.event_tables.play(event, pairing, board.uid, None, "none")
    room.deliver(board)
    assert set(room.row(board).match.players) == {"Ann", "Bob"}
    room.director.events.undo(event, next(
        one.seq for one in room.director.events.get(event).history if one.action == "withdraw"))  # fmt: skip
    assert first(room, event) == before


@pytest.mark.parametrize(
    ("form", "options"),
    [("grand-prix", {"games": 3, "colours": COLOURS}), ("triathlon", {}), ("challengers", {"first_to": 4})],
)
def test_what_two_cannot_play_at_a_board_is_entered_by_hand(room, form, options):
    event = started(room, form, ("Ann", "Bob", "Cid"), **options)
    board = room.board("a")
    room.director.events.withdraw(event, "Cid", "ill")
    pairing = first(room, event)
    assert not room.director.events.form(event).board.plays(pairing)
    with pytest.raises(UserError, match="enter its result by hand"):
        room.director.event_tables.play(event, pairing, board.uid, None, "none")


def test_challengers_begin_with_game_0_and_the_winner_stays(room):
    event = started(room, "challengers", ("Ann", "Bob", "Cid"), first_to=4)
    board = seated(room, event)
    assert board.sheet.seats == 3
    race(room, board, (4, 4), (0, 4))
    assert entered(room, event)[0][0] == {"game": 0, "order": ["Cid", "Ann", "Bob"]}
    for _ in range(4):
        room.deliver(board)
        assert room.row(board).match.players[0] == "Cid"
        race(room, board, (0, 4))
    assert (answer(room, event).winner, figures(room, event)["Cid"]) == ("Cid", {"won": 4, "lost": 0})


@pytest.mark.parametrize(
    ("form", "homes"), [("championship", [(2, 4)]), ("masters", [(3, 4), (1, 4), (2, 4)])]
)
def test_wins_are_counted_on_from_game_to_game(room, form, homes):
    event = started(room, form, ("Ann", "Bob", "Cid"), first_to=3)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    for number in range(3):
        room.deliver(board)
        assert list(board.sheet.wins) == [0, number, 0]
        race(room, board, *homes)
    assert answer(room, event).winner == "Bob"
    room.deliver(board)
    assert room.row(board).match is None


def test_a_grand_prix_is_told_colour_by_colour(room):
    """The example of docs/rules/races.md: red white black green blue yellow."""
    event = started(room, "grand-prix", ("Ann", "Bob", "Cid"), games=3, colours=COLOURS)
    board = seated(room, event)
    race(room, board, (0, 4), (5, 4), (4, 4), (1, 4), (3, 4))
    assert entered(room, event)[0][0] == {"order": ["red", "white", "black", "green", "blue", "yellow"]}
    room.deliver(board)
    race(room, board, (3, 4), (0, 4), (4, 4), (2, 4), (1, 4))
    assert {name: row["gpp"] for name, row in figures(room, event).items()} == {
        "Ann": 30,
        "Bob": 15,
        "Cid": 11,
    }


def test_a_grand_prix_plus_is_told_player_by_player(room):
    event = started(room, "grand-prix-plus", ("Ann", "Bob", "Cid"), games=1)
    board = seated(room, event)
    owner = list(board.sheet.owner)
    colours = [colour for seat in (2, 0) for colour in range(6) if owner[colour] == seat]
    race(room, board, *((colour, 4) for colour in colours))
    assert entered(room, event)[0][0] == {"order": ["Cid", "Ann", "Bob"]}


def test_a_triathlon_goes_through_its_rules_and_can_end_within_a_game(room):
    event = started(room, "triathlon", ("Ann", "Bob", "Cid"), rotation=["3T", "GP", "3T+"])
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    for number in range(3):
        room.deliver(board)
        assert sheets_rules(board) == ("3T", "GP", "3T+")[number]
        own = [colour for colour in range(6) if board.sheet.owner[colour] == board_seat(room, board, "Ann")]
        race(room, board, *((colour, 4) for colour in (own[:1] if number == 0 else own)))
    assert entered(room, event)[1][0] == {"first_colour": "Ann", "first_both": "Ann"}
    assert answer(room, event).winner == "Ann"


def sheets_rules(board):
    return racerules.NAMES[board.sheet.next_rules()]


def board_seat(room, board, name):
    return room.row(board).match.players.index(name)


def test_the_first_colour_can_end_a_triathlon_and_its_game_is_stopped(room):
    event = started(room, "triathlon", ("Ann", "Bob", "Cid"), rotation=["3T", "3T+", "GP"])
    board = room.board("a")
    for winner in ("Ann", "Ann"):
        room.director.events.result(event, {"winner": winner})
    match = room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    own = next(colour for colour in range(6) if board.sheet.owner[colour] == 0)
    race(room, board, (own, 4), confirmed=False)
    assert answer(room, event).winner is None
    room.director.match_orders.end_game(match, None)
    room.deliver(board)
    for seat in range(3):
        if not board.sheet.is_agreed():
            board.write(records.CONFIRM, seat)
    if board.sheet.phase == board.sheet.RESULT:
        board.end()
    room.send(board)
    assert entered(room, event)[-1][0] == {"first_colour": "Ann"}
    assert answer(room, event).winner == "Ann"


def test_a_board_in_doubt_waits_for_the_director(room):
    event = started(room, "championship", ("Ann", "Bob", "Cid"), first_to=2)
    board = room.board("a")
    match = room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    race(room, board, (0, 4), check=12345)
    view = room.director.events.get(event)
    [claim] = view.claims
    assert (view.entered, list(view.tables)) == ((), [match])
    room.director.events.confirm(event, claim.seq)
    assert figures(room, event)["Ann"]["won"] == 1


def test_a_stopped_game_counts_for_nothing_and_is_played_again(room):
    event = started(room, "championship", ("Ann", "Bob", "Cid"), first_to=2)
    board = room.board("a")
    match = room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    race(room, board, (0, 2), confirmed=False)
    room.director.match_orders.end_game(match, None)
    room.deliver(board)
    if board.sheet.phase == board.sheet.RESULT:
        board.end()
        room.send(board)
    assert entered(room, event) == []
    race(room, board, (0, 4))
    assert [result for result, _ in entered(room, event)] == [{"winner": "Ann"}]


# --- sets ---------------------------------------------------------------------------------------


def knockout(room, **options):
    return started(room, "knockout", ("Ann", "Bob"), length=[3], sets=3, **options)


def won(room, board, seat):
    """Deliver what waits, and let a seat win a match to 3 points: a backgammon."""
    room.deliver(board)
    board.play(seat, records.BACKGAMMON)
    room.send(board)


def test_a_match_of_sets_goes_on_at_its_board(room):
    event = knockout(room)
    board = room.board("a")
    pairing = first(room, event)
    assert pairing["sets"] == 3
    room.director.event_tables.play(event, pairing, board.uid, None, "none")
    won(room, board, 0)
    assert entered(room, event) == []
    view = room.director.events.get(event)
    assert room.director.event_tables.sets(view, pairing) == (1, 0)
    assert len(view.tables) == 2
    won(room, board, 1)
    won(room, board, 0)
    [(result, which)] = entered(room, event)
    assert result == {"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann", "score": [2, 1]}
    assert which == max(room.director.events.get(event).tables)
    assert answer(room, event).winner == "Ann"
    before = room.director.events.export(event)
    room.restart()
    assert room.director.events.export(event) == before


def test_sets_end_with_the_majority_and_survive_the_host(room):
    event = knockout(room)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    won(room, board, 1)
    room.deliver(board)
    room.restart()
    room.connect(board)
    board.play(1, records.BACKGAMMON)
    room.send(board)
    [(result, _)] = entered(room, event)
    assert (result["winner"], result["score"]) == (answer(room, event).winner, [0, 2])
    room.deliver(board)
    assert len(room.director.events.get(event).tables) == 2


def test_the_next_set_is_set_up_by_a_host_that_was_away_when_the_last_one_ended(room):
    event = knockout(room)
    board = seated(room, event)
    board.play(0, records.BACKGAMMON)
    room.restart()
    room.connect(board)
    room.send(board)
    won(room, board, 0)
    assert entered(room, event)[0][0]["score"] == [2, 0]


def test_a_set_in_doubt_makes_the_match_a_claim(room):
    event = knockout(room)
    board = seated(room, event)
    board.play(0, records.BACKGAMMON, check=12345)
    room.send(board)
    won(room, board, 0)
    assert entered(room, event) == []
    [claim] = room.director.events.get(event).claims
    assert claim.result["score"] == [2, 0]


def test_a_set_that_was_given_up_is_played_anew(room):
    event = knockout(room)
    board, other = room.board("a"), room.board("b")
    pairing = first(room, event)
    room.director.event_tables.play(event, pairing, board.uid, None, "none")
    won(room, board, 0)
    second = max(room.director.events.get(event).tables)
    room.deliver(board)
    room.director.matches.close(second)
    room.deliver(board)
    room.director.event_tables.play(event, pairing, other.uid, 3, "none")
    won(room, other, 0)
    assert entered(room, event)[0][0]["score"] == [2, 0]


# --- others -------------------------------------------------------------------------------------


def test_a_swing_counts_one_game_with_its_cube(room):
    event = started(room, "swing", ("Ann", "Bob"), stake=6000, cpp=[300], seed=1)
    board = room.board("a")
    pairing = first(room, event)
    room.director.event_tables.play(event, pairing, board.uid, None, "none")
    room.deliver(board)
    board.begin()
    for _ in range(2):
        board.turn()
        board.double()
        board.take()
    board.turn()
    board.win(0, records.GAMMON)
    room.send(board)
    [(result, _)] = entered(room, event)
    assert (result["points"], result["cube"], result["round"]) == (2, 4, 1)
    # gammon, cube 4, 300 chips a point: 2,400
    assert figures(room, event)[pairing["players"][0]]["vp"] == 6000 + 2400
    room.deliver(board)
    assert room.row(board).match is None


def test_partners_consult_in_the_second_phase_of_couples(room):
    couples = {"A": ["a1", "a2"], "B": ["b1", "b2"]}
    event = started(room, "couples", ("A", "B"), couples=couples)
    board = room.board("a")
    for winner in (0, 1):
        pairing = first(room, event)
        room.director.event_tables.play(event, pairing, board.uid, 1, "none")
        room.deliver(board)
        board.play(winner)
        room.send(board)
        room.director.matches.close(max(room.director.events.get(event).tables))
        room.deliver(board)
    pairing = first(room, event)
    assert (pairing["phase"], pairing["players"]) == (2, ["A", "B"])
    room.director.event_tables.play(event, pairing, board.uid, 1, "none")
    assert room.row(board).match.players == ("a1 & a2", "b1 & b2")
    room.deliver(board)
    board.play(1)
    room.send(board)
    assert entered(room, event)[-1][0] == {
        "couples": ["A", "B"], "phase": 2, "players": ["A", "B"], "winner": "B", "score": [0, 1],
    }  # fmt: skip


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("Ann", "Bob", "Cid", "Dan")])
def test_a_match_of_tara_is_set_up_by_the_rules_of_its_event(room, players):
    event = started(room, "tara", players, level=2, opening="linked", op0_builds=True)
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "20m")
    room.deliver(board)
    facts = room.row(board).match.details
    assert room.row(board).match.players == players
    assert (facts.level, facts.linked, facts.op0_builds) == (2, len(players) == 4, True)


def test_a_board_in_the_hands_of_the_director_goes_on_behind_his_action(threaded_room):
    """The result comes while the director acts: the next game is set up when he is done."""
    room = threaded_room
    event = started(room, "championship", ("Ann", "Bob", "Cid"), first_to=2)
    board = seated(room, event)
    with room.director.hall.acting:
        race(room, board, (0, 4))
        assert len(entered(room, event)) == 1
        assert len(room.director.events.get(event).tables) == 1
        waiting = [one for one in threading.enumerate() if one.name == "next game"]
    for one in waiting:
        one.join()
    assert len(room.director.events.get(event).tables) == 2
