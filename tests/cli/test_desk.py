"""The desk from the command line: ruling, penalty, late, break, committee and appeal."""

import json
import re
import shlex

import pytest

from tablecore import records
from tablekeeper.director.events.service import Events
from tablekeeper.regulation.cases import KINDS
from tablekeeper.store import open_store
from tests.director.conftest import Room

START = ("late", "start", "Ann", "Bob", "--length", "7")
LENGTH = ("ruling", "length", "Ann", "Bob", "--stated", "7", "--score", "1,2", "--played")


@pytest.fixture(scope="module")
def spring(tmp_path_factory):
    """A database with an event, and nothing at its desk; for what keeps nothing."""
    path = tmp_path_factory.mktemp("desk") / "spring.db"
    with open_store(str(path), now=lambda: 1000) as store:
        Events(store).new("Spring", "championship", {"first_to": 2})
    return path


def test_the_first_ruling_makes_the_database(command, tmp_path):
    path = tmp_path / "new.db"
    assert command("penalty", "warn", "Ann", "--reason", "sang", "--database", path).exit_code == 0
    assert "Ann is warned" in command("ruling", "list", "--database", path).stdout


def test_lateness_of_the_rules_example(say):
    told = say("late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "20:00", "--arrived", "20:39")
    assert told == (
        "Ruling 1: Ann is 19:00 late: 3 points for the opponent;"
        " Bob gets 3 points (Ann: late arrival) [§13 lateness].\n"
    )
    told = say("late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "20:00", "--arrived", "20:40")
    assert "4 points, more than half of 7; Ann is disqualified and loses the match" in told
    told = say(
        "late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "20:00", "--granted", "--arrived",
        "20:59",
    )
    assert "Ann is not late: penalties would count 1:00 later" in told


def test_lateness_that_goes_on_is_granted_and_ends(say):
    made = json.loads(
        say("late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "2026-11-21 20:00", "--json")
    )
    assert made["late"] == 1
    assert "out at 2026-11-21 20:40" in say("late", "list")
    assert "count from 2026-11-21 21:30" in say("late", "grant", 1, "snow", "--until", "2026-11-21 21:30")
    [row] = json.loads(say("late", "list", "--json"))
    assert (row["player"], row["opponent"], row["late"]) == ("Ann", "Bob", 1)
    ruling = json.loads(say("late", "arrived", 1, "--at", "2026-11-21 21:41", "--json"))
    assert ruling["effects"] == [
        {"kind": "points", "player": "Ann", "cause": "late", "points": 2, "to": "Bob"}
    ]
    assert say("late", "list") == "Nobody is missing.\n"


def test_a_dry_run_of_lateness_stores_nothing(say, no):
    say("penalty", "warn", "Cid", "--reason", "sang")
    case = (*START, "--scheduled", "20:00", "--arrived", "20:39", "--dry-run")
    assert say(*case).startswith("Ann is 19:00 late: 3 points for the opponent")
    assert json.loads(say(*case, "--json"))["effects"][0]["points"] == 3
    assert "nothing is decided" in no(*case, "--instead", "nothing", "--reason", "snow")
    assert say("late", "list") == "Nobody is missing.\n"
    assert len(json.loads(say("ruling", "list", "--json"))) == 1


def test_the_clock_instead(say):
    told = say(
        "late", "start", "Ann", "Bob", "--length", 7, "--scheduled", "20:00", "--from", "20:10", "--clock",
        "--arrived", "20:17",
    )  # fmt: skip
    assert "the clock of Ann runs: 7:00 so far [§15 lateness-clock, §13 lateness]" in told


def test_breaks(say, no):
    assert "takes break 1 of 2" in say("break", "allow", "Ann", "Bob", "--length", 13)
    told = say("break", "take", "Ann", "Bob", "--length", 13, "--at", "2026-11-21 21:00")
    assert told == "Break 1: Ann, 10 minutes.\n"
    assert "since 2026-11-21 21:00" in say("break", "list")
    assert "Ann gets" not in say("break", "back", 1, "--at", "2026-11-21 21:10")
    assert "takes break 2 of 2" in say("break", "allow", "Ann", "Bob", "--length", 13)
    assert json.loads(say("break", "allow", "Ann", "Bob", "--length", 7, "--json"))["open"] is True
    assert "Ann has taken 1 break of 1 already" in no("break", "take", "Ann", "Bob", "--length", 7)
    assert say("break", "take", "Ann", "Bob", "--length", 7, "--consent", "unwell").startswith("Break 3")
    assert "Bob gets 1 point (Ann: break too long)" in say(
        "break", "exceeded", "Ann", "Bob", "--took", "14:30"
    )


def test_penalties_and_their_ledger(say):
    say(
        "penalty", "ladder", "warning, 2 points, out", "--counting", "all", "--breaks", "lateness", "--grace",
        "15m",
    )
    told = json.loads(say("penalty", "ladder", "--json"))
    assert told == {
        "ladder": "warning, 2 points, disqualification", "counting": "all", "breaks": "lateness",
        "grace_ms": 900_000, "appeal_ms": 300_000,
    }  # fmt: skip
    assert "Ladder: warning, 2 points, disqualification." in say("penalty", "ladder")
    assert "Ann is warned" in say("penalty", "escalate", "Ann", "Bob", "--cause", "noise")
    assert "Bob gets 2 points" in say("penalty", "escalate", "Ann", "Bob", "--cause", "pace")
    say("penalty", "warn", "Cid", "--reason", "sang", "--cause", "noise")
    say("penalty", "points", 3, "Dan", "Cid", "--reason", "hit the table")
    say("penalty", "disqualify", "Dan", "Cid", "--reason", "again", "--cause", "behaviour")
    rows = json.loads(say("penalty", "list", "--json"))
    assert [(row["player"], row["warnings"], row["points"], row["others"]) for row in rows] == [
        ("Ann", 1, 2, []), ("Cid", 1, 0, []), ("Dan", 0, 3, ["disqualification"]),
    ]  # fmt: skip
    assert (
        say("penalty", "list", "--player", "Cid") == "Cid:\n  ruling 4: Cid is warned (noise or attitude)\n"
    )
    assert say("penalty", "list", "--player", "Eve") == "No penalty counts.\n"


def test_an_appeal_with_a_substitute(say, no):
    say("committee", "set", "Eve", "Finn", "Gus")
    assert say("committee", "show") == "The ruling committee: Eve, Finn, Gus.\n"
    ruling = json.loads(say("penalty", "escalate", "Eve", "Bob", "--cause", "noise", "--json"))["ruling"]
    told = json.loads(say("appeal", "raise", ruling, "Eve", "--json"))
    assert told["panel"] == ["Finn", "Gus"]
    say("committee", "substitute", ruling, "Eve", "Hana", "--reason", "she plays in it")
    assert json.loads(say("committee", "show", "--ruling", ruling, "--json")) == ["Hana", "Finn", "Gus"]
    heard = ("--heard", "Eve", "--heard", "Bob")
    votes = ("--director", "uphold", "--vote", "Hana=overturn", "--vote", "Finn=abstain")
    assert "still open" in say("appeal", "decide", told["appeal"], *votes, *heard)
    assert "Eve votes twice" in no("appeal", "decide", told["appeal"], *votes, "--vote", "Eve=uphold",
                                   "--vote", "Eve=uphold")  # fmt: skip
    votes = ("--director", "uphold", "--vote", "Hana=overturn", "--vote", "Finn=overturn")
    done = say("appeal", "decide", told["appeal"], *votes, *heard, "--instead", "nothing")
    assert "the ruling is overturned (1 to uphold, 2 to overturn)" in done
    assert json.loads(say("penalty", "list", "--json")) == []
    assert "overturn." in say("appeal", "list")
    [row] = json.loads(say("appeal", "list", "--json"))
    assert row["outcome"] == "overturn"
    # undone and voted again: the ruling stands
    say("ruling", "undo", json.loads(say("ruling", "list", "--json"))[-1]["ruling"])
    votes = ("--director", "uphold", "--vote", "Hana=uphold", "--vote", "Finn=overturn")
    assert say("appeal", "decide", told["appeal"], *votes, *heard) == "The ruling stands.\n"


@pytest.mark.turns(3)
@pytest.mark.parametrize("key", KINDS)
def test_every_case_is_ruled_on_from_the_command_line(say, key):
    kind = KINDS[key]
    dry = json.loads(say("ruling", key, *kind.names, *shlex.split(kind.example), "--dry-run", "--json"))
    given = ("--reason", "so it was") if dry["open"] else ()
    told = json.loads(say("ruling", key, *kind.names, *shlex.split(kind.example), *given, "--json"))
    assert told["sentence"] == dry["sentence"]
    assert set(dry["paragraphs"]) <= set(told["paragraphs"])
    assert [one["ruling"] for one in json.loads(say("ruling", "list", "--json"))] == [1]


def test_a_case_explains_its_facts(command):
    told = command("ruling", "length", "--help").stdout
    for word in (
        "--stated",
        "--posted",
        "--instead",
        "--dry-run",
        "Example: tablekeeper ruling length Ann Bob",
    ):
        assert word in told
    group = command("ruling", "--help").stdout
    assert all(re.search(rf"^  {key} ", group, re.MULTILINE) for key in KINDS)


def test_a_table_s_match_names_the_players_and_waits_for_its_hall(say, database):
    with open_store(str(database), now=lambda: 1000) as store:
        store.board_seen("a" * 16).result()
        match = store.matches.create(length=7, control="none", names=("Ann", "Bob"), uid="a" * 16)
    told = say("penalty", "points", 2, "Bob", "--match", match, "--reason", "slow", "--cause", "pace")
    assert "Ann gets 2 points (Bob: slow play)" in told
    assert "not carried out" in told
    assert "not carried out" in say("ruling", "list", "--open")
    assert "not carried out" in say("ruling", "carry", 1)
    [row] = json.loads(say("ruling", "report", "--match", match, "--json"))["entries"][:1]
    assert row["effects"][0]["at_table"].startswith("not carried out")
    # the length and the missing clock are those of the match
    assert "more than half of 7" in say(
        "late", "start", "Bob", "--match", match, "--scheduled", "20:00", "--arrived", "21:00"
    )


def test_a_dry_run_knows_the_score_of_the_board(command, tmp_path):
    url = str(tmp_path / "played.db")
    room = Room(url)
    board = room.board("a")
    match = room.match(board, 7)
    board.play(0, records.BACKGAMMON)
    room.send(board)
    words = ("ruling", "score", "--match", match, "--first", "2,1", "--second", "2,2", "--database", url)
    # while the hall is open, too
    dry = command(*words, "--dry-run").stdout
    room.close()
    assert dry == "The scoreboard prevails: Ann 3, Bob 0 [§41 scoreboard].\n"
    assert "the scoreboard prevails: Ann 3, Bob 0" in command(*words).stdout


def test_who_withdraws_leaves_the_event(say):
    say("event", "new", "championship", "Cup", "--first-to", 2)
    say("event", "enter", "Cup", "Ann", "Bob", "Cid")
    say("event", "start", "Cup")
    assert "carried out" in say("ruling", "withdraw", "Ann", "--event", "Cup")
    assert "withdraw" in say("event", "history", "Cup")


def test_a_disqualification_asks_for_the_games_and_its_undo_brings_the_player_back(say, no):
    say("event", "new", "ttt", "Cup")
    say("event", "enter", "Cup", "Ann", "Bob", "Cid", "Dan")
    say("event", "start", "Cup")
    out = ("penalty", "disqualify", "Ann", "--event", "Cup", "--reason", "loaded dice")
    assert "what happens to the games of Ann: timeouts" in no(*out)
    assert "carried out" in say(*out, "--games", "removed")
    assert "Ann is out by ruling 1: undo that ruling" in no("event", "undo", "Cup")
    say("ruling", "undo", 1)
    assert "the undoing of the withdrawal of Ann" in say("event", "history", "Cup")


def test_history_report_and_undo(say, database, tmp_path, command):
    say("penalty", "escalate", "Ann", "Bob", "--cause", "noise")
    say("penalty", "escalate", "Ann", "Bob", "--cause", "noise", "--instead", "1 point against Ann for pace",
         "--reason", "it was worse")  # fmt: skip
    assert "Ann is warned" in say("ruling", "history").splitlines()[0]
    assert say("ruling", "undo", "--show").startswith("Undoing 2 would take back Ann: noise or attitude")
    assert say("ruling", "undo", 1, "--reason", "it was Bob").startswith("Undone: Ann: noise or attitude")
    lines = json.loads(say("ruling", "history", "--json"))
    assert [line["undone"] for line in lines] == [True, False, False]
    text = say("ruling", "report", "--player", "Ann")
    assert text.startswith("# Incident report: player Ann\n")
    assert "**undone**" in text
    assert "it was worse" in text
    file = tmp_path / "ann.json"
    say("ruling", "report", "--output", file, "--json")
    assert len(json.loads(file.read_text())["entries"]) == 3
    again = command("ruling", "report", "--output", file, "--database", database)
    assert again.exit_code == 2
    assert "name another file" in again.stderr


def test_the_paragraphs_are_told(command):
    told = command("ruling", "paragraphs")
    assert told.stdout.count("§") == 129
    assert command("ruling", "paragraphs", "lateness-clock").stdout.startswith("§15 lateness-clock: ")
    assert json.loads(command("ruling", "paragraphs", "appeals", "--json").stdout)[-1]["number"] == 84
    assert command("ruling", "paragraphs", "xyzzy").stdout == "No paragraph has that word.\n"


REFUSED = {
    # words: what the sentence says
    ("late", "start", "--length", "7", "--scheduled", "20:00"): "Name the player concerned first",
    ("late", "start", "Ann", "--length", "7", "--scheduled", "20:00"): "name the opponent who waits",
    ("late", "start", "Ann", "Bob", "--scheduled", "20:00"): "Give the length of the match",
    (*START, "--scheduled", "late"): "'late' is not a time",
    ("late", "start", "Ann", "Bob", "--length", "107", "--scheduled", "20:00"): "A match has 1 to 99 points",
    (*START, "--scheduled", "20:00", "--granted", "--from", "20:10"):
        "not both",
    (*START, "--scheduled", "20:00", "--instead", "nothing"):
        "give --arrived, too",
    (*START, "--scheduled", "20:00", "--arrived", "20:40",
     "--instead", "shoot Ann"): "'shoot Ann' is not a decision",
    (*START, "--scheduled", "20:00", "--arrived", "20:40", "--instead", "nothing"): "needs a reason",
    ("late", "arrived", "9"): "No missing player has the number 9",
    ("late", "grant", "9", "snow"): "No missing player has the number 9",
    ("late", "start", "Ann", "Ann", "--length", "7", "--scheduled", "20:00"): "Ann is named twice",
    ("break", "take", "Ann", "Bob"): "Give the length",
    ("break", "take", "Ann", "Ann", "--length", "7"): "Ann is named twice",
    ("penalty", "warn", "Ann", "Ann", "--reason", "sang"): "Ann is named twice",
    ("break", "take", "Ann", "Bob", "--length", "7", "--within-game"): "a break is taken between two games",
    ("break", "back", "9"): "No break has the number 9",
    ("break", "exceeded", "Ann", "Bob", "--took", "long"): "'long' is not a duration",
    ("penalty", "warn", "Ann", "--reason", " "): "needs a reason",
    ("penalty", "escalate", "Ann", "Bob", "Cid", "--cause", "noise"): "Name the player concerned first",
    ("penalty", "ladder", "slap"): "'slap' is not a step",
    ("committee", "set", "Eve", "Finn"): "A committee has 3 to 5 members, not 2",
    ("committee", "set", "Eve", "eve", "Finn"): "named twice",
    ("committee", "set", "Eve", "Finn", "the director"): "The director decides together with the committee",
    ("committee", "substitute", "9", "Eve", "Hana"): "there is no ruling 9",
    ("appeal", "raise", "9", "Ann"): "There is no ruling 9",
    ("appeal", "decide", "9", "--director", "uphold"): "There is no appeal 9",
    ("appeal", "decide", "9", "--director", "uphold", "--vote", "Eve"): "'Eve' is not a vote",
    ("ruling", "length", "Ann", "Bob"): '"Length the match should have, in points" is missing',
    (*LENGTH, "7"): "nothing is wrong",
    (*LENGTH, "x"): "Length that was played, in points; 0: neither sheet says: ",
    ("ruling", "video", "Ann"): "name 2 different players",
    ("ruling", "referee", "Ann", "Bob", "--name", "Ann"): "a referee is neutral",
    ("ruling", "score", "Ann", "Bob"): "say what the director decides, and the reason",
    ("ruling", "score", "Ann", "Bob", "--dry-run", "--reason", "x"): "With --dry-run nothing is decided",
    ("ruling", "score", "Ann", "Bob", "--match", "9"): "There is no match 9",
    ("ruling", "offence", "Ann", "--cause", "noise", "--event", "Cup"): "There is no event Cup",
    ("ruling", "offence", "Ann", "Bob", "--cause", "noise", "--instead", "nothing"): "needs a reason",
    ("ruling", "other", "--text", "so it is", "--paragraphs", "nonsense"): "there is no paragraph 'nonsense'",
    ("ruling", "carry", "9"): "There is no ruling 9",
    ("ruling", "undo"): "There is nothing to undo",
    ("ruling", "undo", "9"): "There is no entry 9",
}  # fmt: skip


@pytest.mark.turns(3)
@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_be_is_one_sentence_and_keeps_nothing(command, refused, spring, words):
    said = refused(*words, "--database", spring)
    assert REFUSED[words] in said
    assert json.loads(command("ruling", "history", "--json", "--database", spring).stdout) == []


def test_points_for_nobody_at_a_table_are_entered_with_the_result(say):
    say("event", "new", "round-robin", "Cup")
    say("event", "enter", "Cup", "Ann", "Bob", "Cid")
    say("event", "start", "Cup")
    told = say("penalty", "points", "1", "Ann", "Bob", "--event", "Cup", "--cause", "pace", "--reason", "-")
    assert "No match of theirs is at a table now: enter these points with the result." in told
