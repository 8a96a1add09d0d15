"""A stream that lost its newest messages: the durable consumer is ahead of it, and is made again."""

import shutil
from types import SimpleNamespace

import pytest

from tablekeeper.shipping import consumer
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import STREAM, Consumer
from tests.patience import QUESTION_S, until
from tests.shipping.halls import ShippingHall, copied, whole


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_entries_arrive_although_the_stream_went_back_in_time(servers, copies, tmp_path, monkeypatch):
    monkeypatch.setattr(consumer, "LOOK_S", 1)
    told = []
    hall = ShippingHall("udine", tmp_path / "udine.db", servers.url)
    stored = tmp_path / "store0" / "jetstream" / "$G" / "streams" / STREAM / "msgs"

    def arrived():
        return copied(copies, "udine") == whole(hall)

    try:
        with Consumer(copies, NatsServer(servers.url), told=told.append):
            hall.play(1)
            until(arrived, every=QUESTION_S)
            servers.end()
            shutil.copytree(stored, tmp_path / "older")
            servers.start()
            for _ in range(600):
                hall.play(64)
            until(arrived, every=QUESTION_S)
            # a stream may have delivered nothing new before its end: then it has lost nothing
            for _ in range(5):
                servers.end()
                # as a replica does that cannot read the end of its file after a power cut
                shutil.rmtree(stored)
                shutil.copytree(tmp_path / "older", stored)
                servers.start()
                hall.play(1)
                until(arrived, lambda: (hall.told, told), every=QUESTION_S)
                if any("lost its newest messages" in one for one in told):
                    break
    finally:
        hall.close()
    assert any("lost its newest messages" in one for one in told)


@pytest.mark.parametrize(
    ("delivered", "floor", "pending", "first", "lost"),
    [
        pytest.param(907, 907, 0, 797, True, id="campaign, seed 977"),
        pytest.param(7158, 0, 0, 6566, True, id="campaign, seed 1148: made again too early"),
        pytest.param(907, 800, 107, 801, False, id="under way"),
        pytest.param(907, 907, 0, 908, False, id="waits for the first"),
    ],
)
def test_what_a_consumer_takes_as_done(delivered, floor, pending, first, lost):
    told = SimpleNamespace(
        delivered=SimpleNamespace(stream_seq=delivered), ack_floor=SimpleNamespace(stream_seq=floor),
        num_ack_pending=pending,
    )
    assert (first <= consumer._settled(told)) == lost
