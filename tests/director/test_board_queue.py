"""Which matches of running events get free boards first (docs/regulation.md, §8)."""

from tablekeeper.director.events.boardqueue import board_queue, sitting
from tests.startedevent import started_event


def test_boards_go_to_the_championship_and_nobody_is_at_two(events):
    def queue():
        views = [events.get(one.id) for one in events.all()]
        found = board_queue(views, sitting(views))
        return [(view.name, pairing["players"]) for view, pairing in found]

    beginners = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Beginners", "knockout")
    cup = started_event(events, ["Eve", "Fay", "Ann", "Hal"], "Spring Championship", "knockout")
    events.new("Intermediate", "knockout")
    first = [("Spring Championship", ["Eve", "Fay"])]
    hal, dan = ("Spring Championship", ["Ann", "Hal"]), ("Beginners", ["Cid", "Dan"])
    assert queue() == [*first, hal, dan]
    events.link(beginners, 1, dict(events.get(beginners).answer.next[0]))
    assert queue() == [*first, dan]
    one = {"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann", "score": [3, 0]}
    events.result(beginners, one, match=1)
    assert queue() == [*first, hal, dan]
    events.withdraw(cup, "Ann")
    assert queue() == [*first, dan]
    # the options say otherwise than the names
    events.set_options(cup, {"precedence": "no"})
    events.set_options(beginners, {"precedence": "yes"})
    assert queue() == [dan, *first]
