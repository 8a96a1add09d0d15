"""The board's application: keys in, records kept, screen and link out.

Only `hardware` imports what exists on the board alone; everything else is given what it needs.
"""

#: released together with the host, see tablekeeper/version.py
VERSION = (0, 1, 0)
