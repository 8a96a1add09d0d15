"""Rankings and ratings in the director's service: fed by finished events, confirmed by the director.

`rated` finds the results that ratings count, `journal` folds what was decided of an entry, `numbers` puts
people's numbers in the place of names and back, `difference` tells who moves where, and `service` is what
pages and commands ask.
"""
