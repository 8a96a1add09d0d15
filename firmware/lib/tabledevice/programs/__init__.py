"""What a table can be used for: one module per kind of game.

A program turns keys into records and says what the screen shows; the sheet says what records mean.
"""
