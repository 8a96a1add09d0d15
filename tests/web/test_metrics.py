"""GET /metrics: figures that Prometheus reads, of a hall that is played in, for those who may; no names."""

import math
import re
from datetime import date

import pytest

from tablekeeper.director.figures import gauge, text
from tablekeeper.store import backup
from tablekeeper.web import Serving, Settings, make_app
from tests.web.conftest import DISPLAY_KEY, Browser, accounts_in

#: a line of the text format, version 0.0.4
SAMPLE = re.compile(
    r"([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+=\"[^\"\\\n]*\"(?:,[a-z_]+=\"[^\"\\\n]*\")*\})? (\S+)"
)


def read(text: str) -> dict[str, float]:
    """Return the samples of a text by name and labels; each has to stand behind its HELP and TYPE."""
    found, kind, name = {}, "", ""
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name = line.split(" ", 3)[2]
        elif line.startswith("# TYPE "):
            assert line.split(" ")[2] == name
            kind = line.split(" ")[3]
            assert kind in ("counter", "gauge", "histogram")
            assert name.endswith("_total") == (kind == "counter")
        else:
            whole = SAMPLE.fullmatch(line)
            assert whole, line
            ending = whole[1].removeprefix(name)
            assert ending in (("_bucket", "_sum", "_count") if kind == "histogram" else ("",)), line
            key = whole[1] + (whole[2] or "")
            assert key not in found
            assert math.isfinite(float(whole[3]))
            found[key] = float(whole[3])
    return {one.removeprefix("tablekeeper_"): value for one, value in found.items()}


@pytest.fixture
def room(room):
    """A hall with a board that has played, a record that was set aside, and people."""
    room.contradicted()
    room.director.people.enter(["Annabella"])
    return room


def test_the_figures_are_those_of_the_hall(room, tmp_path):
    settings = Settings(accounts=accounts_in(tmp_path))
    stored = room.store.count("a" * 16)
    with Serving(make_app(room.director, settings=settings)) as serving, Browser(serving.url) as browser:
        answer = browser.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        first = read(answer.text)
        assert first["records_stored_total"] == stored > 0
        assert first["records_quarantined"] == first["records_set_aside_total"] == 1
        assert (first["boards"], first["store_queue"], first["event_streams"]) == (1, 0, 0)
        assert first["database_bytes"] >= (tmp_path / "hall.db").stat().st_size > 0
        assert first["logins_failed_total"] == 0
        assert "backup_age_seconds" not in first
        assert any(one.startswith("info{") for one in first)
        assert "Annabella" not in answer.text
        assert "Ann" not in answer.text

        with browser.stream("GET", "/events?topics=hall") as stream:
            # held: a stream that is not read any more is closed
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            assert read(browser.get("/metrics").text)["event_streams"] == 1
        assert browser.sign_in("wrong").status_code == 401
        expires = date(2099, 1, 1)
        backup.copy(tmp_path / "hall.db", tmp_path / "copy.db", room.now - 90_000, expires)
        # another part of the host tells its own
        room.director.figures.sources.append(lambda: [gauge("shipping_lag", "Entries.", 7)])
        room.director.people.enter(["Bob"])
        second = read(browser.get("/metrics").text)
    assert second["logins_failed_total"] == 1
    assert 90 <= second["backup_age_seconds"] < 90 + 3600
    assert second["shipping_lag"] == 7
    assert second["commits_total"] > first["commits_total"]
    assert second["commits_failed_total"] == 0


def test_acknowledgements_are_a_histogram(room):
    counters = room.store.counters
    for ms in (0, 5, 6, 100, 101, 99_999):
        counters.acknowledged(ms)
    found = read(text(room.director.figures.all()))
    name = "acknowledgement_seconds"
    buckets = {key: value for key, value in found.items() if key.startswith(f"{name}_bucket")}
    counts = {"0.005": 2, "0.01": 3, "0.05": 3, "0.1": 4, "0.25": 5, "5": 5, "+Inf": 6}
    assert {le: buckets[f'{name}_bucket{{le="{le}"}}'] for le in counts} == counts
    assert list(buckets.values()) == sorted(buckets.values())
    assert (found[f"{name}_count"], found[f"{name}_sum"]) == (6, 100.211)


def test_who_may_read_them(director, settings):
    for https, here in ((False, True), (True, False)):
        own = Settings(accounts=settings.accounts, https=https)
        with Serving(make_app(director, settings=own)) as serving, Browser(serving.url) as browser:
            # behind a proxy on this computer everybody would seem to be here
            assert browser.get("/metrics").status_code == (200 if here else 401)
            bearer = {"authorization": f"Bearer {DISPLAY_KEY}"}
            assert browser.get("/metrics", headers=bearer).status_code == 200
            wrong = browser.get("/metrics", headers={"authorization": "Bearer felt"})
            assert (wrong.status_code, "does not know this token" in wrong.text) == (401, True)
            browser.sign_in_as("display")
            if not https:
                assert browser.get("/metrics").status_code == 200


def test_from_elsewhere_one_needs_an_account(director, settings):
    own = Settings(accounts=settings.accounts, proxy="127.0.0.1")
    with Serving(make_app(director, settings=own)) as serving, Browser(serving.url) as browser:
        away = {"x-forwarded-for": "192.0.2.7"}
        assert browser.get("/metrics", headers=away).status_code == 401
        assert browser.get("/metrics", headers=away | {"authorization": f"Bearer {DISPLAY_KEY}"}).is_success
        tries = [browser.get("/metrics", headers=away | {"authorization": "Bearer x"}) for _ in range(7)]
        # as wrong passwords are
        assert [one.status_code for one in tries] == [401] * 5 + [429] * 2
