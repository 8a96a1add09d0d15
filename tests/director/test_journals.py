"""One journal over everything: merged by time, chosen by filters, undone from there with its consequences."""

import random

import pytest

from tablekeeper.director import decisions
from tablekeeper.director.journalview import (
    PAGE,
    SUBJECTS,
    JournalLine,
    Selection,
    actors,
    merged,
    page_of,
    pages,
    without_reason,
)
from tablekeeper.director.undoing import WARNING
from tablekeeper.errors import NotFound
from tablekeeper.journal.action import Action
from tablekeeper.languages import language_of, shown
from tablekeeper.regulation.finding import WARNING as WARN
from tablekeeper.regulation.finding import Effect
from tests.director.journals import refuse
from tests.startedevent import started_event

TRIO = ("Ann", "Bob", "Cid")


def line(subject="event", owner=1, seq=1, at_ms=0, **more):
    told = {"actor": "Dora", "action": "result", "text": "the result", "reason": "", "undone": False,
            "where": "Cup", "event": owner or None}  # fmt: skip
    return JournalLine(subject=subject, owner=owner, seq=seq, at_ms=at_ms, **{**told, **more})


# --- the pure part -----------------------------------------------------------------------------


def test_lines_are_merged_by_time_then_subject_then_number():
    lines = [
        line("event", 1, 1, 5), line("event", 2, 1, 5), line("desk", 0, 1, 5), line("tables", 0, 1, 5),
        line("people", 0, 1, 5), line("ranking", 1, 1, 5), line("event", 1, 2, 5), line("desk", 0, 2, 4),
    ]  # fmt: skip
    wanted = [("desk", 0, 2), ("event", 1, 1), ("event", 1, 2), ("event", 2, 1), ("desk", 0, 1),
              ("tables", 0, 1), ("people", 0, 1), ("ranking", 1, 1)]  # fmt: skip
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        found = merged([lines[:3], lines[3:]])
        assert [(one.subject, one.owner, one.seq) for one in found] == wanted


@pytest.mark.parametrize(("wanted", "numbers"), [
    (Selection(), [1, 2, 3]),
    (Selection(event=2), [2]),
    (Selection(actor="Dora"), [1, 3]),
    (Selection(subject="desk"), [3]),
    (Selection(text="WITHDRAWAL ann"), [2]),
    (Selection(text="ill"), [2]),
    (Selection(text="spring"), [1]),
    (Selection(text="ann bob"), []),
    (Selection(since_ms=86_400_000), [2, 3]),
    (Selection(event=2, actor="Dora"), []),
])  # fmt: skip
def test_a_filter_takes_the_lines_that_fit_all_of_it(wanted, numbers):
    lines = [
        line(seq=1, at_ms=0, where="Spring cup"),
        line(owner=2, seq=2, at_ms=86_400_000, actor="Eve", text="the withdrawal of Ann", reason="ill"),
        line("desk", 0, seq=3, at_ms=5 * 86_400_000, event=None),
    ]
    assert [one.seq for one in lines if wanted.takes(one)] == numbers


def test_a_day_is_that_of_the_host():
    one = line(at_ms=1_777_636_800_000)
    assert Selection(day=one.day).takes(one)
    assert not Selection(day="2001-01-01").takes(one)


def test_pages_of_fifty_newest_first():
    lines = [line(seq=seq, at_ms=seq) for seq in range(1, 2 * PAGE + 2)]
    assert (pages(0), pages(PAGE), pages(len(lines))) == (1, 1, 3)
    assert [one.seq for one in page_of(lines, 1)] == list(range(101, 51, -1))
    assert [one.seq for one in page_of(lines, 3)] == [1]
    assert actors([line(actor="eve"), line(actor="Dora"), line(actor="eve")]) == ["Dora", "eve"]


@pytest.mark.parametrize(("text", "reason", "told"), [
    ("the withdrawal of Ann (ill)", "ill", "the withdrawal of Ann"),
    ("awards 1 point to Bob (noise): loud", "loud", "awards 1 point to Bob (noise)"),
    ("the withdrawal of Ann (ill), without play", "ill", "the withdrawal of Ann (ill), without play"),
    ("the start", "", "the start"),
])  # fmt: skip
def test_a_reason_stands_by_itself(text, reason, told):
    assert without_reason(text, reason) == told


@pytest.mark.parametrize("points", [0, 1])
def test_a_sentence_without_its_reason_keeps_its_language(points):
    body = {"match": 3, "seat": 0, "points": points, "cause": 1, "take_back": False, "reason": "loud"}
    told = decisions.told(Action(1, 0, "Dora", "award", body), {3: ("Ann", "Bob")})
    with language_of("de"):
        assert shown(without_reason(told, "loud")) + ": loud" == shown(told) != told


# --- the journals of a hall --------------------------------------------------------------------


@pytest.fixture
def busy(room):
    """A hall in which something of every kind was done; its director."""
    director = room.director
    event = started_event(director.events, TRIO, "Cup", "championship", {"first_to": 2})
    for winner in ("Ann", "Bob", "Ann"):
        director.events.result(event, {"winner": winner}, actor="Eve")
    director.events.finish(event, "dark outside", actor="Eve")
    director.rankings.confirm(event)
    director.desk.penalise(Effect(WARN, "Ann", 0, "Bob", "noise"), "sang aloud", event=event)
    board = room.board("a")
    director.boards.rename(board.uid, "Window")
    match = director.matches.create(board.uid, ("Ann", "Bob"), 5, "none", actor="Eve")
    director.matches.close(match)
    return director


def by(director, **wanted):
    return director.journals.lines(Selection(**wanted))


def test_everything_that_was_done_is_a_line(busy):
    found = by(busy)
    assert {one.subject for one in found} == set(SUBJECTS)
    assert [one.key for one in found] == sorted(one.key for one in found)
    texts = [(one.subject, one.text, one.reason, one.where) for one in found]
    assert ("event", "the finish", "dark outside", "Cup") in texts
    assert ("people", "the entry of Cid", "", "") in texts
    assert ("tables", "names a table Window", "", "Window") in texts
    assert ("tables", "sets up a match to 5: Ann v Bob", "", "Window") in texts
    assert ("ranking", "the confirmation for the rankings", "", "Cup") in texts
    [warned] = by(busy, subject="desk")
    assert (warned.reason, warned.event, warned.where) == ("sang aloud", 1, "Cup")
    assert "Ann" in warned.text
    assert "sang aloud" not in warned.text
    assert {one.actor for one in by(busy, actor="Eve")} == {"Eve"}
    assert {one.subject for one in by(busy, event=1)} == {"event", "desk", "ranking"}
    assert busy.journals.line("desk", 0, 1) == warned
    with pytest.raises(NotFound):
        busy.journals.line("desk", 0, 99)


def test_what_cannot_be_undone_says_what_to_do_instead(busy):
    def why(subject, owner, seq):
        return busy.journals.look(busy.journals.line(subject, owner, seq)).impossible

    [rename, *_] = by(busy, subject="tables", text="names a table")
    assert why("tables", 0, rename.seq) == ""
    assert why("event", 1, 6) == "The event is finished: reopen it first."
    assert "has points in a ranking" in why("people", 0, 1)
    with refuse("reopen it first"):
        busy.journals.undo(busy.journals.line("event", 1, 6))
    assert all(
        (said := why(one.subject, one.owner, one.seq)) == "" or said.endswith(".")
        for one in by(busy, subject="tables")
    )


def test_a_ruling_is_undone_with_its_penalty(busy):
    [warned] = by(busy, subject="desk")
    found = busy.journals.look(warned)
    assert [(one.grade, one.text) for one in found.consequences] == [
        (WARNING, "No longer in the ledger: Ann is warned (noise or attitude)."),
    ]
    busy.journals.undo(warned, "it was the radio", seen=found.fingerprint, actor="Eve")
    assert busy.desk.state().ledger() == []
    assert busy.journals.line("desk", 0, 1).undone
    undone = by(busy, subject="desk")[-1]
    assert (undone.actor, undone.reason) == ("Eve", "it was the radio")


def test_a_ranking_entry_is_withdrawn_and_counts_again(busy):
    confirmed = by(busy, subject="ranking")[-1]
    found = busy.journals.look(confirmed)
    assert found.button == "Withdraw the entry"
    assert found.needs_reason
    assert found.consequences[0].text == "Cup no longer counts; the event can be confirmed again."
    assert any("Ann" in one.text for one in found.consequences[1:])
    with refuse("give a reason"):
        busy.journals.undo(confirmed)
    busy.journals.undo(confirmed, "not ours")
    assert not busy.rankings.entry(confirmed.owner).entry.counts
    assert "decided by the last action" in busy.journals.look(confirmed).impossible
    withdrawn = by(busy, subject="ranking")[-1]
    busy.journals.undo(withdrawn)
    assert busy.rankings.entry(confirmed.owner).entry.counts


def test_people_are_told_which_names_go(busy):
    busy.people.enter(["Zed"])
    entered = by(busy, subject="people")[-1]
    found = busy.journals.look(entered)
    assert [one.text for one in found.consequences] == [
        "Zed is no longer in the register.", "The name Zed is deleted, and does not come back.",
    ]  # fmt: skip
    busy.journals.undo(entered, seen=found.fingerprint)
    assert busy.people.book().find("Zed") is None
    busy.people.name(1, "A. Lee")
    other = by(busy, subject="people")[-1]
    assert "A. Lee is deleted" in busy.journals.look(other).consequences[0].text


def test_what_has_changed_since_it_was_shown_is_shown_again(busy):
    busy.events.reopen(1, "one more look")
    line = busy.journals.line("event", 1, 6)
    found = busy.journals.look(line)
    busy.events.set_options(1, {"first_to": 3})
    with refuse("changed meanwhile"):
        busy.journals.undo(line, seen=found.fingerprint)
    assert not busy.journals.line("event", 1, 6).undone
