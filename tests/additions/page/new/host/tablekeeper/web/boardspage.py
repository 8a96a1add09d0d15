"""The page about boards: the firmware of each table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from .pages import Pages


@dataclass(slots=True)
class BoardsPage:
    """Shows the firmware of each board."""

    pages: Pages

    async def show(self, request: Request) -> Response:
        """GET /boards"""
        hall = await asyncio.to_thread(self.pages.service.overview.hall)
        return self.pages.page(request, "boards.html", tables=hall.tables)
