"""Flights that share boards: whose matches go first."""

from tablekeeper.formats.flights import Flight, on_boards, takes_precedence


def match(name, *players):
    return {"match": name, "players": list(players)}


FLIGHTS = [
    Flight("Beginners", [match("A1", "Ann", "Bob")]),
    Flight(
        "Championship", [match("B1", "Cid", "Dan"), match("PC1-1", "Eve", "Fay"), match("LC1-1", "G", "H")],
        takes_precedence("Championship", {}),
    ),
    Flight("Intermediate", [match("A1", "Gus", "Hal"), match("A2", "Ida", "Jim")],
           takes_precedence("Intermediate B", {"precedence": "name"})),
]  # fmt: skip


def put(*args):
    return [(flight.name[0], match["match"]) for flight, match in on_boards(FLIGHTS, *args)]


def test_championship_and_intermediate_take_precedence():
    order = [("C", "B1"), ("I", "A1"), ("I", "A2"), ("C", "PC1-1"), ("C", "LC1-1"), ("B", "A1")]
    assert put() == order


def test_an_option_says_it_whatever_the_name_is():
    assert [takes_precedence(name, {"precedence": said}) for name in ("Main flight", "Club Championship")
            for said in ("name", "yes", "no")] == [False, True, False, True, True, False]  # fmt: skip


def test_nobody_sits_at_two_boards():
    assert put({"Gus", "Dan"})[:3] == [("I", "A2"), ("C", "PC1-1"), ("C", "LC1-1")]
    twice = [
        Flight("Championship", [match("A1", "Ann", "Bob")], True),
        Flight("Doubles", [match("A1", "Bob", "Cid")]),
    ]
    assert [flight.name for flight, _ in on_boards(twice)] == ["Championship"]
