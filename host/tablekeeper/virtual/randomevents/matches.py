"""Random events of matches: knockout, round robin, couples, Tric Trac Tourney, Swing and Swiss."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from tablekeeper.formats import Event, Format
from tablekeeper.formats.swing.rules import GAME, ROUND
from tablekeeper.formats.swiss.rules import HALVES, NEIGHBOURS, TIES
from tablekeeper.formats.ttt.course import ALL, BEST, POINTS, WINS
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import Generator, Results, answer, players


def _couples_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names = list("ABCDEF"[: chance.randint(2, 6)])
    return {"couples": {name: [f"{name.lower()}1", f"{name.lower()}2"] for name in names}}, names


def _couples(form: Format, event: Event, chance: random.Random) -> Results:
    """Return every match in random order; in some events a couple leaves."""
    found: Results = []
    leaving = chance.choice((0, 0, 1))
    while following := answer(form, event, found).next:
        if leaving and not chance.randrange(5):
            found.append({"absent": chance.choice(event.players)})
            leaving = 0
            continue
        for pairing in chance.sample(following, chance.randint(1, len(following))):
            winner = chance.choice(pairing["players"])
            score = [5, chance.randint(0, 4)]
            if winner == pairing["players"][1]:
                score.reverse()
            found.append({**pairing, "winner": winner, "score": score})
    return found


def _knockout_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    consolation = chance.choice([None, "A.B.|.C.|", "progressive consolation", "AB.C", "A.B.|.C.X.R", "A.B.X",
                                 "B", "double elimination", "double elimination with recharge"])  # fmt: skip
    last = None
    if consolation and "X" not in consolation and "double" not in consolation:
        last = chance.choice([None, "consolation losers", "1,2", "1.D" if "B" in consolation else "1"])
    return {
        "length": [chance.randint(3, 9) for _ in range(chance.randint(1, 3))],
        "sets": chance.choice([1, 1, 1, 3]),
        "consolation": consolation,
        "last_chance": last,
        "seed": chance.choice([None, chance.randint(0, 10**6)]),
        "late": chance.choice([0, 0, 1, 3]),
        "late_places": chance.choice(["first", "spread", "spread"]),
    }, players(chance.randint(2, 21))


def _knockout(form: Format, event: Event, chance: random.Random) -> Results:
    """Return open matches in random order, late arrivals, forfeits; in half of the events some leave."""
    places = event.options["late"]
    late = [f"Late {number}" for number in range(1, chance.randint(0, places) + 1)]
    there = list(event.players)
    leaving = chance.choice((0, 0, 1, 2, 5))
    found: Results = []
    while True:
        matches = answer(form, event, found).next
        if leaving and matches and len(there) > 1 and not chance.randrange(6):
            leaving -= 1
            found.append({"absent": there.pop(chance.randrange(len(there)))})
            continue
        if places and (not matches or not chance.randrange(4)):
            found.append({"late": late.pop(0)} if late else {"closed": True})
            there += [found[-1]["late"]] if "late" in found[-1] else []
            places = places - 1 if "late" in found[-1] else 0
            continue
        spare = [] if places else _spare(form, event, found)
        if spare and not chance.randrange(8):
            there.append(f"Later {len(found)}")
            found.append({"late": there[-1], "bye_of": chance.choice(spare)})
            continue
        if not matches:
            return found
        match = chance.choice(matches)
        pair = list(match["players"])
        chance.shuffle(pair)
        winner = chance.choice(pair)
        result: dict[str, Any] = {"match": match["match"], "players": pair, "winner": winner}
        if chance.randrange(10):
            target = match["sets"] // 2 + 1 if "sets" in match else match.get("length") or 7
            result["score"] = [target if name == winner else chance.randrange(target) for name in pair]
        else:
            result["forfeit"] = True
            if not chance.randrange(3):
                result["withdrawn"] = True
        found.append(result)


def _spare(form: Format, event: Event, found: Results) -> list[str]:
    """Return the players whose bye a late arrival can take now."""
    room = form.room(replace(event, results=tuple(map(Cursor, found))))
    return [] if room is None else [player for player, why in room.byes.items() if not why]


def _round_robin_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    options = {"length": chance.randint(1, 9), "double": chance.random() < 0.4}
    return options, players(chance.randint(2, 8))


def _round_robin(form: Format, event: Event, chance: random.Random) -> Results:
    """Return every match in random order, some forfeited; now and then somebody leaves."""
    length = event.options["length"] or 5
    absent: list[str] = []
    found: Results = []
    late = chance.choice((0, 0, 1, 2))
    while following := answer(form, event, found).next:
        if late and not chance.randrange(8):
            found.append(_arrival(form, event, found, late))
            late -= 1
            continue
        if not absent and not chance.randrange(30):
            absent.append(chance.choice(event.players))
            found.append({"absent": absent[0]})
            continue
        pair = chance.choice(following)["players"]
        winner = chance.choice(pair)
        result: dict[str, Any] = {"players": list(pair), "winner": winner}
        if chance.randrange(12):
            result["score"] = [length if name == winner else chance.randrange(length) for name in pair]
        else:
            result["forfeit"] = True
        found.append(result)
    return found


def _arrival(form: Format, event: Event, found: Results, number: int) -> dict[str, Any]:
    """Return a late arrival now; no pairing is at a table."""
    now = replace(event, results=tuple(map(Cursor, found)))
    return {"late": f"Late {number}", "kept": form.kept(now, ())}


def _swing_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    ladder = sorted(chance.randint(1, 30) * 100 for _ in range(chance.randint(1, 5)))
    options = {
        "stake": chance.randint(5, 50) * 100,
        "cpp": [*ladder, ladder[-1] * 4],
        "seed": chance.randint(0, 9999),
        "cpp_rises": chance.choice((ROUND, GAME)),
    }
    return options, players(chance.randint(2, 12))


def _swing(form: Format, event: Event, chance: random.Random) -> Results:
    """Return games by the seeded pairings until one player holds everything; now and then somebody leaves."""
    found: Results = []
    there = list(event.players)
    late = chance.choice((0, 0, 1, 2))
    while event.options["seed"] is not None and (following := answer(form, event, found).next):
        if late and not chance.randrange(5):
            found.append(_arrival(form, event, found, late))
            there.append(found[-1]["late"])
            late -= 1
            continue
        if len(there) > 2 and not chance.randrange(8):
            kept = chance.choice(({}, {"kept": following[0]["round"]}))
            found.append({"absent": there.pop(chance.randrange(len(there))), **kept})
            continue
        for pairing in following[: chance.randint(1, len(following))]:
            pair = pairing["players"]
            result = {
                "players": list(pair),
                "winner": chance.choice(pair),
                "points": chance.choice((1, 1, 1, 2, 2, 3)),
                "cube": chance.choice((1, 1, 2, 2, 4, 8)),
                "round": pairing["round"],
            }
            found.append(result)
    return found


def _swiss_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names = players(chance.choice((2, 3, 4, 5, 6, 7, 8, 9, 12, 17)))
    options: dict[str, Any] = {"length": chance.choice((None, 5))}
    options["pairing"] = chance.choice((HALVES, NEIGHBOURS))
    if chance.random() < 0.5:
        options["rounds"] = chance.randint(1, min(6, len(names) - 1 + len(names) % 2))
    if chance.random() < 0.5:
        options["ties"] = chance.sample(list(TIES), chance.randint(0, len(TIES)))
    if chance.random() < 0.5:
        options["seed"] = chance.randint(0, 999)
    return options, names


def _swiss(form: Format, event: Event, chance: random.Random) -> Results:
    """Return the matches of each round in random order, some with other pairs; some players leave or come."""
    length = event.options["length"] or 5
    there, late = list(event.players), chance.choice((0, 0, 1, 2))
    found: Results = []
    # the last round that each player has played
    played: dict[str, int] = {}
    while following := answer(form, event, found).next:
        if late and not chance.randrange(8):
            found.append(_arrival(form, event, found, late))
            there.append(found[-1]["late"])
            late -= 1
            continue
        if len(there) > 2 and not chance.randrange(12):
            kept = chance.choice(({}, {"kept": following[0]["round"]}))
            found.append({"absent": there.pop(chance.randrange(len(there))), **kept})
            continue
        pair = chance.choice(following)["players"]
        if not chance.randrange(20):
            pair = chance.sample([name for one in following for name in one["players"]], 2)
        number = following[0]["round"]
        waiting = {name for one in following for name in one["players"]}
        free = [one for one in {*event.players} & {*there} - waiting if played.get(one) != number]
        if free and not chance.randrange(12):
            # a bye, or a win without play, goes to another player
            pair = [pair[0], chance.choice(sorted(free))]
        played |= dict.fromkeys(pair, number)
        winner = chance.choice(pair)
        result: dict[str, Any] = {"players": list(pair), "winner": winner}
        if chance.randrange(12):
            result["score"] = [length if name == winner else chance.randrange(length) for name in pair]
        else:
            result["forfeit"] = True
        found.append(result)
    return found


#: the rulings on the games of a player who withdraws; only the first is possible during a mini-TTT
TTT_RULINGS = ("timeouts", "removed")


def _ttt_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names = players(chance.randint(2, 9))
    options: dict[str, Any] = {"removal_at": chance.choice((2, 3, 12))}
    options |= {"tie_by": chance.choice((WINS, POINTS)), "mini_of": chance.choice((ALL, BEST))}
    if chance.random() < 0.3:
        options["cap"] = "3"
    if chance.random() < 0.5:
        options["turns_a_day"] = 2
    if len(names) >= 6 and chance.random() < 0.4:
        order = list(names)
        chance.shuffle(order)
        options["groups"] = [order[0::2], order[1::2]]
    return options, names


def _ttt(form: Format, event: Event, chance: random.Random) -> Results:
    """Return all matches in random order: some started twice, some with outsiders, minis as needed.

    In half of the tourneys some players withdraw, by either ruling, some of them during a mini-TTT. Some
    tourneys are even: each player wins half of the games, so that a mini-TTT decides.
    """
    even = chance.random() < 0.2
    there = list(event.players)
    leaving = chance.choice((0, 0, 1, 2, 3))

    def leave(seldom: int) -> None:
        nonlocal leaving
        if leaving and len(there) > 1 and not chance.randrange(seldom):
            leaving -= 1
            gone = there.pop(chance.randrange(len(there)))
            mini = any("mini" in result for result in found)
            found.append({"absent": gone, "ruling": chance.choice(TTT_RULINGS[: 1 if mini else 2])})

    found: Results = []
    number = chance.randint(1, 900)
    groups = event.options["groups"]
    pairs = [
        pair
        for group in (groups.value if groups is not None else [event.players])
        for pair in combinations(group, 2)
    ]
    chance.shuffle(pairs)
    late = chance.choice((0, 1, 2)) if groups is None and not even else 0
    for one, other in pairs:
        leave(60 if even else 8)
        if late and not chance.randrange(8):
            found.append(_arrival(form, event, found, late))
            late -= 1
        if not {one, other} <= set(there) and chance.random() < 0.8:
            # a match after a withdrawal is a friendly one
            continue
        number += chance.randint(1, 3)
        if chance.random() < 0.1:
            found.append({"match": number, "players": [one, other], "started": True})
        match = _ttt_match(number, (one, other), chance)
        if even:
            places = sorted(map(event.players.index, (one, other)))
            winner = event.players[places[(places[1] - places[0]) % 2 - 1]]
            match = {"match": number, "players": [one, other], "winner": winner, "kind": "single"}
        found.append(match)
        if chance.random() < 0.1:
            number += 1
            found.append(_ttt_match(number, (other, one), chance))
        if chance.random() < 0.05:
            number += 1
            found.append(_ttt_match(number, (one, "Somebody else"), chance))
    while following := answer(form, event, found).next:
        for pairing in chance.sample(following, 1 if even else len(following)):
            number += 1
            match = _ttt_match(number, pairing["players"], chance)
            found.append(match | ({"mini": pairing["mini"]} if "mini" in pairing else {}))
        leave(3)
    return found


def _ttt_match(number: int, pair: Sequence[str], chance: random.Random) -> dict[str, Any]:
    match: dict[str, Any] = {"match": number, "players": list(pair)}
    if chance.random() < 0.12:
        wins = chance.randint(0, 1000)
        gammons = chance.randint(0, wins)
        rates = {"wins": wins / 10, "gammons": gammons / 10, "backgammons": chance.randint(0, gammons) / 10}
        return match | {chance.choice(("timeout", "resigned")): chance.choice(pair)} | rates
    kind = chance.choice(("single", "single", "single", "gammon", "backgammon"))
    return match | {"winner": chance.choice(pair), "kind": kind}


COUPLES = Generator(_couples_event, _couples)
KNOCKOUT = Generator(_knockout_event, _knockout)
ROUND_ROBIN = Generator(_round_robin_event, _round_robin)
SWING = Generator(_swing_event, _swing)
SWISS = Generator(_swiss_event, _swiss)
TTT = Generator(_ttt_event, _ttt)
