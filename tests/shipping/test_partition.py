"""A server that the others do not hear: entries arrive over the others, and nothing stands twice."""

import pytest

from tablekeeper.shipping import consumer, venue
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import Consumer
from tests.patience import QUESTION_S, until
from tests.shipping.cables import BACK, THERE
from tests.shipping.halls import ShippingHall, copied, whole
from tests.shipping.natsserver import Servers


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "directions",
    [
        pytest.param((THERE,), id="mute"),
        pytest.param((BACK,), id="deaf", marks=pytest.mark.soak),
        pytest.param((THERE, BACK), id="alone", marks=pytest.mark.soak),
    ],
)
def test_a_server_cut_off_in_one_direction_or_both(directions, nats_program, copies, tmp_path, monkeypatch):
    monkeypatch.setattr(venue, "PUBLISH_S", 0.5)
    monkeypatch.setattr(consumer, "LOOK_S", 1)
    servers = Servers(nats_program, tmp_path, 3)
    servers.start()
    told = []
    hall = ShippingHall("udine", tmp_path / "udine.db", servers.url)
    try:
        with Consumer(copies, NatsServer(servers.url), replicas=3, told=told.append):
            hall.play(30)
            until(lambda: copied(copies, "udine") == whole(hall), lambda: (hall.told, told), every=QUESTION_S)
            servers.part(0, *directions)
            hall.play(100)
            # the two others are more than half: they go on
            until(lambda: copied(copies, "udine") == whole(hall), lambda: (hall.told, told), every=QUESTION_S)
            servers.join()
            hall.play(30)
            until(lambda: copied(copies, "udine") == whole(hall), lambda: (hall.told, told), every=QUESTION_S)
    finally:
        hall.close()
        servers.stop()
