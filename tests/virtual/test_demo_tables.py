"""Races, TARA and clocks played in a virtual hall: what the host holds at the end is what the boards hold."""

from tablekeeper.games.view import MatchView
from tablekeeper.virtual.activities import ACTIVITIES
from tablekeeper.virtual.demotables import DemoTables
from tests.guards import sample
from tests.virtual.sitting import virtual_hall

HOUR = 3600 * 1_000_000

hall = virtual_hall()


@sample.scenario("every activity of a demo")
def test_every_activity_is_played_to_its_end_and_stored(hall):
    demo_tables = DemoTables(hall, seed=3)
    seen, revisions = {}, set()

    def look():
        revision = hall.director.topics.revision("hall")
        if revision not in revisions:
            revisions.add(revision)
            for row in hall.director.overview.hall().tables:
                if isinstance(row.match, MatchView):
                    seen.setdefault(row.match.program, set()).add(row.match.phase)
        return demo_tables.over

    assert hall.run(look, 6 * HOUR), demo_tables.outcomes
    assert [outcome.problems for outcome in demo_tables.outcomes] == [[], [], []]
    assert {outcome.title: outcome.games for outcome in demo_tables.outcomes} == {
        "3T+ race": 2, "TARA": 2, "Clock of 4": 1
    }  # fmt: skip
    for program in ("race", "tara", "plain"):
        assert seen[program] >= {"ready", "play", "result"}
    for table in hall.tables:
        assert table.board.crashes == []
        detail = hall.director.overview.table(table.uid)
        assert {one.state for one in detail.records} == {"counted"}
        assert not any("does not know" in one.text for one in detail.records)
    # closed: every table is free for others
    hall.run_for(5_000_000)
    assert {row.match for row in hall.director.overview.hall().tables} == {None}


def test_a_host_that_is_killed_goes_on_where_it_was(hall):
    demo_tables = DemoTables(hall, ACTIVITIES[:1], seed=4)
    hall.run_for(90_000_000)
    before = [detail.records for detail in map(hall.director.overview.table, [t.uid for t in hall.tables])]
    assert len(before[0]) > 20
    hall.kill_host()
    hall.run_for(20_000_000)
    hall.start_host()
    assert hall.run(lambda: demo_tables.over, 6 * HOUR)
    [outcome] = demo_tables.outcomes
    assert (outcome.problems, outcome.games) == ([], 2)
