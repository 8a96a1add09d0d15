"""The audit of exported events: the events that it accepts, and the kinds of errors that it finds."""
