"""An independent look at a knockout that has been played: only its results are read, nothing is drawn.

Written from the rules alone. It reads a complete event's matches by name, rebuilds every pool of players
as a set, and says what is wrong with it: a player who is missing or twice in a round, a rematch that could
have been avoided, a bye that somebody else should have had. All pairings of a small pool are tried.
"""

import re
from functools import cache

INFINITE = 10**6


def minimum(pool, met):
    """Return the fewest rematches in any pairing of a pool, by trying all of them."""
    names = tuple(sorted(pool))

    @cache
    def fewest(left):
        if not left:
            return 0
        one, rest = left[0], left[1:]
        return min(
            (frozenset((one, rest[n])) in met) + fewest(rest[:n] + rest[n + 1 :]) for n in range(len(rest))
        )

    return fewest(names)


class Played:
    """The matches of a complete event, by stage and round."""

    def __init__(self, document):
        self.options = document["options"]
        self.players = list(document["players"])
        self.faults = []
        self.main, self.beside = {}, {}
        self.recharge = None
        self.order, self.gone = [], set()
        for result in document["results"]:
            if "late" in result:
                self.players.append(result["late"])
                continue
            if "closed" in result:
                continue
            pair, winner = frozenset(result["players"]), result["winner"]
            (loser,) = pair - {winner}
            if result.get("withdrawn"):
                self.gone.add((re.sub(r"(?<=[A-Q])\d+$|-\d+$", "", result["match"]), loser))
            name = result["match"]
            self.order.append((name, winner, loser))
            if found := re.fullmatch(r"([A-Q])(\d+)", name):
                self.main.setdefault(ord(found[1]) - 65, {})[int(found[2]) - 1] = (winner, loser)
            elif found := re.fullmatch(r"(PC|LC|X)(\d+)-(\d+)", name):
                self.beside.setdefault(found[1], {}).setdefault(int(found[2]), []).append((winner, loser))
            else:
                self.recharge = (winner, loser)
        self.main_byes = dict.fromkeys(self.players, 0)
        self.other_byes = dict.fromkeys(self.players, 0)
        self.met = set()
        self.exit = {stage: {} for stage in ("Main", "PC", "LC", "X")}
        self.reached = {stage: set() for stage in ("PC", "LC", "X")}
        self.walk()

    def fault(self, text):
        self.faults.append(text)

    # Everything, stage after stage

    def walk(self):
        size = 2
        while size < len(self.options_drawn()) + self.options.get("late", 0):
            size *= 2
        notation = self.options.get("consolation") or ""
        letters = [one for one in notation if one in "ABCDEFGHIJKLMNOPQ"]
        depth = size.bit_length() - 1
        if "X" in notation:
            depth = min(depth, ord(max(letters)) - 64)
        unbeaten = self.walk_main(size, depth)
        if not self.options.get("late") and len(self.main.get(0, ())) != len(self.players) - size // 2:
            self.fault("the Main has byes that it does not need")
        self.losers = {chr(65 + number): {loser for _, loser in matches.values()}
                       for number, matches in self.main.items()}  # fmt: skip
        rest = set()
        if notation:
            rest = self.walk_stage("PC", re.sub(r"\.?X.*", "", notation), "X" not in notation, set())
        if self.options.get("last_chance"):
            self.walk_stage("LC", self.options["last_chance"], True, set())
        champions = unbeaten
        if "X" in notation:
            self.reached["X"] = unbeaten | rest
            champions = self.walk_stage("X", "", True, unbeaten | rest)
            last = max(self.beside.get("X", {0: []}))
            final = self.beside.get("X", {}).get(last, [])
            if notation.endswith("R") and final:
                champions = self.walk_recharge(*final[0])
        if len(champions) != 1:
            self.fault(f"the event has {len(champions)} winners")
        self.winner = min(champions, default=None)

    def options_drawn(self):
        late = len([one for one in self.players if one.startswith("Late ")])
        return self.players[: len(self.players) - late]

    def walk_recharge(self, winner, loser):
        earlier = [name for name, _, beaten in self.order if beaten == loser and name != "R"]
        if len(earlier) > 1:
            if self.recharge:
                self.fault("a recharge for somebody who had lost before")
            return {winner}
        if self.recharge is None or set(self.recharge) != {winner, loser}:
            self.fault("the recharge is missing, or between others")
            return {winner}
        self.exit["X"].pop(loser, None)
        self.exit["X"][self.recharge[1]] = INFINITE - 1
        return {self.recharge[0]}

    def walk_main(self, size, depth):
        alive = set(self.players)
        for number in range(depth):
            matches = self.main.get(number, {})
            playing = [name for pair in matches.values() for name in pair]
            if len(playing) != len(set(playing)) or not set(playing) <= alive:
                self.fault(f"Main round {number}: somebody plays twice, or after a loss")
            if matches and max(matches) >= size >> (number + 1):
                self.fault(f"Main round {number}: too many matches")
            before = self.main.get(number - 1, {}) if number else None
            for place, pair in matches.items():
                self.met.add(frozenset(pair))
                self.exit["Main"][pair[1]] = number
                if before is not None and not any(
                    self.comes(before, one, 2 * place) and self.comes(before, other, 2 * place + 1)
                    for one, other in (pair, pair[::-1])
                ):
                    self.fault(f"Main round {number}: {pair} do not come from the matches before")
            for name in alive - set(playing):
                self.main_byes[name] += 1
            alive -= {loser for _, loser in matches.values()}
        if set(self.main) - set(range(depth)):
            self.fault("the Main went on too long")
        return alive

    @staticmethod
    def comes(before, name, place):
        """Tell whether a name can come from a match of the round before: its winner, or by a bye there."""
        if place in before:
            return before[place][0] == name
        return not any(name in pair for pair in before.values())

    def walk_stage(self, stage, notation, to_the_end, pool):
        tokens = [token for token in notation.split(".") if token]
        rounds = self.beside.get(stage, {})
        number = 0
        while True:
            number += 1
            token = tokens[number - 1] if number <= len(tokens) else None
            if token is None and (self.faults or not to_the_end or len(pool) < 2):
                break
            for source in re.findall(r"[A-Q]|\d+", token or ""):
                name = source if source.isalpha() else f"PC{source}"
                entering = {one for one in self.losers.get(name, ()) if (name, one) not in self.gone}
                self.reached[stage] |= entering
                if entering & pool:
                    self.fault(f"{stage}{number}: {entering & pool} enter twice")
                pool |= entering
            pool = self.walk_round(stage, number, pool, rounds.get(number, []))
        if any(one >= number for one in rounds):
            self.fault(f"{stage} went on too long")
        return pool

    def walk_round(self, stage, number, pool, matches):
        playing = [name for pair in matches for name in pair]
        if len(playing) != len(set(playing)) or not set(playing) <= pool:
            self.fault(f"{stage}{number}: somebody plays twice, or does not belong there")
        if len(matches) != len(pool) // 2 or self.faults:
            self.fault(f"{stage}{number}: {len(pool)} players, {len(matches)} matches")
            return {winner for winner, _ in matches} | (pool - set(playing))
        rematches = sum(frozenset(pair) in self.met for pair in matches)
        waiting = pool - set(playing)
        if len(pool) <= 9:
            if len(pool) % 2:
                choices = {name: minimum(pool - {name}, self.met) for name in pool}
            else:
                choices = {None: minimum(pool, self.met)}
            least = min(choices.values())
            if rematches > least:
                self.fault(f"{stage}{number}: {rematches} rematches, {least} would do")
            if len(pool) % 2 and len(pool) > 1:
                (bye,) = waiting
                best = min(self.bye_key(name) for name in pool if choices[name] == least)
                if self.bye_key(bye) > best:
                    self.fault(f"{stage}{number}: {bye} has a bye that another should have")
        elif rematches:
            self.fault(f"{stage}{number}: a rematch among {len(pool)} players")
        if len(pool) > 1:
            for name in waiting:
                self.other_byes[name] += 1
        for winner, loser in matches:
            self.met.add(frozenset((winner, loser)))
            self.exit[stage][loser] = number
        self.losers[f"{stage}{number}"] = {loser for _, loser in matches}
        return {winner for winner, _ in matches} | waiting

    def bye_key(self, name):
        return self.main_byes[name], self.other_byes[name]

    # Places

    def table(self):
        """Return every player's place, matches won and matches lost."""
        stages = ["Main"]
        for option, stage in (("consolation", "PC"), ("last_chance", "LC")):
            stages += [stage] if self.options.get(option) else []
        if "X" in (self.options.get("consolation") or ""):
            stages = ["X", *stages[1:], "Main"]
        keys = {}
        for name in self.players:
            keys[name] = []
            for stage in stages:
                there = stage == "Main" or name in self.reached[stage]
                if stage != "X" and name in self.reached["X"]:
                    keys[name].append(INFINITE)
                    continue
                keys[name].append(self.exit[stage].get(name, INFINITE) if there else -1)
        return {
            name: (
                1 + sum(other > key for other in keys.values()),
                sum(winner == name for _, winner, _ in self.order),
                sum(loser == name for _, _, loser in self.order),
            )
            for name, key in keys.items()
        }
