"""Compares the formats with the audit: for an event as it is now, and for every end that it can have."""

from tablekeeper.audit import AUDITORS
from tablekeeper.audit.auditor import AuditedEvent
from tablekeeper.audit.comparison import compare
from tablekeeper.formats import read_event, standings
from tablekeeper.formats.answer import document
from tablekeeper.strictjson import Cursor


def audited(value):
    """Return the audit's event for an event file's value, as read from a journal."""
    options, results = value.get("options", {}), list(enumerate(value["results"], 1))
    return AuditedEvent(None, value["format"], options, list(value["players"]), results, True)


def recount(value):
    """Return the audit's standings of an event file's value."""
    return AUDITORS[value["format"]].recount(audited(value))


def ranks(found):
    """Return rank by player."""
    return {line.player: line.rank for line in found.lines}


def agree(value):
    """Compare the standings, the open games and the notes with those of the audit; return the answer."""
    answer = standings(Cursor(value))
    assert compare(Cursor(document(answer), "standings"), audited(value), recount(value)) == [], value
    return answer


def ends(value, ways, more=()):
    """Yield (recount, further results) for every end of an event; `ways` returns the results of a pairing."""
    found = recount(value)
    if not found.next:
        yield found, more
        return
    for result in ways(found.next[0]):
        yield from ends(value | {"results": [*value["results"], result]}, ways, (*more, result))


def spans(value, tables):
    """Return best and worst place of each player, and the number of further wins that make the player first.

    `tables` are (rank by player, names that won since); wins are None if no number is enough.
    """
    tables = list(tables)
    found = {}
    for player in value["players"]:
        mine = [(table[player], winners.count(player)) for table, winners in tables]
        places = [place for place, _ in mine]
        enough = max((won for place, won in mine if place > 1), default=-1) + 1
        most = max(won for _, won in mine)
        found[player] = (min(places), max(places), enough if min(places) == 1 and enough <= most else None)
    return found


def hold_futures(event, names, longest=99, played=()):
    """Compare the futures of an event with all of its ends, after each sequence of winners up to a length.

    `event` makes the event of winners; any of the names can win its next game.
    """
    value = event(*played)
    tables = [
        (ranks(found), [one["winner"] for one in more])
        for found, more in ends(value, lambda pairing: [{"winner": name} for name in names])
    ]
    assert told(*read_event(Cursor(value))) == spans(value, tables), played
    if len(played) < longest and len(tables) > 1:
        for name in names:
            hold_futures(event, names, longest, (*played, name))


def told(form, event):
    """Return a format's values for the same data, and check their consequences."""
    futures = form.futures(event)
    assert futures.exact
    needs = {need.player: (need.best, need.worst, need.magic) for need in futures.needs}
    settled = {(best, name) for name, (best, worst, _) in needs.items() if best == worst}
    assert set(futures.determined) == settled
    assert set(futures.contenders) == {name for name, (best, _, _) in needs.items() if best == 1}
    return needs
