"""The host's code for games: one package for each game with its rules, set-up and view of its sheet.

Everything here is pure: positions, plays, scores and transcripts go in and come out as values.
Nothing reads a clock, a file or a socket, so the same rules serve the host, the tests and the benchmarks.
"""
