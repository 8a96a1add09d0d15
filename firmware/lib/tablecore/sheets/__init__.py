"""Sheets: what a table's records add up to.

A sheet is state; `apply` folds one record into it. One module per kind of game; `fold` drives a
sheet through a log, undo included. The same code runs on the board, on the host and in disputes.
"""
