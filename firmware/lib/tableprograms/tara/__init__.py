"""Matches of TARA for two players or two pairs."""

#: modules of its sheet; no module needs a later one
SHEET = ("sheet",)
#: whether it says something beside the clock on small displays (`large`)
LARGE = True
