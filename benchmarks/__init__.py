"""Figures of speed and size, measured on demand (`make bench`) and kept in results.md.

A benchmark is a module `bench_<name>.py` with a docstring that says what is measured and against
what, and a function `run() -> list[Figure]`. Benchmarks are no tests: nothing here fails for being slow.
"""
