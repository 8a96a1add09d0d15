"""`tablekeeper event`: a whole event from the command line, and one sentence for what cannot be."""

import json
import re

import pytest

from tablekeeper import formats
from tablekeeper.cli import eventflags
from tablekeeper.errors import UserError
from tablekeeper.formats.option import read_options
from tablekeeper.formats.written import written
from tablekeeper.strictjson import Cursor
from tests.formats.league_events import PLAYERS, SCHEDULE
from tests.nonempty import nonempty

GAME = ("--players", "Ann,Bob", "--winner", "Ann", "--pawns", "4,2", "--minutes", "47.5")


@pytest.fixture
def league(event):
    """A league of one double round-robin that has started; its name."""
    event("new", "league-2t", "Spring league", "--drr", 1, "--positions", "order of entry")
    event("enter", "Spring league", "Ann", "Bob", "Cid")
    event("start", "Spring league")
    return "Spring league"


def test_an_event_is_drawn_as_it_stands(event, no_event, league, tmp_path):
    event("result", league, *GAME)
    drawn = event("picture", league)
    assert drawn.startswith("<svg ")
    assert drawn.count(">47.5 min<") == 1
    assert event("picture", league, "--output", tmp_path / "cup.svg") == ""
    assert (tmp_path / "cup.svg").read_text("utf-8") == drawn
    assert "name another file with --output" in no_event("picture", league, "--output", tmp_path / "cup.svg")
    event("new", "championship", "Cup", "--first-to", 3)
    assert "has not started" in no_event("picture", "Cup")


def test_an_event_from_the_first_entry_to_the_export(event, league, tmp_path):
    told = event(
        "result", league, "--players", "Ann,Bob", "--winner", "Ann", "--pawns", "4,2", "--minutes", "47.5"
    )
    assert told == "Action 4: the result Ann v Bob, winner Ann, minutes 47.5, pawns 4 2.\n"
    answer = json.loads(event("standings", league, "--json"))
    assert (answer["rows"][0]["player"], answer["rows"][0]["pawns_for"]) == ("Ann", 4)
    shown = event("standings", league, "--explain")
    assert "Spring league: League (2T), provisional" in shown
    assert re.search(r"^  (Ann|Bob|Cid) ", shown, re.MULTILINE), "nothing said of what is at stake"
    assert "Ann v Cid" in event("next", league)
    assert event("undo", league) == "Undone: the result Ann v Bob, winner Ann, minutes 47.5, pawns 4 2.\n"
    assert "(undone)" in event("history", league)
    event("undo", league, 5, "--reason", "it was right")
    exported = json.loads(event("export", league))
    assert exported["results"] == [
        {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [4, 2], "minutes": 47.5}
    ]
    event("export", league, "--output", tmp_path / "league.json")
    imported = event("import", tmp_path / "league.json", "--name", "Copy", "--json")
    assert json.loads(imported) == {"event": 2}
    copied = json.loads(event("export", 2))
    assert (copied["name"], copied["results"]) == ("Copy", exported["results"])
    listed = json.loads(event("list", "--json"))
    assert [(one["event"], one["name"], one["phase"]) for one in listed] == [
        (1, "Spring league", "running"),
        (2, "Copy", "running"),
    ]


def test_an_exported_event_is_an_event_file(event, league, command, tmp_path):
    event("result", league, "--players", "Ann,Bob", "--winner", "Ann", "--pawns", "4,2", "--minutes", "50")
    event("export", league, "--output", tmp_path / "league.json")
    result = command("standings", tmp_path / "league.json", "--json")
    assert json.loads(result.stdout) == json.loads(event("standings", league, "--json"))


def test_a_file_without_a_journal_is_taken_in(event, tmp_path):
    (tmp_path / "cup.json").write_text(
        '{"format": "championship", "options": {"first_to": 2}, "players": ["Ann", "Bob", "Cid"],'
        ' "results": [{"winner": "Cid"}]}'
    )
    assert event("import", tmp_path / "cup.json") == "Event 1: cup.\n"
    event("result", "cup", "--winner", "Cid")
    assert json.loads(event("list", "--json"))[0]["winner"] == "Cid"
    event("finish", 1)
    event("reopen", 1, "not so fast")
    assert event("rule", 1, 5, "no such game", "--no-result") == (
        "Action 8: the ruling on action 5: no result (no such game).\n"
    )
    assert json.loads(event("export", 1))["results"] == [{"winner": "Cid"}]


def test_a_draw_from_the_command_line(event):
    event("new", "ttt", "Tourney")
    event("enter", 1, *(f"P{number}" for number in range(6)))
    assert json.loads(event("draw", 1, "--seed", 7, "--groups", 2, "--json")) == {"seed": 7}
    first = json.loads(event("export", 1))["options"]["groups"]
    assert sorted(map(len, first)) == [3, 3]
    event("draw", 1, "--groups", 2, "--seed", 7)
    assert json.loads(event("export", 1))["options"]["groups"] == first
    event("withdraw", 1, "P5", "--reason", "ill")
    event("set", 1, "--groups", "null", "--cap", "2.5")
    assert json.loads(event("export", 1))["options"] == {"cap": 2.5, "groups": None}


def test_a_draw_that_is_played_is_replaced_only_when_told_to(event, no_event):
    event("new", "knockout", "Cup")
    event("enter", "Cup", "Ann", "Bob", "Cid", "Dan")
    event("draw", "Cup", "--seed", 9)
    event("start", "Cup")
    assert "With --new-draw it becomes draw 2." in no_event("set", "Cup", "--seed", 8)
    assert "would be Cid v Dan" in no_event("draw", "Cup", "--seed", 8)
    assert "draw 2 with seed 8" in event("draw", "Cup", "--seed", 8, "--new-draw")
    event("set", "Cup", "--seed", 9, "--new-draw")
    assert "which give draw 3" in event("history", "Cup")


def test_what_is_wrong_is_one_sentence_and_changes_nothing(event, no_event, league, tmp_path):
    before = event("export", league)
    assert no_event("result", league) == (
        "Give the result: --players TEXT,...; --winner TEXT; --pawns NUMBER,...; --minutes NUMBER;"
        " --stage qualifying|final; --cancelled TEXT,...."
    )
    assert "No such option '--colour'" in no_event("result", league, "--colour", "red")
    refusals = {
        ("result", league, "--players", "Ann,Dan", "--winner", "Ann"): "Dan",
        (
            "result", league, "--players", "Ann,Bob", "--winner", "Ann", "--pawns", "4,two",
        ): "Counted pawns, item 2: ",
        ("enter", league, "Dan"): "League (2T) has 3 players.",
        ("set", league, "--drr", "some"): '"some"',
        ("set", league, "--dice", "{"): "--dice: this is not JSON",
        ("draw", league, "--seed", 1): "there is nothing to draw",
        ("rule", league, 9, "why", "--winner", "Ann"): "Action 9",
        ("rule", league, 9, "why", "--no-result", "--winner", "Ann"): "not both",
        ("confirm", league, 3): "not a claim",
        ("reject", league, 3, "why"): "not a claim",
        ("undo", league, 77): "77",
        ("reopen", league, "why"): "not finished",
        ("start", "Autumn league"): "There is no event Autumn league",
        ("standings", 7): "There is no event 7",
        ("export", 7): "There is no event 7",
        ("export", league, "--output", tmp_path / "none" / "cup.json"): "No such file or directory",
        ("export", league, "--output", tmp_path): "File exists",
    }
    for words, told in refusals.items():
        assert told in no_event(*words), words
    assert event("export", league) == before


def test_next_without_an_event_lists_what_waits_for_a_board(event):
    event("new", "championship", "Waiting", "--first-to", 1)
    assert event("next") == "Nothing waits for a board.\n"
    for name, players in (("Beginners", ("Ann", "Bob")), ("Championship", ("Cid", "Dan"))):
        event("new", "knockout", name)
        event("enter", name, *players)
        event("start", name)
    assert event("next") == "Championship: match A1: Cid v Dan\nBeginners: match A1: Ann v Bob\n"
    assert [one["event"] for one in json.loads(event("next", "--json"))] == [3, 2]


def test_an_event_that_has_not_started(event, no_event, tmp_path):
    event("new", "championship", "Cup", "--first-to", 2)
    assert "has not started" in no_event("standings", 1)
    assert event("next", 1) == "It has not started; players so far: none.\n"
    assert "Event 1 is called Cup, too" in no_event("new", "championship", "Cup", "--first-to", 2)
    event("export", 1, "--output", tmp_path / "cup.json")
    # two of one name would have to be told apart by their numbers
    assert "Event 1 is called Cup, too" in no_event("import", tmp_path / "cup.json")
    event("import", tmp_path / "cup.json", "--name", "Copy")
    assert [one["name"] for one in json.loads(event("list", "--json"))] == ["Cup", "Copy"]
    event("discard", "Copy")
    event("start", "Cup", "--help")
    assert "players" in no_event("start", "Cup")


def test_a_database_that_is_not_there_is_not_made_by_looking(no_event, tmp_path):
    assert "no database" in no_event("list")
    assert list(tmp_path.glob("*.db")) == []


def test_a_wrong_file_names_the_place(event, command, tmp_path):
    event("new", "championship", "Cup", "--first-to", 2)
    (tmp_path / "cup.json").write_text(json.dumps(json.loads(event("export", 1)) | {"name": "Cap"}))
    result = command("event", "import", tmp_path / "cup.json", "--database", tmp_path / "hall.db")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cup.json: name: differs from what follows from the journal" in result.stderr
    assert len(json.loads(event("list", "--json"))) == 1


@pytest.mark.parametrize("key", formats.FORMATS)
def test_every_format_explains_its_flags(command, key):
    form = formats.FORMATS[key]
    shown = command("event", "new", key, "--help").stdout
    assert form.title in shown
    for option in form.options:
        assert eventflags.flag(option) in shown
        assert option.label.split()[0] in shown


@pytest.mark.parametrize("key", formats.FORMATS)
def test_the_default_of_every_option_can_be_said_as_a_flag(key):
    options = [one for one in formats.FORMATS[key].options if one.default not in (None, ())]
    words = []
    for option in options:
        if option.kind == "flag":
            words.append(eventflags.flag(option).replace("--", "--no-", 0 if option.default else 1))
        else:
            words += [eventflags.flag(option), written(option, option.default)]
    given = eventflags.parse(options, words)
    assert read_options(options, Cursor(given)) == {option.key: option.default for option in options}


def test_flags_that_are_not_in_the_table_are_refused():
    with pytest.raises(UserError, match="the flags here are --winner TEXT"):
        eventflags.parse(formats.FORMATS["championship"].result, ["--loser", "Ann"])


def test_a_round_of_die_roll_is_recorded_step_by_step(event, no_event, league):
    event("set", league, "--positions", "", "--new-draw")
    wanted = "round of die-roll for the positions: Ann, Bob and Cid (double round-robin 1)\n"
    assert event("next", league) == wanted
    told = no_event("result", league, "--winner", "Ann", "--pawns", "4,2")
    assert "comes first; to play without lots" in told
    assert event("throw", league, "Bob 5, Ann 3, Cid 3") == (
        "Action 5: the throws Bob 5, Ann 3, Cid 3.\n"
        "Next: round of die-roll for the positions: Ann and Cid (double round-robin 1).\n"
    )
    assert event("next", league) == wanted.replace("Ann, Bob and Cid", "Ann and Cid")
    assert "Bob does not throw now; still to throw: Ann, Cid" in no_event("throw", league, "Bob 1, Cid 1")
    assert "Ann 5" in no_event("throw", league, "Ann")
    event("throw", league, "Cid 1, Ann 6")
    assert event("next", league).startswith("game 1: Bob v Ann\ngame 2: Cid v Bob\n")
    assert "Nobody throws now" in no_event("throw", league, "Ann 1")
    event("undo", league)
    assert event("next", league) == wanted.replace("Ann, Bob and Cid", "Ann and Cid")
    event("set", league, "--lots", "Bob 5, Ann 3, Cid 2")
    assert event("next", league).startswith("game 1: Bob v Ann\n")


def test_a_name_with_a_comma_stands_in_quotation_marks(event):
    event("new", "league-2t", "League")
    event("enter", "League", "Lee, Ann", "Bob", "Cid")
    event("start", "League")
    event("throw", "League", '"Lee, Ann" 5, Bob 6, Cid 3')
    assert "game 1: Bob v Lee, Ann" in event("next", "League")
    said = event("colours", "League", '"Lee, Ann" red+blue, Bob green+yellow')
    assert 'Bob green and yellow, "Lee, Ann" red and blue' in said


def test_colours_are_chosen_and_told(event, no_event, league):
    """docs/formats.md, "Colours"."""
    assert "colours" not in event("next", league)
    said = event("colours", league, "Ann red+yellow, Bob green+blue")
    assert said.splitlines() == [
        "Action 4: the colours Ann red and yellow, Bob green and blue for game 1: Ann v Bob.",
        "By 2T allied colours lie side by side: red and yellow of Ann do not.",
        "By 2T allied colours lie side by side: green and blue of Bob do not.",
    ]
    again = event("colours", league, "Bob green+blue, Ann yellow+red")
    assert again.startswith("These are its colours already.")
    event("colours", league, "--game", 3, "Cid red+blue, Bob yellow+green")
    told = event("next", league).splitlines()
    assert told[0] == "game 1: Ann v Bob (colours Ann red and yellow, Bob green and blue)"
    assert told[4] == "game 3: Bob v Cid (colours Bob yellow and green, Cid red and blue)"
    listed = json.loads(event("next", league, "--json"))
    assert [one.get("colours") for one in listed[:2]] == [
        {"Ann": ["red", "yellow"], "Bob": ["green", "blue"]}, None,
    ]  # fmt: skip
    assert "No such game" in no_event("colours", league, "--game", 9, "Ann red+yellow, Bob green+blue")
    assert "No such game" in no_event("colours", league, "--match", 1, "Ann red+yellow, Bob green+blue")
    assert "the players are Ann and Bob" in no_event("colours", league, "Ann red+yellow, Cid green+blue")
    event(
        "new", "grand-prix", "Prix", "--games", 1, "--colours",
        "Ann: red, blue; Bob: green, black; Cid: yellow, white",
    )
    event("enter", "Prix", "Ann", "Bob", "Cid")
    event("start", "Prix")
    assert "are an option" in no_event("colours", "Prix", "Ann red+blue, Bob green+black, Cid yellow+white")
    event("new", "round-robin", "Club evening")
    event("enter", "Club evening", "Ann", "Bob")
    event("start", "Club evening")
    assert "there are no colours" in no_event("colours", "Club evening", "Ann red+blue, Bob green+black")


def test_the_director_may_do_without_lots(event, league):
    event("set", league, "--drr", 2, "--positions", "order of entry")
    assert event("next", league).count("game ") == 12
    event("set", league, "--positions", "Cid, Bob, Ann", "--new-draw")
    assert event("next", league).endswith("double round-robin 2: lots to come\n")


def test_no_flag_asks_for_json(command):
    for key, form in nonempty(formats.FORMATS.items()):
        assert "JSON" not in command("event", "new", key, "--help").stdout.replace("--json", "").replace(
            "Print one JSON document", ""
        )
        assert "JSON" not in eventflags.described((*form.result, *form.draws))


def test_many_results_from_a_file(event, no_event, command, tmp_path):
    event("new", "ttt", "Tourney")
    event("enter", 1, "Ann", "Bob", "Cid")
    event("start", 1)
    file = tmp_path / "evening.csv"
    file.write_text("player1;player2;winner\nAnn;Bob;Ann\nBob;Cid;Dan\n", "utf-8")
    preview = command("event", "results", 1, file, "--confirm", "--database", tmp_path / "hall.db")
    assert preview.exit_code == 1
    assert preview.stdout.splitlines() == [
        "line 2: match 1: Ann v Bob, winner Ann, kind single",
        'line 3: problem: Winner: "Dan" is not among the players',
        "1 line has a problem: nothing is entered.",
    ]
    file.write_text("player1;player2;winner\nAnn;Bob;Ann\nBob;Cid;Cid\n", "utf-8")
    assert event("results", 1, file).endswith("2 results to enter: repeat with --confirm.\n")
    assert json.loads(event("export", 1))["results"] == []
    told = json.loads(event("results", 1, file, "--confirm", "--json"))
    assert (told["entered"], [line["problem"] for line in told["lines"]]) == (True, [None, None])
    assert "Give the first action, too" in no_event("undo", 1, "--through", 5)
    assert event("undo", 1, 4, "--through", 5) == "Undone: 2 actions from 4 to 5.\n"
    file.write_bytes(b"\xff")
    assert "not UTF-8" in no_event("results", 1, file)


def test_a_settled_half_is_cancelled_by_one_command(event, no_event):
    event("new", "league-2t", "League", "--drr", 2, "--positions", "order of entry")
    event("enter", 1, *PLAYERS)
    event("start", 1)
    # A wins every game and B every one against C: after nine games nothing can change
    for game, pair in enumerate([*SCHEDULE, *SCHEDULE[:3]]):
        if game == 8:
            assert "no game can be cancelled now: every open game" in no_event("cancel", 1)
        names = sorted(pair)
        event("result", 1, "--players", ",".join(names), "--winner", names[0], "--pawns", "4,0")
    assert event("cancel", 1).splitlines() == [
        "Action 13: the cancelled game B v A.",
        "Action 14: the cancelled game A v C.",
        "Action 15: the cancelled game C v B.",
        "It is over: A has won.",
    ]
    assert "no game can be cancelled now" in no_event("cancel", 1)
    # each can be undone alone, as if it had been entered alone
    event("undo", 1, 15)
    assert event("next", 1).splitlines()[0].startswith("game 12: C v B")
    assert event("cancel", 1).startswith("Action 17: the cancelled game C v B.")


def test_games_of_a_player_and_what_is_overdue(event, no_event):
    event("new", "ttt", "Tourney", "--turns-a-day", 2)
    event("enter", 1, "Ann", "Bob", "Cid")
    event("start", 1)
    assert event("turn", 1, "Bob", "Ann") == "Action 4: the turn of Bob against Ann.\n"
    assert event("overdue", 1) == "Nothing is overdue.\n"
    assert event("next", 1).startswith("Ann v Bob (Bob on turn, due 20")
    assert json.loads(event("overdue", 1, "--json")) == []
    told = event("player", 1, "Ann").splitlines()
    assert told[0] == "Ann invites: 1"
    assert told[1].startswith("  Ann v Bob, Bob on turn, due 20")
    assert [line.partition(":")[0] for line in told if ":" in line and line[0] != " "][1:] == [
        "Who invited Ann", "To be played", "Played",
    ]  # fmt: skip
    [invited] = json.loads(event("player", 1, "Cid", "--json"))["invites"]
    assert invited["pairing"] == {"players": ["Cid", "Ann"]}
    assert "Dan is not in Tourney" in no_event("player", 1, "Dan")
    event("set", 1, "--turns-a-day", "null")
    assert "has no deadlines" in no_event("overdue", 1)


def test_an_undo_on_which_another_result_builds_names_the_way_with_both(event, no_event):
    event("new", "knockout", "Cup", "--length", 3, "--seed", 7)
    event("enter", "Cup", "Ann", "Bob", "Cid", "Dan")
    event("start", "Cup")
    for _ in range(3):
        one, other = re.search(r"(\w+) v (\w+)", event("next", "Cup")).groups()
        event("result", "Cup", "--winner", min(one, other), "--players", f"{one},{other}", "--score",
              "3,1" if one < other else "1,3")  # fmt: skip
    lines = [line.split()[0] for line in event("history", "Cup").splitlines() if "the result of" in line]
    first, final = lines[0], lines[-1]
    told = no_event("undo", "Cup", first, "--reason", "the wrong sheet")
    assert f"tablekeeper event undo 1 {first} --together --reason TEXT" in told
    assert "(undone)" not in event("history", "Cup")
    assert f"event undo 1 {first} --together" in event("undo", "Cup", first, "--show")
    said = event("undo", "Cup", first, "--together", "--reason", "the wrong sheet")
    assert said.startswith("Undone: the result of match A1")
    undone = [line for line in event("history", "Cup").splitlines() if "(undone)" in line]
    assert [line.split()[0] for line in undone] == [first, final]
