"""The plain clock: one to six seats with their times and moves, for any game."""
