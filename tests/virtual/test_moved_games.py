"""Games other than backgammon go on at another board of real firmware, as they stood at the broken one."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tableprograms.plain import sheet as plain
from tableprograms.race import sheet as race
from tableprograms.tara import sheet as tara
from tests.virtual.sitting import SECOND, row, settle, sheet, until, virtual_hall

hall = virtual_hall("Table 1", "Table 2")


def set_up(hall, program, names, **options):
    """Set the first table up; return the match, when the board has it."""
    one = hall.tables[0]
    match = hall.director.matches.set_up(one.uid, program, options, names)
    until(hall, lambda: sheet(one).match_id == match and not row(hall, one).problems)
    hall.run_for(2 * SECOND)
    return match


def keys(hall, table, *pressed, gap=SECOND):
    for key in pressed:
        table.board.press(key)
        hall.run_for(gap)


def moved(hall, match):
    """Switch the first board off, and continue at the second; return what was shown before, and its sheet."""
    one, two = hall.tables
    settle(hall, one)
    one.board.power_off()
    until(hall, lambda: not row(hall, one).online)
    hall.run_for(40 * SECOND)
    shown = hall.director.replacement.carried(one.uid)
    assert hall.director.replacement.replace(one.uid, two.uid) == shown
    # the host dies before the board has heard of it
    hall.kill_host()
    hall.start_host()
    until(hall, lambda: sheet(two).match_id == match and not row(hall, two).problems)
    hall.run_for(3 * SECOND)
    return shown, sheet(two)


def test_a_race_in_its_second_game_with_pawns_and_clocks(hall):
    one, two = hall.tables
    match = set_up(hall, "race", ("Ann", "Bob"), rules="2T", control="10m")
    # Ann completes red; both confirm; in the second game red has 2, yellow 1
    keys(hall, one, 0, "1", "1", "1", "1", 0, 1, 0)
    before = sheet(one)
    assert (before.games, before.phase) == (1, race.PLAY)
    keys(hall, one, "1", "1", "3", 0, gap=20 * SECOND)
    told = hall.director.overview.table(one.uid).table.match
    shown, there = moved(hall, match)
    facts = dict(shown.facts)
    assert (facts["Game"], facts[told.counted]) == (told.title, told.standing)
    assert "red 2" in facts["Ann"]
    assert (there.games, there.game, there.phase, there.turn) == (1, 2, race.PLAY, before.turn)
    assert (there.home, there.owner, there.wins, there.order) == (
        before.home, before.owner, before.wins, before.order
    )
    left = [there.clock.remaining(seat, 0) for seat in (0, 1)]
    assert all(400_000 < ms <= 600_000 for ms in left)
    assert (there.clock.running, there.pause) == (False, records.DIRECTOR)
    assert there.game_time(0) >= 60_000
    keys(hall, two, "#", "1", "1", 0, 1)
    settle(hall, two)
    detail = hall.director.overview.match(match)
    assert [(game.number, game.winner) for game in detail.games] == [(1, 0), (2, 0)]
    assert [game.board for game in detail.games] == [one.uid, two.uid]
    assert (detail.strays, detail.problems) == (0, ())
    # the old board's record stays; it is free when it is back
    one.board.power_on()
    until(hall, lambda: row(hall, one).online)
    assert any(game.board == one.uid for game in hall.director.overview.match(match).games)


def test_a_match_of_tara_in_battle(hall):
    one, two = hall.tables
    match = set_up(hall, "tara", ("Red", "Blue"), control="20m b10")
    keys(hall, one, "#", 0, gap=3 * SECOND)
    assert sheet(one).phase == tara.PLAY
    keys(hall, one, 0, 1, 0, gap=5 * SECOND)
    before = sheet(one)
    shown, there = moved(hall, match)
    assert dict(shown.facts)["On turn"] in ("Red", "Blue")
    assert (there.phase, there.turn, there.first, there.games) == (
        tara.PLAY, before.turn, before.first, before.games
    )
    assert [there.clock.method[seat] for seat in (0, 1)] == [before.clock.method[seat] for seat in (0, 1)]
    keys(hall, two, "#", there.turn, gap=3 * SECOND)
    assert sheet(two).turn != before.turn
    assert hall.director.overview.match(match).problems == ()


def test_a_plain_clock_with_periods(hall):
    one, two = hall.tables
    match = set_up(hall, "plain", ("Ann", "Bob"), control="1m y3x20s")
    keys(hall, one, "#", 1)
    assert (sheet(one).phase, sheet(one).turn) == (plain.PLAY, 0)
    # Ann uses her minute and a period
    hall.run_for(85 * SECOND)
    keys(hall, one, 0)
    shown, there = moved(hall, match)
    assert shown.again == "Press #, then the button of Ann: the clock of Bob goes on."
    assert [there.clock.periods_left(seat, 0) for seat in (0, 1)] == [2, 3]
    assert there.clock.remaining(0, 0) == 20_000
    assert 0 < there.clock.remaining(1, 0) <= 60_000
    keys(hall, two, "#", 0)
    assert (sheet(two).phase, sheet(two).turn) == (plain.PLAY, 1)


def test_what_cannot_move_says_so(hall):
    one, two = hall.tables
    set_up(hall, "dicelog", ("",))
    with pytest.raises(UserError, match="A match of Dice log cannot move: close it"):
        hall.director.replacement.replace(one.uid, two.uid)
    with pytest.raises(UserError, match="No match is at Table 2"):
        hall.director.replacement.carried(two.uid)


def test_a_forfeit_is_taken_back_at_the_same_board(hall):
    one = hall.tables[0]
    match = hall.director.matches.create(one.uid, ("Ann", "Bob"), 5, "10m b10")
    until(hall, lambda: sheet(one).match_id == match and not row(hall, one).problems)
    keys(hall, one, "#", "3", "1", 1, "6", "2", 0, gap=3 * SECOND)
    settle(hall, one)
    before = sheet(one)
    assert before.in_game()
    turn = before.turn
    hall.director.match_orders.forfeit(match, 1)
    until(hall, lambda: sheet(one).phase == before.OVER)
    settle(hall, one)
    lost = next(found for found in hall.director.journals.lines() if found.action == "forfeit")
    hall.director.journals.undo(lost, "it was another table")
    until(hall, lambda: sheet(one).in_game())
    settle(hall, one)
    assert (sheet(one).score, sheet(one).turn, sheet(one).clock.running) == ([0, 0], turn, False)
    left = [sheet(one).clock.remaining(seat, 0) for seat in (0, 1)]
    assert all(560_000 < ms <= 600_000 for ms in left)
    keys(hall, one, "#", "4", "4", turn, gap=3 * SECOND)
    settle(hall, one)
    assert sheet(one).turn == 1 - turn
    detail = hall.director.overview.match(match)
    assert (detail.match.details.champion, detail.problems) == (None, ())
