"""The texts of welcome, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

WELCOME = ("Table", "keeper")
LINKS = ("Host: no cable", "Host: calling", "Host: connected", "Host: sending")
STORAGES = (
    "Log: RAM only!",
    "Log: kept",
    "Log: nearly full",
    "Log: FULL",
    "Log: foreign!",
    "Log: volatile!",
)
