"""The texts of rare, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

FREED = "Oldest match given up"
MEMORY_TAKEN = "Memory is empty now"
MEMORY_REFUSED = "Memory cannot be used"
STOPPED = ("STOPPED", "The program fails.", "The log is kept.", "Switch off and on,", "tell the director.")
