"""Changes reach those who watch: once each, the newest, and never at the price of the others."""

import asyncio
import dataclasses
import json
import re
import socket
import threading
import time
from html.parser import HTMLParser

import httpx
import pytest

from tablekeeper.errors import UserError
from tablekeeper.web import Serving, eventstream, make_app
from tablekeeper.web.eventstream import EventStream
from tablekeeper.web.fragments import Fragment, Fragments, Piece
from tablekeeper.web.pieces import pieces, settled
from tablekeeper.web.sentparts import SentPart, SentParts
from tests.guards import sample
from tests.patience import PATIENCE_S, until
from tests.web.conftest import Browser, text_of
from tests.web.hallwork import NOW, HandSet, clock, match, plain, race, table, tara

UID = table(1).uid


def changes(lines):
    """Yield the events of a stream as dictionaries."""
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line[6:])


def test_a_change_is_told_to_those_who_watch_it(serving, hall, browser):
    with browser.stream("GET", f"/events?topics=hall,table/{UID}") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = changes(answer.iter_lines())
        first = [next(events) for _ in range(2)]
        assert {event["topic"] for event in first} == {"hall", f"table/{UID}"}
        hall.set(table(2))
        assert (event := next(events))["topic"] == "hall"
        assert event["revision"] == hall.revision
        hall.set(table(1, match(score=(5, 2))))
        assert {next(events)["topic"] for _ in range(2)} == {"hall", f"table/{UID}"}
        # whoever has been told gets the new state, not a kept one
        assert ">5<" in browser.get("/fragments/hall").text
        assert ">5<" in browser.get(f"/fragments/tables/{UID}").text


MANY = "hall,events,people,desk,calls,event/1,event/2"


@pytest.mark.parametrize("topics", ["", "hall,", "tables", "table/../x", "table/XYZ", MANY, "hall\nx"])
def test_other_topics_are_refused(browser, topics):
    assert "Unknown topics" in text_of(browser.get("/events", params={"topics": topics}), 400)


@pytest.mark.parametrize("parts", ["/fragments/events/1", "/fragments/tables/../x", "hall", "hall\nx"])
def test_parts_that_are_not_sent_are_refused(browser, parts):
    assert "Unknown parts" in text_of(browser.get("/events", params={"topics": "hall", "parts": parts}), 400)


def test_only_the_cards_that_have_changed_are_sent(serving, hall, browser):
    hall.set(table(1, match(clocks=(clock(60_000, running=True), clock(60_000)))))
    hall.set(table(2))
    with browser.stream("GET", "/events?topics=&parts=/fragments/hall") as answer:
        events = changes(answer.iter_lines())
        # first the word that lets the page fetch the part
        assert set(next(events)) == {"part", "stamp"}
        hall.set(table(1, match(score=(5, 2))))
        # nothing was sent before: the first change brings every card
        first = {one["id"]: one for one in (next(events), next(events))}
        assert set(first) == {f"t-{table(1).uid}", f"t-{table(2).uid}"}
        assert ">5<" in first[f"t-{table(1).uid}"]["html"]
        hall.set(table(1, match(score=(6, 2))))
        piece = next(events)
        assert (piece["part"], piece["id"]) == ("/fragments/hall", f"t-{table(1).uid}")
        assert piece["html"] in browser.get("/fragments/hall").text
        # another table: pages fetch the part as a whole
        hall.set(table(3))
        assert set(next(events)) == {"part", "stamp"}
        hall.set(table(2, match(score=(1, 0))))
        assert next(events)["id"] == f"t-{table(2).uid}"


def test_a_running_clock_is_no_change():
    runs = clock(60_000, running=True)
    later = dataclasses.replace(runs, remaining_ms=40_000, delay_left_ms=0)
    up, up_later = (clock(ms, running=True, method="up") for ms in (1_000, 21_000))
    one, same = table(1, match(clocks=(runs, up))), table(1, match(clocks=(later, up_later)))
    pressed = table(1, match(clocks=(dataclasses.replace(later, running=False, deadline_ms=None), up_later)))
    away, still_away = (dataclasses.replace(table(1), online=False, last_seen_ms=ms) for ms in (NOW, NOW + 1))
    assert settled(one, NOW) == settled(dataclasses.replace(same, revision=9, last_seen_ms=5), NOW + 20_000)
    assert settled(one, NOW) != settled(pressed, NOW + 20_000)
    assert settled(away, NOW) != settled(still_away, NOW)


def test_the_pieces_are_the_elements_of_the_part(serving, hall, browser):
    class Outermost(HTMLParser):
        depth, found = 0, ()

        def handle_starttag(self, tag, attributes):
            if self.depth == 0:
                self.found += (dict(attributes).get("id"),)
            self.depth += tag not in ("input", "img", "br", "hr")

        def handle_endtag(self, tag):
            self.depth -= 1

    for number, kind in enumerate((match(), race(), tara(), plain(), None), 1):
        hall.set(table(number, kind))
    for source in ("/fragments/hall", *(f"/fragments/tables/{table(number).uid}" for number in range(1, 6))):
        text = browser.get(source).text
        outermost = Outermost()
        outermost.feed(text)
        assert tuple(piece.id for piece in pieces(text.encode(), {})) == outermost.found
        assert outermost.depth == 0


def test_what_cannot_be_made_is_fetched_and_watched_on():
    async def run():
        made, parts, receiver = [], SentParts(time.monotonic), eventstream.Watcher()
        told = receiver.waiting

        async def make():
            made.append(1)
            if len(made) < 3:
                raise (UserError("No such table."), ValueError("broken"))[len(made) - 1]
            return Fragment(b"", 5, 1.0, time.monotonic(), (Piece("a", lambda: "<p id='a'></p>", 1),))

        part = SentPart("/part", "topic", make)
        parts.join(part, "", receiver)
        for _ in range(2):
            parts.changed("topic")
            while "/part" not in told:
                await asyncio.sleep(0)
            assert b'"stamp":""' in told.pop("/part")
        parts.changed("topic")
        while not told:
            await asyncio.sleep(0)
        assert list(told) == ["/part a"]
        parts.leave(part, "", receiver)
        parts.changed("topic")
        await asyncio.sleep(0)
        assert len(made) == 3

    asyncio.run(run())


def test_the_server_stops_though_browsers_watch(hall):
    serving = Serving(make_app(hall))
    serving.start()
    with Browser(serving.url) as browser, browser.stream("GET", "/events") as answer:
        lines = answer.iter_lines()
        next(changes(lines))
        stopping = threading.Thread(target=serving.stop)
        stopping.start()
        stopping.join(PATIENCE_S)
        assert not stopping.is_alive()
        assert [line for line in lines if line.startswith("data")] == []
    assert hall.listeners == []


async def listening(app, addresses):
    """Ask for the stream from each address at once; return the statuses and what was counted meanwhile."""
    statuses, entered, leave = [], asyncio.Event(), asyncio.Event()

    async def listen(address):
        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
                 "scheme": "http", "path": "/events", "raw_path": b"/events", "query_string": b"topics=hall",
                 "root_path": "", "headers": [(b"host", b"localhost")], "client": (address, 4000),
                 "server": ("localhost", 80)}  # fmt: skip

        async def receive():
            await leave.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
                if len(statuses) == len(addresses):
                    entered.set()

        await app(scope, receive, send)

    async with asyncio.TaskGroup() as tasks:
        for address in addresses:
            tasks.create_task(listen(address))
        await asyncio.wait_for(entered.wait(), PATIENCE_S)
        counted = dict(app.state.event_stream.lines)
        leave.set()
    return sorted(statuses), counted


def test_an_address_has_so_many_lines_and_all_together_too(app, monkeypatch):
    monkeypatch.setattr(eventstream, "MOST_LINES", 10)
    monkeypatch.setattr(eventstream, "MOST_LINES_OF_ADDRESS", 3)
    told, counted = asyncio.run(listening(app, ["192.0.2.1"] * 5 + ["192.0.2.2"] * 2))
    assert told == [200] * 5 + [503] * 2
    assert counted == {"192.0.2.1": 3, "192.0.2.2": 2}
    assert not app.state.event_stream.lines
    # a network of IPv6 is one, and this computer's own pages count only among all
    told, counted = asyncio.run(listening(app, [f"2001:db8::{n}" for n in range(4)] + ["127.0.0.1"] * 9))
    assert told == [200] * 10 + [503] * 3
    assert counted == {"2001:db8::/64": 3, "this computer": 7}
    assert not app.state.event_stream.lines


def test_one_line_too_many_is_told_in_a_sentence(serving, browser, monkeypatch):
    monkeypatch.setattr(eventstream, "MOST_LINES", 1)
    with browser.stream("GET", "/events") as answer:
        events = changes(answer.iter_lines())
        next(events)
        refused = browser.get("/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "60")
        assert "Too many browsers listen at this server" in refused.text
        assert browser.get("/").status_code == 200


def test_a_browser_that_leaves_is_forgotten(serving, app, browser):
    event_stream = app.state.event_stream
    with browser.stream("GET", "/events") as answer:
        events = changes(answer.iter_lines())  # kept: when it goes, the stream is closed
        next(events)
        assert sum(map(len, event_stream.watchers.values())) == 1
    # the server looks at its connections while it answers
    until(lambda: browser.get("/static/mark.svg") and not event_stream.watchers)


def test_after_a_restart_the_edition_differs(hall):
    editions = set()
    for _ in range(2):
        with (
            Serving(make_app(hall)) as serving,
            Browser(serving.url) as browser,
            browser.stream("GET", "/events") as answer,
        ):
            editions.add(next(changes(answer.iter_lines()))["edition"])
    assert len(editions) == 2


def test_a_slow_browser_gets_the_newest_once():
    async def run():
        event_stream = EventStream(HandSet(), lambda topic: None, SentParts(time.monotonic))
        stream = event_stream.stream(frozenset({"hall"}))
        assert (await anext(stream)).startswith(b"retry: ")
        assert b'"revision":-1' in await anext(stream)
        for revision in range(1000):
            event_stream.publish("hall", revision)
            event_stream.publish("table/ff", revision)
        late = await anext(stream)
        assert late.count(b"data:") == 1
        assert b'"revision":999' in late
        event_stream.close()
        assert [event async for event in stream] == []
        assert event_stream.watchers == {}

    asyncio.run(run())


def test_a_browser_hears_a_beat_when_there_is_no_news(monkeypatch):
    monkeypatch.setattr(eventstream, "BEAT_S", 0.04)
    monkeypatch.setattr(eventstream, "_QUIET_LOOK_S", 0.01)

    async def run():
        event_stream = EventStream(HandSet(), lambda topic: None, SentParts(time.monotonic))
        running = asyncio.create_task(event_stream.run())
        stream = event_stream.stream(frozenset({"hall"}))
        await anext(stream), await anext(stream)
        assert [await anext(stream), await anext(stream)] == [b"event: beat\ndata:\n\n"] * 2
        event_stream.publish("hall", 7)
        assert b'"revision":7' in await anext(stream)
        running.cancel()
        await asyncio.wait([running])

    asyncio.run(run())


def test_what_is_pushed_overtakes_nothing_and_is_not_sent_twice():
    async def run():
        pushed, takes = [], True
        event_stream = EventStream(HandSet(), lambda topic: None, SentParts(time.monotonic))
        stream = event_stream.stream(
            frozenset({"hall"}), push=lambda data: takes and (pushed.append(data) or True)
        )
        await anext(stream)
        # the first revisions are on their way: what changes meanwhile follows behind them
        assert b'"revision":-1' in await anext(stream)
        event_stream.publish("hall", 1)
        assert pushed == []
        assert b'"revision":1' in await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        for revision in (2, 3):
            event_stream.publish("hall", revision)
        assert [b'"revision":2' in pushed[0], b'"revision":3' in pushed[1], len(pushed)] == [True, True, 2]
        # the connection takes no more: the newest waits, and nothing is pushed past it
        takes = False
        event_stream.publish("hall", 4)
        takes = True
        event_stream.publish("hall", 5)
        late = await waiting
        assert (late.count(b"data:"), b'"revision":5' in late, len(pushed)) == (1, True, 2)
        # a beat is pushed, too, when nothing was for so long
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        (watcher,) = event_stream.open
        event_stream.publish("hall", 6)
        told = watcher.told
        for later in (0.0, 2.9, 3.1, 6.0, 6.2):
            watcher.beat(told + later)
        assert pushed[3:] == [b"event: beat\ndata:\n\n"] * 2
        assert not waiting.done()
        event_stream.close()
        with pytest.raises(StopAsyncIteration):
            await waiting
        assert not event_stream.open

    asyncio.run(run())


def test_the_server_stops_though_pages_watch_parts_only(hall, caplog):
    serving = Serving(make_app(hall))
    serving.start()
    address = "/events?topics=&parts=/fragments/hall"
    with Browser(serving.url) as browser, browser.stream("GET", address) as answer:
        next(changes(answer.iter_lines()))
        serving.stop()
    # it did not wait until it cancelled what did not end
    assert not caplog.records


@sample.scenario("a browser that does not read")
def test_a_browser_that_does_not_read_gets_the_newest_when_it_does(serving, app, hall):
    event_stream = app.state.event_stream
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE_S)
        line.connect(("127.0.0.1", int(serving.url.rpartition(":")[2])))
        line.sendall(b"GET /events?topics=hall HTTP/1.1\r\nhost: localhost\r\n\r\n")
        until(lambda: any(one.idle for one in event_stream.watchers.get("hall", ())))
        (watcher,) = event_stream.watchers["hall"]

        def many(topic, told=event_stream.changed):
            event_stream.changed = told
            for revision in range(1_000, newest):
                event_stream.publish("hall", revision)

        # within the server's loop, and more than the sockets and the server's own buffer hold
        newest, event_stream.changed = 150_000, many
        hall.revision = newest - 1
        hall.set(table(1))
        until(lambda: event_stream.revisions.get("hall") == newest)
        assert len(watcher.waiting) <= 1
        answer = b""
        while f'"revision":{newest},'.encode() not in answer[-200:]:
            answer += line.recv(1 << 16)
    revisions = [int(one) for one in re.findall(rb'"revision":(-?\d+),', answer)]
    assert revisions == sorted(revisions)
    assert 100 < len(revisions) < newest - 20_000


@sample.scenario("two hundred browsers")
def test_two_hundred_browsers_are_told(serving, hall):
    """Every one of many streams hears one change; how fast is for the benchmarks."""

    async def watch(client, seen):
        async with client.stream("GET", "/events") as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    seen.append(json.loads(line[6:])["revision"])
                    if len(seen) == 200:
                        hall.set(table(2))
                    if seen[-1] > 0:
                        return

    async def run():
        seen = []
        limits = httpx.Limits(max_connections=None)
        options = {"base_url": serving.url, "trust_env": False, "timeout": PATIENCE_S, "limits": limits}
        async with httpx.AsyncClient(**options) as client:
            await asyncio.gather(*(watch(client, seen) for _ in range(200)))
        return seen

    seen = asyncio.run(run())
    assert sum(revision > 0 for revision in seen) == 200


def fragment(text, at=0.0):
    return Fragment(text.encode(), 1000, 2.0, at)


def test_a_part_is_rendered_once_until_its_topic_changes():
    async def run():
        seconds = [0.0]
        fragments = Fragments(lambda: seconds[0])
        made = []

        def render():
            made.append(1)
            return fragment(str(len(made)), seconds[0])

        parts = await asyncio.gather(*(fragments.get("hall", render) for _ in range(20)))
        assert {part.body for part in parts} == {b"1"}
        fragments.drop("hall")
        assert (await fragments.get("hall", render)).body == b"2"
        seconds[0] = 0.9
        assert (await fragments.get("hall", render)).body == b"2"
        seconds[0] = 1.0  # clocks in it have gone on
        assert (await fragments.get("hall", render)).body == b"3"
        assert fragment("x").hall_ms(0.5) == 2000

    asyncio.run(run())


def test_what_changes_while_it_is_rendered_is_not_kept():
    async def run():
        loop = asyncio.get_running_loop()
        fragments = Fragments(lambda: 0.0)

        def render():
            loop.call_soon_threadsafe(fragments.drop, "hall")
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(PATIENCE_S)
            return fragment("old")

        assert (await fragments.get("hall", render)).body == b"old"
        assert (await fragments.get("hall", lambda: fragment("new"))).body == b"new"

    asyncio.run(run())


def test_a_failing_part_leaves_nothing_behind():
    async def run():
        fragments = Fragments(lambda: 0.0)
        for number in range(5):
            with pytest.raises(KeyError):
                await fragments.get(f"table/{number}", lambda: {}["x"])
        assert fragments._places == {}

    asyncio.run(run())


def test_when_the_director_closes_lines_end_and_new_ones_are_refused(serving, hall, browser):
    with browser.stream("GET", "/events") as answer:
        lines = answer.iter_lines()
        next(changes(lines))
        hall.close()
        assert [line for line in lines if line.startswith("data")] == []
    assert "is stopping" in text_of(browser.get("/events"), 503)


def test_a_failing_report_is_logged_and_ends_the_lines(serving, hall, browser, caplog):
    with browser.stream("GET", "/events") as answer:
        lines = answer.iter_lines()
        next(changes(lines))
        hall.listeners[0].fail(RuntimeError("the store is gone"))
        assert [line for line in lines if line.startswith("data")] == []
    # the task's end is logged behind that of the lines
    until(lambda: "no longer reported" in caplog.text, "nothing was logged")


def test_a_watched_display_is_asked_for_again_and_again(hall):
    asked = []
    table_of = hall.overview.table
    hall.overview.table = lambda uid, *, shown=500: asked.append((uid, shown)) or table_of(uid, shown=shown)
    hall.clock.rate = 80.0
    with (
        Serving(make_app(hall)) as serving,
        Browser(serving.url) as browser,
        browser.stream("GET", f"/events?topics=screen/{UID},screen/ff") as answer,
    ):
        lines = answer.iter_lines()
        next(changes(lines))
        until(lambda: asked.count((UID, 0)) >= 2 and ("ff", 0) in asked)
