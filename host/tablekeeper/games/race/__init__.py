"""The referee of six-colour pawn races: pawns, colours and throws, and the result computed from them.

`lineup` has the players, colours and rules, `race` is a game in progress that cannot become inconsistent.
`formats.race_result` computes the result for an event file, and `formats.race_record` parses and prints games
as text. The track is not checked: the input says which pawns came home. Pure.
"""
