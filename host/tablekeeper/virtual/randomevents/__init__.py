"""Random events of every format: for `tablekeeper generate`, and for tests of properties of all events."""
