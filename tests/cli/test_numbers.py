"""Whole numbers of a command line are refused in a sentence; what was written is told back, shortened."""

import pytest


@pytest.mark.parametrize(("words", "sentence"), [
    (["penalty", "points", "P02", "P06", "99"], "POINTS: a whole number from 1 to 99, not 'P02'."),
    (["penalty", "points", "0", "Ann"], "POINTS: a whole number from 1 to 99, not '0'."),
    (["event", "rule", "Cup", "abc", "why"], "ACTION: a whole number from 1, not 'abc'."),
    (["event", "undo", "Cup", "1_0"], "ACTION: a whole number from 1, not '1_0'."),
    (["event", "draw", "Cup", "--seed", "-1"], "--seed: a whole number from 0, not '-1'."),
    (["dice", "report", "--suspect", "\u0663"], "--suspect: a whole number from 1 to 6, not '\u0663'."),
    (["event", "undo", "Cup", "9" * 6000], f"ACTION: a whole number from 1, not '{'9' * 37}...'."),
])  # fmt: skip
def test_a_number_that_does_not_fit_is_refused_in_words(command, words, sentence):
    result = command(*words)
    assert (result.exit_code, result.stderr) == (2, f"Error: {sentence}\n")


def test_a_word_of_thousands_of_letters_is_not_told_back_in_full(command):
    command("event", "new", "championship", "Cup", "--first-to", "2")
    refused = command("event", "history", "9" * 6000)
    assert refused.exit_code == 2
    assert len(refused.stderr) < 200
