"""The fonts, as the display's own column bytes (lowest bit on top): text is copied, never drawn.

Made by tests/tabledevice/make_font.py from a sheet of pixels and a table of strokes: change those.
"""

# the module with the source data is unloaded after the start: it holds each character twice
from tabledevice.glyphs import BIG2 as BIG2
from tabledevice.glyphs import BIG3 as BIG3
from tabledevice.glyphs import LEFTS as LEFTS
from tabledevice.glyphs import MIDDLES as MIDDLES
from tabledevice.glyphs import RIGHTS as RIGHTS

#: The first and last code of the small font. Some of LETTERS have the places below the first code,
#: the others those after the last code. Characters in neither are drawn as UNKNOWN.
FIRST = 32
LAST = 136
LETTERS = "ÀÄÅÆÇÈÉÌÑÒÖØÙÜßàáäåæçèéêëìíñòóöøùúü"
UNKNOWN = 127
#: signs of the small font
PLUG = "\x80"
TICK = "\x81"
CROSS = "\x82"
WAITING = "\x83"
CALLING = "\x84"
CHIP = "\x85"
LEFT = "\x86"
RIGHT = "\x87"
PAUSE = "\x88"
#: the characters of the big fonts, and the places of those that are not digits
BIG = "0123456789:.- "
COLON = 10
POINT = 11
MINUS = 12
SPACE = 13
