"""The words of numbers and names, by the examples that their docstrings show."""

import doctest

from tablekeeper import text


def test_the_examples_hold():
    found = doctest.testmod(text)
    assert found.attempted >= 5
    assert found.failed == 0


def test_a_short_name_with_one_wrong_letter_is_suggested():
    for typed in ("Cdi", "Ci", "Cidd", "Cud", "xid", "cIx"):
        assert text.meant(typed, ["Ann", "Cid", "Bob"]) == '; perhaps "Cid" is meant', typed
    # two letters are wrong, or two names are as near
    for typed in ("Cxy", "Zoe", "C", "A"):
        assert text.meant(typed, ["Ann", "Cid", "Bob"]) == "", typed
    assert text.meant("P13", ["P11", "P12"]) == ""
    assert text.meant("Bo", ["Jo"]) == ""


def test_no_name_is_an_empty_list():
    assert text.listing([]) == ""
