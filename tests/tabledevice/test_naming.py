"""Names that are cut to a width: each is told from all others, whoever sits at the table."""

from itertools import combinations_with_replacement, permutations
from random import Random

import pytest

from tabledevice import naming
from tabledevice.view import View
from tests.nonempty import nonempty

#: beginnings, endings and middles in common; one the beginning of another; equal but for a sign or a letter
HARD = (
    "Alexander", "Alexandra", "Aleksey", "Christian", "Christiane", "Christina", "Christiana", "Anna",
    "Anna Rossi", "Anna Bianchi", "Annabella", "Ann", "Maximilian Alexander R", "Maximilian Leopold R",
    "Seat 1", "Seat 2", "J. Smith", "J. Smithson", "Müller-Lüdenscheid", "Mueller", "Rossi, Ada",
    "Rossi, Aldo", "1st Seat", "O'Neil", "Jan", "Li", "Bartholomew", "Bartholomäus",
)  # fmt: skip
ROOMS = (4, 5, 6, 7, 9, 10)


def could_be(form, name):
    """Return whether a reader may take a shortened form for a name."""
    if form == name:
        return True
    head, stop, tail = form.rpartition(".")
    rest = name.lower()[len(head) :]
    return bool(stop) and name.lower().startswith(head.lower()) and tail.lower() in rest


def check(names, room):
    forms = naming.cut(names, room)
    assert len(set(forms)) == len(forms), (names, forms)
    for seat, (name, form) in enumerate(zip(names, forms, strict=True)):
        others = [other for place, other in enumerate(names) if place != seat]
        assert 0 < len(form) <= room
        if len(name) <= room and name not in others:
            assert form == name
        elif form[-1] not in naming._SIDES + "123456" and form[0] not in naming._SIDES + "123456":
            assert form[0] == name[0]
            assert not [other for other in others if could_be(form, other)], (names, forms)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_all_pairs_and_triples_differ(seats, room):
    for names in combinations_with_replacement(HARD, seats):
        check(names, room)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_samples_of_full_tables_differ(seats):
    chance = Random(seats)
    for _ in range(3000):
        check(tuple(chance.choices(HARD, k=seats)), chance.choice(ROOMS))


def test_the_order_of_seats_does_not_matter_for_the_form():
    for names in nonempty(permutations(("Alexander", "Alexandra", "Aleksey"))):
        assert dict(zip(names, naming.cut(names, 5), strict=True)) == {
            "Alexander": "A.der", "Alexandra": "A.dra", "Aleksey": "Alek."}  # fmt: skip


@pytest.mark.parametrize(("names", "room", "forms"), [
    (("Christian", "Bob"), 9, ("Christian", "Bob")),
    (("Christiane", "Christiana"), 9, ("Chris.ane", "Chris.ana")),
    (("Christiane", "Bob"), 9, ("Christia.", "Bob")),
    (("Anna Rossi", "Anna"), 6, ("An.ssi", "Anna")),
    (("Anna Rossi", "Bo"), 6, ("Anna.", "Bo")),
    (("Seat 1", "Seat 2", "Seat 3"), 5, ("S.t 1", "S.t 2", "S.t 3")),
    (("Anna", "Anna"), 9, ("Anna\x86", "Anna\x87")),
    (("Anna", "Anna", "Anna1"), 9, ("1Anna", "Anna2", "Anna1")),
    (("Ann", "", "Ann", ""), 9, ("Ann1", "", "Ann3", "")),
])  # fmt: skip
def test_what_a_form_looks_like(names, room, forms):
    assert naming.cut(names, room) == forms


def test_a_view_follows_names_and_seats():
    view = View()
    assert [view.name(seat, 9) for seat in range(2)] == ["Left", "Right"]
    view.names[0] = "Right"
    assert [view.name(seat, 9) for seat in range(2)] == ["Right\x86", "Right\x87"]
    view.names[:2] = ["Christiane", "Christiana"]
    view.names[2] = "Christianz"
    assert view.say("waiting for %s", 0) == "waiting for Chris.ane"
    view.take_seats(("South", "West", "North"), 3)
    view.names[1] = ""
    assert [view.name(seat, 9) for seat in range(4)] == ["Chris.ane", "West", "Chris.anz", ""]


def test_a_text_without_room_for_a_name_has_none():
    assert View().say("OUT: %s", 0, 6) == "OUT"
