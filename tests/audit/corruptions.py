"""Ways in which an exported event can be wrong: each changes a good one, or returns another.

If that is impossible, it leaves the event unchanged, or finds nothing to choose from (IndexError). After any
change the file still has the outer shape of an exported event, so that only the audit can find the error.
"""

import json
import random
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Corruption = Callable[[Document, random.Random], Document | None]

CORRUPTIONS: dict[str, Corruption] = {}


def corruption(function: Corruption) -> Corruption:
    """Register a corruption by its name; it gets a separate copy. It returns None if it changed nothing."""

    def apart(document: Document, chance: random.Random) -> Document | None:
        # as read from a file: no object occurs in two places
        copy = json.loads(json.dumps(document))
        try:
            changed = function(copy, chance) or copy
        except IndexError:
            return None
        return None if changed == document else changed

    CORRUPTIONS[function.__name__.replace("_", " ")] = apart
    return function


def _undone(journal: list[Document]) -> set[int]:
    gone: set[int] = set()
    for entry in reversed(journal):
        if entry["action"] == "undo" and entry["seq"] not in gone:
            gone.add(entry["body"]["undoes"])
    return gone


def _renumbered(document: Document, entries: list[Document]) -> Document:
    # numbered again: references to later numbers still have their meaning, or none
    document["journal"] = [entry | {"seq": number} for number, entry in enumerate(entries, 1)]
    return document


def _counting(document: Document) -> list[int]:
    """Return the indexes of the valid results without a ruling."""
    journal = document["journal"]
    gone = _undone(journal)
    ruled = {entry["body"]["replaces"] for entry in journal if entry["action"] == "rule"}
    return [
        place
        for place, entry in enumerate(journal)
        if entry["action"] == "result" and entry["seq"] not in gone | ruled
    ]


def _row(document: Document, chance: random.Random) -> Document:
    return chance.choice(document["standings"]["rows"])


def _number(row: Document) -> list[str]:
    return [key for key, value in row.items() if type(value) is int and key not in ("rank", "group")]


@corruption
def result_with_another_winner(document, chance):
    """In results, not in the journal."""
    places = [place for place, one in enumerate(document["results"]) if one.get("winner") is not None]
    result = document["results"][chance.choice(places)]
    others = [name for name in result.get("players", document["players"]) if name != result["winner"]]
    result["winner"] = chance.choice(others)


@corruption
def colours_of_two_players_swapped(document, chance):
    """In the line-up of now, not in the journal."""
    if held := document.get("colours"):
        one, other = chance.sample(sorted(held), 2)
        held[one], held[other] = held[other], held[one]


@corruption
def colours_without_a_player(document, chance):
    """In the journal: a line-up lacks somebody who plays."""
    gone = _undone(document["journal"])
    chosen = [one for one in document["journal"] if one["action"] == "colours" and one["seq"] not in gone]
    chosen[-1]["body"]["colours"].popitem()


@corruption
def result_dropped(document, chance):
    del document["results"][chance.randrange(len(document["results"]))]


@corruption
def result_twice(document, chance):
    place = chance.randrange(len(document["results"]))
    document["results"].insert(place, document["results"][place])


@corruption
def results_in_another_order(document, chance):
    results = document["results"]
    places = [place for place in range(len(results) - 1) if results[place] != results[place + 1]]
    place = chance.choice(places)
    results[place], results[place + 1] = results[place + 1], results[place]


@corruption
def ranks_swapped(document, chance):
    rows = document["standings"]["rows"]
    pairs = [(one, other) for one in rows for other in rows if one["rank"] < other["rank"]]
    one, other = chance.choice(pairs)
    one["rank"], other["rank"] = other["rank"], one["rank"]


@corruption
def final_places_swapped(document, chance):
    places = document["standings"]["places"]
    pairs = [(one, other) for one in places for other in places if one["place"] < other["place"]]
    one, other = chance.choice(pairs)
    one["player"], other["player"] = other["player"], one["player"]


@corruption
def players_of_two_rows_swapped(document, chance):
    rows = document["standings"]["rows"]
    one, other = chance.sample(rows, 2)
    one["player"], other["player"] = other["player"], one["player"]


@corruption
def figure_off_by_one(document, chance):
    row = _row(document, chance)
    row[chance.choice(_number(row))] += chance.choice((1, -1))


@corruption
def figure_missing(document, chance):
    row = _row(document, chance)
    del row[chance.choice(_number(row))]


@corruption
def wrong_winner(document, chance):
    winner = document["standings"]["winner"]
    document["standings"]["winner"] = chance.choice(
        [row["player"] for row in document["standings"]["rows"] if row["player"] != winner]
    )


@corruption
def not_over(document, chance):
    document["standings"] |= {"over": False, "provisional": True}


@corruption
def still_provisional(document, chance):
    document["standings"]["provisional"] = True


@corruption
def something_to_be_played(document, chance):
    document["standings"]["next"] = [{"game": 1, "players": document["players"][:2]}]


@corruption
def another_reason(document, chance):
    rows = [row for row in document["standings"]["rows"] if row["decided_by"] is not None]
    chance.choice(rows)["decided_by"] = "the length of the beard"


@corruption
def another_explanation(document, chance):
    rows = [row for row in document["standings"]["rows"] if row["explain"] is not None]
    chance.choice(rows)["explain"] = "more v less"


@corruption
def row_of_an_unknown_player(document, chance):
    _row(document, chance)["player"] = "Nobody"


@corruption
def unknown_player_in_the_journal(document, chance):
    document["players"][-1] = "Nobody"


@corruption
def journal_entry_dropped(document, chance):
    journal, place = document["journal"], chance.choice(_counting(document))
    return _renumbered(document, journal[:place] + journal[place + 1 :])


@corruption
def journal_entry_twice(document, chance):
    journal, place = document["journal"], chance.choice(_counting(document))
    return _renumbered(document, journal[: place + 1] + journal[place:])


@corruption
def journal_reordered(document, chance):
    journal = document["journal"]
    place = chance.randrange(1, len(journal) - 1)
    journal[place], journal[place + 1] = journal[place + 1], journal[place]
    return _renumbered(document, journal)


@corruption
def journal_entry_missing_in_the_count(document, chance):
    place = chance.randrange(1, len(document["journal"]))
    # the last action is not needed for the count
    if place < len(document["journal"]) - 1:
        del document["journal"][place]


@corruption
def undo_ignored(document, chance):
    """The results are those of a journal whose undo of a result does not count."""
    journal = document["journal"]
    gone = _undone(journal)
    undone = [
        entry
        for entry in journal
        if entry["action"] == "result" and entry["seq"] in gone and "match" not in entry["body"]
    ]
    entry = chance.choice(undone)
    earlier = [place for place in _counting(document) if journal[place]["seq"] < entry["seq"]]
    document["results"].insert(min(len(earlier), len(document["results"])), entry["body"]["result"])


@corruption
def ruling_ignored(document, chance):
    rulings = [entry["body"] for entry in document["journal"] if entry["action"] == "rule"]
    ruling = chance.choice(rulings)
    wrong = document["journal"][ruling["replaces"] - 1]["body"]["result"]
    document["results"][document["results"].index(ruling["result"])] = wrong


@corruption
def option_changed(document, chance):
    numbers = [key for key, value in document["options"].items() if type(value) is int]
    document["options"][chance.choice(numbers)] += 1


@corruption
def another_name(document, chance):
    document["name"] += " cup"


@corruption
def journal_and_results_with_another_winner(document, chance):
    """Journal and results agree; the standings are those of other results."""
    places = [
        place for place in _counting(document) if document["journal"][place]["body"]["result"].get("winner")
    ]
    entry = document["journal"][chance.choice(places)]
    result = entry["body"]["result"]
    number = document["results"].index(result)
    others = [name for name in result.get("players", document["players"]) if name != result["winner"]]
    changed = {**result, "winner": chance.choice(others)}
    for key in ("score", "pawns", "colours"):
        if key in changed:
            changed[key] = changed[key][::-1]
    entry["body"]["result"] = document["results"][number] = changed


# Corruptions with which the journal agrees: they break the rules


def _told_anew(document: Document, results: list[Any], **options: Any) -> Document:
    """Return the event with other results and options, in file and journal; the standings stay."""
    new, *_ = document["journal"]
    said = {**document["options"], **options}
    bodies = [
        ("new", {**new["body"], "options": said}),
        ("enter", {"players": document["players"]}),
        ("start", {}),
        *(
            ("cancel", {"players": result["cancelled"]})
            if "cancelled" in result
            else ("result", {"result": result})
            for result in results
        ),
    ]
    journal = [
        {"seq": seq, "at_ms": new["at_ms"], "actor": "director", "action": action, "body": body}
        for seq, (action, body) in enumerate(bodies, 1)
    ]
    return {**document, "options": said, "results": results, "journal": journal}


@corruption
def a_note_more(document, chance):
    document["standings"]["notes"].insert(0, "All players were very happy.")


@corruption
def notes_dropped(document, chance):
    document["standings"]["notes"].pop()


@corruption
def something_cancelled(document, chance):
    document["standings"]["cancelled"].append({"players": document["players"][:2]})


@corruption
def drawn_by_another_seed(document, chance):
    """A knockout whose Main, or a later round, is that of another seed."""
    if document["format"] != "knockout" or not document["results"] or len(document["players"]) < 8:
        return None
    return _told_anew(document, document["results"], seed=(document["options"].get("seed") or 0) + 1)


@corruption
def opponents_of_two_matches_exchanged(document, chance):
    """Two matches of one round: the loser of each is put into the other one."""
    if document["format"] != "knockout":
        return None
    results = document["results"]
    pairs = [
        (one, other)
        for one in results for other in results
        if "winner" in one and "winner" in other and one is not other
        and one["match"][:-1] == other["match"][:-1]
    ]  # fmt: skip
    one, other = chance.choice(pairs)
    losers = [1 - match["players"].index(match["winner"]) for match in (one, other)]
    first, second = one["players"][losers[0]], other["players"][losers[1]]
    one["players"][losers[0]], other["players"][losers[1]] = second, first
    return _told_anew(document, results)


@corruption
def match_to_another_length(document, chance):
    if document["format"] != "knockout" or document["options"].get("sets", 1) > 1:
        return None
    lengths = [one + 1 for one in document["options"]["length"]]
    played = [one for one in document["results"] if "score" in one and "forfeit" not in one]
    return _told_anew(document, document["results"], length=lengths) if played else None


@corruption
def sets_that_decide_nothing(document, chance):
    """The winner of a match of sets has one set too few."""
    if document["format"] != "knockout" or document["options"].get("sets", 1) < 3:
        return None
    played = [one for one in document["results"] if "score" in one and "forfeit" not in one]
    result = chance.choice(played)
    result["score"] = [score - 1 if score == max(result["score"]) else 0 for score in result["score"]]
    return _told_anew(document, document["results"])


@corruption
def games_of_a_league_out_of_order(document, chance):
    """A pair plays both its games of a round-robin in one half."""
    if not document["format"].startswith("league") or any("cancelled" in one for one in document["results"]):
        return None
    results = document["results"]
    top, bottom = chance.randrange(3), 3 + chance.randrange(3)
    if any("absent" in one for one in results):
        return None
    if set(results[top]["players"]) == set(results[bottom]["players"]):
        return None
    results[top], results[bottom] = results[bottom], results[top]
    return _told_anew(document, results)


@corruption
def cancelled_before_all_is_determined(document, chance):
    """The first half of the last round-robin decides nothing yet when the rest of it is called off."""
    if not document["format"].startswith("league") or document["options"]["drr"] > 1:
        return None
    games = [one for one in document["results"] if "winner" in one and "stage" not in one]
    if len(games) < 6 or len({one["winner"] for one in games[:2]}) < 2:
        return None
    rest = [{"cancelled": one["players"]} for one in games[2:]]
    return _told_anew(document, [*games[:2], *rest], dice=[], playoffs="none")


@corruption
def turn_on_another_hill(document, chance):
    if document["format"] != "tara":
        return None
    moves = chance.choice(document["results"])["moves"]
    # the second ringfort of a seat beside its first one
    seats = len(document["players"])
    column, row = moves[0][-2], int(moves[0][-1])
    beside = f"{column}{row + 1 if row < 4 else row - 1}"
    if beside in moves[:seats]:
        return None
    moves[seats] = beside
    return _told_anew(document, document["results"])


@corruption
def game_that_stops_early(document, chance):
    if document["format"] != "tara":
        return None
    moves = document["results"][0]["moves"]
    del moves[len(moves) // 2 :]
    return _told_anew(document, document["results"])


@corruption
def somebody_else_had_the_bye(document, chance):
    """A match beside the Main has a player who did not play in that round, in the place of the loser."""
    if document["format"] != "knockout":
        return None
    played = [one for one in document["results"] if "winner" in one and one["match"][:2] in ("PC", "LC")]
    match = chance.choice(played)
    head = match["match"].partition("-")[0] + "-"
    playing = {name for one in played if one["match"].startswith(head) for name in one["players"]}
    others = [name for name in document["players"] if name not in playing]
    match["players"][1 - match["players"].index(match["winner"])] = chance.choice(others)
    return _told_anew(document, document["results"])


@corruption
def players_in_each_others_groups(document, chance):
    groups = document["options"].get("groups")
    if document["format"] != "ttt" or not groups or len(groups) < 2:
        return None
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    return _told_anew(document, document["results"], groups=groups)
