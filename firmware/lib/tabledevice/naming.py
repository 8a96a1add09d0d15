"""Names cut to a width so that each is told from all others."""

from tabledevice import font

#: unloaded after use
RARE = True

#: how many letters stand after the full stop of a name that is cut in the middle: tried in this order
_ENDS = (3, 2, 4, 5, 6, 7, 8, 1)
_SIDES = font.LEFT + font.RIGHT


def cut(names, room):
    """Return the names in at most `room` letters each (at least 2), by seat; empty ones stay empty.

    A name that fits is not changed. Another one is shown by its beginning and a full stop (`Christi.`), or
    by its beginning and later letters (`Chri.ana`): the first form that no other name could have. Equal
    names get their seat's number, or with two seats an arrow to its side.
    """
    forms = list(names)
    for seat in range(len(names)):
        name = names[seat]
        others = [names[other] for other in range(len(names)) if other != seat and names[other]]
        if name in others:
            forms[seat] = _numbered(name, seat, others, len(names), room)
        elif len(name) > room:
            forms[seat] = _shortened(name, others, room) or _numbered(name, seat, others, len(names), room)
    return tuple(forms)


def _shortened(name, others, room):
    # return the first form of a long name that fits no other name, or an empty text
    for last in (0,) + _ENDS:
        head = name[: room - 1 - last].rstrip(" .-'")
        # at first the letters at the end, then letters within the name
        for first in range(len(name) - last, len(head) if last else len(name) - 1, -1):
            tail = name[first : first + last]
            if head and tail[:1] != " " and not _fits_one(head.lower(), tail.lower(), others):
                return head + "." + tail
    return ""


def _fits_one(head, tail, others):
    # return whether one of these names could be meant by the two pieces
    for name in others:
        name = name.lower()
        if name.startswith(head) and (not tail or name.find(tail, len(head)) >= 0):
            return True
    return False


def _numbered(name, seat, others, seats, room):
    # return the name with its seat's sign, behind it or before it, so that it is no other name
    sign = _SIDES[seat] if seats == 2 else "%d" % (seat + 1)
    form = name[: room - 1].rstrip() + sign
    return form if form not in others else sign + name[: room - 1]
