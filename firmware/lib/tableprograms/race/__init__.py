"""Series of pawn races for two to six colours: three-threat, its variants, TripleAthlon, grand prix."""

#: modules of its sheet; none of them imports a later one
SHEET = ("rules", "state", "sheet")
#: whether it has a module `large` for small displays
LARGE = True
#: free memory (KB) needed before one of its modules is loaded in advance: 9 KB stay free
SPARE = 18
