"""The page of a match at the tables: its score after each game and the time of each move, for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.views import MatchDetail
from tablekeeper.errors import NotFound
from tablekeeper.games.view import ClockMove, FinishedGame
from tablekeeper.languages import _
from tablekeeper.pictures import clockuse, score

from .errors import HttpError
from .fragments import Fragment
from .pages import Pages


def course(
    players: tuple[str, ...], start: tuple[int, int], games: Sequence[FinishedGame],
    moves: Sequence[ClockMove],
) -> dict[str, Any]:  # fmt: skip
    """Return the data of `_course.html` for a match: pictures of score and clocks, games, time by game."""
    scored = len(players) == 2 and any(game.points is not None for game in games)
    scores = [start, *(game.score for game in games)]
    return {
        "players": players, "games": games,
        "score": score.picture((players[0], players[1]), scores) if scored else None,
        "clock": clockuse.picture(moves, players) if moves else None,
        "use": clockuse.by_game(moves, len(players)), "minutes": clockuse.minutes,
    }  # fmt: skip


@dataclass(slots=True)
class MatchPage:
    """Shows the course of a match, live during play."""

    pages: Pages

    def _detail(self, match: int) -> MatchDetail:
        try:
            return self.pages.service.overview.match(match)
        except NotFound as problem:
            sentence = _("There is no match under this address: the hall shows every table.")
            raise HttpError(404, sentence) from problem

    async def _part(self, match: int, topic: str) -> Fragment:
        def render() -> Fragment:
            detail = self._detail(match)
            named = () if detail.match is None else detail.match.players
            # a picture cuts long names, which nothing finds in it afterwards
            players = tuple(map(self.pages.service.public_text, named))
            moves = self.pages.service.overview.moves(match)
            return self.pages.part(
                "_match.html", self.pages.service.clock.now_ms(), detail=detail,
                **course(players, detail.start, detail.games, moves),
            )  # fmt: skip

        return await self.pages.fragments.get(topic, render, f"match {match}")

    @staticmethod
    def _topic(detail: MatchDetail) -> str:
        return f"table/{detail.segments[-1].uid}" if detail.segments else "hall"

    async def show(self, request: Request) -> Response:
        """GET /matches/{match}"""
        match = request.path_params["match"]
        detail = self._detail(match)
        topic = self._topic(detail)
        part = await self._part(match, topic)
        lost = self.pages.service.restoring.was_lost(match)
        return self.pages.whole(request, "played.html", part, detail=detail, topic=topic, lost=lost)

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/matches/{match}"""
        match = request.path_params["match"]
        return self.pages.fragment(request, await self._part(match, self._topic(self._detail(match))))
