"""A log of one or two dice."""

#: modules of its sheet; none of them imports a later one
SHEET = ("sheet",)
#: whether it has a module `large` for small displays
LARGE = False
#: free memory (KB) needed before one of its modules is loaded in advance: 9 KB stay free
SPARE = 18
