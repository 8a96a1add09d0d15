"""Which matches of running events get free boards first (docs/regulation.md, §8)."""

from tablekeeper.director.events.boardqueue import board_queue
from tablekeeper.director.events.service import Events
from tablekeeper.store import open_store
from tests.director.test_event_service import Clock


def test_boards_go_to_the_championship_and_nobody_is_at_two():
    with open_store("sqlite://", now=Clock(), threaded=False) as store:
        events = Events(store)

        def flight(name, players, form="knockout", **options):
            event = events.new(name, form, options)
            events.enter(event, players)
            events.start(event)
            return event

        def queue():
            found = board_queue([events.get(one.id) for one in events.all()])
            return [(view.name, pairing["players"]) for view, pairing in found]

        beginners = flight("Beginners", ["Ann", "Bob", "Cid", "Dan"])
        cup = flight("Spring Championship", ["Eve", "Fay", "Ann", "Hal"])
        events.new("Intermediate", "knockout")
        assert queue() == [
            ("Spring Championship", ["Eve", "Fay"]),
            ("Spring Championship", ["Ann", "Hal"]),
            ("Beginners", ["Cid", "Dan"]),
        ]
        events.link(beginners, 1, dict(events.get(beginners).answer.next[0]))
        assert queue() == [("Spring Championship", ["Eve", "Fay"]), ("Beginners", ["Cid", "Dan"])]
        one = {"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann", "score": [3, 0]}
        events.result(beginners, one, match=1)
        assert queue()[1:] == [("Spring Championship", ["Ann", "Hal"]), ("Beginners", ["Cid", "Dan"])]
        events.withdraw(cup, "Ann")
        assert queue()[1:] == [("Beginners", ["Cid", "Dan"])]
