"""A log of one or two dice."""

#: modules of its sheet; no module needs a later one
SHEET = ("sheet",)
#: whether it says something beside the clock on small displays (`large`)
LARGE = False
