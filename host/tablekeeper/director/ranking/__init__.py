"""Rankings and ratings in the director's service: fed by finished events, confirmed by the director.

`proposals` says what an event is worth, `finishing` notes that it is to be looked at, `journal` folds what
was decided of an entry, `numbers` puts people's numbers in the place of names, `counting` makes the tables,
`difference` tells who moves where, and `service` is what pages and commands ask.
"""
