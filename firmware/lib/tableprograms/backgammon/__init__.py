"""A match of backgammon: score, cube, dice, clock; the director's decisions."""

#: modules of its sheet; no module needs a later one
SHEET = ("sheet",)
#: whether it says something beside the clock on small displays (`large`)
LARGE = True
