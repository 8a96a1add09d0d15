"""Tara match play: the module's own example, refusals with their places, what is left."""

import doctest
import random

import pytest

from tablekeeper.audit.tara_board import AuditedBoard
from tablekeeper.formats import FORMATS, standings, tara
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_document
from tests.formats.second_reading import agree
from tests.refusal import document_error

OPTIONS = ("level", "opening", "op0_builds")


def event(*games, players=("Ann", "Bob"), **options):
    return {
        "format": "tara",
        "options": options,
        "players": list(players),
        "results": [{"moves": game.split(", ") if game else []} for game in games],
    }


def full(seed):
    """Return a random event whose games are all played."""
    chance = random.Random(seed)
    while "absent" in (document := random_document(FORMATS["tara"], chance))["results"][-1]:
        pass
    return document


def singles(seed=0):
    while len((document := full(seed))["players"]) != 2:
        seed += 1
    return document


def test_the_example():
    assert doctest.testmod(tara).failed == 0


def test_a_match_that_runs():
    answer = standings(Cursor(event("D4, C4, E6")))
    assert (answer.over, answer.provisional, answer.winner) == (False, True, None)
    assert answer.next == ({"game": 1, "players": ["Ann", "Bob"], "turn": "Bob"},)
    document = singles()
    document["results"].pop()
    answer = standings(Cursor(document))
    second = document["players"][1]
    assert answer.next == ({"game": 2, "players": document["players"][::-1], "turn": second},)
    assert all(len(row.figures["kingdoms"]) == 1 for row in answer.rows)
    assert answer.provisional


def test_partners_share_a_place_and_the_match():
    document = next(
        one for one in map(full, range(100)) if len(one["players"]) == 4 and standings(Cursor(one)).winner
    )
    rows = standings(Cursor(document)).rows
    assert [row.rank for row in rows] == [1, 1, 3, 3]
    assert [row.decided_by for row in rows] == [None, "points", None, None]
    assert standings(Cursor(document)).winner == " and ".join(row.player for row in rows[:2])


def test_a_drawn_match_stays_drawn():
    document = next(
        one
        for one in map(full, range(3000))
        if len(one["players"]) == 2 and standings(Cursor(one)).winner is None
    )
    answer = standings(Cursor(document))
    assert answer.over
    assert [row.rank for row in answer.rows] == [1, 1]
    assert answer.notes == ("The match is drawn.",)


def test_when_nobody_can_move_each_seat_may_say_so_once():
    document = singles()
    for _ in range(2):
        document["results"][0]["moves"].append("pass")
        assert standings(Cursor(document)).over
    document["results"][0]["moves"].append("pass")
    assert "the game is over" in document_error(standings, Cursor(document))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ["Ann", "Bob", "Cid"]}, "players: give 2 or 4 players here, not 3"),
        ({"players": ["Ann"]}, "players: give 2 to 4 here"),
        ({"players": ["Ann", "Ann"]}, 'players[1]: "Ann" is entered twice'),
        ({"options": {"level": 3}}, "options.level: 3 is out of range: 1 to 2"),
        ({"options": {"level": "1"}}, "options.level: a whole number"),
        ({"options": {"opening": "closed"}}, 'options.opening: "closed" is not one of free, linked'),
        ({"options": {"op0_builds": 1}}, "options.op0_builds: true or false"),
        ({"options": {"op0": True}}, "options.op0: unknown key"),
        ({"results": [{}]}, "results[0].moves: is missing"),
        ({"results": [{"moves": "E4"}]}, "results[0].moves: a list is wanted"),
        ({"results": [{"moves": [4]}]}, "results[0].moves[0]: a text is wanted"),
        ({"results": [{"moves": ["E4"], "winner": "Ann"}]}, "results[0].winner: unknown key"),
        ({"results": [["E4"]]}, "results[0]: an object is wanted"),
        ({"results": [{"moves": ["E4", "H9"]}]}, 'results[0].moves[1]: "H9" is not a turn'),
        ({"results": [{"moves": ["E4", "A1"]}]}, "results[0].moves[1]: there is no hill A1"),
        ({"results": [{"moves": ["E4", "E4"]}]}, "results[0].moves[1]: E4: E4 holds a ringfort of Red"),
        ({"results": [{"moves": ["E4", "D4", "E5"]}]}, "results[0].moves[2]: E5: E5 is nearer than"),
        ({"results": [{"moves": ["E4", "pass"]}]}, "results[0].moves[1]: pass: Blue has a turn"),
        ({"results": [{"moves": ["E4"]}, {"moves": []}]}, "results[0].moves: game 1 is not over: Bob is on"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(change, sentence):
    assert document_error(standings, Cursor(event() | change)).startswith(sentence)


def test_no_game_behind_the_last():
    document = singles()
    document["results"].append({"moves": []})
    assert "results[2]: the match is over after 2 games" in document_error(standings, Cursor(document))


def test_what_is_still_open():
    document = singles(3)
    form = FORMATS["tara"]
    complete = form.futures(form.read(Cursor(document)))
    assert complete.exact
    assert len(complete.determined) == 2
    document["results"].pop()
    event = form.read(Cursor(document))
    points = {row.player: row.figures["points"] for row in form.answer(event).rows}
    futures = form.futures(event)
    ahead, behind = sorted(points, key=points.get, reverse=True)
    assert futures.contenders == event.players
    lead = points[ahead] - points[behind]
    told = {need.player: need.sentence for need in futures.needs}
    assert told[ahead] == f"{ahead} wins unless the other side wins the last game by {lead} points or more."
    assert told[behind] == f"{behind} wins by winning the last game by more than {lead} points."


def results_of(board, seen):
    """Return by how much the first side can win a game of the audit's board, turn by turn."""
    key = (tuple(sorted(board.owner.items())), board.turn, board.battle, board.left)
    if key not in seen:
        turns = board.turns()
        found = set()
        if not turns:
            points, _, _ = board.count()
            found.add(points[0] - points[1])
        for text in turns:
            after = board.copy()
            assert after.play(text) is None
            found |= results_of(after, seen)
        seen[key] = found
    return seen[key]


def end_of(seed, left):
    """Compare what is told of a last game with so many turns to come; return whether all was settled."""
    form = FORMATS["tara"]
    document = full(f"end {seed}")
    seats = len(document["players"])
    moves = document["results"][-1]["moves"]
    document["results"][-1]["moves"] = moves[:-left]
    options = document["options"]
    game = AuditedBoard(seats, *(options[key] for key in OPTIONS), seats - 1)
    for text in moves[:-left]:
        assert game.play(text) is None
    event = form.read(Cursor(document))
    red, blue = form.course(event).points()
    leads = {red - blue + more for more in results_of(game, {})}
    futures = form.futures(event)
    assert futures.exact
    low = 1 + seats // 2
    for seat, need in enumerate(futures.needs):
        mine = {lead if seat % 2 == 0 else -lead for lead in leads}
        assert need.best == (1 if max(mine) >= 0 else low)
        assert need.worst == (low if min(mine) < 0 else 1)
    settled = len({(lead > 0) - (lead < 0) for lead in leads}) == 1
    assert bool(futures.determined) == settled
    return settled


def test_the_end_of_the_last_game_is_walked_through():
    seen = [end_of(seed, 5) for seed in range(12)] + [end_of(seed, 8) for seed in range(12)]
    assert set(seen) == {False, True}


def test_a_game_far_from_its_end_leaves_a_bound():
    form = FORMATS["tara"]
    document = singles(3)
    document["results"][-1]["moves"] = document["results"][-1]["moves"][:6]
    futures = form.futures(form.read(Cursor(document)))
    assert not futures.exact
    assert "an upper bound" in futures.note
    assert futures.contenders == tuple(document["players"])


def test_who_leaves_a_match_loses_it():
    document = next(one for one in map(full, range(200)) if len(one["players"]) == 4)
    players, games = document["players"], [one for one in document["results"] if "moves" in one]
    running = document | {"results": [games[0], {"moves": games[1]["moves"][:3]}, {"absent": players[2]}]}
    answer = agree(running)
    assert (answer.over, answer.winner, answer.next) == (True, f"{players[1]} and {players[3]}", ())
    assert answer.notes == (f"{players[2]} left before the end.",)
    assert [row.rank for row in answer.rows] == [1, 1, 3, 3]
    assert (answer.rows[1].decided_by, answer.rows[1].explain) == ("not left", "there v left")
    assert list(FORMATS["tara"].rated(FORMATS["tara"].read(Cursor(running)))) == []
    for more, reason in (
        (games[1], f"the match is over: {players[2]} has left"),
        ({"absent": players[2]}, "has left already"),
    ):
        with pytest.raises(DocumentError, match=reason):
            standings(Cursor(running | {"results": [*running["results"], more]}))
