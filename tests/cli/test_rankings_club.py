"""The club's rankings on the command line: from the finish of an event to the table, and corrections."""

import json

import pytest

GAMES = ("Ann", "Bob", "Ann")


@pytest.fixture
def cup(say):
    """Makes a championship of Ann, Bob and Cid with these winners, finished."""

    def make(name, winners=GAMES):
        say("event", "new", "championship", name, "--first-to", 2)
        say("event", "enter", name, "Ann", "Bob", "Cid")
        say("event", "start", name)
        for winner in winners:
            say("event", "result", name, "--winner", winner)
        say("event", "finish", name)

    return make


def test_from_the_finish_to_the_table(say, no, cup):
    cup("Spring cup")
    [entry] = json.loads(say("rankings", "entries", "--json"))
    assert (entry["title"], entry["state"], entry["kind"]) == ("Spring cup", "proposed", "world")
    told = say("rankings", "propose", "Spring cup", "--level", 2, "--date", "2026-05-03")
    assert "2026-05-03  Spring cup (3T, level 2): 1. Ann, 2. Bob, 3. Cid" in told
    assert "New in the register: Ann, Bob, Cid." in told
    assert "  Ann: not there -> 1. with 16" in told
    change = json.loads(say("rankings", "propose", "Spring cup", "--json"))
    assert change["new_people"] == ["Ann", "Bob", "Cid"]
    assert {one["ranking"] for one in change["differences"]} == {"world", "medal", "openskill"}
    assert "Nothing counts yet." in say("rankings", "history")
    assert "Confirmed: entry 1." in say(
        "rankings", "confirm", "Spring cup", "--level", 2, "--date", "2026-05-03"
    )
    table = json.loads(say("rankings", "show", "--json"))
    assert [(row["player"], row["total"]) for row in table["rows"]] == [("Ann", 16), ("Bob", 9), ("Cid", 4)]
    assert "World Rankings, rules of" in say("rankings", "show", "world", "--explain")
    assert json.loads(say("rankings", "show", "--as-of", "2026-05-02", "--json"))["rows"] == []
    assert "a correction needs a reason" in no("rankings", "confirm", "Spring cup")
    assert "counts" not in say("rankings", "entries").split("confirmed")[1]


def test_a_correction_shows_who_moves(say, no, cup):
    cup("One")
    say("rankings", "confirm", "One")
    say("event", "reopen", 1, "one more look")
    say("event", "rule", 1, 6, "the video", "--winner", "Bob")
    assert "finish it first" in no("rankings", "correct", 1, "the video", "--preview")
    say("event", "finish", 1)
    assert "event changed since" in " ".join(say("rankings", "entries").split())
    before = say("rankings", "show", "--json")
    told = say("rankings", "correct", 1, "the video", "--preview")
    assert "  Bob: 2. with 5 -> 1. with 9" in told
    assert say("rankings", "show", "--json") == before
    assert "Corrected: entry 1." in say("rankings", "correct", 1, "the video")
    assert json.loads(say("rankings", "show", "--json"))["rows"][0]["player"] == "Bob"
    assert "counts like that already" in no("rankings", "correct", 1, "again")


def test_withdrawn_and_back(say, no, cup):
    cup("One")
    say("rankings", "confirm", "One")
    before = say("rankings", "show", "--json")
    assert "Ann: 1. with 9 -> not there" in say("rankings", "withdraw", 1, "a test", "--preview")
    assert say("rankings", "show", "--json") == before
    assert "Withdrawn." in say("rankings", "withdraw", 1, "a test")
    assert json.loads(say("rankings", "show", "--json"))["rows"] == []
    assert "does not count" in no("rankings", "withdraw", 1, "again")
    say("rankings", "restore", 1)
    assert say("rankings", "show", "--json") == before
    assert "no ranking entry 9" in no("rankings", "restore", 9)


def test_history_and_a_player(say, no, cup):
    cup("One")
    cup("Two", ("Bob", "Bob"))
    say("rankings", "confirm", "One", "--date", "2026-05-01")
    say("rankings", "confirm", "Two", "--date", "2026-05-08", "--level", 3)
    days = json.loads(say("rankings", "history", "world", "--json"))
    assert [(one["date"], one["tournaments"]) for one in days] == [
        ("2026-05-01", ["One"]), ("2026-05-08", ["Two"]),
    ]  # fmt: skip
    assert days[1]["moves"][0] == {"player": "Bob", "before": 2, "after": 1, "gained": 23}
    told = say("rankings", "history")
    assert "1. Bob  +23  was 2." in told
    assert "1. Ann  +9  new" in told
    ann = json.loads(say("rankings", "player", "Ann", "--json"))
    assert ann["ranks"]["world"] == {"rank": 2, "figure": "15"}
    assert [one["name"] for one in ann["titles"]] == ["One"]
    assert (ann["won"], ann["lost"], ann["average_place"]) == (2, 3, 1.5)
    assert ann["against"]["Bob"] == {"won": 2, "lost": 3, "level": 0}
    assert ann["streaks"] == {"won": 1, "lost": 2, "now": -2}
    told = say("rankings", "player", "Ann")
    assert "world: 2. with 15" in told
    assert "against Bob: 2-3" in told
    assert "Nobody in the register is called 'Dee'" in no("rankings", "player", "Dee")


def test_ratings_of_the_club(say):
    say("event", "new", "round-robin", "Open", "--length", 5)
    say("event", "enter", "Open", "Ann", "Bob", "Cid")
    say("event", "start", "Open")
    for players in ("Ann,Bob", "Ann,Cid", "Bob,Cid"):
        say("event", "result", "Open", "--players", players, "--winner", players[:3], "--score", "5,0")
    say("event", "finish", "Open")
    assert "3 results for the ratings." in say("rankings", "confirm", "Open")
    rated = json.loads(say("rankings", "show", "fibs", "--json"))
    assert [row["player"] for row in rated["rows"]] == ["Ann", "Bob", "Cid"]
    assert [row["rating"] > 1500 for row in rated["rows"]] == [True, False, False]
    assert "provisional" in say("rankings", "show", "fibs")
    say("people", "consent", "Ann", "private")
    assert "Player 1" in say("rankings", "show", "fibs", "--public")
    assert "Player 1" not in say("rankings", "show", "fibs")


def test_a_published_table_is_adopted(say, command, tmp_path):
    file = tmp_path / "world.json"
    cups = [
        {"name": f"Cup {number}", "style": "3T", "level": 1, "date": f"2025-0{number}-01",
         "wins": {"S": 2, "N": 1, "H": 0}}
        for number in range(1, 4)
    ]  # fmt: skip
    file.write_text(json.dumps({"ranking": "world", "tournaments": cups}))
    assert say("rankings", "adopt", file) == "Imported: 3 tournaments.\n"
    assert [row["total"] for row in json.loads(say("rankings", "show", "--json"))["rows"]] == [27, 15, 6]

    def why():
        result = command("rankings", "adopt", file, "--database", tmp_path / "hall.db")
        assert (result.exit_code, result.stdout) == (2, "")
        return result.stderr

    assert "world.json: tournaments[0].name: counts already" in why()
    del cups[0]["date"]
    file.write_text(json.dumps({"ranking": "world", "rules": "2025-06", "tournaments": cups}))
    assert "world.json: tournaments[0].date: is missing" in why()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("propose", "Nowhere"), "There is no event Nowhere"),
        (("confirm", "One", "--cp", "2"), "need a reason"),
        (("confirm", "One", "--winner", "Cid"), "Cid is not first"),
        (("withdraw", "1", "why"), "does not count"),
        (("restore", "1"), "was not withdrawn"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(say, no, cup, words, sentence):
    cup("One")
    before = say("rankings", "entries", "--json"), say("people", "list", "--json")
    assert sentence in no("rankings", *words)
    assert (say("rankings", "entries", "--json"), say("people", "list", "--json")) == before
