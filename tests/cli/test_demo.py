"""`tablekeeper demo` as a process: it leaves nothing behind, and stops between two steps."""

import os
import re
import signal
import urllib.request

import pytest

from tablecore import records
from tablekeeper.cli import tourney
from tablekeeper.store import open_store
from tests.guards import sample
from tests.patience import PATIENCE_S, until


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files, empty before."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_once_in_an_empty_folder_leaves_nothing_behind(start, home, temporary, tmp_path, short):
    empty = tmp_path / "empty"
    empty.mkdir()
    demo = start("demo", "--once", short, folder=empty)
    assert demo.wait() == 0
    assert "Traceback" not in demo.said
    assert re.search(rf"{short.name}.*│ [01]-[01] ", demo.said)
    assert [list(folder.iterdir()) for folder in (empty, home, temporary)] == [[], [], []]


def test_once_keeps_what_was_played_where_it_is_told(start, tmp_path, short):
    path = tmp_path / "hall.db"
    demo = start("demo", "--once", short, "--database", path)
    assert demo.wait() == 0
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        [match] = store.matches.all()
        assert match.source == short.name
        assert match.closed_ms is not None


@sample.scenario("a second demo")
def test_a_second_time_it_plays_on_at_the_same_tables(start, tmp_path, short):
    path = tmp_path / "hall.db"
    first = start("demo", "--port", 0, "--speed", "8x", "--tables", 2, "--database", path)

    def boards():
        with open_store(str(path), now=lambda: 0, read_only=True) as store:
            return store.boards(), store.matches.all()

    first.wait_for("Ctrl-C closes it")
    until(lambda: len(boards()[1]) >= 3, "no match began")
    assert first.end() == 0
    before, begun = boards()
    second = start("demo", "--once", short, "--database", path)
    assert second.wait() == 0, second.said
    assert re.search(rf"{short.name}.*│ [01]-[01] ", second.said)
    assert "set aside" not in second.said
    after, matches = boards()
    assert [one.uid for one in after] == [one.uid for one in before]
    own = {one.uid for one in after[:1]}
    assert all(one.closed_ms is not None for one in matches if one.id not in {match.id for match in begun})
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        assert [store.quarantined(uid) for uid in own] == [[]]


@sample.scenario("a second tourney's demo")
def test_a_second_tourney_has_its_own_event(start, tmp_path):
    words = ("demo", "--event", "ttt", "--players", 4, "--once", "--database", tmp_path / "hall.db")
    for _ in range(2):
        demo = start(*words)
        assert demo.wait() == 0, demo.said


#: the signal that ends a demo, and how it is run
STOPPED = [
    (number, words)
    for words in (("--speed", "max"), ("--speed", "8x"), ("--once", "--port", "0"))
    for number in (signal.SIGINT, signal.SIGTERM)
]


@pytest.mark.parametrize("stopped", sample.drawn(STOPPED, of=3))
def test_stopped_it_ends_cleanly_with_everything_acknowledged_stored(
    start, home, temporary, tmp_path, stopped
):
    number, words = stopped
    path = tmp_path / "hall.db"
    demo = start("demo", "--port", 0, "--database", path, *words)
    address = demo.wait_for(r"hall is open: +(\S+)")[1]
    demo.wait_for("Ctrl-C closes it")
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        assert b"Table 1" in answer.read()
    # with --once not all has been played that was to be
    assert demo.end(number) == (130 if "--once" in words else 0)
    assert "Traceback" not in demo.said
    assert demo.err[-1] == "The hall is closed."
    assert list(temporary.iterdir()) == []
    with open_store(str(path), now=lambda: 0) as store:
        for board in store.boards():
            for journal in store.journals(board.uid):
                log = store.records(board.uid, journal.journal)
                assert [records.sequence(record) for record in log] == list(range(1, len(log) + 1))
                assert journal.acked == len(log)


def test_a_temporary_database_is_gone_after_ctrl_c(start, temporary):
    demo = start("demo", "--port", 0)
    demo.wait_for("Ctrl-C closes it")
    assert os.listdir(temporary)
    assert demo.end() == 0
    assert os.listdir(temporary) == []


@pytest.mark.parametrize("host", sample.drawn(["0.0.0.0", ""], of=2))
def test_pages_beyond_this_computer_are_warned_of(start, host):
    demo = start("demo", "--host", host, "--port", 0, "--tables", 1)
    demo.wait_for("Ctrl-C closes it")
    # the link signs in on this computer only, so it has to lead to this computer
    assert re.search(r"Sign in as director: +http://127\.0\.0\.1:\d+/login\?key=\S+ ", demo.said)
    assert "Warning: what other computers read and send here" in demo.said
    assert demo.end() == 0


def test_on_this_computer_nothing_is_warned_of(start):
    demo = start("demo", "--port", 0, "--tables", 1)
    demo.wait_for("Ctrl-C closes it")
    assert "Warning" not in demo.said
    assert demo.end() == 0


@sample.scenario("a tourney's demo")
def test_a_tourney_is_played_counted_twice_and_leaves_nothing_behind(start, home, temporary):
    demo = start(
        *("demo", "--event", "ttt", "--players", 3, "--tables", 2, "--seed", 1, "--speed", "max", "--once")
    )
    assert demo.wait() == 0, demo.said
    assert re.search(r"Tric Trac Tourney, over", demo.said)
    assert re.search(r"│ 1 │ (\w+) [^\n]*\n", demo.said)
    assert re.search(
        r"^3 games: 0\.\d hours at the tables in \d+ s, [\d,]+ x real time\.$", demo.said, re.MULTILINE
    )
    assert "The transcripts alone give the same standings." in demo.said
    assert [list(folder.iterdir()) for folder in (home, temporary)] == [[], []]


def test_standings_that_differ_from_the_transcripts_are_told_and_end_with_status_1(command, monkeypatch):
    real = tourney.recounted
    monkeypatch.setattr(tourney, "recounted", lambda players, games: real(players, games[1:]))
    told = command("demo", "--event", "ttt", "--players", 2, "--once")
    assert told.exit_code == 1
    assert "wrong Ann: played 1 in the event, 0 by the transcripts" in told.output
    assert "same standings" not in told.output


def test_a_live_tourney_has_a_page_and_stops_cleanly(start, temporary):
    demo = start("demo", "--event", "ttt", "--players", 6, "--port", 0)
    address = demo.wait_for(r"hall is open: +(\S+)/")[1]
    page = demo.wait_for(r"event's page: +(\S+)")[1]
    with urllib.request.urlopen(address + page, timeout=PATIENCE_S) as answer:
        told = answer.read().decode()
    assert "Tric Trac Tourney" in told
    assert "Finn" in told
    assert demo.end() == 0
    assert list(temporary.iterdir()) == []


def test_a_tourney_that_is_interrupted_says_how_far_it_came(start, temporary):
    demo = start("demo", "--event", "ttt", "--once", "--port", 0)
    demo.wait_for("Ctrl-C closes it")
    assert demo.end() == 130
    assert "Tric Trac Tourney, provisional" in demo.said
    assert "same standings" not in demo.said
    assert demo.err[-1] == "The hall is closed."
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--event", "ttt", "match.mat"), "leave out FILE or --event"),
        (("--players", "5"), "--players says how an event is played: give --event ttt with it."),
        (("--seed", "5", "match.mat"), "--seed says how an event is played"),
        (("--event", "ttt", "--players", "1"), "--players: a whole number from 2, not '1'."),
        (("--event", "league-2t"), "'league-2t' is not"),
    ],
)
def test_options_that_do_not_go_together_are_refused(command, words, sentence):
    told = command("demo", "--once", *words)
    assert told.exit_code == 2
    assert sentence in told.output.replace("\n", " ")
