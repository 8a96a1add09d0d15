"""The view of a race: its text and the seat that it marks agree on whose turn it is."""

from tablecore import records
from tablekeeper.games.race.view import view
from tableprograms.race import rules as racerules
from tableprograms.race.rules import THREE_THREAT
from tests.tableprograms.race.log import NOBODY, began

NAMES = ("Ann", "Bob", "Cid")


def told(log):
    """Return the text and the seats that are marked."""
    shown = view(1, log.sheet, NAMES, None, None)
    return shown.state, [seat.name for seat in shown.seats if seat.on_turn]


def test_the_text_begins_with_who_is_marked():
    log = began(THREE_THREAT, racerules.LOGGED, 1)
    assert told(log) == ("Bob to throw", ["Bob"])
    log.fits(records.DICE, 1, 6)
    assert told(log) == ("Bob to throw", ["Bob"])
    # Bob moves the 3; the next throw is already Cid's
    log.fits(records.DICE, 1, 3)
    assert told(log) == ("Bob to move, then Cid to throw", ["Bob"])
    log.fits(records.DICE, 2, 1)
    assert told(log) == ("Cid to move, then Ann to throw", ["Cid"])


def test_without_logged_throws_nobody_is_said_to_throw():
    assert told(began(THREE_THREAT, 0, 0)) == ("Ann to move", ["Ann"])
    assert told(began(THREE_THREAT, 0, NOBODY)) == ("Racing", [])
