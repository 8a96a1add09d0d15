"""Disputes: whose score counts, and who has the presumption against him."""

from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.regulation.dispute import disputed_score, disturbed

BOTH = ("Ann", "Bob")
SCORES = st.tuples(st.integers(0, 12), st.integers(0, 12))


def test_the_scoreboard_prevails_over_the_sheets():
    finding = disputed_score(BOTH, board=(4, 2), sheets=((5, 2), (5, 3)))
    assert finding.sentence == "the scoreboard prevails: Ann 4, Bob 2"
    assert finding.paragraphs == ("scoreboard",)


def test_the_sheet_of_the_trailing_player_is_valid():
    finding = disputed_score(BOTH, sheets=((5, 3), (5, 4)))
    assert finding.sentence == "Bob is trailing, so that sheet is valid: Ann 5, Bob 4"
    assert finding.paragraphs == ("score-sheets",)
    # by one sheet they are level: the other one tells who is trailing
    assert (
        "Ann is trailing, so that sheet is valid: Ann 4, Bob 4"
        in disputed_score(BOTH, sheets=((4, 4), (4, 5))).sentence
    )


def test_sheets_that_name_different_leaders_leave_it_to_the_director():
    assert disputed_score(BOTH, sheets=((5, 4), (4, 5))).open
    assert disputed_score(BOTH, sheets=((4, 4), (3, 3))).open


def test_who_kept_no_score_has_the_presumption_against_him():
    finding = disputed_score(BOTH, sheets=((5, 3), None))
    assert finding.sentence == "only Ann kept a score, which is presumed right: Ann 5, Bob 3"
    assert finding.paragraphs[0] == "no-score"
    assert "only Bob" in disputed_score(BOTH, sheets=(None, (5, 3))).sentence
    assert disputed_score(BOTH).open


def slow(first, second):
    """Tell whose sheet counts by asking for each player whether either sheet says he is ahead."""
    ahead = {player for sheet in (first, second) for player in (0, 1) if sheet[player] > sheet[1 - player]}
    if len(ahead) != 1:
        return None
    [leader] = ahead
    return (first, second)[1 - leader]


@given(SCORES, SCORES)
def test_two_sheets_agree_with_a_slow_reading(first, second):
    finding = disputed_score(BOTH, sheets=(first, second))
    if first == second:
        assert finding.sentence.startswith("both sheets say the same")
        return
    counts = slow(first, second)
    assert finding.open == (counts is None)
    if counts is not None:
        assert finding.sentence.endswith(f"Ann {counts[0]}, Bob {counts[1]}")


def test_who_changes_what_is_in_dispute_has_the_presumption_against_him():
    finding = disturbed(BOTH, "Ann", "dice", cocked=True)
    assert finding.sentence == "Ann changed the dice: what Bob says is presumed to be right"
    assert finding.paragraphs == ("cocked", "dispute")
    assert "what Ann says" in disturbed(BOTH, "Bob", "cube").sentence
    assert disturbed(BOTH, "", "checkers").open
