"""A person is taken out: no row, no file, no export and no board knows the name, and the results stay."""

import json
import re

import pytest
from sqlalchemy import LargeBinary, String, select

from tablecore import messages
from tablekeeper.audit import audit
from tablekeeper.director.desk.report import markdown
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.director.service import Director
from tablekeeper.formats import FORMATS
from tablekeeper.journal.action import Overtaken
from tablekeeper.regulation.appeal import OVERTURN
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.regulation.finding import POINTS, WARNING, Effect
from tablekeeper.store import open_store, schema
from tablekeeper.store.commands import SENT
from tablekeeper.strictjson import Cursor, loads
from tablekeeper.virtual.randomevents.generation import generate
from tests.director.journals import refuse
from tests.guards import sample
from tests.startedevent import started_event

NAME = "Quirinus Oglethorpe"
UID = "e66118604b2f3c21"


def cells(store):
    """Every text and every byte of every table, with its place."""
    with store._database.reading() as connection:
        for table in schema.metadata.sorted_tables:
            for column in table.c:
                if isinstance(column.type, String | LargeBinary):
                    for value in connection.execute(select(column)).scalars():
                        if value is not None:
                            yield f"{table.name}.{column.name}", value


def naming(store, *names):
    """The places where one of the names stands as a word, whatever its capitals."""
    pattern = re.compile("|".join(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])" for name in names), re.I)
    return [
        (place, value)
        for place, value in cells(store)
        if pattern.search(value if isinstance(value, str) else value.decode("utf-8", "replace"))
    ]


def cup(events, players, name="Cup"):
    return started_event(events, players, name, "championship", {"first_to": 2})


def test_the_name_goes_and_the_results_stay(store, register):
    events = Events(store)
    (person,) = register.enter([NAME])
    register.name(person, "Quirin")
    event = cup(events, [NAME, "Bob", "Cid"], f"The {NAME} cup")
    events.result(event, {"winner": NAME})
    second = events.result(event, {"winner": "Bob"})
    events.rule(event, second, {"winner": NAME}, f"quirin was first, said {NAME}", actor="Quirin")
    events.finish(event)
    store.act("director", "award", {"match": 1, "reason": f"{NAME} was late"})
    other = cup(events, ["Dee", "Eve", "Fay"], "Other")
    untouched = events.export(other)
    before = events.export(event)
    assert len(naming(store, NAME, "Quirin")) == 11

    removed = Removals(register).remove(person)
    assert removed.neutral == f"Player {person}"
    assert naming(store, NAME, "Quirin", "Oglethorpe") == []
    after = events.export(event)
    assert after["standings"]["rows"][0] | {"player": NAME} == before["standings"]["rows"][0]
    assert after["standings"]["winner"] == removed.neutral
    assert [one["action"] for one in after["journal"]] == [one["action"] for one in before["journal"]]
    assert after["journal"][-2]["body"]["reason"] == f"{removed.neutral} was first, said {removed.neutral}"
    assert events.export(other) == untouched
    assert register.book().find(removed.neutral) == person
    assert register.history()[-1].text == f"the removal of {removed.neutral}"
    with refuse("was removed already"):
        Removals(register).remove(person)
    for step in (1, 2):
        with refuse("what was noted before cannot come back"):
            register.undo(step)
    # somebody with that name is somebody new
    (again,) = register.enter([NAME])
    assert again > person


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
@pytest.mark.parametrize("seed", sample.drawn(range(3), of=3))
def test_of_every_format_results_audits_and_exports_stay_the_same(store, register, key, seed):
    document = generate(FORMATS[key], seed)
    # a couple is called by its players
    players = document["players"]
    if key == "couples":
        players = [one for pair in document["options"]["couples"].values() for one in pair]
    chosen = players[seed % len(players)]
    text = json.dumps({**document, "standings": None}).replace(json.dumps(chosen), json.dumps(NAME))
    told = json.loads(text)
    del told["standings"]
    events = Events(store)
    event = events.take_in(Cursor(told), "x", 1000)
    before = events.export(event)
    assert NAME in json.dumps(before)
    findings = audit(loads(json.dumps(before))).findings
    (person,) = register.enter([NAME])
    removed = Removals(register).remove(person)
    after = events.export(event)
    assert naming(store, NAME) == []
    assert NAME not in json.dumps(after)
    rows = [{**row, "explain": None} for row in after["standings"]["rows"]]
    wanted = json.loads(json.dumps(before["standings"]["rows"]).replace(NAME, removed.neutral))
    assert rows == [{**row, "explain": None} for row in wanted]
    assert len(audit(loads(json.dumps(after))).findings) == len(findings) == 0
    # and it can be taken in elsewhere
    Events(store).take_in(loads(json.dumps(after)), "x", 1000)


def test_doubles_go_together(store, register):
    events = Events(store)
    person, double = register.enter([NAME, "Q. Oglethorpe"])
    register.merge(person, double)
    cup(events, [NAME, "Bob", "Cid"], "One")
    cup(events, ["Q. Oglethorpe", "Bob", "Cid"], "Two")
    removed = Removals(register).remove(person)
    assert naming(store, "Oglethorpe", "Quirinus") == []
    assert [events.get(one).players[0] for one in (1, 2)] == [removed.neutral] * 2
    assert [one.title for one in register.appearances(person)] == ["One", "Two"]
    assert register.book().roots[double] == person


def test_names_of_others_are_left_and_told(store, register):
    events = Events(store)
    ann, _ = register.enter(["Ann", "Ann Lee"])
    event = cup(events, ["Ann", "Ann Lee", "Mary Ann"])
    removals = Removals(register)
    told = removals.preview(ann)
    assert (told.neutral, told.left) == (f"Player {ann}", ("Ann Lee", "Mary Ann"))
    assert [one.title for one in told.played] == ["Cup"]
    assert removals.remove(ann).left == told.left
    assert events.get(event).players == (f"Player {ann}", "Ann Lee", "Mary Ann")


def test_the_neutral_name_is_nobody_elses(store, register):
    events = Events(store)
    (ann,) = register.enter(["Ann"])
    event = cup(events, ["Ann", f"player {ann}", "Cid"])
    assert Removals(register).remove(ann).neutral == f"Player {ann} (2)"
    assert events.get(event).players == (f"Player {ann} (2)", f"player {ann}", "Cid")


def test_pairs_keep_the_partner(store, register):
    (ann,) = register.enter(["Ann"])
    match = store.matches.create(length=3, control="none", names=("Ann & Dee", "Bob & Eve"))
    neutral = Removals(register).remove(ann).neutral
    assert store.matches.get(match).names == (f"{neutral} & Dee", "Bob & Eve")


def test_names_with_no_room_for_the_neutral_one_are_cut(store, register, elsewhere):
    events = Events(store)
    (person,) = register.enter(["Bo"])
    long = "Bo's memorial tournament of the backgammon club Hamburg 2026"
    pair = "Bo & Maximiliane Konstantina von Hohenlohe-Waldenburg-Schill"
    assert (len(long), len(pair)) == (60, 60)
    event = cup(events, [pair, "Bo", "Cid"], long)
    neutral = Removals(register).remove(person).neutral
    assert events.get(event).name == f"{neutral}{long[2:]}"[:60].rstrip()
    assert events.get(event).players == (f"{neutral}{pair[2:]}"[:60].rstrip(), neutral, "Cid")
    assert naming(store, "Bo") == []
    elsewhere.take_in(loads(json.dumps(events.export(event))), "x", 1000)


def test_a_removal_that_would_change_standings_is_refused(store, register, monkeypatch):
    events = Events(store)
    (ann,) = register.enter(["Ann"])
    cup(events, ["Ann", "Bob", "Cid"])
    rows = list(cells(store))
    # as if what is written instead were another player
    monkeypatch.setattr("tablekeeper.director.people.removal._free", lambda neutral, names: "Bob")
    with refuse("nothing was removed"):
        Removals(register).remove(ann)
    assert list(cells(store)) == rows
    with refuse("no person 7"):
        Removals(register).remove(7)


def test_the_desks_rulings_are_still_read(store, register):
    desk = Desk(store, lambda: 1000)
    (ann,) = register.enter([NAME])
    desk.act("committee", {"members": [NAME, "Bob", "Cid"]})
    assert NAME in desk.committee()
    neutral = Removals(register).remove(ann).neutral
    assert naming(store, NAME) == []
    assert desk.committee() == (neutral, "Bob", "Cid")


def lying(desk):
    """What lies on the desk."""
    state = desk.state()
    return state.rulings, state.appeals, state.late, state.committee


@pytest.mark.parametrize("kind", ["warned", "given points", "voting", "heard", "substituting", "missing"])
def test_whatever_somebody_was_at_the_desk_the_name_goes(store, register, kind):
    desk = Desk(store, lambda: 1000)
    ann, bob, eve, new = (NAME if kind == one else other for one, other in (
        ("warned", "Ann"), ("given points", "Bob"), ("voting", "Eve"), ("substituting", "Hana")
    ))  # fmt: skip
    if kind == "heard":
        bob = NAME
    missing = NAME if kind == "missing" else "Ida"
    late = desk.act("late", {
        "player": missing, "opponent": "Jo", "length": 7, "scheduled_ms": 0, "reason": f"{NAME}",
    })
    desk.act("committee", {"members": [eve, "Finn", "Gus"]})
    points = [Effect(POINTS, ann, 2, bob, "pace")]
    ruling = desk.rule("offence", [ann, bob], {"cause": "pace"}, instead=points, reason=f"so {NAME} said")
    desk.act("substitute", {"ruling": ruling, "out": "Finn", "new": new, "reason": "away"})
    appeal = desk.act("appeal", {"ruling": ruling, "by": ann})
    votes = {DIRECTOR: OVERTURN, eve: OVERTURN, new: OVERTURN}
    desk.decide(appeal, votes, heard=[ann, bob], instead=[Effect(WARNING, ann, cause="pace")])
    told, report = repr(lying(desk)), markdown(desk.report())
    (person,) = register.enter([NAME])
    neutral = Removals(register).remove(person).neutral
    assert naming(store, NAME) == []
    assert repr(lying(desk)) == told.replace(NAME, neutral)
    assert markdown(desk.report()) == report.replace(NAME, neutral)
    assert late in desk.state().late


def test_words_of_the_program_stay_when_somebody_is_called_like_one(store, register):
    desk = Desk(store, lambda: 1000)
    called = ["Dice", "Points", "Pace", "Overturn", "World", "Private", "Level", "3T"]
    people = register.enter(called)
    register.consent(people[0], "private")
    events = Events(store)
    event = cup(events, ["Dice", "World", "Level"])
    for winner in ("Dice", "World", "Dice"):
        events.result(event, {"winner": winner})
    events.finish(event)
    Rankings(register).confirm(event)
    desk.rule("position", ["Dice", "Pace"], {"what": "dice"}, reason="so it stays")
    rows = store.entries.journals.actions()
    for person in people:
        Removals(register).remove(person)
    assert desk.state().rulings[1].facts["what"] == "dice"
    assert [one.body for one in store.entries.journals.actions()] == [one.body for one in rows]
    assert register.history()[len(called)].text == "the consent of Player 1: private"


def test_what_was_checked_against_the_name_is_not_added_afterwards(store, register):
    events = Events(store)
    (ann,) = register.enter(["Ann"])
    event = cup(events, ["Ann", "Bob", "Cid"])
    seen = store.erasure.count
    Removals(register).remove(ann)
    late = [("director", "result", {"result": {"winner": "Ann"}})]
    with pytest.raises(Overtaken):
        store.events.journals.append(3, late, seen, owner=event)
    with refuse('"Ann" is not among the players'):
        events.result(event, {"winner": "Ann"})
    events.result(event, {"winner": f"Player {ann}"})


def test_the_boards_are_told_and_the_hall_shows_no_name(store):
    director = Director(store, HallClock(lambda: 1000))
    store.board_seen(UID)
    store.flush()
    director.hall.table_of(UID)
    match = director.matches.create(UID, (NAME, "Bob"), 3, "none")
    # one name has gone out already, the other waits
    first, *_ = [one for one in store.commands.all(UID) if one.verb == messages.NAME]
    store.commands.sent(first.id)
    store.flush()
    (person,) = director.people.enter([NAME])
    director.boards.rename(UID, "Quirinus Oglethorpe 1")
    removed = director.removals.remove(person)
    names = [one for one in store.commands.all(UID) if one.verb == messages.NAME]
    assert [one.tail[1:].decode() for one in names] == [removed.neutral, "Bob", removed.neutral, "Bob"]
    assert names[0].state == SENT
    hall = director.overview.hall()
    assert hall.tables[0].match.players == (removed.neutral, "Bob")
    assert hall.tables[0].name == f"{removed.neutral} 1"
    assert NAME not in repr(director.overview.match(match)) + repr(director.overview.table(UID)) + repr(hall)
    director.topics.close()


def test_a_match_that_waits_for_its_result_brings_it_under_the_neutral_name(store):
    director = Director(store, HallClock(lambda: 1000))
    event = started_event(director.events, [NAME, "Bob", "Cid"], "Cup", "round-robin")
    store.board_seen(UID)
    store.flush()
    director.hall.table_of(UID)
    pairing = next(one for one in director.events.get(event).answer.next if NAME in one["players"])
    match = director.event_tables.play(event, pairing, UID, 1, "none")
    (person,) = director.people.enter([NAME])
    neutral = director.removals.remove(person).neutral
    director.event_tables.catch_up(())
    assert NAME not in repr(director.event_tables._awaited)
    assert neutral in director.event_tables._awaited[match][1]["players"]
    director.topics.close()


def test_the_file_holds_the_name_no_longer(tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=lambda: 1000) as store:
        register, events = Register(store), Events(store)
        (person,) = register.enter([NAME])
        event = cup(events, [NAME, "Bob", "Cid"])
        events.result(event, {"winner": NAME})
        assert any(NAME.encode() in one.read_bytes() for one in tmp_path.iterdir())
        assert Removals(register).remove(person).swept
        assert not any(NAME.encode() in one.read_bytes() for one in tmp_path.iterdir())
    assert not any(NAME.encode() in one.read_bytes() for one in tmp_path.iterdir())
