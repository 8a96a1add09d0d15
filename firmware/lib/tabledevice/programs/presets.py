"""The last set-ups made at a table, as the board stores them: the number of a game, then its answers.

In the memory, a byte with the length precedes each set-up. The usual keys for a set-up are `#`, `#`.
"""

from micropython import const

from tabledevice import setups

#: how many set-ups are kept
_REMEMBERED = const(3)
#: the length of a line without the "# " before it
_LABEL = const(19)


def usable(data):
    """Return the set-ups in these bytes that fit the questions; an update may have changed the questions."""
    found = []
    at = 0
    while at < len(data):
        preset = data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
        if preset and preset[0] in setups.OFFERED:
            questions = setups.load(preset[0]).QUESTIONS
            if len(preset) == 1 + len(questions) and _fit(preset[1:], questions):
                found.append(preset)
    return found


def with_newest(new, presets):
    """Return the bytes to store: this set-up first, then the others."""
    kept = [new] + [one for one in presets if one != new]
    data = b""
    for one in kept[:_REMEMBERED]:
        data += bytes((len(one),)) + one
    return data


def label(preset):
    """Return the name under which a set-up is offered again."""
    return setups.load(preset[0]).label(preset[1:])[:_LABEL]


def _fit(answers, questions):
    for place, question in enumerate(questions):
        answer = answers[place]
        if answer == question[2]:
            continue
        if setups.is_entry(question):
            if not question[1][0] <= answer <= question[1][1]:
                return False
        elif answer >= len(question[1]):
            return False
    return True
