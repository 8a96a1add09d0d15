"""The director's desk: rulings, penalties, lateness, breaks, appeals as a journal, and orders to tables.

`tablekeeper.regulation` proposes what the regulation says. The director's decision is stored here, with a
reason where it differs from the proposal. Its effects at a table are ordered through `director.match_orders`.
"""
