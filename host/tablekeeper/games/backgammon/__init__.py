"""Backgammon: positions, legal plays, match and cube rules, and the transcripts of played matches."""
