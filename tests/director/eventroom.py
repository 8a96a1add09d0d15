"""What tests of events at tables ask of a room: an event that runs, what is next, what has come in."""


def started(room, form, players, **options):
    """Return an event that runs."""
    event = room.director.events.new(f"Event of {form}", form, options)
    room.director.events.enter(event, players)
    room.director.events.start(event)
    return event


def first(room, event):
    return room.director.events.get(event).answer.next[0]


def entered(room, event):
    return [(one.result, one.match) for one in room.director.events.get(event).entered]


def answer(room, event):
    return room.director.events.get(event).answer


def figures(room, event):
    return {row.player: dict(row.figures) for row in answer(room, event).rows}
