"""Standings: places by named criteria, with the criterion and figures that separated each player."""
