"""Rankings fed by events: proposed, confirmed, corrected with the difference, withdrawn and back."""

import json
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper import rankings
from tablekeeper.director.events.service import Events
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.ranking.journal import ENTRIES, read
from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.languages import language_of, shown
from tablekeeper.rankings.book import RatingBook, recompute
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store import open_store
from tablekeeper.store.entries import CONFIRMED, CORRECTED, PROPOSED, WITHDRAWN
from tablekeeper.strictjson import Cursor, DocumentError
from tests.director.journals import Clock, refuse
from tests.guards import sample
from tests.refusal import document_error, refusal
from tests.startedevent import started_event

#: noon of 2026-05-01, UTC
NOON = 1_777_636_800_000
DAY = 86_400_000


@pytest.fixture
def clock():
    return Clock(NOON, step=0)


@pytest.fixture
def club(register):
    return Rankings(register)


def play(events, form, options, players, results, name="Cup", finish=True):
    event = started_event(events, players, name, form, options)
    for result in results:
        events.result(event, result)
    if finish:
        events.finish(event)
    return event


def cup(events, winners, name="Cup", finish=True):
    """A championship of Ann, Bob and Cid to as many wins as the last winner has."""
    results = [{"winner": winner} for winner in winners]
    needed = winners.count(winners[-1])
    return play(events, "championship", {"first_to": needed}, ["Ann", "Bob", "Cid"], results, name, finish)


def totals(table):
    return [(row.rank, row.player, row.total) for row in table.rows]


def match_play(events, results, name="Open", length=5):
    """A round robin of matches to `length`: pairs of winner and loser."""
    told = [{"players": [one, other], "winner": one, "score": [length, 0]} for one, other in results]
    return play(events, "round-robin", {"length": length}, ["Ann", "Bob", "Cid"], told, name)


def test_a_finished_event_is_proposed_and_counts_once_it_is_confirmed(events, club, register):
    event = cup(events, ["Ann", "Bob", "Ann"], "Spring Championship")
    [view] = club.entries()
    assert (view.title, view.entry.kind, view.entry.state) == ("Spring Championship", "world", "proposed")
    assert club.table("world").rows == ()
    told = club.preview(event, Edits(level=2))
    assert told.strangers == ("Ann", "Bob", "Cid")
    assert register.book().people == {}
    assert [dict(one) for one in told.tournaments] == [
        {"name": "Spring Championship", "style": "3T", "level": 2, "date": "2026-05-01",
         "wins": {"Ann": 2, "Bob": 1, "Cid": 0}, "places": [["Ann"], ["Bob"], ["Cid"]]}
    ]  # fmt: skip
    moves = {one.ranking: [(move.before, move.after.rank) for move in one.moves] for one in told.differences}
    assert moves.pop("openskill") == [(None, None)] * 3
    assert moves == {ranking: [(None, 1), (None, 2), (None, 3)] for ranking in ("world", "medal")}
    club.confirm(event, Edits(level=2))
    assert totals(club.table("world")) == [(1, "Ann", 16), (2, "Bob", 9), (3, "Cid", 4)]
    assert totals(club.table("double-threat")) == []
    assert totals(club.table("medal")) == totals(club.table("world"))
    assert [one.name for one in register.book().listed()] == ["Ann", "Bob", "Cid"]
    assert club.entries()[0].stale is False


def test_what_counts_in_no_ranking_is_not_proposed(events, club):
    one = play(events, "swing", {"stake": 10, "cpp": [1, 2]}, ["Ann", "Bob"], [], finish=False)
    with refuse("not finished"):
        club.propose(one)
    events.finish(one, "dark outside")
    assert club.entries() == ()
    with refuse("count in no ranking"):
        club.preview(one)
    with refuse("no event 9"):
        club.preview(9)


def test_what_goes_on_cannot_be_confirmed(events, club):
    event = cup(events, ["Ann", "Bob", "Ann"], finish=False)
    with refuse("Cup is not finished: finish it first"):
        club.preview(event)
    with refuse("Cup is not finished: finish it first"):
        club.confirm(event)
    assert club.entries() == ()


def test_the_director_decides_level_name_date_and_style(events, club):
    event = cup(events, ["Ann", "Bob", "Ann"])
    edits = Edits("World Championship", 4, date(2026, 4, 30), "3T+", major=True, world_championship=True)
    club.confirm(event, edits)
    [one] = club.table("world").window
    assert (one.name, one.level, one.date, one.style) == ("World Championship", 4, date(2026, 4, 30), "3T+")
    assert (one.major, one.world_championship) == (True, True)
    # and it holds for what is computed again
    events.reopen(event, "one more look")
    events.undo(event)
    assert [dict(one) for one in club.preview(event).tournaments] == club.file("world")["tournaments"]


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        (Edits(level=5), "5 is out of range: 1 to 4"),
        (Edits(style="7T"), "is not one of 3T"),
        (Edits(winner="Cid"), "Cid is not first in Cup"),
        (Edits(cp="1.5"), "need a reason"),
        (Edits(cp="-1", cp_reason="fair"), "out of range"),
        (Edits(cp="many", cp_reason="fair"), "a number is wanted"),
    ],
)
def test_what_cannot_be_decided(events, club, register, edits, sentence):
    event = cup(events, ["Ann", "Bob", "Ann"])
    for step in (club.preview, club.confirm):
        with refuse(sentence):
            step(event, edits)
    assert club.entries()[0].entry.state == "proposed"
    assert register.book().people == {}


COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "white"], "Cid": ["yellow", "black"]}


def test_compensatory_points_are_proposed_with_their_reason(events, club, register):
    # a Grand Prix that Ann wins by points, and Bob by games
    orders = [
        ["red", "blue", "green", "yellow", "white", "black"],
        ["green", "red", "white", "blue", "yellow", "black"],
        ["green", "red", "white", "blue", "yellow", "black"],
        ["green", "red", "white", "blue", "yellow", "black"],
    ]
    results = [{"order": order} for order in orders]
    event = play(events, "grand-prix", {"games": 4, "colours": COLOURS}, list(COLOURS), results, "Prix")
    winner = events.get(event).answer.winner
    [one] = club.preview(event).tournaments
    proposed = one.get("cp")
    expected = rankings.proposal(
        rankings.read_tournament(Cursor({key: value for key, value in one.items() if key != "cp"})),
        rankings.version_at(date(2026, 5, 1)),
    )
    assert (proposed is None) == (expected is None)
    club.confirm(event, Edits(cp="2.5", cp_reason=f"{winner} came from far"))
    assert club.file("world")["tournaments"][0]["cp"] == {
        "player": winner, "points": 2.5, "reason": f"{winner} came from far",
    }  # fmt: skip
    # what is kept of it names nobody
    bodies = json.dumps([one.body["tournaments"] for one in club._store.entries.journals.actions()[1:]])
    assert not any(name in bodies for name in COLOURS)
    register.name(register.book().one(winner), "Zoë")
    register.show(register.book().one(winner), "Zoë")
    assert club.file("world")["tournaments"][0]["cp"]["reason"] == "Zoë came from far"


def test_a_correction_tells_who_moves_before_it_is_kept(events, club):
    first = cup(events, ["Ann", "Bob", "Ann"], "One")
    club.confirm(first)
    second = cup(events, ["Bob", "Ann", "Bob"], "Two")
    club.confirm(second, Edits(level=2))
    before = totals(club.table("world"))
    events.reopen(second, "the last game was Ann's")
    events.rule(second, 6, {"winner": "Ann"}, "seen on the video")
    assert club.entries()[1].stale
    with refuse("finish it first"):
        club.preview(second)
    events.finish(second)
    # finishing again changes nothing of what counts
    assert totals(club.table("world")) == before == [(1, "Bob", 21), (2, "Ann", 18), (3, "Cid", 6)]
    told = club.preview(second)
    [world] = [one for one in told.differences if one.ranking == "world"]
    moved = [(one.person, one.before.rank, one.after.rank, one.after.points) for one in world.moves]
    assert moved == [(1, 2, 1, 25), (2, 1, 2, 14)]
    with refuse("a correction needs a reason"):
        club.confirm(second)
    club.confirm(second, reason="the video")
    assert totals(club.table("world")) == [(1, "Ann", 25), (2, "Bob", 14), (3, "Cid", 6)]
    with refuse("counts like that already"):
        club.confirm(second, reason="once more")
    actions = club._store.entries.journals.actions(2)
    assert [one.action for one in actions] == ["proposed", "confirmed", "corrected"]


def test_the_journal_of_an_entry_says_what_was_decided(store):
    body = {"tournaments": [], "event_seq": 3}
    entry = store.entries.create("world", None, PROPOSED, {"event_seq": 3}, actor="director")
    store.entries.append(entry, 1, CONFIRMED, body, actor="director")
    store.entries.append(entry, 2, CORRECTED, body | {"reason": "a slip"}, actor="director")
    store.entries.append(entry, 3, WITHDRAWN, {"reason": "not ours"}, actor="director")
    reading = store.entries.journals.reading(ENTRIES, entry)
    assert reading.sentences == (
        "the proposal for the rankings", "the confirmation for the rankings",
        "the correction for the rankings", "the withdrawal from the rankings",
    )  # fmt: skip
    found = read(store, store.entries.all()[0])
    assert (found.state, found.body, found.event_seq, found.last, found.reason) == (
        WITHDRAWN, {"tournaments": []}, 3, 4, "not ours"
    )  # fmt: skip
    assert "There is nothing to undo" in refusal(reading.undoable, "director")
    with pytest.raises(DocumentError, match="the proposal for the rankings stays: withdraw the entry") as no:
        ENTRIES.check_undo(reading.state, reading.actions, Cursor({"undoes": 1}))
    with language_of("de"):
        assert "der Vorschlag für die Ranglisten: Das bleibt" in shown(str(no.value))


def test_withdrawn_and_back_is_the_identity(events, club):
    for number, winners in enumerate((["Ann", "Bob", "Ann"], ["Bob", "Bob"], ["Cid", "Ann", "Cid"])):
        club.confirm(cup(events, winners, f"Cup {number}"), Edits(level=number + 1))
    before = club.table("world"), club.table("medal"), club.file("world")
    told = club.preview_withdrawal(2)
    assert {one.ranking for one in told.differences} == {"world", "medal", "openskill"}
    club.withdraw(2, "played with the wrong board")
    assert [one.name for one in club.table("world").window] == ["Cup 0", "Cup 2"]
    with refuse("does not count"):
        club.withdraw(2, "again")
    club.restore(2)
    assert (club.table("world"), club.table("medal"), club.file("world")) == before
    with refuse("was not withdrawn"):
        club.restore(2)
    with refuse("no ranking entry 9"):
        club.entry(9)
    with refuse("a reason, which is recorded: one line"):
        club.withdraw(2, " ")


def test_old_points_are_never_recomputed_under_new_rules(events, club, clock):
    clock.ms = NOON - 500 * DAY  # December 2024
    event = cup(events, ["Ann", "Bob", "Ann"], "Old")
    club.confirm(event)
    clock.ms = NOON
    before = club.file("world")
    club.confirm(cup(events, ["Bob", "Bob"], "New"))
    assert club.file("world")["tournaments"][:1] == before["tournaments"]
    assert club.table("world").rules.key == "2026-05"
    assert club.table("world", date(2024, 12, 31)).rules.key == "2024-04"
    assert [one.name for one in club.table("world", date(2025, 1, 1)).window] == ["Old"]


def test_a_league_is_a_unit_of_the_double_threat_rankings(events, club):
    games = [
        {"players": list(pair), "winner": pair[0], "pawns": [4, 1], "minutes": 30}
        for pair in (("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid"), ("Bob", "Ann"), ("Ann", "Cid"))
    ] + [{"players": ["Cid", "Bob"], "winner": "Bob", "pawns": [2, 4], "minutes": 30}]
    positions = [["Ann", "Bob", "Cid"]]
    event = play(events, "league-2t", {"positions": positions}, ["Ann", "Bob", "Cid"], games, "League")
    assert club.entries()[0].entry.kind == "double-threat"
    club.confirm(event)
    assert club.table("double-threat").rows[0].player == "Bob"
    assert club.table("world").rows == ()


def test_one_person_under_two_names_is_told(events, club, register):
    (ann,) = register.enter(["Ann"])
    register.name(ann, "Bob")
    event = cup(events, ["Ann", "Bob", "Ann"])
    with refuse("'Ann' and 'Bob' are one person in the register"):
        club.confirm(event)


# --- merged and removed people -------------------------------------------------------------------


def test_merging_doubles_adds_their_points(events, club, register):
    club.confirm(cup(events, ["Ann", "Bob", "Ann"], "One"))
    other = play(
        events, "championship", {"first_to": 1}, ["A. Lee", "Bob", "Cid"], [{"winner": "A. Lee"}], "Two"
    )
    club.confirm(other)
    before = totals(club.table("world"))
    ann, double = register.book().one("Ann"), register.book().one("A. Lee")
    register.merge(ann, double)
    assert totals(club.table("world"))[0] == (1, "Ann", 9 + 8)
    assert len(club.table("world").rows) == 3
    register.undo()
    assert totals(club.table("world")) == before


def test_rankings_stay_when_a_name_goes(events, club, register):
    club.confirm(cup(events, ["Ann", "Bob", "Ann"], "Ann's cup"))
    club.confirm(match_play(events, [("Ann", "Bob"), ("Ann", "Cid"), ("Bob", "Cid")]))
    ann = register.book().one("Ann")
    table, ratings = club.table("world"), list(club.ratings().rows())
    neutral = Removals(register).remove(ann).neutral
    after = club.table("world")
    assert [row.player for row in after.rows] == [neutral, "Bob", "Cid"]
    assert [(row.rank, row.total) for row in after.rows] == [(row.rank, row.total) for row in table.rows]
    assert list(club.ratings().rows()) == ratings
    assert after.window[0].name == f"{neutral}'s cup"
    # and a correction finds the person again
    told = club.preview(1)
    assert (told.strangers, told.differences) == ((), ())


def test_who_wants_no_name_published_has_none_there(events, club, register):
    club.confirm(cup(events, ["Ann", "Bob", "Ann"]))
    ann = register.book().one("Ann")
    register.consent(ann, "private")
    assert [row.player for row in club.table("world", public=True).rows] == [f"Player {ann}", "Bob", "Cid"]
    assert club.table("world").rows[0].player == "Ann"


# --- tables from elsewhere -----------------------------------------------------------------------


def test_a_published_table_is_taken_in_and_comes_out(club, shared):
    document = json.loads((shared / "data" / "world-rankings-2025-06-29.json").read_text("utf-8"))
    with pytest.raises(DocumentError, match=r"tournaments\[0\].date: is missing"):
        club.take_in(Cursor(document))
    for number, one in enumerate(document["tournaments"]):
        one["date"] = f"2025-0{1 + number // 5}-{10 + number}"
    club.take_in(Cursor(document))
    table = rankings.document(club.table("world"))
    printed = document["printed"]
    told = json.dumps(printed)
    for row in table["rows"]:
        assert str(row["total"]) in told
    assert [row["total"] for row in table["rows"]] == [150, 104, 96]
    assert "counts already" in document_error(club.take_in, Cursor(document))
    assert len(club.entries()) == len(document["tournaments"])


def test_a_medal_game_counts_in_the_medal_race_only(club):
    level = {"style": "3T", "level": 1}
    club.take_in(Cursor({"ranking": "medal", "tournaments": [
        {"name": "One", "date": "2025-05-01", "wins": {"Ann": 2, "Bob": 1}, **level},
        {"name": "Two", "date": "2025-06-01", "wins": {"Ann": 1, "Bob": 2}, **level},
        {"name": "Medal Game", "style": "medal-game", "date": "2025-12-31", "wins": {"Ann": 0, "Bob": 1}},
    ]}))  # fmt: skip
    assert totals(club.table("medal")) == [(1, "Bob", 15), (2, "Ann", 14)]
    assert [one.name for one in club.table("world").window] == ["One", "Two"]
    assert club.table("double-threat").window == ()


# --- ratings -------------------------------------------------------------------------------------


def test_match_play_feeds_the_ratings(events, club, register):
    event = match_play(events, [("Ann", "Bob"), ("Ann", "Cid"), ("Bob", "Cid")])
    assert club.entries()[0].entry.kind == "rating"
    told = club.preview(event)
    assert (told.results, told.strangers) == (3, ("Ann", "Bob", "Cid"))
    assert [one.ranking for one in told.differences] == ["fibs"]
    club.confirm(event)
    wanted = recompute(
        [((("Ann",), ("Bob",)), 5, ()), ((("Ann",), ("Cid",)), 5, ()), ((("Bob",), ("Cid",)), 5, ())]
    )
    names = register.book().name
    assert [(names(row.player), row.figures) for row in club.ratings().rows()] == [
        (row.player, row.figures) for row in wanted.rows()
    ]
    assert list(club.ratings("fibs", date(2026, 4, 30)).rows()) == []
    assert club.days("fibs") == (date(2026, 5, 1),)
    # what rates matches is called as its event is
    [entry] = [one for one in register.appearances(register.book().find("Ann")) if one.kind == "entry"]
    assert entry.title == events.get(event).name


def test_a_correction_of_an_old_event_rates_again_what_came_later(events, club, clock):
    first = match_play(events, [("Ann", "Bob"), ("Ann", "Cid"), ("Bob", "Cid")], "One")
    club.confirm(first)
    clock.ms += DAY
    second = match_play(events, [("Bob", "Ann"), ("Cid", "Ann"), ("Cid", "Bob")], "Two", 9)
    club.confirm(second)
    before = list(club.ratings().rows())
    events.reopen(first, "wrong winner")
    wrong = {"players": ["Ann", "Bob"], "winner": "Bob", "score": [0, 5]}
    events.rule(first, 4, wrong, "the sheet says so")
    events.finish(first)
    told = club.preview(first)
    assert len(told.differences[0].moves) == 3
    assert list(club.ratings().rows()) == before
    club.confirm(first, reason="the sheet")
    people = {name: club.register.book().one(name) for name in ("Ann", "Bob", "Cid")}
    fresh = recompute(
        (((people[one],), (people[other],)), length, ())
        for length, one, other in [
            (5, "Bob", "Ann"), (5, "Ann", "Cid"), (5, "Bob", "Cid"),
            (9, "Bob", "Ann"), (9, "Cid", "Ann"), (9, "Cid", "Bob"),
        ]
    )  # fmt: skip
    assert list(club.ratings().rows()) == list(fresh.rows())
    after = {move.person: move.after.points for move in told.differences[0].moves}
    assert after == {row.player: Fraction(round(row.figures["rating"] * 100), 100) for row in fresh.rows()}
    club.withdraw(2, "not of this club")
    club.restore(2)
    assert list(club.ratings().rows()) == list(fresh.rows())


CUPS = (["Ann", "Bob", "Ann"], ["Bob", "Bob"], ["Cid", "Ann", "Cid"], ["Ann", "Ann"])


def confirmed(order, taken_back=()):
    """Return the tables of a club that confirms the cups in an order, and undoes some for a while."""
    clock = Clock(NOON, step=0)
    with open_store("sqlite://", now=clock, threaded=False) as store:
        events, club = Events(store), Rankings(Register(store))
        numbers = []
        for winners in CUPS:
            numbers.append(cup(events, winners, f"Cup {len(numbers)}"))
            clock.ms += DAY
        for place in order:
            club.confirm(numbers[place])
        for entry in taken_back:
            club.withdraw(entry, "a test")
        for entry in taken_back:
            club.restore(entry)
        return totals(club.table("world")), totals(club.table("medal"))


@pytest.fixture(scope="module")
def in_order():
    return confirmed(range(len(CUPS)))


@sample.scenario("any order of confirming")
@settings(max_examples=8)
@given(st.permutations(range(len(CUPS))), st.sets(st.sampled_from(range(1, 5))))
def test_confirming_in_any_order_gives_the_same_tables(in_order, order, taken_back):
    assert confirmed(order, taken_back) == in_order


def test_games_without_a_length_feed_the_other_system(events, club):
    event = cup(events, ["Ann", "Bob", "Ann"])
    told = club.preview(event)
    assert {one.ranking for one in told.differences} == {"world", "medal", "openskill"}
    club.confirm(event)
    assert list(club.ratings().rows()) == []
    system = SYSTEMS["openskill"].make()
    book = RatingBook(system)
    book.add(
        [
            (((1,), (2,), (3,)), 0, (1, 2, 2)),
            (((2,), (1,), (3,)), 0, (1, 2, 2)),
            (((1,), (2,), (3,)), 0, (1, 2, 2)),
        ]
    )
    assert list(club.ratings("openskill").rows()) == list(book.rows())
    club.withdraw(1, "a test")
    assert list(club.ratings("openskill").rows()) == []
