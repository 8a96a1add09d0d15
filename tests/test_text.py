"""The words of numbers and names, by the examples that their docstrings show."""

import doctest

from tablekeeper import text


def test_the_examples_hold():
    found = doctest.testmod(text)
    assert found.attempted >= 5
    assert found.failed == 0


def test_no_name_is_an_empty_list():
    assert text.listing([]) == ""
