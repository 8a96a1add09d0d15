"""Tric Trac Tourneys against an independent reading of their results, to the end and on the way."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.ttt.rules import Ttt
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_event, random_results
from tests.formats import oracle_ttt

TTT = Ttt()


def document(seed):
    """Return a random event with results to its end."""
    chance = random.Random(f"ttt {seed}")
    event = random_event(TTT, chance)
    return event | {"results": random_results(TTT, TTT.read(Cursor(event | {"results": []})), chance)}


def agree(event):
    """Compare an event's answer with the oracle's; return the oracle's groups."""
    answer = standings(Cursor(event))
    groups = oracle_ttt.groups(event)
    expected = {player: row for group in groups for player, row in group.table().items()}
    figures = ("points", "played", "timeouts", "removed")
    assert {
        row.player: (row.rank, Fraction(row.figures["points"]), *(row.figures[key] for key in figures[1:]))
        for row in answer.rows
    } == expected, event
    assert Counter((frozenset(p["players"]), p.get("mini", 0)) for p in answer.next) == Counter(
        pair for group in groups for pair in group.open.items()
    ), event
    assert answer.over == (not any(group.open for group in groups))
    assert answer.winner == (groups[0].winner if len(groups) == 1 else None)
    for number, group in enumerate(groups, 1):
        if len(groups) > 1 and group.winner is not None:
            assert f"Group {number}: {group.winner} has won." in answer.notes
        rows = [row for row in answer.rows if row.player in group.players]
        if group.winner is not None and group.steps:
            assert rows[0].player == group.winner
            name = {"game": "their game", "wins": "most wins among the tied", "mini": "mini-TTT"}
            last = name[group.steps[-1]]
            if group.steps == ["mini"] or last in ("their game", "most wins among the tied"):
                assert last in rows[0].decided_by, (group.steps, rows[0])
    return groups


def steps(seeds):
    """Return how often each way of a decision was met."""
    seen = Counter()
    for seed in seeds:
        event = document(seed)
        groups = agree(event)
        for group in groups:
            seen["removed"] += bool(group.removed)
            seen.update(group.steps)
            seen["second mini"] += group.steps.count("mini") > 1
        cut = random.Random(seed).randrange(len(event["results"]) + 1)
        short = event | {"results": event["results"][:cut]}
        agree(short)
    return seen


def test_200_random_tourneys_agree():
    seen = steps(range(200))
    assert all(seen[way] for way in ("removed", "game", "wins", "mini")), seen


@pytest.mark.soak
def test_5000_random_tourneys_agree(record_property):
    seen = steps(range(1000, 6000))
    assert all(seen[way] for way in ("removed", "game", "wins", "mini", "second mini")), seen
    told = ", ".join(f"{count} {way}" for way, count in sorted(seen.items()))
    record_property("figure", f"5,000 tourneys, each cut short, too; decided by: {told}")


def level_document(seed):
    """Return a complete event of single games only: many players are level, and their minis again."""
    chance = random.Random(f"level {seed}")
    players = [f"Player {number}" for number in range(1, chance.randint(3, 6) + 1)]
    event = {"format": "ttt", "options": {}, "players": players, "results": []}
    while upcoming := standings(Cursor(event)).next:
        for pairing in upcoming:
            won = {
                "match": len(event["results"]) + 1,
                "winner": chance.choice(pairing["players"]),
                "kind": "single",
            }
            event["results"].append(pairing | won)
    return event


def test_level_leaders_and_their_minis_agree():
    seen = Counter()
    for seed in range(150):
        event = level_document(seed)
        (group,) = agree(event)
        seen.update([*group.steps, len(group.steps)])
        agree(event | {"results": event["results"][:-1]})
    assert seen["mini"] > 10
    assert any(seen[count] for count in (2, 3, 4)), seen


def test_every_prefix_agrees():
    for seed in range(12):
        event = document(seed)
        for cut in range(len(event["results"])):
            agree(event | {"results": event["results"][:cut]})


def test_points_are_exact_and_shared_out():
    """The points in the table are those of the matches counted, to the last tenth."""
    for seed in range(40):
        event = document(seed)
        answer = standings(Cursor(event))
        total = sum((Fraction(row.figures["points"]) for row in answer.rows), Fraction(0))
        expected = Fraction(0)
        for group in oracle_ttt.groups(event):
            for number, one in enumerate(group.playing):
                for other in group.playing[number + 1 :]:
                    match = oracle_ttt.official(event["results"], one, other, 0)
                    expected += sum(oracle_ttt.points(match, player, group.cap) for player in (one, other))
        assert total == expected
