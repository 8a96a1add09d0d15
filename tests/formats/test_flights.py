"""Flights that share boards: whose matches go first."""

from tablekeeper.formats.flights import Flight, on_boards


def match(name, *players):
    return {"match": name, "players": list(players)}


FLIGHTS = [
    Flight("Beginners", [match("A1", "Ann", "Bob")]),
    Flight(
        "Championship", [match("B1", "Cid", "Dan"), match("PC1-1", "Eve", "Fay"), match("LC1-1", "G", "H")]
    ),
    Flight("Intermediate", [match("A1", "Gus", "Hal"), match("A2", "Ida", "Jim")]),
]


def put(*args, **kwargs):
    return [(flight.name[0], match["match"]) for flight, match in on_boards(FLIGHTS, *args, **kwargs)]


def test_championship_and_intermediate_take_precedence():
    order = [("C", "B1"), ("I", "A1"), ("I", "A2"), ("C", "PC1-1"), ("C", "LC1-1"), ("B", "A1")]
    assert put() == order


def test_other_flights_can_take_precedence():
    assert put(first=("beginners",))[:2] == [("B", "A1"), ("C", "B1")]


def test_nobody_sits_at_two_boards():
    assert put({"Gus", "Dan"})[:3] == [("I", "A2"), ("C", "PC1-1"), ("C", "LC1-1")]
    twice = [
        Flight("Championship", [match("A1", "Ann", "Bob")]),
        Flight("Doubles", [match("A1", "Bob", "Cid")]),
    ]
    assert [flight.name for flight, _ in on_boards(twice)] == ["Championship"]
