"""A phone beside the game as a board: the firmware in MicroPython's WebAssembly build, in a page.

    vm         MicroPython's build: where it is, and how it is fetched
    pack       the firmware and its small board as one JSON document for the page
"""
