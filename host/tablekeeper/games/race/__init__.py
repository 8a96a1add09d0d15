"""The referee of six-colour pawn races: pawns, colours and throws, and the result computed from them.

`lineup` says who plays with which colours by which rules, `race` is a game under way that cannot be made
inconsistent, `result` derives what an event file wants, and `record` reads and prints games as text.
The track is not checked: the input says which pawns came home. Pure.
"""

from tablekeeper.games.race.lineup import COLOURS, RULES, Lineup, usual
from tablekeeper.games.race.race import Home, Race, RaceThrow

__all__ = ["COLOURS", "RULES", "Home", "Lineup", "Race", "RaceThrow", "usual"]
