"""Everybody can use the federation's pages: axe-core by day and by night, and nothing wider than a phone."""

import contextlib
from types import SimpleNamespace

import pytest

from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.store.copies import Copies
from tablekeeper.web import Serving
from tablekeeper.web.federationapp import make_federation_app
from tablekeeper.web.settings import Settings
from tests.director.conftest import Room
from tests.guards import sample
from tests.nonempty import nonempty
from tests.patience import PATIENCE_S
from tests.shipping.halls import ClosedHall
from tests.shipping.test_match_pages import seated
from tests.shipping.test_pages import cup, ship
from tests.web.test_access import NARROW, PHONE, look

pytestmark = pytest.mark.chromium
LONG = "Wilhelmina-Alexandrina von Untertupfingen-Oberammergau"
ADDRESSES = (
    "/rankings/world", "/rankings/medal", "/rankings/fibs", "/rankings/openskill",
    "/events", "/events/udine/1", "/events/udine/2",
    "/events/gorizia/1", "/events/gorizia/1/matches/{match}", "/events/gorizia/1/matches/{match}/log",
    "/rankings/world/players/Ann", f"/rankings/world/players/{LONG}", "/no-such-page",
)  # fmt: skip

@pytest.fixture(scope="module")
def federation(tmp_path_factory):
    """The address of a federation's pages, and the number of a match."""
    folder = tmp_path_factory.mktemp("federation")
    with Copies(str(folder / "federation.db"), now=lambda: 1_000_000) as copies:
        for name, players in (("udine", ("Ann", LONG, "Bob")), ("trieste", ("Dan", "Eve", "Bob"))):
            hall = ClosedHall(name, folder / f"{name}.db")
            hall.tournament(f"Open of {name}", "2026-03-01", *players)
            hall.director.events.new("Spring cup", "championship", {"first_to": 2})
            cup(hall, *players)
            ship(copies, hall)
            hall.close()
        with contextlib.closing(Room(str(folder / "gorizia.db"))) as room:
            _, match, board = seated(room, players=("Ann", LONG))
            for winner in (0, 1, 1):
                board.play(winner, turns=5)
            room.send(board)
            ship(copies, SimpleNamespace(name="gorizia", store=room.store))
        with Serving(make_federation_app(AcrossVenues(copies), Settings(title="Federation"))) as serving:
            yield serving.url, match

@sample.scenario("a federation's pages")
def test_axe_core_finds_nothing_and_no_page_is_too_wide(federation, running_chromium):
    context = running_chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    tab = context.new_page()
    url, match = federation
    for address in nonempty(one.format(match=match) for one in ADDRESSES):
        page = (address, address, True)
        seen = look(tab, url, page, scheme="light", size=PHONE, other="dark", widths=(NARROW,))
        assert (address, seen.axe, seen.wide, seen.unseen) == (address, [], [], [])
    context.close()
