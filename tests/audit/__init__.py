"""The audit of exported events: what it accepts, and the ways of being wrong that it finds."""
