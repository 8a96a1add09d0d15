"""The register of people in the director's service: persons, their names and clubs, and removal of names.

`journal` declares the actions of the register, `state` is the state folded from them, `book` adds the names,
and `register` checks and acts. `games` and `movetimes` count a person's games, `statistics` combines the
figures, and `appearances` finds a person's events, matches and entries. `renaming` replaces a removed name in
texts and journals, and `removal` does so everywhere.
"""
