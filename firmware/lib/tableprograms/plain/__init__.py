"""A plain clock for one to six seats."""

#: modules of its sheet; no module needs a later one
SHEET = ("sheet",)
#: whether it says something beside the clock on small displays (`large`)
LARGE = True
