"""The case: `layout` places and checks everything in plain Python, `solids` makes what is printed."""
