"""Events of races at one board, through firmware, wire, store and director, from first game to last."""

import random

import pytest

from tablecore.sheets.sheet import NOBODY, READY
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tests.startedevent import started_event
from tests.virtual.sitting import virtual_hall

HOUR = 3600 * 1_000_000
SECOND = 1_000_000
HELD_MS = 80

hall = virtual_hall()


def press_next(sheet, chance):
    """Return the key that those at a board press next; None when they wait for the host."""
    if sheet.PROGRAM != race.RaceSheet.PROGRAM:
        return None
    if sheet.phase == race.RESULT:
        missing = [seat for seat in range(sheet.seats) if not sheet.confirmed & (1 << seat)]
        return missing[0] if missing else None
    if sheet.phase == READY:
        # one game for one set-up: behind it the table waits
        return None if sheet.game else 0
    if sheet.phase != race.PLAY:
        return None
    colours = [
        colour for colour in range(racerules.COLOURS)
        if sheet.owner[colour] != NOBODY and sheet.home[colour] < racerules.PAWNS
    ]  # fmt: skip
    return str(chance.choice(colours) + 1)


class BotPlayers:
    """Looks at a board every two seconds, and presses what comes next."""

    def __init__(self, hall, table, seed):
        self.hall, self.table, self.chance = hall, table, random.Random(seed)
        self.look(None)

    def look(self, _):
        app = self.table.board.running("app")
        key = None if app is None else press_next(app.fold.sheet, self.chance)
        if key is not None:
            self.table.board.press(key, self.hall.timeline.now_us + 1000, HELD_MS)
        self.hall.timeline.push(self.hall.timeline.now_us + 2 * SECOND, self.look, None)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("championship", {"first_to": 2}),
        ("challengers", {"first_to": 4}),
        ("triathlon", {"target": 5}),
        ("league-2t", {"drr": 1, "positions": None}),
    ],
)
def test_an_event_is_played_to_its_end(hall, key, options):
    table = hall.add_table("Table 1", seed=1)
    events = hall.director.events
    event = started_event(events, ["Ann", "Bob", "Cleo"], "Cup", key, options)
    assert hall.run(lambda: table.connection is not None and table.connection.online, HOUR)
    hall.director.event_tables.play(event, events.get(event).answer.next[0], table.uid, None, "none")
    BotPlayers(hall, table, 5)

    revisions = set()

    def played():
        revision = hall.director.topics.revision(f"event/{event}")
        if revision in revisions:
            return False
        revisions.add(revision)
        view = events.get(event)
        # a league may be left with a tie that dice decide
        return view.phase == "over" or not any("players" in one for one in view.answer.next)

    assert hall.run(played, 2 * HOUR), events.get(event).answer
    view = events.get(event)
    assert view.claims == ()
    assert len(view.entered) == len(view.tables) >= 2
    assert table.board.crashes == []
    # the last game is closed as well, and the board is free
    hall.run_for(5 * SECOND)
    assert hall.director.overview.hall().tables[0].match is None
