"""TARA - Sacred Hill (Kingdoms): the rules of play for two and for four, Level 1 and Level 2."""
