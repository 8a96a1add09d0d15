"""The texts of held, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

from tablecore import records

UNDO_LOST = "Log lost: no undo"
NO_UNDO = "Nothing to undo"
UNDO_BY = "Undo %s %s"
UNDO = "Undo %s"
HOLD = "Hold *: %s"
IT = "undo"
ACTIONS = {
    records.PRESS: "press",
    records.RESULT: "result",
    records.CONFIRM: "yes",
    records.REJECT: "no",
    records.PAUSE: "stop",
    records.RESUME: "resume",
}
