"""The director's page of problems and remedies: the findings of `tablekeeper doctor`."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.computer import facts_beside
from tablekeeper.director.diagnosis import NOTE, OK, WRONG, Facts, diagnosis

from .fragments import Fragment
from .securedpage import SecuredPage

#: seconds that findings are cached: a check reads the whole database file
KEPT_S = 10.0


@dataclass(slots=True)
class DoctorPage(SecuredPage):
    """Shows the findings about the host's computer, problems first."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _found: tuple[float, Facts] | None = None

    async def show(self, request: Request) -> Response:
        """GET /doctor"""
        return await self.view(request, lambda sent: self.pages.whole(sent, "doctor.html", self._part()))

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/doctor"""
        return await self.view(request, lambda sent: self.pages.fragment(sent, self._part()))

    def _part(self) -> Fragment:
        facts = self._facts()
        grades = (WRONG, NOTE, OK)
        found = sorted(diagnosis(facts), key=lambda one: grades.index(one.grade))
        now = self.pages.service.clock.now_ms()
        return self.pages.own_part(
            self.pages.templates.get_template("_doctor.html").render(
                found=found, looked_ms=facts.now_ms, now_ms=now
            ),
            now,
        )

    def _facts(self) -> Facts:
        with self._lock:
            if self._found is None or time.monotonic() - self._found[0] > KEPT_S:
                service = self.pages.service
                facts = facts_beside(service.hall.store, self.pages.settings.accounts)
                facts = replace(facts, connected=sum(one.online for one in service.boards.listed()))
                self._found = (time.monotonic(), facts)
            return self._found[1]
