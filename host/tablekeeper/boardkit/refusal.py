"""What can't be done with a board's drive, said in one sentence for the maker."""

from __future__ import annotations

#: The key that shows the drive when it is held while the board is plugged in; firmware/boot.py looks at it.
DEVELOPER_KEY = "#"

#: how a maker comes to a drive that can be written
PLUG_IN_AGAIN = f"unplug the board, hold its {DEVELOPER_KEY} key while plugging it in again, and repeat"
