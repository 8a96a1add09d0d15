"""Values as people write them in flags and fields: lists with commas, tables line by line, no JSON."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.formats.written import value_of, written

ROUND_TRIPS = [
    ("rounds", 7, "7"),
    ("rounds", [5, 7, 9], "5,7,9"),
    ("lists", [["Ann", "Bob Lee"], ["Cid", "Dan", "Eve"]], "Ann, Bob Lee; Cid, Dan, Eve"),
    ("throws", [["Bob", 5], ["Ann Lee", 3]], "Bob 5, Ann Lee 3"),
    ("table", {"Ann": ["red", "blue"], "Bob": ["green", "black"]}, "Ann: red, blue; Bob: green, black"),
    ("texts", ["Ann", "Bob"], "Ann,Bob"),
    ("lists", [], ""),
]


@pytest.mark.parametrize(("kind", "value", "text"), ROUND_TRIPS)
def test_a_value_is_written_and_read_again(kind, value, text):
    option = Option("key", "Label", kind, None)
    assert written(option, value) == text
    if text:
        assert value_of(option, text) == value
        assert value_of(option, text.replace("; ", "\r\n")) == value


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("texts", ["Lee, Ann", "Bob"], '"Lee, Ann",Bob'),
        ("table", {"A: B": ["x;y"], "C": ["d"]}, '"A: B": "x;y"; C: d'),
        ("throws", [["Lee, Ann", 4], ['5" Bob', 1]], '"Lee, Ann" 4, "5"" Bob" 1'),
        ("lists", [["A; B", 'Ann "Bo" Lee'], ["[x, y]"]], '"A; B", "Ann ""Bo"" Lee"; "[x, y]"'),
    ],
)
def test_a_name_with_a_mark_in_it_stands_in_quotation_marks(kind, value, text):
    option = Option("key", "Label", kind, None)
    assert written(option, value) == text
    assert value_of(option, text) == value


@settings(max_examples=300)
@given(st.lists(st.lists(st.text('ab,;:" [5\n', min_size=1, max_size=6), min_size=1), max_size=3))
def test_whatever_people_are_called_is_read_again(value):
    for kind in ("lists", "texts"):
        option = Option("key", "Label", kind, None)
        listed = value if kind == "lists" else [name for names in value for name in names]
        assert value_of(option, written(option, listed) or "[]") == listed


def test_null_has_a_word():
    option = Option("positions", "Positions", "lists", (), empty=True, nothing="order of entry")
    assert value_of(option, "order of entry") is None
    assert written(option, None) == "order of entry"


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("throws", "Bob 5, Ann", "such as Ann 5 or .*, not 'Ann'"),
        ("table", "Ann red", "such as Ann: red, blue, not 'Ann red'"),
        ("table", "Ann: red; Ann: blue", "not 'Ann: blue'"),
    ],
)
def test_what_is_written_otherwise_is_told_how(kind, text, told):
    with pytest.raises(UserError, match=told):
        value_of(Option("key", "Label", kind, None), text)
