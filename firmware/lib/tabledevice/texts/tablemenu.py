"""The texts of tablemenu, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

EXAMPLE = "12:34 is 1 2 3 4"
TITLES = ("This table", "A clock is wrong", "Its right time", "All agree?")
CHOICES = ("1 this game again", "2 correct a clock", "3 sound: ")
SOUND = ("on", "off")
WHOSE = ("Whose clock?", "That seat's button")
AGREE = ("This game again", "Each: your button", "*: no")
