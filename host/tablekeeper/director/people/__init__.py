"""The register of people in the director's service: who is who, who belongs where, and who is taken out.

`journal` declares what is done in the register, `state` is what that makes, `book` adds the names, and
`register` checks and acts. `games` and `movetimes` count what somebody has played, `statistics` puts it
together, and `appearances` finds where somebody has played. `renaming` says what stands in the place of a
name that goes, and `removal` takes it out everywhere.
"""
