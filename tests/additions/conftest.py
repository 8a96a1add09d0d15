"""The tests of an addition run in a copy of the repository that contains it."""

collect_ignore_glob = ["*/new/*"]
