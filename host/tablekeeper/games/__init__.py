"""Rules of what lies on the table, one package per game.

Everything here is pure: positions, plays, scores and transcripts go in and come out as values.
Nothing reads a clock, a file or a socket, so the same rules serve the host, the tests and the benchmarks.
"""
