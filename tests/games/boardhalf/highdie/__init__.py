"""High die on the board: what a folder of `tableprograms` would hold."""
