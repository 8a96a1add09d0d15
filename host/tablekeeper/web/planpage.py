"""The floor plan of the hall, for everybody: where each table is, and who play there."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.boards import TableLine
from tablekeeper.languages import _
from tablekeeper.pictures import floorplan

from .fragments import Fragment
from .securedpage import SecuredPage


class PlanPage(SecuredPage):
    """Shows the tables that have a place on the plan."""

    async def show(self, request: Request) -> Response:
        """GET /plan?table=UID: the table with this uid is marked."""
        return self.pages.whole(request, "plan.html", await self._part(request), wanted=_wanted(request))

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/plan?table=UID"""
        return self.pages.fragment(request, await self._part(request))

    async def _part(self, request: Request) -> Fragment:
        wanted = _wanted(request)
        # a part is kept for each table, not for each text that somebody asks for
        key = f"plan {wanted}" if self.auth.table_name(wanted) else "plan"
        return await self.pages.fragments.get("hall", partial(self._render, wanted), key)

    def _render(self, wanted: str) -> Fragment:
        tables = self.pages.service.boards.listed()
        unused = {one.uid: one.why for one in self.pages.service.out_of_use.tables()}
        drawn = [
            _planned(one, *one.spot, unused.get(one.uid, _("free")), one.uid == wanted)
            for one in tables
            if one.spot
        ]
        return self.pages.part(
            "_plan.html", self.pages.service.clock.now_ms(), svg=floorplan.picture(drawn) if drawn else "",
            others=[one for one in tables if drawn and not one.spot],
        )  # fmt: skip


def _wanted(request: Request) -> str:
    return request.query_params.get("table", "")[:32]


def _planned(table: TableLine, column: int, row: int, idle: str, wanted: bool) -> floorplan.PlannedTable:
    told = table.names or (idle,)
    return floorplan.PlannedTable(table.name, column, row, told, bool(table.names), wanted)
