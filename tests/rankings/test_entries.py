"""Finished events become entries of ranking files: every format of pawn races, by the rules of the day."""

import random
from datetime import date
from fractions import Fraction

import pytest

from tablekeeper import formats
from tablekeeper.rankings import document, ranking_table, read
from tablekeeper.rankings.entries import NoEntry, entries_of
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_document, random_event
from tests.refusal import failure

RACES = (
    "championship", "masters", "grand-prix", "grand-prix-plus", "triathlon", "challengers", "league-2t",
    "league-2t-xl", "series",
)  # fmt: skip
PLAYERS = ["Ann", "Bob", "Cid"]
COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}


def entries(found, on=date(2025, 5, 1), **more):
    form, event = formats.read_event(Cursor(found))
    return entries_of(event, form.answer(event), name="Event", on=on, **more)


def event(format_key, results, **options):
    return {"format": format_key, "options": options, "players": PLAYERS, "results": results}


def test_a_championship():
    found = event(
        "championship", [{"winner": one} for one in ("Ann", "Cid", "Ann", "Bob", "Ann")], first_to=3
    )
    (entry,) = entries(found, level=4, major=True, world_championship=True)
    assert entry == {
        "name": "Event", "style": "3T", "level": 4, "date": "2025-05-01",
        "wins": {"Ann": 3, "Bob": 1, "Cid": 1}, "places": [["Ann"], ["Bob", "Cid"]],
        "major": True, "world_championship": True,
    }  # fmt: skip


def test_a_grand_prix_by_the_rules_of_its_day():
    # Ann and Bob are level with 11 in the first game; then Ann 14, Bob 8, Cid 6
    games = [
        {"order": ["red", "green", "yellow", "black", "white", "blue"]},
        {"order": ["red", "green", "blue", "yellow", "black", "white"]},
    ]
    # 10+4+2 = 16 for Ann, 6+2 = 8 for Bob, 3+1 = 4 for Cid
    found = event("grand-prix", games, games=2, colours=COLOURS)
    wins = {}
    for day in (date(2024, 5, 1), date(2025, 5, 1), date(2026, 5, 1)):
        (entry,) = entries(found, day)
        assert entry["gpp"] == {"Ann": 27, "Bob": 19, "Cid": 10}
        assert sum(entry["gpp"].values()) == 28 * 2
        assert entry["places"] == [["Ann"], ["Bob"], ["Cid"]]
        wins[day.year] = entry["wins"]
    assert wins == {
        2024: {"Ann": 2, "Bob": 1, "Cid": 0},
        2025: {"Ann": 1.5, "Bob": 0.5, "Cid": 0},
        2026: {"Ann": 2, "Bob": 0, "Cid": 0},
    }


def test_a_grand_prix_plus():
    games = [{"order": ["Ann", "Cid", "Bob"]}, {"order": ["Ann", "Bob", "Cid"]}]
    (entry,) = entries(event("grand-prix-plus", games, games=2))
    assert (entry["style"], entry["wins"], entry["gpp"]) == (
        "GP+", {"Ann": 2, "Bob": 0, "Cid": 0}, {"Ann": 8, "Bob": 3, "Cid": 3},
    )  # fmt: skip
    assert entry["places"] == [["Ann"], ["Bob", "Cid"]]


def test_a_triathlon_shares_a_game_with_two_winners():
    games = [
        {"winner": "Ann"}, {"winner": "Bob"}, {"first_colour": "Ann", "first_both": "Cid"}, {"winner": "Ann"},
    ]  # fmt: skip
    (entry,) = entries(event("triathlon", games, target=5))
    assert entry["style"] == "TA"
    assert entry["wins"] == {"Ann": 2.5, "Bob": 1, "Cid": 0.5}
    assert entry["places"] == [["Ann"], ["Bob"], ["Cid"]]
    # the first colour ends the event: the game has one winner
    games[3:] = [{"winner": "Cid"}, {"winner": "Bob"}, {"first_colour": "Bob"}]
    (entry,) = entries(event("triathlon", games, target=5))
    assert entry["wins"] == {"Ann": 1.5, "Bob": 3, "Cid": 1.5}


def test_challengers_do_not_count_game_0():
    games = [{"game": 0, "order": ["Ann", "Cid", "Bob"]}]
    games += [{"players": ["Ann", other], "winner": "Ann"} for other in ("Cid", "Bob", "Cid", "Bob")]
    (entry,) = entries(event("challengers", games, rules="2T-XL"))
    assert entry["style"] == "2T-XL"
    assert entry["wins"] == {"Ann": 4, "Bob": 0, "Cid": 0}
    assert entry["places"] == [["Ann"], ["Bob", "Cid"]]


SCHEDULE = ("AB", "CA", "BC", "BA", "AC", "CB")
NAMES = dict(zip("ABC", PLAYERS, strict=True))


def robin(winners, full, lost=0):
    """Return a double round-robin whose games these win."""
    found = []
    for pair, winner in zip(SCHEDULE, winners, strict=True):
        pawns = [full if one == winner else lost for one in pair]
        game = {
            "players": [NAMES[one] for one in pair],
            "winner": NAMES[winner],
            "pawns": pawns,
            "minutes": 30,
        }
        if full == 8:
            game["colours"] = [2 if one == winner else 0 for one in pair]
        found.append(game)
    return found


def final(winner, other, stage="final"):
    return {"players": [NAMES[winner], NAMES[other]], "winner": NAMES[winner], "stage": stage}


def test_a_league_is_one_unit_and_its_playoffs_decide_it():
    games = robin("ACBAAB", 4)
    (entry,) = entries(event("league-2t", games))
    assert (entry["style"], entry["wins"]) == ("2T", {"Ann": 3, "Bob": 2, "Cid": 1})
    assert entry["places"] == [["Ann"], ["Bob"], ["Cid"]]
    games += [final("C", "B", "qualifying"), final("C", "A")]
    (entry,) = entries(event("league-2t", games, playoffs="all"))
    assert entry["wins"] == {"Ann": 3, "Bob": 2, "Cid": 3}
    assert entry["places"] == [["Cid"], ["Ann"], ["Bob"]]


def test_an_xleague_is_a_unit_for_each_pair_of_round_robins_and_one_for_its_playoffs():
    games = [*robin("ACBAAB", 8), *robin("AABBAB", 8), *robin("BCBBCB", 8), *robin("BCBBCB", 8)]
    found = event("league-2t-xl", [*games, final("A", "B")], drr=4, playoffs="top2")
    one, two, playoffs = entries(found)
    assert [unit["name"] for unit in (one, two, playoffs)] == [
        "Event, unit 1: round-robins 1 and 2",
        "Event, unit 2: round-robins 3 and 4",
        "Event, unit 3: playoffs",
    ]  # fmt: skip
    assert one["wins"] == {"Ann": 6, "Bob": 5, "Cid": 1}
    assert two["wins"] == {"Ann": 0, "Bob": 8, "Cid": 4}
    assert two["places"] == [["Bob"], ["Cid"], ["Ann"]]
    assert playoffs["wins"] == {"Ann": 1, "Bob": 0}
    assert playoffs["places"] == [["Ann"], ["Bob"]]
    # an odd one is a unit of its own
    odd = entries(event("league-2t-xl", games[:18], drr=3))
    assert [unit["name"] for unit in odd] == [
        "Event, unit 1: round-robins 1 and 2",
        "Event, unit 2: round-robin 3",
    ]


def test_round_robins_that_were_all_cancelled_are_no_unit():
    # 8-0, 4-4, 0-8 after two: the third changes nothing any more
    games = [
        *robin("AABAAB", 8),
        *robin("AABAAB", 8),
        *({"cancelled": [NAMES[a], NAMES[b]]} for a, b in SCHEDULE),
    ]
    (unit,) = entries(event("league-2t-xl", games, drr=3))
    assert unit["wins"] == {"Ann": 8, "Bob": 4, "Cid": 0}
    assert unit["places"] == [["Ann"], ["Bob"], ["Cid"]]
    # with one game of it played it is one
    games[12] = robin("AABAAB", 8)[0]
    assert [one["wins"] for one in entries(event("league-2t-xl", games, drr=3))] == [
        {"Ann": 8, "Bob": 4, "Cid": 0},
        {"Ann": 1, "Bob": 0, "Cid": 0},
    ]


def test_a_pair_of_round_robins_has_the_leagues_tie_breaks():
    # everybody has two wins and as many pawns in each: only the games between two can tell, and do not
    level = [*robin("AABBCC", 8), *robin("AABBCC", 8)]
    one, two = entries(event("league-2t-xl", [*level, *robin("BCBBCB", 8)], drr=3))
    assert one["wins"] == {"Ann": 4, "Bob": 4, "Cid": 4}
    # without a winner the ranking asks for the places
    assert one["places"] == [["Ann", "Bob", "Cid"]]
    with pytest.raises(DocumentError, match="a tournament has one winner"):
        read(Cursor({"ranking": "double-threat", "tournaments": [one, two]}))


def test_what_no_ranking_counts_and_what_is_not_over():
    counting = [key for key, form in formats.FORMATS.items() if form.ranking is not None]
    assert counting == [key for key in formats.FORMATS if key in RACES]
    form = formats.FORMATS["round-robin"]
    other = random_event(form, random.Random(1)) | {"results": []}
    assert "round-robin count in no ranking" in failure(NoEntry, entries, other)
    assert "not over yet" in failure(NoEntry, entries, event("masters", [{"winner": "Ann"}], first_to=2))


@pytest.mark.parametrize("key", RACES)
def test_random_events_give_entries_that_a_ranking_reads(key):
    form = formats.FORMATS[key]
    for seed in range(12):
        chance = random.Random(seed)
        event = random_document(form, chance)
        results = event["results"]
        finished = form.read(Cursor(event))
        answered = form.answer(finished)
        assert answered.over
        on = chance.choice((date(2024, 6, 1), date(2025, 6, 1), date(2026, 6, 1)))
        try:
            found = entries_of(finished, answered, name="Event", on=on, level=2)
        except NoEntry:
            # all left before a game that counts, or a league's games were removed
            assert len([one for one in results if "absent" in one]) + 1 == len(event["players"])
            continue
        settled = [one for one in found if len(one["places"][0]) == 1]
        assert settled == list(found) or key == "league-2t-xl"
        ranking = "double-threat" if found[0]["style"].startswith("2T") else "world"
        table = ranking_table(read(Cursor({"ranking": ranking, "tournaments": settled})))
        assert document(table)["window"] == [one["name"] for one in settled][-6:]
        if len(found) == 1:
            assert found[0]["places"][0] == [answered.winner]
        # every counted game is one winner point, but for the Grand Prix of 2024, shared by each
        games = [one for one in results if not {"cancelled", "game", "absent"} & set(one)]
        won = sum(Fraction(str(points)) for one in found for points in one["wins"].values())
        if key == "challengers":
            games = [one for one in results if "winner" in one]
        if any(one.get("ruling") == "removed" for one in results):
            # games that were removed are no one's
            assert won <= len(games)
        elif key != "grand-prix" or on.year > 2024:
            assert won == len(games)
        else:
            assert won >= len(games)


def test_an_event_that_everybody_left_counts_in_no_ranking():
    found = event("championship", [{"absent": "Ann"}, {"absent": "Bob"}], first_to=2)
    assert "No game of the event counts" in failure(NoEntry, entries, found)


def test_a_walkover_brings_no_winner_point():
    game = {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [4, 2], "minutes": 30}
    last = [{"players": ["Bob", "Cid"], "winner": "Bob", "pawns": [4, 2], "minutes": 30}] * 2
    (entry,) = entries(event("league-2t", [game, {"absent": "Ann", "ruling": "walkovers"}, *last]))
    assert (entry["wins"], entry["places"]) == ({"Ann": 1, "Bob": 2, "Cid": 0}, [["Bob"], ["Cid"], ["Ann"]])
    (entry,) = entries(event("league-2t", [game, {"absent": "Ann", "ruling": "removed"}, *last]))
    assert entry["wins"] == {"Ann": 0, "Bob": 2, "Cid": 0}
