"""Runs CircuitPython itself on an emulated RP2040 with a table's chips, keys and cable.

The processor is the npm package rp2040js, run by node; the chips around it are the `.mjs` modules here. The
Python modules drive it (`rig`), play scripts of presses on it and on the simulator's board, and compare both.
The user supplies the image and the boot ROM; neither is part of this repository.
"""
