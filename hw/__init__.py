"""The device as data and what is made from it: checks, calculations, parts list, drawings, board, case.

`board.toml` is the source. `python -m hw` makes everything; `make hw` does so with all programs it needs.
"""
