"""The sheet of TARA against an oracle that knows no state: it reads a game's calls again each time.

What the oracle says comes from docs/rules/tara.md ("Match", "Manoeuvres", "Doubles", "Scoring"), in other
words than the sheet's: whose turn it is by counting the turns that have ended, who is in Battle by looking
who has been on turn since it was called, the end by looking at the turns behind the first OUT.
"""

import random

import pytest

from tablecore import clock, records, sheets
from tablecore.clock import LONGEST
from tableprograms.tara import sheet as tara
from tableprograms.tara.sheet import TaraSheet
from tests.tablecore.board_log import but_the_stamp
from tests.tableprograms.tara.log import Log, vars_of

ENDS = ("press", "out")


# --- scoring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        # the examples of the rules
        ((10, 20), (12, 25), (4, 0)),
        ((7, 23), (7, 22), (3, 0)),
        # a draw needs an odd number of vacant hills
        ((5, 20), (5, 20), (1, 1)),
        ((2, 20), (1, 20), (0, 3)),
        # fewest kingdoms win, whatever the territory
        ((4, 5), (5, 40), (3, 0)),
        ((1, 1), (22, 44), (23, 0)),
    ],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_points_of_a_game(seats, first, second, points):
    log = Log().set_up(seats).counted(first, second)
    assert tuple(log.sheet.score) == points
    assert log.sheet.mismatch == 0


def points_in_words(first, second):
    """The formula once more, as the rules tell it."""
    (kingdoms, hills), (others, theirs) = first, second
    if kingdoms < others:
        return 2 + others - kingdoms, 0
    if others < kingdoms:
        return 0, 2 + kingdoms - others
    if hills > theirs:
        return 2 + hills - theirs, 0
    if theirs > hills:
        return 0, 2 + theirs - hills
    return 1, 1


def test_points_of_every_count():
    """All counts of two sides: exactly those that can lie on a board are taken, with the right points."""
    log = Log().set_up().game(0).battle()
    log.add(records.COUNT)
    counting = log.sheet.pack()
    sheet = TaraSheet()
    taken = 0
    for kingdoms in range(0, 48, 3):
        for hills in range(0, 48, 3):
            sheet.unpack(counting)
            first = sheet.apply(0, records.TALLY, 0, kingdoms, hills, 0, 0, 0)
            assert first == (1 <= kingdoms <= hills <= 45)
            if not first:
                continue
            half = sheet.pack()
            for others in range(47):
                for theirs in range(47):
                    sheet.unpack(half)
                    fits = 1 <= others <= theirs <= 45 - hills
                    assert sheet.apply(0, records.TALLY, 1, others, theirs, 0, 0, 0) == fits
                    if fits:
                        taken += 1
                        points = points_in_words((kingdoms, hills), (others, theirs))
                        worth = sheet.points(sheet.kind)
                        winner = (0, 1) if sheet.winner == tara.NOBODY else (sheet.winner,)
                        assert tuple(worth if side in winner else 0 for side in (0, 1)) == points
    assert taken > 10_000


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_has_as_many_games_as_seats_and_each_seat_starts_one(seats):
    log = Log().set_up(seats)
    assert log.sheet.starter() == tara.NOBODY
    assert all(log.sheet.may_start(seat) for seat in range(seats))
    started = []
    for number in range(seats):
        assert (log.sheet.phase, log.sheet.games) == (tara.READY, number)
        log.game(seats - 1 if not number else log.sheet.starter())
        started.append(log.sheet.turn)
        log.battle()
        log.add(records.COUNT)
        log.tally((3, 10), (4, 10))
        assert log.agree()
    assert started == [(seats - 1 + number) % seats for number in range(seats)]
    sheet = log.sheet
    assert (sheet.phase, sheet.champion, sheet.score) == (tara.OVER, 0, [3 * seats, 0])
    assert sheet.odd == sheet.mismatch == 0


def test_a_drawn_match_stays_drawn():
    log = Log().set_up().counted((3, 10), (4, 10)).counted((4, 10), (3, 10))
    assert (log.sheet.phase, log.sheet.champion, log.sheet.score) == (tara.OVER, tara.NOBODY, [3, 3])


def test_only_the_next_seat_may_start_another_game():
    log = Log().set_up(4).counted((3, 10), (4, 10))
    assert log.sheet.starter() == 1
    assert log.add(records.GAME, 2, 0, 0, 2)
    for seat in (0, 2, 3, 4, 255):
        assert not log.add(records.START, seat)
    assert log.add(records.START, 1)


# --- turns and announcements against the oracle ------------------------------------------------


class Oracle:
    """A game of `seats` seats, told as a list of (seat, what): battle, press, out."""

    def __init__(self, seats, starter):
        self.seats, self.starter, self.calls = seats, starter, []

    def turn_at(self, place):
        """Whose turn it is before the call at `place`."""
        return (self.starter + sum(what in ENDS for _, what in self.calls[:place])) % self.seats

    def turn(self):
        return None if self.is_over() else self.turn_at(len(self.calls))

    def in_battle(self):
        """Who has been on turn since BATTLE was called."""
        called = [place for place, (_, what) in enumerate(self.calls) if what == "battle"]
        if not called:
            return set()
        places = range(called[0], len(self.calls) + (0 if self.is_over() else 1))
        return {self.turn_at(place) for place in places}

    def ended(self):
        """The ends of turns, True for an OUT."""
        return [what == "out" for _, what in self.calls if what in ENDS]

    def is_over(self):
        ended = self.ended()
        if self.seats == 2:
            return ended[-2:] == [True, True]
        return any(ended) and len(ended) - ended.index(True) - 1 == 3

    def last_turns(self):
        """How many turns are left behind an OUT, 0 when none has been called or it was answered by a move."""
        ended = self.ended()
        if self.is_over() or not any(ended):
            return 0
        if self.seats == 2:
            return 1 if ended[-1] else 0
        return 3 - (len(ended) - ended.index(True) - 1)

    def may(self, seat, what):
        if self.is_over() or seat != self.turn():
            return False
        if what == "battle":
            return not self.in_battle()
        return what == "press" or seat in self.in_battle()


KIND = {"battle": records.BATTLE, "press": records.PRESS, "out": records.OUT}


def agrees(sheet, oracle):
    """Hold the sheet against the oracle."""
    over = oracle.is_over()
    assert (sheet.phase == tara.COUNT) == over
    assert sheet.turn == (tara.NOBODY if over else oracle.turn())
    assert {seat for seat in range(sheet.seats) if sheet.in_battle(seat)} == oracle.in_battle()
    assert sheet.last == oracle.last_turns()
    if sheet.last:
        outs = [seat for seat, what in oracle.calls if what == "out"]
        assert sheet.caller() == (outs[0] if sheet.seats == 4 else outs[-1])
    else:
        assert sheet.caller() == tara.NOBODY
    assert sheet.clock.turn == sheet.turn
    assert sheet.clock.running == (not over)


@pytest.mark.parametrize("seats", [2, 4])
def test_turns_battle_and_out_are_what_the_oracle_says(seats):
    chance = random.Random(seats)
    lengths, ends = [], set()
    for _ in range(150):
        starter = chance.randrange(seats)
        log = Log().set_up(seats).game(starter)
        oracle = Oracle(seats, starter)
        agrees(log.sheet, oracle)
        while not oracle.is_over() and len(oracle.calls) < 60:
            what = chance.choice(("press", "press", "press", "press", "out", "battle"))
            seat = oracle.turn() if chance.random() < 0.7 else chance.randrange(6)
            after = tara.NOBODY if what == "battle" else log.sheet.after(what == "out")
            if chance.random() < 0.1:
                after = chance.choice((0, 1, 2, 3, 255))
            legal = oracle.may(seat, what)
            if legal and what in ENDS:
                oracle.calls.append((seat, what))
                right = tara.NOBODY if oracle.is_over() else oracle.turn()
                oracle.calls.pop()
                legal = after == right
            before = but_the_stamp(log.sheet)
            assert log.add(KIND[what], seat, after) == legal
            if legal:
                oracle.calls.append((seat, what))
            else:
                assert but_the_stamp(log.sheet) == before
            agrees(log.sheet, oracle)
            unpacked = TaraSheet()
            packed = log.sheet.pack()
            assert unpacked.unpack(b"xx" + packed, 2) == len(packed) + 2
            assert unpacked.pack() == packed
            assert vars_of(unpacked) == vars_of(log.sheet)
        lengths.append(len(oracle.calls))
        ends.add(oracle.is_over())
    assert True in ends
    assert max(lengths) > 15


def test_clocks_go_round_with_the_turns():
    log = Log().set_up(4, method=clock.SUDDEN, reserve=60_000).game(2)
    for wait in (3000, 5000, 7000, 11_000, 13_000):
        sheet = log.sheet
        assert log.add(records.PRESS, sheet.turn, sheet.after(False), wait=wait)
    left = [log.sheet.clock.remaining(seat, log.now) for seat in range(4)]
    assert left == [53_000, 49_000, 60_000 - 3000 - 13_000, 55_000]


def test_nothing_is_called_while_the_clock_stands_or_after_a_flag():
    log = Log().set_up(2, method=clock.SUDDEN, reserve=60_000).game(0).turns(1).battle()
    assert log.add(records.PAUSE, records.BREAK)
    for kind in (records.PRESS, records.OUT, records.BATTLE):
        assert not log.add(kind, 1, 0)
    # but the board may be counted: nobody wants to move any more
    assert log.add(records.RESUME, 1)
    assert not log.add(records.PRESS, 1, 0, wait=60_000)
    assert log.sheet.clock.flagged == 1
    for kind in (records.PRESS, records.OUT, records.BATTLE, records.COUNT):
        assert not log.add(kind, 1, 0)
    assert log.add(records.RESULT, 0, records.WHOLE_MATCH, records.ON_TIME, records.NONE)
    assert log.agree()
    assert (log.sheet.phase, log.sheet.champion, log.sheet.score) == (tara.OVER, 0, [0, 0])


def test_numbers_count_without_the_turns_before_them():
    """Their records may be lost when a memory is full; a flag they do not overlook."""
    for turns in (0, 3):
        log = Log().set_up(4, method=clock.SUDDEN, reserve=60_000)
        assert not log.add(records.TALLY, 0, 3, 10)
        log.game(2).turns(turns)
        log.tally((3, 10), (4, 10))
        assert not log.sheet.clock.running
        assert log.agree()
        assert (log.sheet.score, log.sheet.starter(), log.sheet.odd) == ([3, 0], 3, 1)
    log = Log().set_up(2, method=clock.SUDDEN, reserve=60_000).game(0)
    assert not log.add(records.TALLY, 0, 3, 10, wait=60_000)
    assert not log.add(records.TALLY, 0, 3, 10)
    assert log.sheet.phase == tara.PLAY


@pytest.mark.parametrize(("what", "battle"), [("battle", False), ("count", True), ("out", True)])
def test_an_announcement_at_the_flag_comes_too_late(what, battle):
    """The last OUT, too, which would end the game."""
    log = Log().set_up(2, method=clock.SUDDEN, reserve=9000).game(0).turns(1)
    if battle:
        log.battle()
    if what == "out":
        log.out()
        after = log.sheet.after(True)
        assert not log.add(records.OUT, log.sheet.turn, after, wait=9000)
    else:
        assert not log.add(getattr(records, what.upper()), log.sheet.turn, wait=9000)
    assert log.sheet.clock.flagged == log.sheet.turn
    assert log.sheet.phase == tara.PLAY


def test_a_count_while_the_clock_stands_ends_the_pause():
    log = Log().set_up().game(0).battle()
    assert not Log().set_up().game(0).add(records.COUNT)
    assert log.add(records.PAUSE, records.BREAK)
    assert log.add(records.COUNT)
    assert (log.sheet.phase, log.sheet.turn, log.sheet.pause) == (tara.COUNT, tara.NOBODY, tara.NOBODY)


# --- agreeing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "pairs"), [(2, [(0,), (1,)]), (4, [(0, 2), (1, 3)])])
def test_a_side_agrees_with_one_button(seats, pairs):
    for first in pairs[0]:
        for second in pairs[1]:
            log = Log().set_up(seats).game(0).battle()
            log.add(records.COUNT)
            log.tally((3, 10), (4, 10))
            assert not log.sheet.is_agreed()
            assert log.add(records.CONFIRM, first)
            assert not log.sheet.is_agreed()
            assert log.add(records.CONFIRM, second)
            assert log.sheet.is_agreed()
    assert not log.add(records.CONFIRM, seats)


def test_who_claims_has_agreed_and_so_has_his_partner():
    log = Log().set_up(4).game(0)
    assert log.add(records.RESULT, 1, records.WHOLE_MATCH, records.CONCEDED, 2)
    assert log.sheet.confirmed == 0b0101
    assert log.add(records.REJECT, 1)
    assert (log.sheet.phase, log.sheet.pause, log.sheet.turn) == (tara.PLAY, records.CONTESTED, 0)
    assert log.add(records.RESUME, 0)
    assert log.add(records.PRESS, 0, 1)


def test_numbers_that_are_denied_are_counted_anew_and_no_clock_waits():
    log = Log().set_up().game(0).battle()
    log.add(records.COUNT)
    log.tally((3, 10), (4, 10))
    assert log.add(records.REJECT, 1)
    sheet = log.sheet
    assert (sheet.phase, sheet.pause, sheet.kingdoms, sheet.hills) == (tara.COUNT, 255, [0, 0], [0, 0])
    log.tally((4, 10), (3, 10))
    assert log.agree()
    assert log.sheet.score == [0, 3]


def test_a_match_conceded_at_the_count_and_denied_keeps_what_was_counted():
    log = Log().set_up().game(0).battle()
    log.add(records.COUNT)
    assert log.add(records.TALLY, 0, 3, 10)
    assert log.add(records.RESULT, 0, records.WHOLE_MATCH, records.CONCEDED, 1)
    assert log.add(records.REJECT, 0)
    assert (log.sheet.phase, log.sheet.counted()) == (tara.COUNT, 1)
    assert log.add(records.TALLY, 1, 4, 10)


@pytest.mark.parametrize(
    ("winner", "kind", "points", "right"),
    [(0, 1, 3, True), (1, 1, 3, False), (255, 1, 1, False), (0, 4, 0, False), (0, 1, 4, True)],
)
def test_an_end_says_what_was_agreed(winner, kind, points, right):
    log = Log().set_up().game(0).battle()
    log.add(records.COUNT)
    log.tally((3, 10), (4, 10))
    check = log.sheet.checksum()
    assert not log.add(records.END, 0, 1, 0, 3, check)
    assert log.add(records.CONFIRM, 255)
    assert log.add(records.END, winner, kind, 0, points, log.sheet.checksum()) == right
    if right:
        # points that were counted otherwise are noted, and the fold's are kept
        assert log.sheet.score == [3, 0]
        assert (log.sheet.mismatch == 0) == (points == 3)


# --- set-up ------------------------------------------------------------------------------------

TIME = (records.TIME, 255, clock.UP, 0, 0, 0)


@pytest.mark.parametrize(
    "rows",
    [
        [(records.TARA, 1, 0, 0, 5)],
        [(records.TARA, 1, 3, 0, 5)],
        [(records.TARA, 0, 2, 0, 5)],
        [(records.TARA, 1, 2, 8, 5)],
        [(records.TARA, 1, 2, 0, 5), (records.TIME, 2, clock.UP, 0, 0, 0)],
        [(records.TARA, 1, 4, 0, 5), (records.TIME, 0, clock.SUDDEN, 0, LONGEST, 1)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 2, 0)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 2, 1, 0)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x10)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x103)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 255, 1, 1)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 3)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x51)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x21)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x211)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 255, 1, 0x11)],
        [(records.TARA, 1, 2, 0, 5), (records.TARA_SCORE, 3, 0, 0, 1, 0x101)],
        [(records.TARA, 1, 2, 0, 5), (records.SCORE, 0, 0, 0, 0)],
        # three stages of four seats do not fit the board's snapshot
        [(records.TARA, 1, 4, 0, 5), (records.TIME, 255, clock.SUDDEN, 0, 60_000, 0),
         (records.STAGE, 255, clock.SUDDEN, 9, 60_000, 0), (records.STAGE, 255, clock.SUDDEN, 9, 60_000, 0)],
    ],
)  # fmt: skip
def test_a_run_out_of_range_is_refused_whole(rows):
    log = Log().set_up(4).game(1)
    before = but_the_stamp(log.sheet)
    assert not log.run(*rows)
    assert but_the_stamp(log.sheet) == before


@pytest.mark.parametrize("seats", [2, 4])
def test_every_set_up_fits_a_snapshot(seats):
    log = Log()
    assert log.run(
        (records.TARA, 1, seats, 7, 5), (records.TIME, 255, clock.SUDDEN, 0, 60_000, 0),
        (records.STAGE, 255, clock.SUDDEN, 9, 60_000, 0),
    )
    assert len(sheets.pack(log.sheet)) <= 240
    assert sheets.unpack(sheets.pack(log.sheet)).pack() == log.sheet.pack()


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_taken_over_goes_on_like_the_one_it_was(seats):
    """Between games, in Manoeuvres, in Battle and in the last turns: the same from then on."""
    chance = random.Random(seats)
    for _ in range(60):
        log = Log().set_up(seats).counted((3, 10), (4, 11)).game(1)
        for _ in range(chance.randrange(8)):
            log.turns(1)
        if chance.random() < 0.8:
            log.battle().turns(chance.randrange(6))
            if chance.random() < 0.7:
                log.out()
        sheet = log.sheet
        state = 1 + sheet.turn | sheet.battle << 4 | sheet.last << 8
        other = Log().set_up(seats, score=(*sheet.score, sheet.first, sheet.games, state))
        taken = other.sheet
        assert (taken.phase, taken.pause, taken.clock.turn) == (tara.PLAY, records.DIRECTOR, sheet.turn)
        assert not taken.clock.running
        assert other.add(records.RESUME, taken.turn)
        for _ in range(9):
            for name in ("phase", "turn", "battle", "last", "score", "games", "game", "first"):
                assert getattr(taken, name) == getattr(sheet, name), name
            if sheet.phase != tara.PLAY:
                break
            if chance.random() < 0.3 and sheet.in_battle(sheet.turn):
                log.out()
                other.out()
            else:
                log.turns(1)
                other.turns(1)


def test_a_match_taken_over_between_games():
    log = Log().set_up(4, score=(7, 3, 2, 3, 0))
    assert (log.sheet.phase, log.sheet.starter(), log.sheet.score) == (tara.READY, 1, [7, 3])
    log.counted((3, 10), (10, 11))
    assert (log.sheet.phase, log.sheet.champion, log.sheet.score) == (tara.OVER, 0, [16, 3])
