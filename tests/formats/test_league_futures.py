"""What is settled in a league, held against every end played out one by one."""

import random
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from tablekeeper.audit.league_open import AuditedGame, AuditedTable, losses
from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.formats.league.futures import (
    PAIRS,
    Rights,
    is_settled,
    losers_sums,
    magic_number,
    prospect,
)
from tablekeeper.formats.league.needs import Grid, sentences
from tablekeeper.formats.league.sequence import late_weights, sequence
from tablekeeper.formats.league.table import LeagueGame
from tablekeeper.formats.league.tally import SEATS, LeagueTally
from tests.formats.league_events import PLAYERS, SCHEDULE, result
from tests.formats.league_events import league as event

MEETINGS = [(), ((0, 1),), ((0, 1), (0, 2), (1, 2))]


def futures(document):
    form, read = read_event(document)
    return form.futures(read)


def sentences_of(document):
    return {need.player: need.sentence for need in futures(document).needs}


# By name


def test_the_order_is_settled_and_the_head_start_is_not():
    # AB 4-1, CA 1-4, BC 2-4, AC 2-4, BA 3-4, CB open
    later = [result("AC", "2-4"), result("BA", "3-4")]
    document = event("4-1 1-4 2-4", more=later)
    assert futures(document).determined == ((1, "A"), (2, "C"), (3, "B"))
    assert standings(document).cancelled == ({"game": 6, "players": ["C", "B"], "proposed": True},)
    for playoffs in ("top2", "all"):
        document.value["options"] = {"playoffs": playoffs, "final_to": 3, "head_start": True}
        assert futures(document).determined == ((1, "A"), (2, "C"), (3, "B"))
        assert standings(document).cancelled == ()
    # a single final has no head start
    document.value["options"] = {"playoffs": "top2", "final_to": 1, "head_start": True}
    assert standings(document).cancelled


def test_what_each_needs_in_the_last_game():
    # A 3-1, B 1-2, C 1-2 before C v B
    assert sentences_of(event("4-1 0-4 4-2 3-4 2-4")) == {
        "A": "A is first, whatever happens.",
        "B": "B is second if B beats C; third otherwise.",
        "C": "C is second if C beats B; third otherwise.",
    }


def test_margins_are_told_where_they_matter():
    # A 2-2, B 2-1, C 1-2: if C wins all three are level, and the margin decides
    said = sentences_of(event("4-2 2-4 4-3 4-2 2-4"))
    assert said == {
        "A": "A is second if C beats B by 2 pawns or more, or if B beats C; third otherwise.",
        "B": "B is first if B beats C; first or second by quickness of victory or dice if"
        " C beats B by 1 pawn; third otherwise.",
        "C": "C is first if C beats B by 2 pawns or more; first or second by quickness of victory or dice if"
        " C beats B by 1 pawn; third otherwise.",
    }


def test_a_tie_that_only_dice_would_settle_is_open():
    # B and C are level in everything whoever wins by how many: their own games are done
    document = event("4-2 2-4 4-2 2-4 4-2 2-4", drr=2)
    seen = futures(document)
    assert seen.determined == ()
    level = event("4-2 2-4 2-4 4-2 2-4 2-4")
    assert futures(level).determined == ()
    assert futures(level).contenders == ("A", "B", "C")


def test_the_magic_number_counts_wins_that_are_enough_whatever_happens():
    numbers = {need.player: need.magic for need in futures(event("4-0 0-4 4-2")).needs}
    assert numbers == {"A": 2, "B": None, "C": None}
    assert [need.magic for need in futures(event("", drr=1)).needs] == [4, 4, 4]


def test_a_long_league_is_answered_exactly():
    seen = futures(event("4-0 0-4 4-2 " * 2, drr=99))
    assert seen.exact
    assert seen.contenders == ("A", "B", "C")


def test_the_playoffs_have_futures_of_their_own():
    scores = "4-0 0-4 4-2 0-4 4-0 2-4"
    options = {"playoffs": "all", "qualifying_to": 2, "final_to": 3, "head_start": True}
    seen = futures(event(scores, **options))
    assert [(need.player, need.best, need.worst, need.magic) for need in seen.needs] == [
        ("A", 1, 2, 3), ("B", 1, 3, 4), ("C", 1, 3, 5)
    ]


# By enumeration


def audited(games):
    """Return games as the audit counts them."""
    seat = PLAYERS.index
    return [
        AuditedGame(seat(one.winner), seat(one.loser), one.pawns[1], one.colours[1], Fraction(one.minutes))
        for one in games
    ]


def every_end(table, games, seats):
    """Return (results of the open games, orders then possible) for every end; times are any whole minutes."""
    results = [
        [AuditedGame(*way, pawns, colours, -1) for way in (pair, pair[::-1])
         for pawns, colours, _ in losses(table.large)]
        for pair in seats
    ]  # fmt: skip
    return [
        (later, {order for order, _ in table.ends([*games, *later], [])}) for later in product(*results)
    ]


#: minutes of a game; a fraction counts where step 8 floors the sum
TIMES = (1, 1, 2, 3, Decimal("1.5"))


def random_half(chance, extra_large, drr, left):
    """Return games of a league with `left` games of the last bottom half open; scores are close."""
    games = []
    narrow = chance.random() < 0.6
    possible = [loss[:2] for loss in losses(extra_large)]
    some = chance.sample(possible, 2)
    half = list(SCHEDULE[3:])
    chance.shuffle(half)
    for pair in [*SCHEDULE * (drr - 1), *SCHEDULE[:3], *half][: 6 * drr - left]:
        winner, loser = chance.sample(pair, 2)
        pawns, colours = chance.choice(some if narrow else possible)
        full = (8, 2) if extra_large else (4, 0)
        games.append(
            LeagueGame(winner, loser, (full[0], pawns), (full[1], colours), chance.choice(TIMES))
        )
    return games, half[3 - left :] if left else []


def hold(extra_large, drr, left, seed):
    """Hold futures, settledness, magic numbers and the sequence against every end; return how many ends."""
    return sum(hold_reading(extra_large, drr, left, seed, single) for single in (False, True))


def hold_reading(extra_large, drr, left, seed, single):
    """Hold them by one reading of a tie of three different figures: `single` is "restart"."""
    chance = random.Random(seed)
    games, pairs = random_half(chance, extra_large, drr, left)
    tally = LeagueTally.of(PLAYERS, games, extra_large, (), single)
    seats = [tuple(PLAYERS.index(player) for player in pair) for pair in pairs]
    games = audited(games)
    ends = every_end(AuditedTable(extra_large, (), None, single), games, seats)
    open_games = [sum(set(pair) == set(seat) for seat in seats) for pair in PAIRS]
    possible = set().union(*(orders for _, orders in ends))
    seen = prospect(tally, open_games)
    assert seen.exact
    assert set(seen.orders) == possible, seed
    for meetings in MEETINGS:
        settled = AuditedTable(extra_large, meetings, None, single).is_settled(games, seats)
        assert is_settled(tally, open_games, Rights(meetings)) == settled, seed
    for seat, player in enumerate(PLAYERS):
        expected = None
        for wins in range(left, -1, -1):
            alike = [orders for later, orders in ends if sum(r.winner == seat for r in later) >= wins]
            own = sum(player in pair for pair in pairs)
            if wins <= own and all(order[0] == seat for orders in alike for order in orders):
                expected = wins
            elif wins <= own:
                break
        assert magic_number(tally, open_games, seat) == expected, (seed, player)
    if 1 <= left <= 2:
        check_grid(tally, seats, ends)
    return len(ends)


def check_grid(tally, seats, ends):
    """Hold the places of every result, and the cases that describe them, against the ends."""
    grid = Grid(tally, seats)
    places = grid.places()
    assert len(places) == len(ends)
    won = 8 if tally.full else 4
    by_result = {
        tuple((r.winner, r.loser, won - r.pawns, r.colours) for r in later): orders
        for later, orders in ends
    }
    for cell, possible in zip(grid.cells, places, strict=True):
        orders = by_result[cell]
        assert possible == tuple(
            frozenset(order.index(seat) for order in orders) for seat in SEATS
        )
    wanted = sum(1 << number for number, possible in enumerate(places) if possible[0] == frozenset({0}))
    covered = {
        number
        for case in grid.cover(wanted)
        for number, cell in enumerate(grid.cells)
        if all(part is None or part.holds(one) for part, one in zip(case, cell, strict=True))
    }
    assert covered == {number for number in range(len(places)) if wanted >> number & 1}
    for seat in SEATS:
        # so the last part of a sentence, "otherwise", is a certain place
        assert any(len(possible[seat]) == 1 for possible in places)
    for sentence in sentences(PLAYERS, tally, seats):
        assert re.match(r"[ABC] is .*\.$", sentence)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_200_random_leagues_have_the_futures_of_every_end(left):
    for seed in range(50):
        hold(False, 1 + seed % 2, left, seed)
        if left < 2 or seed % 10 == 0:
            hold(True, 1 + seed % 2, left, seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_bottom_half_has_the_futures_of_every_end(seed):
    hold(False, 1 + seed % 2, 3, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("extra_large", "left", "count"), [
    (False, 1, 2000), (False, 2, 2000), (False, 3, 60), (True, 1, 1500), (True, 2, 440),
])
def test_5000_random_leagues_have_the_futures_of_every_end(extra_large, left, count, record_property):
    ends = sum(hold(extra_large, 1 + seed % 3, left, 10_000 + seed) for seed in range(count))
    record_property("figure", f"{count} leagues, {ends} ends played out")


def hold_sequence(extra_large, drr, left, seed):
    """Hold the order of a bottom half against expectations computed end by end."""
    chance = random.Random(seed)
    games, pairs = random_half(chance, extra_large, drr, left)
    single = bool(seed % 2)
    tally = LeagueTally.of(PLAYERS, games, extra_large, (), single)
    seats = [tuple(PLAYERS.index(player) for player in pair) for pair in pairs]
    meetings = MEETINGS[seed % 3]
    table = AuditedTable(extra_large, meetings, None, single)
    expected = table.averages(audited(games), seats)
    # the first of the best in schedule order
    found = sequence(tally, seats, Rights(meetings))
    assert list(found) == table.order(audited(games), seats), (seed, expected)
    return len(set(expected.values())) > 1


def test_the_bottom_half_is_played_so_that_all_is_settled_as_late_as_possible():
    mattered = [hold_sequence(False, 1 + seed % 2, 2, seed) for seed in range(40)]
    mattered.append(hold_sequence(True, 1, 2, 5))
    # the order matters now and then
    assert any(mattered)
    assert not all(mattered)


@pytest.mark.soak
def test_whole_bottom_halves_are_played_as_late_as_possible(record_property):
    mattered = [hold_sequence(False, 1 + seed % 2, 3, seed) for seed in range(12)]
    record_property("figure", f"{len(mattered)} bottom halves, the order mattered in {sum(mattered)}")


def test_every_weight_is_a_share_of_the_same_whole():
    tally = LeagueTally.of(PLAYERS, [], True)
    weights = late_weights(tally, [(0, 1), (0, 2)], Rights())
    assert set(weights) == {(0,), (1,)}
    assert all(0 <= weight <= 32 * 32 for weight in weights.values())


def test_a_table_with_a_cancelled_game_is_the_settled_one():
    """Whatever is cancelled once all is settled: records alone then give the settled order."""
    settled = 0
    for seed, left, extra_large in product(range(150), (1, 2, 3), (False, True)):
        chance = random.Random(seed)
        games, pairs = random_half(chance, extra_large, 1 + seed % 3, left)
        tally = LeagueTally.of(PLAYERS, games, extra_large)
        seats = [tuple(PLAYERS.index(player) for player in pair) for pair in pairs]
        open_games = [sum(set(pair) == set(seat) for seat in seats) for pair in PAIRS]
        if is_settled(tally, open_games, Rights()):
            settled += 1
            records = tally.records()
            assert len(set(records)) == 3
            order = tuple(sorted(SEATS, key=lambda seat: -records[seat]))
            assert prospect(tally, open_games).orders == {order}
    assert settled > 50


def test_every_league_key_has_futures():
    for key in ("league-2t", "league-2t-xl"):
        assert FORMATS[key].futures(FORMATS[key].read(event("") if key == "league-2t" else xl()))


def xl():
    document = event("")
    document.value["format"] = "league-2t-xl"
    return document


@pytest.mark.parametrize("full", [0, 2])
def test_every_sum_of_the_losers_is_known(full):
    sums = {(0, 0)}
    for games in range(5):
        assert set(losers_sums(games, full)) == sums
        assert len(losers_sums(games, full)) == len(sums)
        sums = {(p + q, c + d) for p, c in sums for q, d, _ in losses(bool(full))}
