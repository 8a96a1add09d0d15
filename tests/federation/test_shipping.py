"""Journals reach the federation through any network: thousands of scripts of faults, and an oracle."""

import os
import zlib

import pytest

from tablekeeper.federation import intake
from tablekeeper.federation.messages import (
    Enquiry,
    Held,
    Mark,
    Over,
    Receipt,
    Shipment,
    ShippingSession,
    message_id,
    subject,
)
from tablekeeper.store.chain import link
from tests.federation.virtualnetwork import Transaction, World, play, script, shrunk, take

#: seeds of a run of `make test`, another range each day, and of the soak
DAILY, CAMPAIGN, PARTS = 1_000, 100_000, 20


def _all_well(seeds: range) -> None:
    for seed in seeds:
        steps = script(seed)
        found = play(steps)
        assert not found, f"seed {seed}: {found}; shrunk: {shrunk(steps)}"


def test_todays_scripts_lose_nothing_and_store_nothing_twice():
    first = CAMPAIGN + zlib.crc32(os.environ["GUARDS"].encode()) % 1_000_000
    _all_well(range(first, first + DAILY))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_scripts(part):
    width = CAMPAIGN // PARTS
    _all_well(range(part * width, (part + 1) * width))


def _failing() -> str:
    return next((found for seed in range(2_000) if (found := play(script(seed)))), "")


def test_the_oracle_finds_an_intake_that_stores_behind_a_gap(monkeypatch):
    def store(ledger, told, check):
        end = ledger.end(told.journal)
        if told.number > end.number:
            end = Mark(told.number, told.checksum)
            ledger.append(told.journal, end, told.content)
        return [Receipt(told.venue, told.session, told.journal, end)]

    monkeypatch.setattr(intake, "_store", store)
    assert _failing()


def test_the_oracle_finds_answers_before_the_commit(monkeypatch):
    begin = World._begin

    def early(self, who, message):
        begin(self, who, message)
        self.answered += self.under_way[who][2]

    monkeypatch.setattr(World, "_begin", early)
    assert _failing()


def test_a_failing_script_is_shrunk(monkeypatch):
    monkeypatch.setattr(World, "problem", lambda self: "x" * self.venue.last("desk"))
    assert [kind for kind, _ in shrunk(script(1))] == ["write"]


def _filled(count: int) -> World:
    world = World()
    for _ in range(count):
        world.step("write", 1)
    return world


def test_no_more_is_under_way_than_the_window():
    world = _filled(12)
    world.step("send", 0)
    world.step("take", 6)
    world.step("commit", 0)
    world.step("answer", 6)
    assert [one.number for one in world.shipper.send(world.now)] == [1, 2, 3, 4, 5]
    assert world.shipper.send(world.now) == []


def test_a_restored_venue_is_told_and_its_journal_is_held_until_somebody_follows_it():
    world = _filled(3)
    world.step("back up", 0)
    world.step("write", 1)
    world.step("write", 1)
    world.settle()
    world.step("restore", 0)
    world.step("write", 1)
    world.settle()
    assert world.storage.parted == {"desk": 3}
    assert world.shipper.parted == ("desk",)
    assert world.storage.last("desk") == 5
    world.follow("desk")
    world.settle()
    assert not world.storage.parted
    assert world.storage.last("desk") == 4
    assert len(world.storage.aside["desk"]) == 2
    assert not world.problem()


def test_what_was_sent_before_a_restore_is_not_taken_behind_it():
    world = _filled(3)
    world.settle()
    world.step("back up", 0)
    world.step("write", 1)
    world.step("send", 0)
    late = world.asked.pop()
    assert isinstance(late, Shipment)
    world.step("restore", 0)
    world.settle()
    world.asked.append(late)
    world.settle()
    assert world.storage.last("desk") == 3
    world.step("write", 1)
    world.settle()
    assert not world.storage.parted
    assert not world.problem()


def test_nothing_is_taken_of_a_journal_while_it_is_held():
    world = _filled(3)
    world.settle()
    world.storage.parted["desk"] = 2
    end = world.venue.checksum("desk", 3)
    content = "line 4"
    told = Shipment("udine", world.storage.now, "desk", 4, end, link(end, 4, content), content)
    transaction = Transaction(world.storage)
    assert take(transaction, told) == [Held("udine", world.storage.now, "desk", 2)]
    transaction.commit()
    assert world.storage.last("desk") == 3


@pytest.mark.parametrize("common", [0, 1, 16, 17, 63, 98, 99])
def test_the_last_common_entry_is_found_in_a_long_journal(common):
    world = _filled(common)
    world.step("back up", 0)
    for _ in range(100 - common):
        world.step("write", 1)
    world.settle()
    world.step("restore", 0)
    for _ in range(40):
        world.step("write", 1)
    world.settle()
    assert world.storage.parted == {"desk": common}
    assert world.storage.last("desk") == 100


def test_a_venue_that_is_restored_once_more_is_compared_again():
    world = _filled(1)
    world.step("back up", 0)
    world.step("write", 1)
    world.step("back up", 0)
    world.step("write", 1)
    world.settle()
    world.step("restore", 1)
    world.settle()
    assert world.storage.parted == {"desk": 2}
    world.step("restore", 0)
    world.settle()
    assert world.storage.parted == {"desk": 1}


def test_a_restored_federation_is_told_and_filled_again():
    world = _filled(3)
    world.settle()
    world.step("back up all", 0)
    world.step("write", 1)
    world.settle()
    assert world.lost == 0
    world.step("restore federation", 0)
    world.settle()
    assert world.lost == 1
    assert world.storage.last("desk") == 4


def test_a_venue_goes_on_where_it_was():
    world = _filled(9)
    world.settle()
    world.step("kill venue", 0)
    world.step("write", 1)
    sent = []
    send = world.shipper.send
    world.shipper.send = lambda now: [sent.append(one) or one for one in send(now)]
    world.settle()
    assert [one.number for one in sent if isinstance(one, Shipment)] == [10]


def test_a_shipment_that_was_damaged_is_not_stored():
    world = _filled(1)
    world.settle()
    now = world.storage.now
    whole = Shipment("udine", now, "desk", 2, world.venue.checksum("desk", 1), "0" * 32, "other")
    ledger = Transaction(world.storage)
    assert take(ledger, whole) == []
    ledger.commit()
    assert world.storage.last("desk") == 1


def test_no_session_behind_a_followed_one_is_an_earlier_one():
    """A venue may begin again with the same life: what it sent before is then still out of date."""
    world = _filled(3)
    world.settle()
    before = world.storage.now
    world.storage.parted["desk"] = 2
    world.follow("desk")
    assert world.storage.now == ShippingSession(before.number + 1, "")
    transaction = Transaction(world.storage)
    [welcome] = take(transaction, Enquiry("udine", before.life, 99))
    assert welcome.session == ShippingSession(before.number + 2, before.life)


def test_another_session_and_another_content_have_another_id():
    one = Shipment("udine", ShippingSession(1, "a"), "event/3", 2, "b", "c", "{}")
    assert subject(one) == "tk.udine.journal.event.3"
    assert message_id(one) == "udine/1-a/event/3/2/c"
    assert message_id(Over("udine", ShippingSession(1, "a"))) is None


def _contents(world: World) -> list[str]:
    return [content for _, content in world.storage.rows["desk"]]


def test_a_rewriting_on_purpose_is_no_conflict_and_leaves_nothing_of_the_old_text():
    world = _filled(9)
    world.settle()
    old = world.venue.rewrite("desk", 4, "Player 4")
    world.settle()
    assert not world.storage.parted
    assert _contents(world)[3] == "Player 4"
    assert old not in str(world.storage.__dict__)
    assert world.shipper.reports == []
    assert world.lost == 0


def test_a_federation_that_missed_two_rewritings_is_brought_in_line_at_once():
    world = _filled(9)
    world.settle()
    world.venue.rewrite("desk", 8, "Player 8")
    world.venue.rewrite("desk", 2, "Player 2")
    world.settle()
    assert not world.storage.parted
    assert _contents(world)[1::6] == ["Player 2", "Player 8"]


def test_what_is_cut_is_kept_until_it_was_shipped_again():
    world = _filled(3)
    world.step("back up", 0)
    for _ in range(6):
        world.step("write", 1)
    world.settle()
    world.venue.rewrite("desk", 2, "Player 2")
    # the venue dies when the cut was taken, and comes back as it was long ago
    for _ in range(200):
        world.step("send", 0)
        if world.asked:
            world.step("take", 6)
            world.step("commit", 0)
        if world.answered:
            world.step("answer", 6)
        if world.storage.kept["desk"]:
            break
        world.now += 1000
    assert world.storage.last("desk") == 1
    world.asked.clear()
    world.step("restore", 0)
    world.settle()
    assert len(world.storage.kept["desk"]) == 8
    assert not world.problem()
    # its journal is as long again, with another past
    for _ in range(8):
        world.step("write", 1)
    world.settle()
    assert len(world.storage.kept["desk"]) == 8


def test_a_copy_with_the_old_text_is_a_conflict():
    world = _filled(3)
    world.settle()
    world.step("back up", 0)
    world.venue.rewrite("desk", 2, "Player 2")
    world.settle()
    world.step("restore", 0)
    world.settle()
    assert world.storage.parted == {"desk": 1}


def test_a_removal_is_asked_for_until_it_is_confirmed():
    world = _filled(1)
    world.settle()
    world.step("remove", 4)
    world.step("later", 39_999)
    world.step("all arrives", 0)
    assert world.shipper.removals == {1: (4,)}
    assert world.storage.removals
    # the confirmation is lost: the next question tells that it is still asked for
    world._remove()
    lost = world.shipper.send(world.now)
    assert [type(one).__name__ for one in lost] == ["RemovalDone"]
    assert world.shipper.send(world.now) == []
    world.settle()
    assert not world.storage.removals
    assert world.storage.confirmed == {1}


def test_a_venue_that_is_followed_confirms_its_removals_again():
    world = _filled(1)
    world.step("remove", 4)
    world.step("back up", 0)
    world.step("write", 1)
    world.settle()
    assert world.done == {1}
    world.step("restore", 0)
    world.settle()
    world.follow("desk")
    assert world.storage.removals
    world.settle()
    assert not world.storage.removals
    assert world.done == {1}
