"""The board's application: reads keys, stores records, drives screen and link.

Only `hardware` imports modules of the board; everything else gets what it needs as arguments.
"""

#: released together with the host, see tablekeeper/version.py
VERSION = (0, 1, 0)
