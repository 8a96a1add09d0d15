"""Random results of open pairings, for every format."""

from tablekeeper.formats.grand_prix.rules import COLOURS
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.rules import TaraRules


def result_of(state, answer, chance):
    """Return a result of one of the pairings of `next` that the format accepts."""
    key = state.format.key
    pairing = answer.next[0] if state.format.board.one_board else chance.choice(answer.next)
    if key == "tara":
        return {"moves": _moves(state, chance)}
    pair = list(pairing["players"])
    if "order" in {one.key for one in state.format.asked(pairing)}:
        return _order(state, pairing, chance)
    if pairing.get("rules") == "GP":
        return _grand_prix_game(state, answer, pair, chance)
    if key.startswith("league"):
        return _league_game(key, pairing, chance)
    if key == "ttt":
        kind = chance.choice(("single", "gammon", "backgammon"))
        number = max([one.get("match", 0) for one in state.results], default=0) + 1
        mini = {"mini": pairing["mini"]} if "mini" in pairing else {}
        if chance.random() < 0.2:
            judged = {"timeout": chance.choice(pair), **_judged(chance)}
            return {"match": number, "players": pair, **judged, **mini}
        return {"match": number, "players": pair, "winner": chance.choice(pair), "kind": kind, **mini}
    if key == "swing":
        pair = pair if "draw" not in pairing else chance.sample(pair, 2)
        cube = chance.choice((1, 2, 4, 16))
        return {"players": pair, "winner": chance.choice(pair), "points": chance.randint(1, 3),
                "cube": cube, "round": pairing["round"]}  # fmt: skip
    winner = chance.choice(pair)
    if state.format.board.race_rules:
        return {"winner": winner} | ({"players": pair} if key == "challengers" else {})
    target = pairing["sets"] // 2 + 1 if "sets" in pairing else pairing.get("length") or 5
    score = [target if name == winner else chance.randrange(target) for name in pair]
    told = {name: pairing[name] for name in ("match", "couples", "phase") if name in pairing}
    return {**told, "players": pair, "winner": winner, "score": score}


def _judged(chance):
    """Return percentages of the player who has not timed out; gammons include backgammons, wins gammons."""
    backgammons, gammons, wins = sorted(chance.choices(range(101), k=3))
    return {"wins": wins, "gammons": gammons, "backgammons": backgammons}


def _order(state, pairing, chance):
    names = list(pairing["players"])
    if state.format.key == "grand-prix":
        owned = state.options["colours"]
        names = [colour for colour in COLOURS if any(colour in owned[name] for name in names)]
    zero = {"game": 0} if "game" in pairing and state.format.key == "challengers" else {}
    return {**zero, "order": chance.sample(names, len(names))}


def _grand_prix_game(state, answer, pair, chance):
    points = {row.player: row.figures["points"] for row in answer.rows}
    first = chance.choice(pair)
    others = max(points[name] for name in pair if name != first)
    at_once = points[first] + 1 >= state.options["target"] > others + 1
    return {"first_colour": first, "first_both": None if at_once else chance.choice(pair)}


def _league_game(key, pairing, chance):
    large = key == "league-2t-xl"
    pair, seat = list(pairing["players"]), chance.randrange(2)
    lost, colours = chance.choice([(3, 0), (5, 1), (6, 0)] if large else [(2, 0), (2, 0), (0, 0), (3, 0)])
    won = 8 if large else 4
    game = {"players": pair, "winner": pair[seat], "pawns": [lost, won] if seat else [won, lost]}
    if chance.random() < 0.9:
        game["minutes"] = 30
    if large:
        game["colours"] = [colours, 2] if seat else [2, colours]
    return game | ({"stage": pairing["stage"]} if "stage" in pairing else {})


def _moves(state, chance):
    options, players = state.event().options, state.players
    rules = TaraRules(len(players), options["level"], options["opening"], options["op0_builds"])
    position, moves = start(rules, len(state.results)), []
    while not position.over:
        turn = chance.choice(position.turns())
        moves.append(str(turn))
        position = position.play(turn)
    return moves
