"""Boards and plots that differ only in dates, names of items and order become the same."""

import random

from hw.carrier import reproducible

HEAD = (
    '(kicad_pcb (version 20211014)\n\n  (general\n    (thickness 1.6)\n  )\n\n  (net 0 "")\n  (net 1 "A")\n'
)
ITEMS = [
    "  (segment (start 1 1) (end 2 1) (net 1) (tstamp {}))\n",
    "  (segment (start 2 1) (end 3 1) (net 1) (tstamp {}))\n",
    "  (via (at 3 1) (net 1) (tstamp {}))\n",
]


def stamp(chance):
    """Return a random time stamp as KiCad makes them."""
    digits = f"{chance.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def board(seed):
    """Return a board as KiCad could write it: random stamps and order, empty lines here and there."""
    chance = random.Random(seed)
    pads = ['    (pad "1" (at 0 0) (tstamp {}))\n', '    (pad "2" (at 1 0) (tstamp {}))\n']
    chance.shuffle(pads)
    part = '  (footprint "R" (layer "F.Cu")\n    (tstamp {})\n    (at 5 5)\n' + "".join(pads) + "  )\n"
    items = [*ITEMS, part]
    chance.shuffle(items)
    text = HEAD + "\n".join(items) + ")\n"
    return text.format(*(stamp(chance) for _ in range(text.count("{}"))))


def test_order_and_stamps_do_not_matter():
    made = {reproducible.board_text(board(seed)) for seed in range(10)}
    assert len(made) == 1
    text = made.pop()
    assert text.startswith("(kicad_pcb (version 20211014)\n  (general\n    (thickness 1.6)\n  )\n")
    assert text.endswith("(tstamp 00000000-0000-4000-8000-000000000006))\n)\n")
    assert sorted(line for line in text.splitlines() if "segment" in line)[0].startswith(
        "  (segment (start 1 1)"
    )


def test_another_track_matters():
    assert reproducible.board_text(board(1)) != reproducible.board_text(
        board(1).replace("(end 3 1)", "(end 4 1)")
    )


def test_dates_leave_plots():
    text = "G04 #@! TF.CreationDate,2026-11-22T21:00:00+00:00*\n%TF.FileFunction,Copper,L1,Top*%\nX1Y1D02*\n"
    assert reproducible.output_text(text) == "%TF.FileFunction,Copper,L1,Top*%\nX1Y1D02*\n"
