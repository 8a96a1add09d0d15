"""Who leaves an event of three: the others play on, and who left is behind them. Every end played out."""

from itertools import permutations

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import agree, ends, ranks, spans, told
from tests.formats.three_players import PLAYERS, document, refused, table
from tests.formats.three_players import spans as places

ZERO = {"game": 0, "order": ["Ann", "Cid", "Bob"]}
OWNED = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
COLOURS_LEFT = ["green", "black", "yellow", "white"]
ONE = {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [4, 2], "minutes": 31}
TWO = {"players": ["Cid", "Ann"], "winner": "Ann", "pawns": [2, 4], "minutes": 28}


def left(player, ruling=None):
    return {"absent": player} | ({"ruling": ruling} if ruling else {})


def test_every_format_of_the_house_settles_what_a_leaver_leaves():
    without = [key for key, form in FORMATS.items() if not form.departure]
    assert without == []


# --- first to x wins


def test_a_championship_goes_on_between_two():
    value = document("championship", [{"winner": "Ann"}, left("Ann"), {"winner": "Cid"}], first_to=2)
    answer = agree(value)
    assert answer.next == ({"game": 3, "players": ["Bob", "Cid"]},)
    assert table(answer, "won", "lost") == {"Cid": (1, 1, 1), "Bob": (2, 0, 2), "Ann": (3, 1, 0)}
    assert places(value) == {"Ann": (3, 3), "Bob": (1, 2), "Cid": (1, 2)}
    refused(
        document("championship", [left("Ann"), {"winner": "Ann"}], first_to=2), "results[1].winner", "Ann"
    )


def test_who_has_left_is_behind_the_others_whatever_was_won():
    results = [{"winner": "Ann"}, {"winner": "Ann"}, left("Ann"), *[{"winner": "Bob"}] * 3]
    answer = agree(document("championship", results, first_to=3))
    assert answer.winner == "Bob"
    assert [(row.player, row.rank, row.decided_by, row.explain) for row in answer.rows] == [
        ("Bob", 1, "wins", "3 v 0"),
        ("Cid", 2, "who has left", "there v left"),
        ("Ann", 3, None, None),
    ]


@pytest.mark.parametrize("key", ["championship", "masters", "challengers", "triathlon", "grand-prix-plus"])
def test_who_is_left_alone_has_won(key):
    options = {"championship": {"first_to": 3}, "masters": {"first_to": 3}, "grand-prix-plus": {"games": 3}}
    answer = agree(document(key, [left("Ann"), left("Cid")], **options.get(key, {})))
    assert (answer.over, answer.winner, answer.next) == (True, "Bob", ())
    assert [(row.player, row.rank) for row in answer.rows] == [("Bob", 1), ("Ann", 2), ("Cid", 2)]


def test_a_series_is_won_by_the_other():
    answer = agree(document("series", [{"winner": "Ann"}, left("Ann")], players=["Ann", "Bob"], first_to=3))
    assert answer.winner == "Bob"


def test_who_leaves_after_the_end_keeps_the_place():
    for results in ([{"winner": "Ann"}, left("Ann")], [{"winner": "Ann"}, left("Ann"), left("Bob")]):
        answer = agree(document("championship", results, first_to=1))
        assert (answer.winner, answer.rows[0].player) == ("Ann", "Ann")
    refused(
        document("championship", [{"winner": "Ann"}, *[left("Ann")] * 2], first_to=1), "results[2].absent"
    )


# --- challengers


def game(first, second, winner=None):
    return {"players": [first, second], "winner": winner or first}


def test_a_challenger_who_leaves_the_board_loses_that_game_only():
    answer = agree(document("challengers", [ZERO, game("Ann", "Cid"), left("Ann")]))
    assert table(answer, "won", "lost") == {"Bob": (1, 1, 0), "Cid": (2, 0, 1), "Ann": (3, 1, 1)}
    assert answer.next == ({"game": 3, "players": ["Bob", "Cid"]},)
    assert answer.notes == ("Bob keeps the colours for game 3.",)


def test_who_leaves_while_sitting_out_loses_nothing():
    answer = agree(document("challengers", [ZERO, game("Ann", "Cid"), left("Cid"), game("Ann", "Bob")]))
    assert table(answer, "won", "lost") == {"Ann": (1, 2, 0), "Bob": (2, 0, 1), "Cid": (3, 0, 1)}
    assert answer.next == ({"game": 3, "players": ["Ann", "Bob"]},)


def test_game_zero_is_played_by_those_who_are_there():
    answer = agree(document("challengers", [left("Ann")]))
    assert answer.next == ({"game": 0, "players": ["Bob", "Cid"]},)
    answer = agree(document("challengers", [left("Ann"), {"game": 0, "order": ["Cid", "Bob"]}]))
    assert answer.notes == ("Cid chooses colours for game 1.",)


@pytest.mark.parametrize("played", range(5))
@pytest.mark.parametrize("gone", PLAYERS)
def test_a_challengers_never_stands_still(gone, played):
    results = [ZERO]
    while len(results) <= played:
        pair = standings(Cursor(document("challengers", results))).next[0]["players"]
        results.append(game(*pair))
    results = [*results[:played], left(gone)]
    answer = agree(document("challengers", results))
    while not answer.over:
        [pairing] = answer.next
        assert gone not in pairing["players"]
        pair = pairing["players"]
        results.append({"game": 0, "order": pair} if pairing["game"] == 0 else game(*pair))
        answer = agree(document("challengers", results))
    assert answer.winner != gone


def test_the_colours_go_on_after_a_departure():
    form, event = read_event(Cursor(document("challengers", [ZERO, game("Ann", "Cid"), left("Ann")])))
    lineup = form.board.lineup(event, standings_next(event, form))
    assert lineup.players == ("Bob", "Cid")
    assert not form.board.plays({"game": 0, "players": ["Bob", "Cid"]})


def standings_next(event, form):
    return form.answer(event).next[0]


# --- Grand Prix, TripleAthlon


def test_a_grand_prix_goes_on_with_four_colours():
    orders = [["red", "blue", "green", "black", "yellow", "white"], ["green", "black", "yellow", "white"]]
    results = [{"order": orders[0]}, left("Ann"), {"order": orders[1]}]
    answer = agree(document("grand-prix", results, games=3, colours=OWNED))
    assert table(answer, "gpp") == {"Bob": (1, 7 + 18), "Cid": (2, 3 + 7), "Ann": (3, 18)}
    # the two others can make up 11 a game
    assert answer.winner == "Bob"
    answer = agree(document("grand-prix", results[:2], games=3, colours=OWNED))
    # in the order of the board
    assert answer.next[0] == {"game": 2, "players": ["Bob", "Cid"], "colours": COLOURS_LEFT}
    refused(document("grand-prix", [left("Ann"), {"order": orders[0]}], games=3, colours=OWNED),
            "results[1].order", "give 3 to 4 here, not 6")  # fmt: skip


def test_a_triathlon_is_led_by_those_who_are_there():
    results = [
        {"winner": "Ann"},
        {"winner": "Ann"},
        left("Ann"),
        {"first_colour": "Bob", "first_both": "Cid"},
    ]
    answer = agree(document("triathlon", results))
    assert answer.next == ({"game": 4, "rules": "3T", "players": ["Bob", "Cid"]},)
    assert table(answer, "points") == {"Bob": (1, 1), "Cid": (1, 1), "Ann": (3, 4)}


def ways(key):
    """Return every result of a pairing between two."""

    def of(pairing):
        pair = pairing["players"]
        if key == "challengers" and pairing["game"] == 0:
            return [{"game": 0, "order": list(order)} for order in permutations(pair)]
        if key == "challengers":
            return [game(*pair, winner) for winner in pair]
        if key == "grand-prix-plus":
            return [{"order": list(order)} for order in permutations(pair)]
        if key == "grand-prix":
            things = [thing for name in pair for thing in OWNED[name]]
            return [{"order": list(order)} for order in permutations(things)]
        if pairing.get("rules") == "GP":
            return [{"first_colour": one, "first_both": both} for one in pair for both in pair]
        return [{"winner": winner} for winner in pair]

    return of


@pytest.mark.parametrize(
    ("key", "options", "before"),
    [
        ("championship", {"first_to": 3}, [{"winner": "Ann"}, {"winner": "Bob"}]),
        ("masters", {"first_to": 3}, []),
        ("challengers", {}, []),
        ("challengers", {}, [ZERO, game("Ann", "Cid"), game("Ann", "Bob")]),
    ],
)
@pytest.mark.parametrize("gone", PLAYERS)
def test_futures_after_a_departure_are_those_of_every_end(key, options, before, gone):
    value = document(key, [*before, left(gone)], **options)
    tables = [
        (ranks(found), [one["winner"] for one in more if "winner" in one])
        for found, more in ends(value, ways(key))
    ]
    assert told(*read_event(Cursor(value))) == spans(value, tables)


@pytest.mark.parametrize("gone", PLAYERS)
@pytest.mark.parametrize(
    ("key", "options", "before"),
    [
        ("grand-prix-plus", {"games": 4}, [{"order": ["Ann", "Bob", "Cid"]}]),
        ("grand-prix", {"games": 2, "colours": OWNED}, [{"order": ["red", "blue", *COLOURS_LEFT]}]),
    ],
)  # fmt: skip
def test_places_after_a_departure_are_those_of_the_ends(key, options, before, gone):
    # extra games of two who are level can go either way, so ends are looked at up to the scheduled games
    value = document(key, [*before, left(gone)], **options)
    there = [name for name in PLAYERS if name != gone]
    seen = {name: set() for name in PLAYERS}

    def walk(results):
        answer = standings(Cursor(value | {"results": results}))
        if answer.over or answer.next[0].get("extra"):
            for row in answer.rows:
                seen[row.player] |= {row.rank} if answer.over or row.player == gone else {1, 2}
            return
        for result in ways(key)(answer.next[0]):
            walk([*results, result])

    walk(value["results"])
    assert places(value) == {name: (min(found), max(found)) for name, found in seen.items()}
    assert all(max(seen[name]) < 3 for name in there)


# --- leagues


def test_a_league_rules_walkovers_or_removes_the_games():
    answer = agree(document("league-2t", [ONE, left("Ann", "walkovers")]))
    assert table(answer, "won", "lost", "pawns_for") == {
        "Cid": (1, 2, 0, 8), "Bob": (2, 1, 1, 6), "Ann": (3, 1, 3, 4)}  # fmt: skip
    assert answer.next == ({"game": 3, "players": ["Bob", "Cid"]}, {"game": 6, "players": ["Cid", "Bob"]})
    answer = agree(document("league-2t", [ONE, left("Ann", "removed")]))
    assert table(answer, "won", "lost") == {"Bob": (1, 0, 0), "Cid": (1, 0, 0), "Ann": (3, 0, 0)}
    refused(document("league-2t", [left("Ann")]), "results[0].ruling", "is missing")
    refused(document("league-2t", [left("Ann", "timeouts")]), "results[0].ruling", "is not one of")
    refused(document("league-2t", [left("Ann", "removed"), ONE]), "results[1].players", "no game left")


def test_two_who_are_left_need_no_lots_and_play_the_final():
    results = [ONE, TWO, left("Ann", "walkovers")]
    value = document("league-2t", results, drr=2, playoffs="all", lots=[["Ann", 6], ["Bob", 4], ["Cid", 2]])
    answer = agree(value)
    assert [one["players"] for one in answer.next] == [["Bob", "Cid"], ["Cid", "Bob"]] * 2
    both = {"players": ["Bob", "Cid"], "winner": "Bob", "pawns": [4, 2], "minutes": 30}
    answer = agree(value | {"results": [*results, *[both] * 4]})
    assert answer.next == ({"stage": "final", "game": 1, "players": ["Bob", "Cid"]},)


def test_who_leaves_in_the_playoffs_loses_the_round():
    def played(pair, winner):
        pawns = [4, 1] if winner == pair[0] else [1, 4]
        return {"players": list(pair), "winner": winner, "pawns": pawns, "minutes": 30}

    games = ("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid"), ("Bob", "Ann"), ("Ann", "Cid"), ("Cid", "Bob")
    robin = [played(pair, min(pair)) for pair in games]
    options = {"playoffs": "all", "qualifying_to": 2, "final_to": 2}
    first = {"players": ["Bob", "Cid"], "winner": "Bob", "stage": "qualifying"}
    # before the first result of the playoffs the two others are both in
    answer = agree(document("league-2t", [*robin, left("Ann", "walkovers")], **options))
    assert answer.next == ({"stage": "final", "game": 1, "players": ["Bob", "Cid"]},)
    # the first of the table leaves during the qualifying round: who wins that has won
    results = [*robin, first, left("Ann", "walkovers")]
    assert agree(document("league-2t", results, **options)).winner is None
    answer = agree(document("league-2t", [*results, first], **options))
    assert (answer.winner, answer.notes[-1]) == ("Bob", "Final: Bob wins, Ann 0-0 Bob. Ann has left.")
    # a player of the qualifying round leaves: the other plays the final
    answer = agree(document("league-2t", [*robin, first, left("Bob", "walkovers")], **options))
    assert answer.next == ({"stage": "final", "game": 1, "players": ["Ann", "Cid"]},)
    refused(document("league-2t", [*robin, first, left("Bob", "removed")], **options), "results[7].ruling",
            "the playoffs are being played")  # fmt: skip


def test_who_has_left_throws_no_dice():
    def even(one, other):
        return [{"players": [one, other], "winner": winner, "pawns": pawns, "minutes": 30}
                for winner, pawns in ((one, [4, 2]), (other, [2, 4]))]  # fmt: skip

    robin = [even("Ann", "Bob")[0], even("Cid", "Ann")[0], even("Bob", "Cid")[0],
             even("Bob", "Ann")[0], even("Ann", "Cid")[0], even("Cid", "Bob")[0]]  # fmt: skip
    assert agree(document("league-2t", robin)).next == ({"dice": PLAYERS},)
    answer = agree(document("league-2t", [*robin, left("Ann", "walkovers")], dice=[["Ann", 3]]))
    assert answer.next == ({"dice": ["Bob", "Cid"]},)
    thrown = [["Ann", 3], ["Bob", 2]]
    answer = agree(document("league-2t", [*robin, left("Ann", "walkovers")], dice=thrown))
    assert answer.next == ({"dice": ["Cid"]},)
    answer = agree(document("league-2t", [*robin, left("Ann", "removed")], dice=[["Bob", 2], ["Cid", 5]]))
    assert (answer.winner, [row.player for row in answer.rows]) == ("Cid", ["Cid", "Bob", "Ann"])


def test_games_that_were_settled_are_open_again_when_games_are_removed():
    robin = [{"players": list(pair), "winner": pair[0], "pawns": [4, 0], "minutes": 30}
             for pair in (("Ann", "Bob"), ("Ann", "Cid"), ("Bob", "Cid"), ("Ann", "Bob"))]  # fmt: skip
    form, event = read_event(Cursor(document("league-2t", [*robin, left("Ann", "removed")])))
    assert form.answer(event).next == ({"game": 6, "players": ["Cid", "Bob"]},)
    assert form.futures(event).contenders == ("Bob", "Cid")


@pytest.mark.parametrize("ruling", ["walkovers", "removed"])
@pytest.mark.parametrize("gone", PLAYERS)
def test_futures_of_a_league_after_a_departure_hold_every_end(gone, ruling):
    value = document("league-2t", [ONE, TWO, left(gone, ruling)])
    seen = {name: set() for name in PLAYERS}

    def walk(results):
        answer = standings(Cursor(value | {"results": results}))
        games = [one for one in answer.next if "players" in one]
        if not games:
            for row in answer.rows:
                level = [other for other in answer.rows if other.rank == row.rank]
                seen[row.player] |= set(range(row.rank, row.rank + len(level)))
            return
        pair = games[0]["players"]
        for seat in (0, 1):
            for less in range(4):
                pawns = [4, less] if seat == 0 else [less, 4]
                walk([*results, {"players": pair, "winner": pair[seat], "pawns": pawns}])

    walk(value["results"])
    assert places(value) == {name: (min(found), max(found)) for name, found in seen.items()}
