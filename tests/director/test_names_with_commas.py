"""Lists of names, typed and told, are unambiguous with names like "Rossi, Ada"."""

import itertools

import pytest

from tablekeeper.director.events.entrylist import lines, look
from tablekeeper.errors import UserError
from tablekeeper.formats.colours import colours_text
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_record import read_lineup, read_record, written_lineup
from tablekeeper.formats.wording import options_text, pairing_text
from tablekeeper.formats.written import value_of, written
from tablekeeper.games.tara.record import read_names as tara_names
from tablekeeper.games.tara.record import read_record as tara_record
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import alternatives, listing, name_list, read_names
from tests.startedevent import started_event

ADA, LEO = "Rossi, Ada", "Bianchi, Leo"
NAMES = (ADA, LEO, "Cid", 'Ann "The Rock" Lee', "Lee; Bob", "Rome: Dan")
HOW = "a name with a comma is written in quotation marks"


def test_what_is_told_is_read_back():
    for names in itertools.permutations(NAMES, 3):
        assert read_names(name_list(names)) == [*names]
    assert listing([ADA, LEO, "Cid"]) == '"Rossi, Ada", "Bianchi, Leo" and Cid'
    assert alternatives([ADA, "Cid"]) == '"Rossi, Ada" or Cid'


@pytest.mark.parametrize(("kind", "value"), [
    ("texts", [ADA, LEO]), ("lists", [[ADA, "Cid"], [LEO]]), ("throws", [[ADA, 5], [LEO, 3]]),
    ("table", {ADA: [LEO, "Cid"], "Cid": [ADA]}),
])  # fmt: skip
def test_values_of_every_kind_are_read_as_they_are_written(kind, value):
    option = Option("one", "One", kind, None)
    assert value_of(option, written(option, value)) == value


def test_a_single_name_may_be_quoted_as_in_a_list():
    winner = Option("winner", "Winner", "text", None)
    for name in (*NAMES, '"Rocky"'):
        assert value_of(winner, written(winner, name)) == name
    assert value_of(winner, f'"{ADA}"') == ADA
    assert value_of(Option("match", "Match", "text", None, names="none"), '"A1"') == '"A1"'


def test_groups_and_names_with_blanks_are_told_apart():
    told = options_text({"groups": [["Anna Maria", "Bob"], [ADA, "Cid"]], "seed": 7})
    assert told == 'groups "Anna Maria" Bob / "Rossi, Ada" Cid, seed 7'
    assert pairing_text({"order": ["Anna Maria", "Bob"]}) == 'order "Anna Maria" Bob'


def test_the_refusal_says_how():
    with pytest.raises(DocumentError, match=f"give 2 here, not 4; {HOW}"):
        Cursor(value_of(Option("p", "P", "texts", None), f"{ADA}, {LEO}")).pair([ADA, LEO])
    with pytest.raises(DocumentError, match=f'perhaps "Rossi, Ada" is meant: {HOW}'):
        Cursor("Ada").player([ADA, LEO])
    with pytest.raises(UserError, match='"Rossi, Ada" 5'):
        value_of(Option("dice", "Dice", "throws", None), f"{ADA} 5")
    with pytest.raises(UserError, match=HOW):
        read_lineup("2T", f"{ADA}, {LEO}")
    with pytest.raises(UserError, match=HOW):
        tara_names(f"{ADA}, Bob")
    # figures are no names
    with pytest.raises(DocumentError, match=r"give 2 here, not 3$"):
        Cursor([1, 2, 3]).items(2, 2)


def test_records_of_games_keep_the_names():
    lineup = read_lineup("2T", f'"{ADA}" red+green, "{LEO}" yellow+blue')
    assert lineup.players == (ADA, LEO)
    assert read_lineup("2T", written_lineup(lineup)) == lineup
    assert read_lineup("2T", f'"{ADA}", Bob').players == (ADA, "Bob")
    record = read_record(f'players: "{ADA}", Bob\nred red red yellow red\n')
    assert read_record(str(record)) == record
    match = tara_record(f'players: "{ADA}", Bob\nD4\n')
    assert match.players == (ADA, "Bob")
    assert tara_record(str(match)) == match


def test_texts_with_several_things_show_where_a_name_ends():
    result = {"players": [ADA, LEO], "winner": ADA, "score": [5, 3]}
    assert pairing_text(result) == '"Rossi, Ada" v "Bianchi, Leo", winner "Rossi, Ada", score 5-3'
    assert pairing_text({"players": [ADA, LEO]}) == "Rossi, Ada v Bianchi, Leo"
    assert pairing_text({"order": [ADA, "Bob", "Cid"]}) == 'order "Rossi, Ada" Bob Cid'
    assert colours_text({ADA: ("red", "blue"), "Bob": ("green",)}) == '"Rossi, Ada" red and blue, Bob green'


@pytest.mark.parametrize("text", [f"name\n{ADA}\n{LEO}\n", f"{ADA}\n{LEO}\n", f'name\n"{ADA}"\n"{LEO}"\n'])
def test_a_list_of_names_line_by_line(text):
    assert look(lines(text), (), ()).names == (ADA, LEO)


def test_an_event_of_such_names(events):
    event = started_event(events, [ADA, LEO, "Cid"], "Cup", "round-robin", {})
    assert events.get(event).history[1].text == 'the entry of "Rossi, Ada", "Bianchi, Leo" and Cid'
    told = value_of(events.form(event).result[0], f'"{ADA}","{LEO}"')
    events.result(event, {"players": told, "winner": ADA, "score": [5, 3]})
    with pytest.raises(UserError, match=HOW):
        events.result(event, {"players": value_of(events.form(event).result[0], f"{ADA},Cid"), "winner": ADA})
