"""The case: `layout` places and checks everything in plain Python, `solids` makes the printed parts."""
