"""Drawings made from board.toml: the schematic and the wiring picture, as SVG."""
