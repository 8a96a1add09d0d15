"""Ways in which an exported event can be wrong: each changes a good one, or returns None where it cannot.

Whatever is changed, the file stays an exported event by its outer shape: the audit has to find it.
"""

import json
import random
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Corruption = Callable[[Document, random.Random], Document | None]

CORRUPTIONS: dict[str, Corruption] = {}


def corruption(function: Corruption) -> Corruption:
    """Enter a way into the table by its name; it gets a copy of its own."""

    def apart(document: Document, chance: random.Random) -> Document | None:
        # as a file has it: nothing stands in two places as one
        return function(json.loads(json.dumps(document)), chance)

    CORRUPTIONS[function.__name__.replace("_", " ")] = apart
    return function


def _undone(journal: list[Document]) -> set[int]:
    gone: set[int] = set()
    for entry in reversed(journal):
        if entry["action"] == "undo" and entry["seq"] not in gone:
            gone.add(entry["body"]["undoes"])
    return gone


def _renumbered(document: Document, entries: list[Document]) -> Document:
    # with numbers that count again: what refers to a later number still means what it meant, or nothing
    document["journal"] = [entry | {"seq": number} for number, entry in enumerate(entries, 1)]
    return document


def _counting(document: Document) -> list[int]:
    """Return the indexes of the results that count and are not ruled."""
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
    if not places:
        return None
    result = document["results"][chance.choice(places)]
    others = [name for name in result.get("players", document["players"]) if name != result["winner"]]
    result["winner"] = chance.choice(others)
    return document


@corruption
def result_dropped(document, chance):
    del document["results"][chance.randrange(len(document["results"]))]
    return document


@corruption
def result_twice(document, chance):
    place = chance.randrange(len(document["results"]))
    document["results"].insert(place, document["results"][place])
    return document


@corruption
def results_in_another_order(document, chance):
    results = document["results"]
    places = [place for place in range(len(results) - 1) if results[place] != results[place + 1]]
    if not places:
        return None
    place = chance.choice(places)
    results[place], results[place + 1] = results[place + 1], results[place]
    return document


@corruption
def ranks_swapped(document, chance):
    rows = document["standings"]["rows"]
    pairs = [(one, other) for one in rows for other in rows if one["rank"] < other["rank"]]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    one["rank"], other["rank"] = other["rank"], one["rank"]
    return document


@corruption
def players_of_two_rows_swapped(document, chance):
    rows = document["standings"]["rows"]
    one, other = chance.sample(rows, 2)
    one["player"], other["player"] = other["player"], one["player"]
    return document


@corruption
def figure_off_by_one(document, chance):
    row = _row(document, chance)
    if not _number(row):
        return None
    row[chance.choice(_number(row))] += chance.choice((1, -1))
    return document


@corruption
def figure_missing(document, chance):
    row = _row(document, chance)
    if not _number(row):
        return None
    del row[chance.choice(_number(row))]
    return document


@corruption
def wrong_winner(document, chance):
    winner = document["standings"]["winner"]
    document["standings"]["winner"] = chance.choice(
        [row["player"] for row in document["standings"]["rows"] if row["player"] != winner]
    )
    return document


@corruption
def not_over(document, chance):
    document["standings"] |= {"over": False, "provisional": True}
    return document


@corruption
def still_provisional(document, chance):
    document["standings"]["provisional"] = True
    return document


@corruption
def something_to_be_played(document, chance):
    document["standings"]["next"] = [{"game": 1, "players": document["players"][:2]}]
    return document


@corruption
def another_reason(document, chance):
    rows = [row for row in document["standings"]["rows"] if row["decided_by"] is not None]
    if not rows:
        return None
    chance.choice(rows)["decided_by"] = "the length of the beard"
    return document


@corruption
def another_explanation(document, chance):
    rows = [row for row in document["standings"]["rows"] if row["explain"] is not None]
    if not rows:
        return None
    chance.choice(rows)["explain"] = "more v less"
    return document


@corruption
def row_of_an_unknown_player(document, chance):
    _row(document, chance)["player"] = "Nobody"
    return document


@corruption
def unknown_player_in_the_journal(document, chance):
    document["players"][-1] = "Nobody"
    return document


@corruption
def journal_entry_dropped(document, chance):
    journal, counting = document["journal"], _counting(document)
    if not counting:
        return None
    place = chance.choice(counting)
    return _renumbered(document, journal[:place] + journal[place + 1 :])


@corruption
def journal_entry_twice(document, chance):
    journal, counting = document["journal"], _counting(document)
    if not counting:
        return None
    place = chance.choice(counting)
    return _renumbered(document, journal[: place + 1] + journal[place:])


@corruption
def journal_reordered(document, chance):
    journal = document["journal"]
    place = chance.randrange(1, len(journal) - 1)
    journal[place], journal[place + 1] = journal[place + 1], journal[place]
    return _renumbered(document, journal)


@corruption
def journal_entry_missing_in_the_count(document, chance):
    del document["journal"][chance.randrange(1, len(document["journal"]))]
    if document["journal"][-1]["seq"] == len(document["journal"]):
        return None  # the last one was not needed for the count
    return document


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
    if not undone:
        return None
    entry = chance.choice(undone)
    earlier = [place for place in _counting(document) if journal[place]["seq"] < entry["seq"]]
    document["results"].insert(min(len(earlier), len(document["results"])), entry["body"]["result"])
    return document


@corruption
def ruling_ignored(document, chance):
    rulings = [entry["body"] for entry in document["journal"] if entry["action"] == "rule"]
    if not rulings:
        return None
    ruling = chance.choice(rulings)
    wrong = document["journal"][ruling["replaces"] - 1]["body"]["result"]
    document["results"][document["results"].index(ruling["result"])] = wrong
    return document


@corruption
def option_changed(document, chance):
    numbers = [key for key, value in document["options"].items() if type(value) is int]
    if not numbers:
        return None
    document["options"][chance.choice(numbers)] += 1
    return document


@corruption
def another_name(document, chance):
    document["name"] += " cup"
    return document


@corruption
def journal_and_results_with_another_winner(document, chance):
    """Journal and results agree; the standings are those of other results."""
    places = [
        place for place in _counting(document) if document["journal"][place]["body"]["result"].get("winner")
    ]
    if not places:
        return None
    entry = document["journal"][chance.choice(places)]
    result = entry["body"]["result"]
    number = document["results"].index(result)
    others = [name for name in result.get("players", document["players"]) if name != result["winner"]]
    changed = {**result, "winner": chance.choice(others)}
    for key in ("score", "pawns", "colours"):
        if key in changed:
            changed[key] = changed[key][::-1]
    entry["body"]["result"] = document["results"][number] = changed
    return document
