"""The register of people in the director's service: who is who, who belongs where, and who is taken out.

`games` and `movetimes` count what somebody has played, and `statistics` puts it together.
`book` reads the register, `register` changes it, `appearances` finds where somebody has played,
`renaming` says what stands in the place of a name that goes, and `removal` takes it out everywhere.
"""
