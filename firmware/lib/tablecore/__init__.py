"""The code that board, host and simulator share: the log, its folds, the clock and the link.

Everything here is pure: no hardware, no files, and the time is an argument. It runs unchanged on
CircuitPython, MicroPython and CPython, so that a state is the same wherever it is computed.
"""
