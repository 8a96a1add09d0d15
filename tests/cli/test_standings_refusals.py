"""Every kind of wrong event file through `tablekeeper standings`: exit status 2, one line with the place."""

import copy
import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.formats import FORMATS
from tests.nonempty import nonempty

TRIO = ["Ann", "Bob", "Cid"]
PAIR = {"players": ["Ann", "Bob"]}
WON = PAIR | {"winner": "Ann"}
COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
ABSENT = {"winner": None, "kind": None, "timeout": "Bob", "wins": 98.7, "gammons": 96.3, "backgammons": 12.3}

#: for each format an event of one result, or more where another kind of result is to be tried
GOOD = {
    "league-2t": ({"drr": 1, "playoffs": "top2", "final_to": 3, "head_start": True}, TRIO,
                  [WON | {"pawns": [4, 2], "minutes": 47.5}]),
    "league-2t-xl": ({"positions": [TRIO]}, TRIO,
                     [WON | {"pawns": [8, 5], "colours": [2, 1], "minutes": 47.5}]),
    "challengers": ({"first_to": 4, "rules": "2T"}, TRIO, [{"game": 0, "order": ["Ann", "Cid", "Bob"]}]),
    "series": ({"first_to": 2}, ["Ann", "Bob"], [{"winner": "Ann"}]),
    "championship": ({"first_to": 2}, TRIO, [{"winner": "Ann"}]),
    "masters": ({"first_to": 2}, TRIO, [{"winner": "Ann"}]),
    "grand-prix": ({"games": 2, "tariff": [10, 6, 4, 3, 2, 1], "bonus": 2, "colours": COLOURS}, TRIO,
                   [{"order": ["red", "green", "blue", "black", "yellow", "white"]}]),
    "grand-prix-plus": ({"games": 2, "tariff": [4, 2, 1]}, TRIO, [{"order": ["Ann", "Cid", "Bob"]}]),
    "triathlon": ({"target": 5, "rotation": ["GP", "3T", "3T+"]}, TRIO,
                  [{"first_colour": "Ann", "first_both": "Bob"}]),
    "ttt": ({"cap": 2.7, "removal_at": 12}, ["Ann", "Bob"], [WON | {"match": 101, "kind": "gammon"}]),
    "swing": ({"stake": 6000, "cpp": [300]}, ["Ann", "Bob"], [WON | {"points": 2, "cube": 4, "round": 1}]),
    "knockout": ({"length": [7], "sets": 1, "consolation": "A.B.|"}, ["Ann", "Bob"],
                 [WON | {"match": "A1", "score": [7, 4]}]),
    "round-robin": ({"length": 7}, ["Ann", "Bob", "Cid"], [WON | {"score": [7, 4]}]),
    "swiss": ({"length": 7, "rounds": 2}, ["Ann", "Bob", "Cid"], [WON | {"score": [7, 4]}]),
    "couples": ({"couples": {"A": ["a1", "a2"], "B": ["b1", "b2"]}}, ["A", "B"],
                [{"couples": ["A", "B"], "phase": 1, "players": ["a1", "b2"], "winner": "a1",
                  "score": [5, 3]}]),
    "tara": ({"level": 1, "opening": "free", "op0_builds": False}, ["Ann", "Bob"], [{"moves": ["E4", "D4"]}]),
}  # fmt: skip


def event(key, **changes):
    """Return the event of a format, with some members changed."""
    options, players, results = copy.deepcopy(GOOD[key])
    return {"format": key, "options": options, "players": players, "results": results} | changes


def result(key, **changes):
    """Return the event of a format with its result changed; None takes a field away."""
    document = event(key)
    told = document["results"][0] | changes
    document["results"] = [{name: value for name, value in told.items() if value is not None}]
    return document


def option(key, **changes):
    """Return the event of a format with options changed and no results."""
    document = event(key, results=[])
    return document | {"options": document["options"] | changes}


@pytest.fixture
def refused(tmp_path):
    """Return the one line by which a document is refused, without the file's name."""
    file = tmp_path / "event.json"

    def run(document):
        file.write_text(json.dumps(document), "utf-8")
        outcome = CliRunner().invoke(main, ["standings", str(file), "--json"])
        assert (outcome.exit_code, outcome.stdout) == (2, ""), outcome.output
        head, _, line = outcome.stderr.partition(f"{file}: ")
        assert head == "Error: "
        assert line.endswith("\n")
        assert line.count("\n") == 1
        return line

    return run


def test_every_format_is_here():
    assert set(GOOD) == set(FORMATS)


@pytest.mark.parametrize("key", GOOD)
def test_the_events_are_good_as_they_are(key, tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event(key)), "utf-8")
    assert CliRunner().invoke(main, ["standings", str(file), "--json"]).exit_code == 0


@pytest.mark.parametrize("key", GOOD)
def test_the_frame_of_every_format(refused, key):
    for document, start in (
        (event(key) | {"venue": "Hall"}, "venue: unknown key"),
        (event(key, format="ludo"), 'format: "ludo" is not one of'),
        (event(key, format=7), "format: the number 7 is not one of"),
        (event(key, players="Ann"), "players: a list is wanted here"),
        (event(key, players=[*event(key)["players"][:1] * 2, "Zoe"]), "players"),
        (event(key, players=[3, "Bob", "Cid"]), "players"),
        (event(key, players=["", "Bob", "Cid"]), "players"),
        (event(key, players=[]), "players: "),
        (event(key, results={}), "results: a list is wanted here"),
        (event(key, results=["Ann"]), "results[0]"),
        (event(key, results=[{}]), "results[0]"),
        (event(key, options=[]), "options: an object is wanted here"),
        (option(key, lenght=7), "options.lenght: unknown key; known here: "),
        ({name: value for name, value in event(key).items() if name != "results"}, "results: is missing"),
        ({name: value for name, value in event(key).items() if name != "players"}, "players: is missing"),
        ({name: value for name, value in event(key).items() if name != "format"}, "format: is missing"),
    ):
        assert refused(document).startswith(start), start


@pytest.mark.parametrize("key", GOOD)
def test_an_unknown_key_in_a_result(refused, key):
    assert refused(result(key, umpire="Zoe")).startswith(("results[0].umpire: unknown key", "results[0]: "))


@pytest.mark.parametrize("key", GOOD)
def test_no_field_of_a_result_is_of_any_other_kind(refused, key):
    for field in nonempty(GOOD[key][2][0]):
        for nonsense in (True, -1, 2.5, "?", [], {}, [None], [["Ann"]]):
            if (field, nonsense) in (("minutes", 2.5), ("moves", [])):
                continue
            # the field itself, or what cannot be used together with it
            assert refused(result(key, **{field: nonsense})).startswith("results[0]"), (field, nonsense)


@pytest.mark.parametrize("key", GOOD)
def test_no_option_is_of_any_other_kind(refused, key):
    for one in nonempty(FORMATS[key].options):
        for nonsense in (-1, 2.5, "?", {"?": 1}, [[]]):
            if one.kind == "text" and nonsense == "?":
                continue
            if (one.kind == "decimal" and nonsense == 2.5) or (one.key == "seed" and nonsense == -1):
                continue
            assert refused(option(key, **{one.key: nonsense})).startswith(f"options.{one.key}"), nonsense


LEAGUE = [
    WON | {"pawns": [4, 2]}, {"players": ["Cid", "Ann"], "winner": "Ann", "pawns": [1, 4]},
    {"players": ["Bob", "Cid"], "winner": "Bob", "pawns": [4, 0]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "line"),
    [
        # unknown players
        (result("league-2t", players=["Ann", "Zoe"]), 'results[0].players[1]: "Zoe" is not among'),
        (result("league-2t", winner="Cid"), "results[0].winner"),
        (result("championship", winner="Zoe"), 'results[0].winner: "Zoe" is not among'),
        (result("triathlon", first_both="Zoe"), 'results[0].first_both: "Zoe" is not among'),
        (result("ttt", winner="Zoe"), "results[0].winner"),
        (result("knockout", players=["Ann", "Zoe"]), 'results[0].players[1]: "Zoe" is not among'),
        (result("couples", couples=["A", "C"]), 'results[0].couples[1]: "C" is not among'),
        (result("grand-prix", order=["red"] * 6), "results[0].order[1]: red"),
        (result("challengers", order=["Ann", "Bob", "Zoe"]), "results[0].order[2]"),
        (option("league-2t", positions=[["Ann", "Bob", "Zoe"]]), "options.positions[0][2]"),
        (option("league-2t", dice=[["Zoe", 5]]), "options.dice[0][0]"),
        (option("grand-prix", colours=COLOURS | {"Zoe": ["red", "blue"]}), "options.colours"),
        # names that would write on the terminal, or that an event of the database cannot have
        (event("masters", players=["\x1b[31mAnn", "Bob", "Cid"], results=[]), "players[0]: a name has"),
        (event("masters", players=["Ann", "B\nob", "Cid"], results=[]), "players[1]: a name has no spaces"),
        (event("masters", players=["Ann", "Bob", " Cid"], results=[]), "players[2]: a name has no spaces"),
        (option("couples", couples={"A": ["a1", "a2"], "B": ["b1", "\x00"]}), "options.couples.B[1]: a name"),
        (option("couples", couples={"A": ["a1", "a2"], "B\n": ["b1", "b2"]}), "options.couples.B\\n: the"),
        (result("ttt", players=["Ann", "\x1b[2J"]), "results[0].players[1]: a name has no spaces"),
        # impossible scores
        (result("league-2t", pawns=[3, 4]), "results[0].pawns: the winner has 4"),
        (result("league-2t", pawns=[4, 4]), "results[0].pawns: the winner has 4"),
        (result("league-2t", pawns=[5, 2]), "results[0].pawns"),
        (result("league-2t", pawns=[4, 2, 1]), "results[0].pawns: give 2 here, not 3"),
        (result("league-2t-xl", pawns=[8, 7], colours=[2, 0]), "results[0].colours"),
        (result("league-2t-xl", pawns=[8, 3], colours=[2, 1]), "results[0].colours"),
        (result("league-2t-xl", pawns=[8, 8]), "results[0].pawns"),
        (result("league-2t", colours=[1, 0]), "results[0].colours: "),
        (result("league-2t", minutes=-1), "results[0].minutes"),
        (result("knockout", score=[4, 7]), "results[0].score: the winner has 4"),
        (result("knockout", score=[8, 4]), "results[0].score: the winner has 8, but whoever reaches 7 wins"),
        (result("knockout", score=[7, 7]), "results[0].score: the loser has 7"),
        (result("round-robin", score=[6, 4]), "results[0].score"),
        (result("couples", score=[3, 3]), "results[0].score"),
        (result("couples", score=[3, 5]), "results[0].score"),
        (result("swing", cube=3), "results[0].cube: 3 is not on a cube"),
        (result("swing", points=4), "results[0].points: 4"),
        (result("ttt", kind="triple"), 'results[0].kind: "triple" is not one of'),
        (result("ttt", **ABSENT | {"gammons": 99}), "results[0].gammons"),
        (result("ttt", **ABSENT | {"wins": 101}), "results[0].wins"),
        # what is missing, or does not go together
        (result("league-2t", pawns=None), "results[0].pawns: is missing"),
        (result("league-2t-xl", colours=None), "results[0].colours: is missing"),
        (result("knockout", score=None), "results[0].score: is missing"),
        (result("ttt", kind=None), "results[0].kind: is missing"),
        (result("ttt", timeout="Bob"), "results[0]: give exactly one of these"),
        (result("triathlon", first_both=None), "results[0].first_both"),
        (result("triathlon", first_colour=None, first_both=None, winner="Ann"), "results[0]"),
        (result("challengers", game=None, order=None, **WON), "results[0]"),
        # in the wrong order, too often, after the end
        (result("swing", round=2), "results[0].round: round 1 is not complete"),
        (result("knockout", match="B1"), 'results[0].match: there is no match "B1" yet'),
        (result("couples", phase=2), "results[0].phase: A and B are in phase 1"),
        (event("knockout", results=GOOD["knockout"][2] * 2), "results[1].match: A1 has been played"),
        (event("ttt", results=GOOD["ttt"][2] * 2), "results[1].match: match 101 has a result already"),
        (event("championship", results=[{"winner": "Ann"}] * 3), "results[2]: Ann has already won"),
        (event("grand-prix-plus", results=GOOD["grand-prix-plus"][2] * 3), "results[2]: "),
        (event("round-robin", results=GOOD["round-robin"][2] * 2), "results[1].players: Ann and Bob meet"),
        (event("league-2t", options={}, results=LEAGUE[:1] * 2), "results[1].players: Ann and Bob have"),
        (event("league-2t", options={}, results=[*LEAGUE, {"cancelled": ["Ann", "Bob"]}]),
         "results[3].cancelled: no game can be cancelled yet"),
        (event("league-2t", results=[LEAGUE[0] | {"stage": "final"}]), "results[0].stage: there are no"),
        (event("tara", results=[{"moves": ["E4", "E4"]}]), "results[0].moves[1]"),
        (event("tara", results=[{"moves": ["A1"]}]), "results[0].moves[0]"),
        (event("tara", results=[{"moves": ["battle E4"]}]), "results[0].moves[0]"),
        (event("tara", results=[{"moves": ["E4"]}, {"moves": []}]), "results[0].moves: game 1 is not over"),
        # options
        (option("challengers", first_to=3), "options.first_to"),
        (option("triathlon", target=4), "options.target"),
        (option("triathlon", rotation=["GP", "GP", "3T"]), "options.rotation"),
        (option("league-2t", drr=0), "options.drr"),
        (option("league-2t", playoffs="both"), 'options.playoffs: "both" is not one of none, top2, all'),
        (option("league-2t", dice=[["Ann", 7]]), "options.dice[0][1]"),
        (option("grand-prix", tariff=[10, 6]), "options.tariff"),
        # every scheduled game is listed as to be played
        (option("grand-prix", games=10**9), "options.games: 1000000000 is out of range: 1 to 999"),
        (option("grand-prix-plus", games=1000), "options.games: 1000 is out of range: 1 to 999"),
        # a number as long as a page is not printed whole
        (option("grand-prix", games=10**300), f"options.games: 1{'0' * 36}... is out of range: 1 to 999"),
        (result("league-2t", players=10**300),
         f"results[0].players: a list is wanted here, not the number 1{'0' * 36}..."),
        (option("ttt", cap=4), "options.cap"),
        (option("ttt", groups=[["Ann"], ["Bob"]]), "options.groups[0]"),
        (option("swing", cpp=[500, 300]), "options.cpp[1]: the CPP never falls"),
        (option("swing", cpp=[]), "options.cpp"),
        (option("knockout", sets=2), "options.sets"),
        (option("knockout", consolation="A.B.?"), "options.consolation"),
        (option("knockout", length=[0]), "options.length[0]"),
        (option("couples", couples={"A": ["a1", "a2"], "B": ["b1", "a1"]}), "options.couples.B"),
        (option("couples", couples={"A": ["a1", "a2"]}), "options.couples"),
        (option("tara", level=3), "options.level"),
        (event("tara", players=TRIO, results=[]), "players: give 2 or 4 players"),
    ],
)  # fmt: skip
def test_each_kind_of_error_names_its_place(refused, document, line):
    assert refused(document).startswith(line)
