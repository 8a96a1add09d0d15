"""Makes an event with entered players, or a started event, in one step."""


def entered_event(events, players, *new, **more) -> int:
    """Make an event (`Events.new` takes the rest) and enter players; return its number."""
    event = events.new(*new, **more)
    events.enter(event, players)
    return event


def started_event(events, players, *new, **more) -> int:
    """Make such an event and start it; return its number."""
    event = entered_event(events, players, *new, **more)
    events.start(event)
    return event
