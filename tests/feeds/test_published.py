"""What is published of a club: the figures of the club itself, and careers counted again slowly."""

import random
from datetime import date, timedelta

import pytest

from tablekeeper import rankings
from tablekeeper.director.events.service import Events
from tablekeeper.director.people.register import Register
from tablekeeper.director.published import RATINGS, Published
from tablekeeper.director.ranking.career import career
from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.errors import UserError
from tablekeeper.feeds.ranking import ranking_document, ranking_sheets, ratings_document, ratings_sheet
from tablekeeper.feeds.standings import event_sheets
from tablekeeper.rankings.book import recompute
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store import RatedResult, open_store
from tests.guards import sample
from tests.startedevent import started_event

PEOPLE = ("Ann", "Bob", "Cid", "Dora", "Eve")


class Club:
    """A store with its services, and events that are played in a line."""

    def __init__(self, store):
        self.events = Events(store)
        self.people = Register(store)
        self.rankings = Rankings(self.people)
        self.published = Published(self.people, self.rankings, self.events)

    def play(self, form, options, players, results, name, on, **edits):
        event = started_event(self.events, players, name, form, options)
        for result in results:
            self.events.result(event, result)
        self.events.finish(event)
        self.rankings.confirm(event, Edits(on=on, **edits))
        return event

    def cup(self, chance, name, on):
        players = chance.sample(PEOPLE, 3)
        winners = [chance.choice(players) for _ in range(4)]
        while max(winners.count(player) for player in players) < 3:
            winners.append(chance.choice(players))
        first = next(n for n in range(len(winners)) if max(winners[: n + 1].count(p) for p in players) == 3)
        results = [{"winner": winner} for winner in winners[: first + 1]]
        return self.play(
            "championship", {"first_to": 3}, players, results, name, on, level=chance.randint(1, 4)
        )

    def matches(self, chance, name, on):
        players = chance.sample(PEOPLE, 3)
        results = []
        for one, other in ((0, 1), (0, 2), (1, 2)):
            pair = [players[one], players[other]]
            score = [5, chance.randint(0, 4)]
            if chance.random() < 0.5:
                score.reverse()
            results.append({"players": pair, "winner": pair[score.index(5)], "score": score})
        return self.play("round-robin", {"length": 5}, players, results, name, on)


@pytest.fixture
def club():
    with open_store("sqlite://", now=lambda: 1_777_636_800_000, threaded=False) as store:
        yield Club(store)


@pytest.fixture
def spring(club):
    chance = random.Random(8)
    for week in range(8):
        on = date(2026, 2, 1) + timedelta(days=7 * week)
        club.cup(chance, f"Cup {week}", on)
        club.matches(chance, f"Open {week}", on)
    return club


def test_a_ranking_is_the_clubs_with_what_moved(spring):
    days = spring.rankings.days("world")
    for as_of in (None, *days, days[3] + timedelta(days=2), date(2020, 1, 1)):
        view = spring.published.ranking("world", as_of)
        table = spring.rankings.table("world", as_of)
        assert view.table.rows == table.rows
        assert ranking_document(view) == rankings.document(table)
        passed = [day for day in days if as_of is None or day <= as_of]
        assert view.since == (passed[-2] if len(passed) > 1 else None)
        before = {} if view.since is None else {
            row.player: row.rank for row in spring.rankings.table("world", view.since).rows
        }  # fmt: skip
        for row in table.rows:
            if view.since is not None:
                assert view.moves[row.player].before == before.get(row.player)
        counted = [one.name for one in view.past] + [one.name for one in table.window]
        assert counted == [f"Cup {week}" for week in range(len(passed))]
        sheet, window = ranking_sheets(view)
        assert [row[2] for row in sheet.rows] == [row.player for row in table.rows]
        for row in sheet.rows:
            assert sum(row[8:]) == row[6] == row[3] + row[4] + row[5]
        assert len(window.rows) == len(table.window)


def test_a_medal_race_does_not_move_from_another_year(club):
    chance = random.Random(1)
    club.cup(chance, "Last", date(2025, 12, 20))
    club.cup(chance, "First", date(2026, 1, 10))
    assert club.published.ranking("medal").since is None
    assert club.published.ranking("world").since == date(2025, 12, 20)
    club.cup(chance, "Second", date(2026, 1, 17))
    assert club.published.ranking("medal").since == date(2026, 1, 10)


@pytest.mark.parametrize("system", RATINGS)
def test_a_rating_list_is_the_clubs(spring, system):
    for as_of in (None, date(2026, 3, 1)):
        view = spring.published.ratings(system, as_of)
        rows = list(spring.rankings.ratings(system, as_of).rows())
        register = spring.people.book()
        assert [(line.rank, line.name, line.matches) for line in view.lines] == [
            (row.rank, register.name(row.player), row.matches) for row in rows
        ]
        assert [line.figures for line in view.lines] == [row.figures for row in rows]
        told = ratings_document(view)
        assert told["system"] == system
        assert [row["player"] for row in told["rows"]] == [row[2] for row in ratings_sheet(view).rows]


@sample.scenario("a career counted again")
def test_a_career_counted_again_from_the_start_for_every_day(spring):
    roots = spring.people.book().roots
    results = [one for _, one in spring.people.store.entries.rated()]
    for name in PEOPLE:
        number = spring.people.book().find(name)
        found = spring.published.player(number)
        for system in RATINGS:
            slow = []
            days = sorted({one.day for one in results if (one.length is None) == (system == "openskill")})
            for day in days:
                book = spring.rankings.ratings(system, date.fromisoformat(day))
                played = any(
                    one.day == day and any(number in side for side in one.sides)
                    for one in results
                    if (one.length is None) == (system == "openskill")
                )
                if played:
                    row = book.row(number)
                    slow.append((day, row.figures["rating"], row.provisional))
            assert [(one.day, one.value, one.provisional) for one in found.curves.get(system, ())] == slow
        mine = [one for one in results if any(number in side for side in one.sides)]
        assert len(found.results) == len(mine)
        assert found.tally.won == sum(
            number in one.sides[0] and (not one.ranks or one.ranks.count(1) == 1) for one in mine
        )
        changes = sum(one.change for one in found.results if one.system == "fibs")
        if "fibs" in found.curves:
            assert abs(1500 + changes - found.curves["fibs"][-1].value) < 1e-9
        assert all(one.other.name != name for one in found.against)
        assert len(found.titles) == sum(
            one.winner == name for one in rankings.read(rankings_place(spring)).tournaments
        )
        assert roots[number] == number


def rankings_place(club):
    from tablekeeper.strictjson import Cursor

    return Cursor(club.rankings.file("world"))


def test_a_curve_of_random_results_is_that_of_the_book():
    chance = random.Random(5)
    results = []
    for number in range(200):
        one, other, third = chance.sample(range(1, 9), 3)
        day = str(date(2026, 1, 1) + timedelta(days=number // 4))
        if chance.random() < 0.6:
            results.append(RatedResult(day, ((one,), (other,)), chance.choice((1, 3, 7))))
        else:
            ranks = chance.choice(((), (1, 2, 2)))
            results.append(RatedResult(day, ((one,), (other,), (third,)), None, ranks))
    found = career(results, {}, 4)
    for key in SYSTEMS:
        mine = [one for one in results if (one.length is None) == (key == "openskill")]
        book = recompute([(one.sides, one.length or 0, one.ranks) for one in mine], SYSTEMS[key].make())
        assert found.points[key][-1].value == book.row(4).figures["rating"]
    assert sum(record.won + record.lost + record.level for record in found.tally.against.values()) == sum(
        len(one.sides) - 1 for one in results if any(4 in side for side in one.sides)
    )


def test_a_double_in_the_results_is_the_person():
    results = [RatedResult("2026-01-01", ((1,), (2,)), 5), RatedResult("2026-01-02", ((7,), (2,)), 5)]
    assert career(results, {7: 1}, 1).tally.won == 2
    assert career(results, {}, 1).tally.won == 1


def test_what_is_computed_is_kept_until_something_counts(spring, monkeypatch):
    number = spring.people.book().find("Ann")
    before = spring.published.player(number)
    monkeypatch.setattr("tablekeeper.director.published.career", None)
    assert spring.published.player(number) == before
    monkeypatch.undo()
    spring.matches(random.Random(3), "Another", date(2026, 6, 1))
    spring.matches(random.Random(4), "And one more", date(2026, 6, 2))
    assert len(spring.published.ratings("fibs").days) == 10
    assert spring.published.ratings("fibs").results == 30


def test_the_report_of_an_event(spring):
    for event in (1, 2):
        report = spring.published.event(event)
        view = spring.events.get(event)
        standings, results = event_sheets(report)
        assert [row[1] for row in standings.rows] == [row.player for row in view.answer.rows]
        assert len(results.rows) == len(view.entered)
        assert report.finished_ms == report.changed_ms == 1_777_636_800_000
    assert [one.id for one in spring.published.finished(5)] == [16, 15, 14, 13, 12]
    spring.events.reopen(16, "one more")
    assert 16 not in [one.id for one in spring.published.finished(50)]
    assert spring.published.event(16).finished_ms is None


def test_what_there_is_not(spring):
    for ask in (
        lambda: spring.published.ranking("chess"), lambda: spring.published.ratings("world"),
        lambda: spring.published.player(99), lambda: spring.published.event(99),
    ):  # fmt: skip
        with pytest.raises(UserError, match=r"There (is|are) no "):
            ask()


def test_a_private_players_reasons_and_results_are_without_the_name(spring):
    cid = spring.people.book().find("Cid")
    spring.cup(random.Random(6), "The Cid Memorial", date(2026, 6, 7))
    played = [event for event in range(1, 17) if "Cid" in str(spring.events.get(event).players)]
    spring.people.consent(cid, "private")
    assert played
    for event in played:
        assert "Cid" not in str(spring.published.event(event))
        assert f"Player {cid}" in str(spring.published.event(event))
    assert "Cid" not in str(spring.published.finished(50))
    assert spring.published.ranking("world").table.window[-1].name == f"The Player {cid} Memorial"
    for view in (spring.published.ranking("world"), spring.published.ratings("fibs")):
        assert "Cid" not in str(view)
    assert "Cid" not in str(spring.published.player(spring.people.book().find("Ann")))
