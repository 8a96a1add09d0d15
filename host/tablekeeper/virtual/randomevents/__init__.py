"""Random events of every format: for `tablekeeper generate`, and for tests of what holds in every event."""
