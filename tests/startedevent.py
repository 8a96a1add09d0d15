"""An event that has started, in one step."""


def started_event(events, players, *new, **more) -> int:
    """Make an event (`Events.new` takes the rest), enter players and start it; return its number."""
    event = events.new(*new, **more)
    events.enter(event, players)
    events.start(event)
    return event
