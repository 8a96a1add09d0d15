"""Names on boards: proposed by the host, corrected in the register, and sent to the boards."""

import pytest

from tablecore import messages
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.people.register import Register
from tablekeeper.director.service import Director
from tablekeeper.director.verification import verify
from tests.director.journals import refuse

UID, OTHER = "e6614103e72a4b2f", "e6614103e72a4b30"


@pytest.fixture
def hall(store):
    director = Director(store, HallClock(lambda: 1000))
    for uid in (UID, OTHER):
        store.board_seen(uid)
        store.flush()
        director.hall.table_of(uid)
    yield director
    director.topics.close()


def sent(store, uid=UID):
    """The names that were sent to a board, by seat, oldest first."""
    return [
        (one.tail[0], one.tail[1:].decode()) for one in store.commands.all(uid) if one.verb == messages.NAME
    ]


def test_a_board_gets_the_persons_name_or_the_proposal(store, hall):
    wang, tanaka = hall.people.enter(["王小明", "田中太郎"])
    hall.matches.create(UID, ("王小明", "Γιώργος Παπαδόπουλος"), 3, "none")
    assert sent(store) == [(0, "Wang Xiaoming"), (1, "Giorgos Papadopoulos")]
    # the person corrects, and the board shows it at once
    hall.people.board_name(wang, "Xiao Ming")
    assert sent(store)[2:] == [(0, "Xiao Ming")]
    hall.people.undo()
    assert sent(store)[3:] == [(0, "Wang Xiaoming")]
    # a reading that is known is the proposal
    hall.people.board_name(tanaka, language="ja")
    assert hall.people.book().people[tanaka].on_boards.name == ""
    hall.people.name(tanaka, "たなか たろう")
    assert hall.people.book().people[tanaka].on_boards.name == "Tanaka Taro"
    assert hall.people.book().people[tanaka].on_boards.doubt == ""
    hall.matches.create(OTHER, ("田中太郎", "Bob"), 3, "none")
    assert sent(store, OTHER) == [(0, "Tanaka Taro"), (1, "Bob")]


def test_names_on_one_board_differ_whatever_they_are_on_others(store, hall):
    _, second = hall.people.enter(["王伟", "汪伟"])
    hall.matches.create(UID, ("王伟", "汪伟"), 3, "none")
    assert sent(store) == [(0, "Wang Wei 1"), (1, "Wang Wei 2")]
    hall.matches.create(OTHER, ("Bob", "Cid"), 3, "none")
    hall.people.board_name(second, "W. Wei")
    assert sent(store)[2:] == [(0, "Wang Wei"), (1, "W. Wei")]
    assert sent(store, OTHER) == [(0, "Bob"), (1, "Cid")]


def test_partners_have_their_own_names(store, hall):
    hall.people.enter(["Γιώργος", "王伟"])
    (_, wei) = (one.id for one in hall.people.book().listed())
    hall.people.board_name(wei, "Wei W")
    assert hall.people.book().on_board("Γιώργος & 王伟") == "Giorgos & Wei W"


def test_a_name_that_was_corrected_without_the_host_is_sent_when_it_starts(store, hall):
    (wang,) = hall.people.enter(["王小明"])
    hall.matches.create(UID, ("王小明", "Bob"), 3, "none")
    hall.topics.close()
    Register(store).board_name(wang, "Xiao Ming")
    again = Director(store, HallClock(lambda: 1000))
    assert sent(store) == [(0, "Wang Xiaoming"), (1, "Bob"), (0, "Xiao Ming")]
    again.topics.close()


def test_a_removed_person_leaves_no_name_on_boards(store, hall):
    wang, _ = hall.people.enter(["王小明", "Wang Wei"])
    hall.people.board_name(wang, "Quirin")
    hall.people.board_name(wang, "Quirinus")
    hall.matches.create(UID, ("王小明", "Wang Wei"), 3, "none")
    hall.removals.remove(wang)
    assert {name for seat, name in sent(store) if seat == 0} == {f"Player {wang}"}
    assert {name for seat, name in sent(store) if seat == 1} == {"Wang Wei"}
    assert not any("Quirin" in one.name for one in store.people.aliases().values())
    assert list(verify(store)) == []
    with refuse("was removed: nothing more is noted"):
        hall.people.board_name(wang, "Quirin")


def test_a_merged_persons_name_on_boards_is_kept(register):
    one, other, third = register.enter(["Ann", "安娜", "Anna"])
    register.board_name(other, "Anna B", "zh")
    register.merge(one, other)
    person = register.book().people[one]
    assert (person.board, person.language) == ("Anna B", "zh")
    register.board_name(third, "Anna C")
    register.merge(third, one)
    assert register.book().people[third].board == "Anna C"
    register.undo()
    assert register.book().people[one].board == "Anna B"


def test_what_a_board_cannot_show_is_refused(register):
    (ann,) = register.enter(["安娜"])
    for name in ("安娜", "A" * 21, "Zółta"):
        with refuse("at most 20 letters of western languages"):
            register.board_name(ann, name)
    with refuse("The language 'klingon' is unknown: choose one of be, bg"):
        register.board_name(ann, language="klingon")
    with refuse("Nothing changes: boards show 安娜 as An Na already."):
        register.board_name(ann, "")
    with refuse("There is no person 99"):
        register.board_name(99, "Ann")


def test_people_may_have_one_name_on_boards_and_no_search_finds_it(register, store):
    one, other = register.enter(["王伟", "汪伟"])
    register.board_name(one, "Wei")
    register.board_name(other, "Wei")
    assert register.book().find("Wei") is None
    assert register.enter(["Wei"])
    # the text of the journal has no name
    assert "Wei" not in "".join(str(dict(action.body)) for action in store.people.journal.actions())


def test_an_undo_says_that_the_name_is_deleted(register):
    (one,) = register.enter(["王伟"])
    register.board_name(one, "Wei")
    assert "The name Wei is deleted" in str(register.undoing(2))
    with refuse("later actions depend on the entry of 王伟"):
        register.undo(1)
    register.undo()
    register.undo()
    assert register.book().people == {}
