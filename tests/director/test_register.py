"""The club's register: people found by any name, doubles made one and taken apart, and every step undone."""

import json
from datetime import date

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule

from tablekeeper.director.events.service import Events
from tablekeeper.director.people.journal import PEOPLE
from tablekeeper.director.people.publicnames import PublicNames
from tablekeeper.director.people.register import Register
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Overtaken
from tablekeeper.store import open_store
from tests.director.journals import refuse
from tests.startedevent import started_event


def rows(store):
    """The whole register: what the journal makes, and what its numbers are called."""
    state = store.people.journal.reading(PEOPLE).state
    return state, store.people.aliases(), store.people.clubs()


def play(store, name, players):
    """An event with these players that has started; its number."""
    events = Events(store)
    return started_event(events, players, name, "championship", {"first_to": 2})


def test_a_private_name_within_another_private_name_leaves_nothing_of_either(register):
    ann, lee, _ = register.enter(["Ann", "Ann Lee", "Bob"])
    for person in (ann, lee):
        register.consent(person, "private")
    hide = PublicNames(register).texts()
    assert hide("Ann Lee beats Ann and Bob") == f"Player {lee} beats Player {ann} and Bob"


def test_somebody_is_found_by_any_name_however_it_is_written(register):
    (zoe,) = register.enter(["Zoë  Müller"])
    register.name(zoe, "ZM")
    book = register.book()
    for text in (
        "Zoë Müller",
        "zoë müller",
        "Zoe\u0308 Mu\u0308ller",
        " ZOË   MÜLLER ",
        "zm",
        str(zoe),
        f"#{zoe}",
    ):
        assert book.one(text) == zoe
    assert book.one("Zoe Muller") is None
    assert book.people[zoe].name == "Zoë Müller"
    register.show(zoe, "zm")
    assert register.book().people[zoe].name == "ZM"


def test_a_pair_is_both(register):
    ann, cleo = register.enter(["Ann", "Cleo"])
    book = register.book()
    assert book.found_in("Ann & Cleo") == {ann, cleo}
    assert book.found_in("Ann & Dee") == {ann}
    (whole,) = register.enter(["Rhythm & Blues"])
    assert register.book().found_in("Rhythm & Blues") == {whole}


def test_what_cannot_be_entered(register):
    (ann,) = register.enter(["Ann"])
    for name, sentence in (
        ("ann", f"'ann' is person {ann} already"), ("", "1 to 60 letters"), ("x" * 61, "1 to 60 letters"),
        ("a\u200bb", "can be shown"), ("17", "number alone"), ("#7", "number alone"),
    ):  # fmt: skip
        with refuse(sentence):
            register.enter(["Bob", name])
    with refuse("'bob' is given twice"):
        register.enter(["Bob", "bob"])
    assert [one.name for one in register.book().listed()] == ["Ann"]
    with refuse("nobody in the register is called 'Bob'"):
        register.person("Bob")
    with refuse("no person 9"):
        register.name(9, "Bob")


def test_doubles_become_one_and_two_again(register, store):
    ann, double, _ = register.enter(["Ann Lee", "A. Lee", "Bob"])
    play(store, "Spring cup", ["Ann Lee", "Bob", "Cid"])
    play(store, "Autumn cup", ["A. Lee", "Bob", "Cid"])
    before = rows(store)
    told = register.preview_merge(ann, double)
    assert (told.kept.name, told.merged.name) == ("Ann Lee", "A. Lee")
    assert [one.title for one in told.moves] == ["Autumn cup"]
    assert rows(store) == before
    register.merge(ann, double)
    book = register.book()
    assert book.one("A. Lee") == ann
    assert book.name(double) == "Ann Lee"
    assert [one.title for one in register.appearances(ann)] == ["Spring cup", "Autumn cup"]
    assert [one.name for one in book.listed()] == ["Ann Lee", "Bob"]
    assert register.undo() == "the merge of person 2 into Ann Lee"
    assert rows(store) == before


@pytest.mark.parametrize("where", ["event", "match", "pairs", "entry"])
def test_who_played_in_one_place_is_two_people(register, store, where):
    ann, bob = register.enter(["Ann", "Bob"])
    if where == "event":
        play(store, "Cup", ["Ann", "Bob", "Cid"])
    elif where == "match":
        store.matches.create(length=3, control="none", names=("Ann", "Bob"))
    elif where == "pairs":
        store.matches.create(length=3, control="none", names=("Ann & Dee", "Bob & Eve"))
    else:
        body = {"tournaments": [{"name": "Old", "wins": {str(ann): 2, str(bob): 1}}]}
        store.entries.create("world", None, "confirmed", body, actor="director")
    before = rows(store)
    with refuse("both played in .*: they are two people"):
        register.merge(ann, bob)
    assert rows(store) == before
    with refuse("one person already"):
        register.merge(ann, ann)


def test_doubles_of_doubles(register, store):
    one, two, three = register.enter(["One", "Two", "Three"])
    register.merge(two, three)
    register.merge(one, two)
    assert register.book().one("Three") == one
    assert register.book().people[one].doubles == (two, three)
    # whoever is a double now is nobody by itself
    with refuse(f"no person {two}"):
        register.merge(two, one)
    register.undo()
    assert register.book().one("Three") == two


def test_a_name_that_is_somebody_elses_is_split_off(register, store):
    (ann,) = register.enter(["Ann"])
    register.name(ann, "Annette")
    before = rows(store)
    other = register.split("annette")
    assert register.book().name(other) == "Annette"
    assert register.book().one("Ann") == ann
    register.undo()
    assert rows(store) == before
    with refuse("name that is shown"):
        register.split("Ann")
    with refuse("nobody"):
        register.split("Dee")
    with refuse("not the number of Ann"):
        register.split(str(ann))


def test_a_split_is_not_undone_once_both_have_played_in_one_event(register, store):
    (ann,) = register.enter(["Ann"])
    register.name(ann, "Annette")
    register.split("Annette")
    play(store, "Cup", ["Ann", "Annette", "Cid"])
    with refuse("both played in Cup"):
        register.undo()


def test_consent(register):
    (ann,) = register.enter(["Ann"])
    assert register.book().public(ann) == "Ann"
    register.consent(ann, "private")
    assert (register.book().name(ann), register.book().public(ann)) == ("Ann", f"Player {ann}")
    register.consent(ann, "given")
    assert register.book().public(ann) == "Ann"
    with refuse("a consent is unknown, given, private"):
        register.consent(ann, "withdrawn")


def test_a_doubles_wish_for_privacy_holds(register):
    ann, double = register.enter(["Ann", "A."])
    register.consent(double, "private")
    register.merge(ann, double)
    assert register.book().public(ann) == f"Player {ann}"
    register.consent(ann, "given")
    assert register.book().public(ann) == "Ann"


def test_clubs(register):
    ann, bob = register.enter(["Ann", "Bob"])
    club = register.club("Knights")
    register.join(ann, club, date(2026, 1, 1))
    register.join(bob, club)
    with refuse("Ann belongs to Knights already"):
        register.join(ann, club)
    with refuse("a club 'knights'"):
        register.club("knights")
    with refuse("nobody leaves before that"):
        register.leave(ann, club, date(2025, 1, 1))
    register.leave(ann, club, date(2026, 5, 1))
    with refuse("Ann does not belong to Knights"):
        register.leave(ann, club, date(2026, 5, 2))
    register.join(ann, club, date(2026, 6, 1))
    told = [(one.name, of.since, of.until) for one, of in register.book().members(club)]
    assert told == [
        ("Ann", "2026-01-01", "2026-05-01"),
        ("Ann", "2026-06-01", None),
        ("Bob", None, None),
    ]
    assert register.book().club(" KNIGHTS") == club == register.book().club(str(club))
    with refuse("no club 9"):
        register.join(ann, 9)


def test_the_history_names_what_is_undone(register):
    (ann,) = register.enter(["Ann"])
    register.name(ann, "Annie")
    assert register.undo() == "another name of Ann"
    assert [(one.text, one.undone) for one in register.history()] == [
        ("the entry of Ann", False),
        ("another name of Ann", True),
        ("the undoing of another name of Ann", False),
    ]
    with refuse("action 2 is undone already"):
        register.undo(2)
    with refuse("no action 9"):
        register.undo(9)
    with refuse("cannot be undone"):
        register.undo(3)
    register.undo()
    with refuse("nothing to undo"):
        register.undo()
    assert register.book().people == {}


def test_who_has_points_in_a_ranking_stays(register, store):
    (ann,) = register.enter(["Ann"])
    body = {"tournaments": [{"name": "Old", "wins": {str(ann): 2}}]}
    store.entries.create("world", None, "confirmed", body, actor="director")
    with refuse("has points in a ranking"):
        register.undo()


def test_strangers_are_told(register, store):
    register.enter(["Ann"])
    play(store, "Cup", ["Ann", "Bob", "Cid"])
    store.matches.create(length=3, control="none", names=("Ann & Dee", "Eve"))
    # of a pair one is known, so it is no stranger as a whole
    assert register.strangers() == ("Bob", "Cid", "Eve")


def steps(register):
    """Every step that can be undone, each to be done on the same register."""
    ann, bob = register.enter(["Ann", "Bob"])
    club = register.club("Knights")
    register.name(ann, "Annie")
    register.join(ann, club, date(2026, 1, 1))
    return {
        "enter": lambda: register.enter(["Zo\u00eb"]),
        "name": lambda: register.name(ann, "Nan"),
        "show": lambda: register.show(ann, "Annie"),
        "merge": lambda: register.merge(ann, bob),
        "split": lambda: register.split("Annie"),
        "consent": lambda: register.consent(ann, "private"),
        "board": lambda: register.board_name(ann, "Nan", "el"),
        "club": lambda: register.club("Towers"),
        "join": lambda: register.join(bob, club),
        "leave": lambda: register.leave(ann, club, date(2026, 5, 1)),
    }


@pytest.mark.parametrize(
    "step", ["enter", "name", "show", "merge", "split", "consent", "board", "club", "join", "leave"]
)
def test_a_step_and_its_undo_leave_the_register_as_it_was(store, register, step):
    do = steps(register)[step]
    before = rows(store)
    do()
    assert rows(store) != before
    register.undo()
    assert rows(store) == before


def test_what_later_steps_build_on_is_not_undone(store, register):
    ann, bob = register.enter(["Ann", "Bob"])
    register.name(ann, "Annie")
    register.show(ann, "Annie")
    register.consent(ann, "private")
    register.consent(ann, "given")
    register.consent(ann, "private")
    club = register.club("Knights")
    register.join(ann, club)
    register.leave(ann, club, date(2026, 5, 1))
    register.merge(ann, bob)
    before = rows(store)
    for number, what in (
        (1, "the entry of Annie"), (2, "the entry of Annie"), (3, "another name of Annie"),
        (5, "the consent of Annie: private"), (8, "the club Knights"), (9, "the joining of Annie to Knights"),
    ):  # fmt: skip
        with refuse(f"later actions depend on {what}: undo them first"):
            register.undo(number)
    assert rows(store) == before


def test_numbers_are_never_given_twice(store, register):
    (first,) = register.enter(["Ann"])
    club = register.club("Knights")
    register.undo()
    register.undo()
    assert rows(store)[1:] == ({}, {})
    assert register.enter(["Bob", "Cid"]) == (first + 1, first + 2)
    assert register.club("Towers") == club + 1


def test_the_registers_journal_names_nobody(store, register):
    for name, do in steps(register).items():
        do()
        # what is shown cannot be split off, and a double joins no club
        if name in ("show", "merge"):
            register.undo()
    told = json.dumps([one.body for one in store.people.journal.actions()])
    for name in ("Ann", "Bob", "Zo", "Nan", "Towers", "Knights"):
        assert name not in told


def test_what_another_one_changes_meanwhile_is_told(register, store, monkeypatch):
    (ann,) = register.enter(["Ann"])

    def overtaken(*_words, **_more):
        raise Overtaken(ann)

    monkeypatch.setattr(store.people, "append", overtaken)
    with refuse("changed meanwhile"):
        register.consent(ann, "given")


def oracle(actions):
    """The register by searching the journal for each answer; nothing is folded."""
    gone = set()
    for one in reversed(actions):
        if one.action == "undo" and one.seq not in gone:
            gone.add(one.body["undoes"])
    counts = [one for one in actions if one.seq not in gone and one.action != "undo"]

    def of(*kinds):
        return [(one, one.body) for one in counts if one.action in kinds]

    aliases = {
        alias: [body.get("to", body.get("person")) for _, body in of("entered", "named", "split")
                if body["alias"] == alias][-1]
        for _, found in of("entered", "named", "split") for alias in [found["alias"]]
    }  # fmt: skip
    people = {}
    for number, first in [(body.get("person", body.get("to")), body) for _, body in of("entered", "split")]:
        shown = [body["after"] for _, body in of("shown") if body["person"] == number]
        said = [body["after"] for _, body in of("consent") if body["person"] == number]
        into = [body["kept"] for _, body in of("merged") if body["merged"] == number]
        board = [(body["alias"], body["language"]) for _, body in of("board") if body["person"] == number]
        people[number] = (
            [first["alias"], *shown][-1], ["unknown", *said][-1], [None, *into][-1], [(0, ""), *board][-1]
        )  # fmt: skip
    memberships = {
        body["membership"]: (body["person"], body["club"], body["since"],
                             [None, *(end["after"] for _, end in of("left")
                                      if end["membership"] == body["membership"])][-1])
        for _, body in of("joined")
    }  # fmt: skip
    return people, aliases, {body["club"] for _, body in of("club")}, memberships


class Walk(RuleBasedStateMachine):
    """Random steps against the oracle and a plain model: names by person, and what every undo must leave."""

    people = Bundle("people")
    names = st.sampled_from([f"{first} {last}" for first in ("Ann", "Bob", "Cid") for last in "XYZ"])

    def __init__(self):
        super().__init__()
        self.store = open_store("sqlite://", now=lambda: 1000, threaded=False)
        self.register = Register(self.store)
        self.before = []
        self.owner = {}

    def teardown(self):
        self.store.close()

    def attempt(self, step):
        """Do a step; return its answer, or None when it was refused and nothing changed."""
        before = rows(self.store)
        try:
            found = step()
        except UserError:
            assert rows(self.store) == before
            return None
        self.before.append(before)
        return found if found is not None else True

    @rule(target=people, name=names)
    def enter(self, name):
        found = self.attempt(lambda: self.register.enter([name]))
        assert (found is None) == (name in self.owner)
        if found is None:
            return multiple()
        self.owner[name] = found[0]
        return found[0]

    @rule(person=people, name=names)
    def name(self, person, name):
        if self.attempt(lambda: self.register.name(person, name)):
            self.owner[name] = person

    @rule(person=people, name=names)
    def show(self, person, name):
        self.attempt(lambda: self.register.show(person, name))

    @rule(kept=people, merged=people)
    def merge(self, kept, merged):
        if self.attempt(lambda: self.register.merge(kept, merged)):
            self.owner = {name: kept if one == merged else one for name, one in self.owner.items()}

    @rule(name=names)
    def split(self, name):
        found = self.attempt(lambda: self.register.split(name))
        if found is not None:
            self.owner[name] = found

    @rule(person=people, consent=st.sampled_from(["unknown", "given", "private"]))
    def consent(self, person, consent):
        self.attempt(lambda: self.register.consent(person, consent))

    @rule(person=people, name=st.sampled_from(["", "Nan", "Zed"]), language=st.sampled_from(["", "zh"]))
    def board(self, person, name, language):
        self.attempt(lambda: self.register.board_name(person, name, language))

    @rule(name=st.sampled_from(["Knights", "Towers"]))
    def club(self, name):
        self.attempt(lambda: self.register.club(name))

    @rule(person=people, club=st.integers(1, 3), day=st.sampled_from([None, date(2026, 1, 1)]))
    def join(self, person, club, day):
        self.attempt(lambda: self.register.join(person, club, day))

    @rule(person=people, club=st.integers(1, 3))
    def leave(self, person, club):
        self.attempt(lambda: self.register.leave(person, club, date(2026, 5, 1)))

    @rule(target=people)
    def undo(self):
        if self.before:
            self.register.undo()
            assert rows(self.store) == self.before.pop()
            self.forget()
        return multiple()

    @rule(back=st.integers(1, 6))
    def undo_an_earlier_one(self, back):
        actions = self.store.people.journal.actions()
        if back < len(actions) and self.attempt(lambda: self.register.undo(actions[-back].seq)):
            # what undos in order would leave is not known any more
            self.before = []
            self.forget()

    def forget(self):
        """Read the names again: an undo takes some away."""
        book = self.register.book()
        known = [alias.name for one in book.people.values() for alias in one.names]
        self.owner = {name: book.one(name) for name in known}

    @invariant()
    def everybody_is_found_by_every_name(self):
        book = self.register.book()
        assert {name: book.one(name) for name in self.owner} == self.owner
        assert set(book.people) >= set(self.owner.values())

    @invariant()
    def the_fold_is_what_a_search_finds(self):
        reading = self.store.people.journal.reading(PEOPLE)
        for state in (reading.state, PEOPLE.fold(reading.actions)):
            people = {
                number: (one.shown, one.consent, one.merged_into, (one.board, one.language))
                for number, one in state.people.items()
            }
            memberships = {
                one.id: (one.person, one.club, one.since, one.until) for one in state.memberships.values()
            }
            assert (people, state.aliases, set(state.clubs), memberships) == oracle(reading.actions)
        # a name is in the database as long as somebody has it
        assert self.store.people.aliases().keys() == reading.state.named.keys()
        assert self.store.people.clubs().keys() == reading.state.clubs


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=25, stateful_step_count=25)
