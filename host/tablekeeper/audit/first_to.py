"""Audit of Championship, Masters and Challengers: games won are counted, the first to x has won.

Sources: docs/rules/races.md, "Championship, Masters" and "Challengers"; the file's shape.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, RecountLine, ladder, step
from tablekeeper.strictjson import Cursor


def _table(players: list[str], won: Counter[str], lost: Counter[str], over: bool) -> tuple[RecountLine, ...]:
    wins = {player: won[player] for player in players}
    figures = {player: {"won": won[player], "lost": lost[player]} for player in players}
    return ladder(players, [step("wins", wins)], figures, reasons=over)


def _winner(winners: list[str], first_to: int, results: list[Cursor]) -> str | None:
    # who has enough wins, and only with the last game
    for number in range(len(winners)):
        if winners[: number + 1].count(winners[number]) == first_to:
            if number + 1 < len(winners):
                raise results[number + 1].refuse(f"{winners[number]} has won the event before this game")
            return winners[number]
    return None


def championship(event: AuditedEvent) -> Recount:
    """Recount a Championship or Masters."""
    players, results = event.players, event.places()
    winners = [
        result.fields(("winner",), ("winner",))["winner"].player(players) for result in results
    ]
    won = Counter(winners)
    lost = Counter({player: len(winners) - won[player] for player in players})
    winner = _winner(winners, event.option("first_to", 0), results)
    following = [] if winner else [{"game": len(winners) + 1, "players": players}]
    return Recount(
        winner is not None, winner, winner is None, _table(players, won, lost, winner is not None),
        following, [],
    )  # fmt: skip


def challengers(event: AuditedEvent) -> Recount:
    """Recount a Challengers: who plays whom follows from Game 0 and the winners."""
    players, results = event.players, event.places()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    winners: list[str] = []
    queue: list[str] = []  # who plays, who plays, who comes next
    for number, result in enumerate(results):
        if number == 0:
            fields = result.fields(("game", "order"), ("game", "order"))
            fields["game"].whole(0, 0)
            queue = list(fields["order"].pair(players, 3))
            continue
        fields = result.fields(("game", "players", "winner"), ("players", "winner"))
        if "game" in fields:
            fields["game"].whole(number, number)
        pair = fields["players"].pair(players)
        if queue[2] in pair:
            raise fields["players"].refuse(f"{queue[2]} sits this game out")
        winner = fields["winner"].player(pair)
        loser = next(player for player in pair if player != winner)
        winners.append(winner)
        won[winner] += 1
        lost[loser] += 1
        queue = [winner, queue[2], loser]
    champion = _winner(winners, event.option("first_to", 4), results[1:])
    following: list[dict[str, Any]] = []
    notes = []
    if champion is None:
        following = [{"game": len(results), "players": queue[:2] if queue else players}]
        if queue:
            colours = "chooses colours" if len(results) == 1 else "keeps the colours"
            notes = [f"{queue[0]} {colours} for game {len(results)}; {queue[2]} sits out."]
    return Recount(
        champion is not None, champion, champion is None, _table(players, won, lost, champion is not None),
        following, [], notes,
    )  # fmt: skip


CHAMPIONSHIP = Auditor(championship)
CHALLENGERS = Auditor(challengers)
