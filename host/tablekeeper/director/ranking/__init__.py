"""Rankings and ratings in the director's service: finished events propose entries, the director confirms.

`proposals` computes the points of an event, `finishing` proposes an entry when an event ends, `journal` folds
the decisions about an entry, `numbers` replaces names by people's numbers, `counting` makes the tables,
`difference` compares two tables, and `service` is the interface for pages and commands.
"""
