"""The director's desk: rulings, penalties, lateness, breaks, appeals as a journal, and orders to tables.

What the regulation says comes from `tablekeeper.regulation`; what the director decides is kept here, with
the reason where it differs, and what follows at a table is ordered through `director.rulings`.
"""
