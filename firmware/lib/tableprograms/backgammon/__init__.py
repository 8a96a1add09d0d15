"""A match of backgammon: score, cube, dice, clock; the director's decisions."""

#: modules of its sheet; none of them imports a later one
SHEET = ("sheet",)
#: whether it has a module `large` for small displays
LARGE = True
#: free memory (KB) needed before one of its modules is loaded in advance: 9 KB stay free
SPARE = 19
