"""Series of pawn races for two to six colours: three-threat, its variants, TripleAthlon, grand prix."""

#: modules of its sheet; no module needs a later one
SHEET = ("rules", "state", "sheet")
#: whether it says something beside the clock on small displays (`large`)
LARGE = True
