"""A match of backgammon: score, cube, dice, clock; the director's decisions."""
