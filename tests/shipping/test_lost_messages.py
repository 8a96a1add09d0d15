"""A stream that lost its newest messages: the durable consumer is ahead of it, and is made again."""

import shutil

import pytest

from tablekeeper.shipping import consumer
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import STREAM, Consumer
from tests.patience import until
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
            until(arrived)
            servers.end()
            shutil.copytree(stored, tmp_path / "older")
            servers.start()
            for _ in range(600):
                hall.play(64)
            until(arrived)
            servers.end()
            # as a replica does that cannot read the end of its file after a power cut
            shutil.rmtree(stored)
            shutil.copytree(tmp_path / "older", stored)
            servers.start()
            hall.play(1)
            until(arrived, lambda: (hall.told, told))
    finally:
        hall.close()
    assert any("lost its newest messages" in one for one in told)
