"""Where a name is replaced, and where it only looks like one."""

import json

import pytest

from tablecore import messages
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.formats import FORMATS
from tablekeeper.store.erasure import Cell

ANN = Renaming(["Ann", "Zoë Müller"], "Player 17", ["Ann Lee", "Bob", "Annabel", "Ann"])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ann", "Player 17"),
        ("ANN", "Player 17"),
        (" ann ", "Player 17"),
        ("Ann was late, ann said", "Player 17 was late, Player 17 said"),
        ("Ann's cup", "Player 17's cup"),
        ("(Ann)", "(Player 17)"),
        ("ann_bob-3.mat", "Player 17_bob-3.mat"),
        ("Ann & Bob", "Player 17 & Bob"),
        ("ZOË  MÜLLER", "Player 17"),
        ("Zoe\u0308 Mu\u0308ller lost", "Player 17 lost"),
        ("Anna, Hannah, Joann", "Anna, Hannah, Joann"),
        ("Ann Lee", "Ann Lee"),
        ("ann lee beat Ann", "ann lee beat Player 17"),
        ("Annabel", "Annabel"),
        ("", ""),
    ],
)
def test_names_in_texts(text, wanted):
    assert ANN.name(text) == wanted
    assert ANN.concerns(text) == (text != wanted)


def test_a_letter_alone_is_found_only_as_it_is_written():
    one = Renaming(["S"], "Player 1")
    assert one.words("Ann's game, S won") == "Ann's game, Player 1 won"
    assert one.name("S") == "Player 1"


def test_a_number_ends_a_name():
    one = Renaming(["Guest 1"], "Player 3")
    assert one.words("Guest 1 and Guest 12") == "Player 3 and Guest 12"


def test_signs_in_a_name_are_no_pattern():
    odd = Renaming(["A. (B+)"], "Player 3")
    assert odd.words("A. (B+) v AxB+") == "Player 3 v AxB+"


def test_a_text_that_may_have_200_letters_keeps_to_them():
    al = Renaming(["Al"], "Player 123456")
    told = al.words("Al " * 66, 200)
    assert len(told) == 200
    assert "Al " not in told
    # where nobody checks a length nothing is cut off
    assert al.deep(["Al " * 66]) == ["Player 123456 " * 66]


def test_a_result_keeps_what_is_no_name():
    red = Renaming(["Red", "single", "A1"], "Player 5", ["Bob", "Cid"])
    prix = FORMATS["grand-prix"]
    colours = {"Red": ["red", "blue"], "Bob": ["green", "white"]}
    body = {"name": "Red's prix", "format": "grand-prix", "options": {"games": 2, "colours": colours}}
    assert red.body(prix, "new", body) == {
        "name": "Player 5's prix",
        "format": "grand-prix",
        "options": {"games": 2, "colours": {"Player 5": ["red", "blue"], "Bob": ["green", "white"]}},
    }
    order = {"result": {"order": ["red", "green", "blue", "yellow", "black", "white"]}}
    assert red.body(prix, "result", order) == order
    held = {"pairing": {"game": 1, "players": ["Red", "Bob"]}, "colours": {"Red": ["red", "blue"]}}
    assert red.body(FORMATS["championship"], "colours", held) == {
        "pairing": {"game": 1, "players": ["Player 5", "Bob"]}, "colours": {"Player 5": ["red", "blue"]},
    }  # fmt: skip
    tourney = {"match": 1, "players": ["single", "Bob"], "winner": "single", "kind": "single"}
    told = red.body(FORMATS["ttt"], "result", {"result": tourney})["result"]
    assert told == {"match": 1, "players": ["Player 5", "Bob"], "winner": "Player 5", "kind": "single"}
    knockout = {"match": "A1", "players": ["A1", "Bob"], "winner": "A1", "score": [7, 4]}
    told = red.body(FORMATS["knockout"], "rule", {"replaces": 4, "result": knockout, "reason": "A1 has left"})
    assert told == {
        "replaces": 4,
        "result": {"match": "A1", "players": ["Player 5", "Bob"], "winner": "Player 5", "score": [7, 4]},
        "reason": "Player 5 has left",
    }


def test_every_text_of_every_format_is_a_name_or_known_to_be_none():
    names = {
        "players", "winner", "timeout", "resigned", "late", "bye_of", "absent", "first_colour", "first_both",
        "cancelled", "order", "on_roll", "couples", "groups", "positions", "lots", "dice", "apart",
        "rather_apart",
    }  # fmt: skip
    told = {
        (option.key, option.names)
        for form in FORMATS.values()
        for option in (*form.options, *form.result)
        if option.kind in ("text", "texts", "rounds", "lists", "throws", "table") and not option.choices
    }
    none = {
        "match", "moves", "consolation", "last_chance", "length", "consolation_length", "last_chance_length",
        "position", "evaluation",
    }  # fmt: skip
    assert told == {(key, "all") for key in names} | {(key, "none") for key in none} | {("colours", "keys")}


def test_an_action_of_the_director_keeps_its_notations():
    clock = Renaming(["Race", "12m", "Ann"], "Player 2")
    payload = {"program": "race", "control": "12m", "names": ["Ann", "Race"], "reason": "Ann came late"}
    told = json.loads(clock.document(Cell("actions.body", verb="set up"), json.dumps(payload)))
    assert told == {
        "program": "race",
        "control": "12m",
        "names": ["Player 2", "Player 2"],
        "reason": "Player 2 came late",
    }


def test_what_does_not_change_keeps_its_bytes():
    text = '{"b": 1,   "a": "Bob"}'
    assert ANN.document(Cell("actions.body"), text) == text


def test_orders_to_boards():
    cell = Cell("commands.tail", message=messages.NAME)
    assert ANN.message(cell, b"\x01Ann") == b"\x01Player 17"
    assert ANN.message(cell, b"\x01Bob") == b"\x01Bob"
    assert ANN.message(cell, b"\x00") == b"\x00"
    # other orders hold no texts, whatever their bytes look like
    assert ANN.message(Cell("commands.tail", message=messages.RECORD), b"\x01Ann") == b"\x01Ann"
    far = Renaming(["Дмитрий Менделеев"], "Player 3")
    assert far.message(cell, b"\x00Dmitriy Mendeleev") == b"\x00Player 3"


def test_nobody_has_no_pattern():
    assert Renaming([], "Player 1").words("Ann, Bob") == "Ann, Bob"
