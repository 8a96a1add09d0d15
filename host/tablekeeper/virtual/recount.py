"""The standings of a virtual tourney computed from its transcripts alone, to compare with the event's.

No data from boards, cable, store or director is used. The referee replays each transcript, the final position
gives the winner and the points, and the rules of the format make the standings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablekeeper.formats import Answer, standings
from tablekeeper.games.backgammon.check import examine
from tablekeeper.strictjson import Cursor
from tablekeeper.text import value_text
from tablekeeper.virtual.tourney import TourneyGame


def recounted(players: Sequence[str], games: Sequence[TourneyGame]) -> Answer:
    """Return the standings computed from the final positions of these games."""
    results = [_result(game) for game in games]
    document = {"format": "ttt", "options": {}, "players": list(players), "results": results}
    return standings(Cursor(document))


def _result(game: TourneyGame) -> dict[str, Any]:
    transcript = game.transcript
    [report] = examine(transcript).games
    if report.derived is None:
        raise ValueError(f"The game of {' and '.join(transcript.players)} was not played to its end.")
    winner, kind = report.derived
    result = {
        "match": transcript.match,
        "players": list(transcript.players),
        "winner": transcript.players[winner],
        "kind": kind,
    }
    return result | ({"mini": game.pairing["mini"]} if "mini" in game.pairing else {})


def differences(event: Answer, transcripts: Answer) -> list[str]:
    """Return a sentence for each difference between the standings of the event and of the transcripts."""
    found = []
    theirs = {row.player: row for row in transcripts.rows}
    for row in event.rows:
        other = theirs.pop(row.player, None)
        if other is None:
            found.append(f"{row.player} stands in the event only")
            continue
        told = {"rank": row.rank, **row.figures}
        counted = {"rank": other.rank, **other.figures}
        found += [
            f"{row.player}: {key.replace('_', ' ')} {value_text(told[key])} in the event, "
            f"{value_text(counted[key])} by the transcripts"
            for key in told
            if told[key] != counted[key]
        ]
    found += [f"{name} stands in the transcripts only" for name in theirs]
    if event.winner != transcripts.winner:
        found.append(
            f"the event's winner is {event.winner or 'nobody'}, "
            f"that of the transcripts {transcripts.winner or 'nobody'}"
        )
    return found
