"""`tablekeeper federation` and `venue` over files: conflicts, who is who, removals, accounts, the demo."""

import json
import os
import re
import stat
import sys

import pytest

from tablekeeper.federation import intake
from tablekeeper.federation.messages import Enquiry, Fork, Mark, Shipment
from tablekeeper.store.chain import begin, link
from tablekeeper.store.copies import Copies
from tests.guards import sample
from tests.shipping.halls import ClosedHall
from tests.shipping.test_pages import ship


@pytest.fixture
def filled(tmp_path):
    """A federation's database with two venues, each with a tournament."""
    file = str(tmp_path / "federation.db")
    with Copies(file, now=lambda: 1_000_000) as copies:
        for name, players in (("udine", ("Ann", "Bob")), ("trieste", ("Ann", "Dan"))):
            hall = ClosedHall(name, tmp_path / f"{name}.db")
            hall.tournament(f"Open of {name}", "2026-03-01", *players)
            ship(copies, hall)
            hall.close()
    return file


def test_without_its_packages_a_federation_is_refused_in_a_sentence(command, monkeypatch, tmp_path):
    for name in [one for one in sys.modules if one.split(".")[0] == "nats" or "tablekeeper.shipping" in one]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nats", None)
    monkeypatch.delitem(sys.modules, "tablekeeper.cli.federation_demo", raising=False)
    file, server = str(tmp_path / "a.db"), ("--server", "nats://127.0.0.1:4222")
    for words in (("venue", "join", "udine"), ("federation", "serve")):
        told = command(*words, *server, "--database", file)
        assert (told.exit_code, told.stdout) == (2, "")
        assert "install 'tablekeeper[federation]'" in told.stderr
    assert "install 'tablekeeper[federation]'" in command("federation", "demo").stderr


@pytest.mark.parametrize("words", [("status",), ("people",), ("conflicts",), ("remove", "udine:1")])
def test_a_mistyped_database_is_refused_and_not_made(command, tmp_path, words):
    told = command("federation", *words, "--database", str(tmp_path / "federatoin.db"))
    assert (told.exit_code, "There is no database" in told.stderr) == (2, True)
    assert not list(tmp_path.glob("*.db"))


def part(file):
    """Let the register of udine have another past than its copy."""
    with Copies(file, now=lambda: 2_000_000) as copies, copies.of_venue("udine") as ledger:
        [welcome] = intake.take(ledger, Enquiry("udine", "other", 1))
        marks = (Mark(0, begin("people")), Mark(1, "f" * 32))
        intake.take(ledger, Fork("udine", welcome.session, "people", 1, marks))


def test_status_rankings_and_events_of_all_venues(command, filled):
    told = command("federation", "status", "--database", filled)
    assert told.exit_code == 0
    assert "udine: heard 1970-01-01 00:16 UTC" in told.stdout
    [trieste, udine] = json.loads(command("federation", "status", "--database", filled, "--json").stdout)
    assert (trieste["venue"], udine["conflicts"], udine["removals_waiting"]) == ("trieste", 0, [])
    table = command("federation", "rankings", "--database", filled)
    assert "Ann (trieste)" in table.stdout
    assert "Bob" in table.stdout
    document = json.loads(command("federation", "rankings", "world", "--database", filled, "--json").stdout)
    assert len(document["rows"]) == 4
    refused = command("federation", "rankings", "chess", "--database", filled)
    assert (refused.exit_code, "There is no ranking 'chess'" in refused.stderr) == (2, True)


def test_who_is_who_is_said_with_evidence_and_taken_back(command, filled):
    told = command("federation", "people", "--database", filled)
    assert told.stdout == "trieste:1 and udine:1: Ann, but both played on 2026-03-01.\n"
    words = ("federation", "same", "udine:1", "trieste:1", "--evidence", "same club card")
    assert command(*words, "--database", filled).exit_code == 0
    assert "Nobody has the name" in command("federation", "people", "--database", filled).stdout
    assert command(*words, "--database", filled).exit_code == 2
    assert command("federation", "split", "udine:1", "--database", filled).exit_code == 0
    assert command("federation", "split", "udine:1", "--database", filled).exit_code == 2
    [double] = json.loads(command("federation", "people", "--database", filled, "--json").stdout)
    assert (double["one"], double["other"]) == ("trieste:1", "udine:1")


def test_a_removal_waits_for_every_venue(command, filled):
    told = command("federation", "remove", "Bob", "--database", filled).stdout
    assert told.startswith("Removal 1 is ordered. A venue removes the name within a minute")
    assert command("federation", "status", "--database", filled).stdout.count("removals that wait: 1") == 2
    assert command("federation", "remove", "Nobody", "--database", filled).exit_code == 2
    with Copies(filled, now=lambda: 1) as copies:
        assert {one.venue: one.people for one in copies.removals()} == {"udine": (2,), "trieste": ()}


def test_a_conflict_is_listed_followed_and_what_stood_aside_discarded(command, filled):
    assert command("federation", "conflicts", "--database", filled).stdout == "No journal is in conflict.\n"
    refused = command("federation", "follow", "udine", "--database", filled)
    assert (refused.exit_code, "udine has no conflict" in refused.stderr) == (2, True)
    part(filled)
    told = command("federation", "conflicts", "--database", filled)
    assert "udine people: the same up to entry 0; there it goes on to 1, here to 1" in told.stdout
    [one] = json.loads(command("federation", "conflicts", "--database", filled, "--json").stdout)
    assert (one["venue"], one["journal"], one["agreed"]) == ("udine", "people", 0)
    assert command("federation", "follow", "udine", "desk", "--database", filled).exit_code == 2
    assert command("federation", "follow", "udine", "people", "--database", filled).exit_code == 0
    aside = command("federation", "conflicts", "--database", filled).stdout
    assert "udine people: 1 entry stands aside, since it was followed." in aside
    gone = command("federation", "conflicts", "--discard", "udine", "--database", filled)
    assert gone.stdout == "Deleted what was set aside of udine: 1 entry.\n"
    assert command("federation", "conflicts", "--database", filled).stdout == "No journal is in conflict.\n"


def test_a_refused_entry_is_listed_with_its_reason(command, filled):
    with Copies(filled, now=lambda: 2_000_000) as copies, copies.of_venue("udine") as ledger:
        [welcome] = intake.take(ledger, Enquiry("udine", "other", 1))
        before, content = begin("events"), '[[1,"Cup","league","today"]]'
        checksum = link(before, 1, content)
        intake.take(ledger, Shipment("udine", welcome.session, "events", 1, before, checksum, content))
    told = command("federation", "conflicts", "--database", filled).stdout
    reason = "[0][3]: a time before the year 9999, in ms is wanted here"
    assert f"udine events: entry 1 is refused ({reason})." in told
    [one] = json.loads(command("federation", "conflicts", "--database", filled, "--json").stdout)
    assert (one["ours"], one["refused"]) == (0, reason)
    assert command("federation", "follow", "udine", "--database", filled).exit_code == 0
    assert command("federation", "conflicts", "--database", filled).stdout == "No journal is in conflict.\n"


def test_accounts_keep_the_secrets_that_are_there(command, tmp_path):
    folder = tmp_path / "nats"
    assert command("federation", "accounts", "udine", "--folder", str(folder)).exit_code == 0
    first = {path.name: path.read_text() for path in folder.iterdir()}
    assert set(first) == {"accounts.conf", "udine.secret", "federation.secret"}
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in folder.iterdir())
    assert command("federation", "accounts", "trieste", "--folder", str(folder)).exit_code == 0
    assert (folder / "udine.secret").read_text() == first["udine.secret"]
    # the server of Debian runs as a user of its own, who may read this file by its group
    conf = folder / "accounts.conf"
    conf.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(conf, -1, 1)
    group = conf.stat().st_gid
    assert command("federation", "accounts", "trieste", "--folder", str(folder)).exit_code == 0
    assert (stat.S_IMODE(conf.stat().st_mode), conf.stat().st_gid) == (0o640, group)
    assert stat.S_IMODE((folder / "trieste.secret").stat().st_mode) == 0o600
    text = (folder / "accounts.conf").read_text()
    assert all(f"tk.{name}.enquiry" in text for name in ("udine", "trieste"))
    assert command("federation", "accounts", "Udine", "--folder", str(folder)).exit_code == 2


def test_what_waits_for_the_federation_is_a_table(command, tmp_path):
    """Which journals wait, and which of them the federation has with another past."""
    file = tmp_path / "hall.db"
    place = ("--database", str(file))
    assert command("venue", "join", "udine", "--server", "nats://127.0.0.1:4222", *place).exit_code == 0
    hall = ClosedHall("udine", file)
    hall.director.people.enter(["Ann", "Bob"])
    hall.store.flush()
    hall.store.shipped.number()
    waiting = sum(one.last for one in hall.store.shipped.state())
    hall.store.shipped.keep({}, {"people": 1})
    hall.store.close()
    told = command("venue", "status", *place)
    assert (told.exit_code, told.stderr) == (0, "")
    words = " ".join(re.sub(r"[^\w ]", " ", told.stdout).split())
    assert "journal entries committed" in words
    assert f"{waiting} entries wait" in words
    assert re.search(r"people \d+ 0 the federation has other entries after entry 1", words)
    document = json.loads(command("venue", "status", "--json", *place).stdout)
    assert document["waiting"] == waiting > 1
    parted = {one["journal"]: one["parted"] for one in document["journals"]}
    assert parted["people"] == 1


def test_a_venue_joins_tells_and_leaves(command, tmp_path):
    place = ("--database", str(tmp_path / "hall.db"))
    assert command("venue", "leave", *place).exit_code == 2
    joined = command("venue", "join", "udine", "--server", "nats://127.0.0.1:4222", *place)
    assert (joined.exit_code, joined.stdout[:28]) == (0, "This hall is the venue udine")
    assert "Venue udine at nats://127.0.0.1:4222" in command("venue", "status", *place).stdout
    other = command("venue", "join", "trieste", "--server", "nats://127.0.0.1:4222", *place)
    assert (other.exit_code, "leave that one first" in other.stderr) == (2, True)
    for words in (("Udine",), ("udine", "--secret", "no-such-file")):
        assert command("venue", "join", *words, "--server", "nats://127.0.0.1:4222", *place).exit_code == 2
    assert command("venue", "join", "udine", "--server", "http://example.org", *place).exit_code == 2
    told = json.loads(command("venue", "status", "--json", *place).stdout)
    # the journal of the director has an entry, that of the joining
    assert (told["venue"], told["waiting"]) == ("udine", 1)
    assert command("venue", "leave", *place).exit_code == 0
    assert command("venue", "status", *place).stdout == "This hall is in no federation.\n"
    journal = command("journal", *place).stdout
    assert "joins a federation as udine" in " ".join(journal.split())


@pytest.mark.nats
@sample.scenario("two venues' demo")
def test_the_demo_shows_two_venues(start):
    demo = start("federation", "demo", "--once", "--players", 4, "--http-port", 0)
    assert demo.wait() == 0, demo.err
    said = "\n".join(demo.out)
    assert "of 2 venues" in said
    assert said.count("Tric Trac Tourney, 4 players") == 2
