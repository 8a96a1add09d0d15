"""Matches of TARA for two players or two pairs."""
