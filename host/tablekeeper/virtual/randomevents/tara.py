"""Random matches of TARA."""

from __future__ import annotations

import random
from typing import Any

from tablekeeper.formats import Event, Format
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.virtual.randomevents.generator import Generator, Results, players


def _event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    options = {
        "level": chance.choice((1, 2)),
        "opening": chance.choice((FREE, LINKED)),
        "op0_builds": chance.choice((False, True)),
    }
    return options, players(chance.choice((2, 4)))


def _results(form: Format, event: Event, chance: random.Random) -> Results:
    options = event.options
    rules = TaraRules(len(event.players), options["level"], options["opening"], options["op0_builds"])
    found: Results = []
    leaving = chance.randrange(8 * len(event.players))
    for starter in range(len(event.players)):
        if starter == leaving:
            return [*found, {"absent": chance.choice(event.players)}]
        position = start(rules, starter)
        moves = []
        while not position.over:
            turn = chance.choice(position.turns())
            moves.append(str(turn))
            position = position.play(turn)
        found.append({"moves": moves})
    return found


TARA = Generator(_event, _results)
