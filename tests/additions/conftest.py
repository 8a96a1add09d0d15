"""The tests of an addition run in a copy of the house that has it."""

collect_ignore_glob = ["*/new/*"]
