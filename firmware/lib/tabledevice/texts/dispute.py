"""The texts of dispute, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

TAKE_BACK = "What then?\n1 take back   # again"
COUNT_AGAIN = "What then?\n#: count again"
PLAY_ON = "What then?\n#: play on"
IT_STANDS = "It stands\nor: 5 director"
OR_DIRECTOR = "5 director    *: back"
