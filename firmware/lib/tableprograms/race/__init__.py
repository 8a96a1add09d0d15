"""Series of pawn races for two to six colours: three-threat, its variants, TripleAthlon, grand prix."""
