"""The carrier: the device's printed circuit, placed from board.toml, routed and checked in code.

`router` is plain Python. `layout` needs KiCad's own Python (Debian: packages kicad and kicad-footprints) and
runs in that interpreter as `python3 -m hw.carrier FOLDER`.
"""
