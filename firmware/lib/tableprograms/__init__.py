"""The programs of a table: one folder each.

A folder holds

    sheet    the state, and what each record does to it; the host imports it, too
    keys     what the keys mean
    screen   what the display shows
    setup    the questions of the menu
    large    what stands beside the clock on small displays; only some programs have it
    texts    the words of one language; made from firmware/texts.toml

Shared code is in `tablecore.sheets` and `tabledevice`, which find a program by the name of its
folder (`tablecore.sheets.FOLDERS`). One program is loaded at a time.
"""
