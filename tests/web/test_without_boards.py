"""An evening without a board, by commands alone, while players and projector read the pages."""

import json
import re

from tablekeeper.web.hallsocket import HallSocket
from tests.cli.conftest import command, database, home, refused, say  # noqa: F401
from tests.nonempty import nonempty
from tests.web.conftest import room_pages, text_of

serving = room_pages
PLAYERS = tuple(f"P{number:02}" for number in range(1, 22))


def test_a_knockout_of_21_runs_without_a_board(say, room, browser):  # noqa: F811
    with HallSocket(room.director):
        assert say("table", "new", "--count", "12").startswith("New: Table 1, Table 2, ")
        say("event", "new", "backgammon-16", "Cup", "--seed", "7")
        say("event", "enter", "Cup", *PLAYERS)
        say("event", "start", "Cup")
        rounds = 0
        while json.loads(say("event", "next", "Cup", "--json")):
            seated = json.loads(say("event", "seat", "Cup", "--json"))
            assert len({one["table"] for one in seated}) == len(seated)
            check_pages(browser, room, seated)
            for one in nonempty(seated):
                pairing = one["pairing"]
                length, (winner, loser) = pairing["length"], pairing["players"]
                say(
                    "event", "result", "Cup", "--winner", winner, "--players", f"{winner},{loser}",
                    "--score", f"{length},2",
                )  # fmt: skip
            # a hand result frees its table: nothing was typed for it
            assert [one.players for one in room.director.boards.listed()] == [""] * 12
            rounds += 1
        assert rounds > 7
        assert "P" in say("event", "standings", "Cup")
        say("event", "finish", "Cup")
    names = {name for one in room.director.events.get(1).entered for name in one.result["players"]}
    assert names == set(PLAYERS)
    assert {one.result["match"][:2] for one in room.director.events.get(1).entered} >= {"A4", "PC"}


def check_pages(browser, room, seated):
    """Read the page of each player and the projector: they name the table of everybody who can play."""
    at = {name: one["table"] for one in seated for name in one["pairing"]["players"]}
    screen = words(browser.get("/screen"))
    for number, name in enumerate(PLAYERS, 1):
        page = words(browser.get(f"/events/1/players/{number}"))
        if name in at:
            assert re.search(rf"{at[name]} against P\d\d", page), page
            assert re.search(rf"{at[name]} .*{name}", screen)
        else:
            # out, a bye, or an opponent who is still playing
            assert "no table" not in page
            assert re.search(r"Nothing to play now|wins the event|Nothing more to play", page), page


def words(answer):
    """Return the words of a page without its tags."""
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", text_of(answer)))
