"""A coin that is tossed: how often each side fell."""

#: modules of its sheet, none of which needs a later one
SHEET = ("sheet",)
#: whether it says something beside the clock on small displays (`large`)
LARGE = False
