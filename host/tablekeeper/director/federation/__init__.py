"""The subjects of a federation: its venues together, folded from the copies of their journals."""
