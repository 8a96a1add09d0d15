"""The device as data, and everything made from it: checks, calculations, parts list, drawings, board, case.

`board.toml` is the source. `python -m hw` makes everything; `make hw` first installs the programs for it.
"""
