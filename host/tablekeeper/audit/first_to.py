"""Audit of Championship, Masters, series and Challengers: counts games won; the first player to win x wins.

A player who leaves plays no more games and is last; the others play on, and the last remaining player wins.
Sources: docs/rules/races.md, "Championship, Masters", "Challengers", "Who leaves"; the file's shape.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, RecountLine, behind, ladder, leaves, step


class _Count:
    """Games won and lost, and the present players; `champion` is the winner of the event, if decided."""

    def __init__(self, players: list[str], first_to: int) -> None:
        self.players, self.first_to = players, first_to
        self.there = list(players)
        self.won: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.out: list[str] = []
        self.champion: str | None = None

    def win(self, winner: str, others: list[str]) -> None:
        """Count a game."""
        self.won[winner] += 1
        self.lost.update(others)
        if self.won[winner] == self.first_to:
            self.champion = winner

    def go(self, player: str) -> bool:
        """Let a player leave; return whether that changes anything."""
        self.there.remove(player)
        if self.champion is not None:
            return False
        self.out.append(player)
        return True

    def close(self) -> None:
        """Give the event to the last player who is left."""
        if self.champion is None and len(self.there) == 1:
            self.champion = self.there[0]

    def lines(self) -> tuple[RecountLine, ...]:
        """Return the table."""
        wins = {player: self.won[player] for player in self.players}
        figures = {player: {"won": self.won[player], "lost": self.lost[player]} for player in self.players}
        steps = [behind(self.out), step("wins", wins)]
        return ladder(self.players, steps, figures, reasons=self.champion is not None)

    def recount(self, following: list[dict[str, Any]], notes: list[str]) -> Recount:
        """Return the standings; no games follow after somebody has won."""
        over = self.champion is not None
        return Recount(
            over, self.champion, not over, self.lines(), [] if over else following, [], [] if over else notes
        )


def championship(event: AuditedEvent) -> Recount:
    """Recount a Championship, Masters or series."""
    count = _Count(event.players, event.option("first_to", 0))
    games = 0
    for result in event.places():
        if result.has("absent"):
            count.go(leaves(result, count.there))
            count.close()
            continue
        if count.champion is not None:
            raise result.refuse(f"{count.champion} has won the event before this game")
        winner = result.fields(("winner",), ("winner",))["winner"].player(count.there)
        count.win(winner, [one for one in count.there if one != winner])
        games += 1
    return count.recount([{"game": games + 1, "players": count.there}], [])


def challengers(event: AuditedEvent) -> Recount:
    """Recount a Challengers: the pairings follow from Game 0 and the winners."""
    count = _Count(event.players, event.option("first_to", 4))
    queue: list[str] = []  # the two who play, and the next challenger
    number, played = 0, False

    def duel(winner: str) -> None:
        nonlocal number
        loser = queue[1] if winner == queue[0] else queue[0]
        count.win(winner, [loser])
        queue[:] = [winner, *queue[2:], loser]
        number += 1

    for result in event.places():
        if result.has("absent"):
            player = leaves(result, count.there)
            if count.go(player) and queue:
                if player in queue[:2]:
                    # the next game is lost
                    duel(queue[1] if player == queue[0] else queue[0])
                queue.remove(player)
            count.close()
            continue
        if count.champion is not None:
            raise result.refuse(f"{count.champion} has won the event before this game")
        if not queue:
            fields = result.fields(("game", "order"), ("game", "order"))
            fields["game"].whole(0, 0)
            queue = list(fields["order"].pair(count.there, len(count.there)))
            number = 1
            continue
        fields = result.fields(("game", "players", "winner"), ("players", "winner"))
        if "game" in fields:
            fields["game"].whole(number, number)
        pair = fields["players"].pair(count.there)
        if set(pair) != set(queue[:2]):
            raise fields["players"].refuse(f"{queue[2]} sits this game out")
        duel(fields["winner"].player(pair))
        played = True
    notes = []
    if queue:
        colours = "keeps the colours" if played else "chooses colours"
        out = f"; {queue[2]} sits out" if len(queue) == 3 else ""
        notes = [f"{queue[0]} {colours} for game {number}{out}."]
    return count.recount([{"game": number, "players": queue[:2] if queue else count.there}], notes)


CHAMPIONSHIP = Auditor(championship, departure="absent")
CHALLENGERS = Auditor(challengers, departure="absent")
