"""The texts of dispute, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

TAKE_BACK = "1 take back   # again"
COUNT_AGAIN = "#: count again"
PLAY_ON = "#: play on"
IT_STANDS = "It stands\n5 director    *: back"
CALLED = "Director called"
CALLING = "Calling the director"
NO_CABLE = "No cable: go to desk"
OR_DIRECTOR = "5 director    *: back"
