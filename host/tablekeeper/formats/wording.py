"""Pairings and results in words, the same on the command line and on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.games.race.lineup import COLOURS
from tablekeeper.languages import _, joined, pgettext, told
from tablekeeper.text import counted, listed, listing, value_text, versus

#: ids of matches at tables are seconds since 2020; numbers of matches that people count are below this
_COUNTED = 1_000_000
#: keys that come before the players, so that lists of pairings line up
_BEFORE = ("round", "match", "game")
#: a key of a pairing or a result -> its word; others are shown as they are written in files
_KEYS = {
    "round": _("round"), "match": _("match"), "game": _("game"), "winner": _("winner"), "score": _("score"),
    "kind": _("kind"), "pawns": _("pawns"), "colours": _("colours"), "minutes": _("minutes"),
    "order": _("order"), "stage": _("stage"), "phase": _("phase"), "forfeit": _("forfeit"),
    "withdrawn": _("withdrawn"), "late": _("late"), "bye_of": _("bye of"), "timeout": _("timeout"),
    "resigned": _("resigned"), "wins": _("wins"), "gammons": _("gammons"),
    "backgammons": _("backgammons"), "mini": _("mini-TTT"),
    "moves": _("turns"), "started": _("started"), "sets": _("sets"), "cancelled": _("cancelled"),
    "absent": _("has left"), "position": _("position"), "closed": _("closed"), "rules": _("rules"),
    "length": _("length"), "level": _("level"), "points": _("points"), "ruling": _("ruling"),
    "on_roll": _("on roll"), "evaluation": _("evaluation"), "round_robin": _("double round-robin"),
    "lots": _("lots"), "first_colour": _("first colour"), "first_both": _("first with both colours"),
    "cube": _("cube"), "stake": _("stake"), "turn": _("turn"), "couples": _("couples"), "seed": _("seed"),
    "bonus": _("bonus"), "cap": _("cap"), "consolation": _("consolation"), "cpp": _("cpp"), "dice": _("dice"),
    "consolation_length": _("consolation length"), "double": pgettext("option", "double"), "drr": _("drr"),
    "three_apart": _("three apart"), "quickness": _("quickness"), "tie_by": _("tie by"),
    "mini_of": _("mini-TTT of"), "cpp_rises": _("cpp rises by"), "precedence": _("precedence"),
    "final_to": _("final to"), "first_to": _("first to"), "games": _("games"), "groups": _("groups"),
    "head_start": _("head start"), "last_chance": _("last chance"), "tariff": _("tariff"),
    "last_chance_length": _("last chance length"), "late_places": _("late places"), "target": _("target"),
    "op0_builds": _("op0 builds"), "opening": _("opening"), "playoffs": _("playoffs"),
    "positions": _("positions"), "qualifying_to": _("qualifying to"), "removal_at": _("removal at"),
    "rounds": _("rounds"), "ties": _("tie-breaks"), "pairing": _("pairing"), "rotation": _("rotation"),
    "apart": _("kept apart"), "rather_apart": _("kept apart as long as possible"), "seeds": _("seeded"),
    "kept": _("unchanged up to round"), "turns_a_day": _("turns a day"),
}  # fmt: skip
#: values of options that are words
_CHOICES = {
    str(one): one
    for one in (
        _("progressive consolation"), _("double elimination"), _("double elimination with recharge"),
        _("first-round consolation"), _("consolation losers"), _("spread"), _("first"), _("linked"),
        _("qualifying"), _("final"), _("walkovers"), _("top2"), _("all"), _("none"), _("free"),
        _("settle"), _("restart"), _("total"), _("best"), _("wins"), _("points"), _("game"), _("round"),
        _("yes"), _("no"), _("name"), _("halves"), _("neighbours"), _("head-to-head"), _("buchholz-1"),
        _("buchholz"), _("median"), _("sonneborn-berger"), _("progressive"), _("difference"),
    )
}  # fmt: skip
#: keys whose values are words of this program, not names
_WORDS = frozenset(("kind", "stage", "first_colour", "rules", "ruling", "ties"))
#: keys whose values are names
_NAMED = frozenset(("players", "couples", "winner", "on_roll", "timeout", "resigned", "absent", "withdrawn"))
#: the purpose of a round of die-roll
_ROLLS = (("positions", _("for the positions")), ("dice", _("to break the tie")))


def entrants(number: int, entrant: str) -> str:
    """Return the number of entered or needed participants: "12 players"."""
    return counted(number, "couple") if entrant == "couple" else counted(number, "player")


def roll_text(pairing: Mapping[str, Any]) -> str:
    """Return the purpose of a round of die-roll in words, without the players.

    >>> roll_text({"round_robin": 1, "positions": ["Ann", "Bob"]}), roll_text({"dice": ["Ann", "Bob"]})
    ('for the positions of double round-robin 1', 'to break the tie')
    """
    where = (
        _(" of double round-robin %(round_robin)s", round_robin=pairing["round_robin"])
        if "round_robin" in pairing
        else ""
    )
    return next((what + where for key, what in _ROLLS if key in pairing), "")


def is_counted(number: Any) -> bool:
    """Return whether a match's name or number is useful to people; the id of a match at a table is not."""
    return not isinstance(number, int) or number < _COUNTED


def pairing_text(pairing: Any) -> str:
    """Return a pairing or a result in words.

    >>> pairing_text({"players": ["Ann", "Bob"], "match": 4, "winner": "Ann"})
    'match 4: Ann v Bob, winner Ann'
    >>> pairing_text({"players": ["Ann", "Bob"], "match": 217934448})
    'Ann v Bob'
    """
    if not isinstance(pairing, Mapping):
        return value_text(pairing)
    if "after" in pairing:
        # throws of a round at a board; "after" is the number of throws recorded before
        [throws] = (value for key, value in pairing.items() if key != "after")
        return _("the throws %(throws)s", throws=", ".join(map(value_text, throws)))
    for key, what in _ROLLS:
        if key in pairing:
            where = (
                _(" (double round-robin %(round_robin)s)", round_robin=pairing["round_robin"])
                if "round_robin" in pairing
                else ""
            )
            return _(
                "round of die-roll %(what)s: %(pairing)s%(where)s",
                what=what,
                pairing=listing(pairing[key]),
                where=where,
            )
    if "lots" in pairing:
        return _(
            "double round-robin %(round_robin)s: lots %(lots)s",
            round_robin=pairing["round_robin"],
            lots=pairing["lots"],
        )
    names = pairing.get("players") or pairing.get("couples") or ()
    if pairing.get("draw"):
        # a round whose pairs are not drawn yet: name all its players
        return _(
            "round %(round)s: draw the pairs of %(names)s",
            round=pairing["round"],
            names=listing(names),
        )
    head = joined(
        joined((_KEYS.get(key, key), value_text(pairing[key])), " ")
        for key in _BEFORE
        if key in pairing and is_counted(pairing[key])
    )
    told = ("players" if "players" in pairing else "couples", "extra", *_BEFORE)
    # the winner comes first: a stored result can have its keys in any order
    keys = sorted((key for key in pairing if key not in told), key=lambda key: key != "winner")
    rest = [joined((_key(key), _value(key, pairing[key])), " ") for key in keys]
    # in a list of several things the names show where they end
    say = listed if rest else str
    players = [versus(say(str(name)) for name in names)] if isinstance(names, list | tuple) and names else []
    text = joined(players + rest)
    return joined((head, text), ": ") if head and text else head or text


def options_text(options: Mapping[str, Any]) -> str:
    """Return options in words: "length 5, seed 7"."""
    return joined(joined((_key(key), _value(key, value)), " ") for key, value in options.items())


def _value(key: str, value: Any) -> str:
    if key == "score" and isinstance(value, list | tuple):
        return "-".join(map(value_text, value))
    if isinstance(value, str) and value in _CHOICES and key not in _NAMED:
        return _CHOICES[value]
    if isinstance(value, Mapping):
        return joined(joined((listed(name), _value(key, item)), " ") for name, item in value.items())
    if isinstance(value, str) and key in _NAMED:
        return listed(value)
    ours = key in _WORDS or (isinstance(value, list | tuple) and set(map(str, value)) <= set(COLOURS))
    if not ours:
        return value_text(value)
    return (
        joined((told(one, {}) if isinstance(one, str) else value_text(one) for one in value), " ")
        if isinstance(value, list | tuple)
        else told(str(value), {})
    )


def _key(key: str) -> str:
    return _KEYS.get(key) or key.replace("_", " ")
