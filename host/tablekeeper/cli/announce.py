"""`tablekeeper announce`: shows a text on all pages and boards of the hall, of an event, or of a table."""

from __future__ import annotations

from dataclasses import asdict

from tablekeeper.cli import actions
from tablekeeper.cli.desk import Opened, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.desk.notices import ANNOUNCE, TAKE_DOWN
from tablekeeper.languages import _
from tablekeeper.regulation.moment import clock_time


def _list(here: Opened, as_json: bool) -> None:
    shown = here.desk.shown().announcements
    if as_json:
        say_json([asdict(one) for one in shown])
        return
    for one in shown:
        to = _(", to %(to)s", to=one.to) if one.to else ""
        say(_(
            "Announcement %(seq)s, %(clock_time)s%(to)s: %(words)s",
            seq=one.seq, clock_time=clock_time(one.at_ms), to=to, words=one.text,
        ))
    if not shown:
        say(_("Nothing is announced."))


command = actions.command("announce", ANNOUNCE, also=[TAKE_DOWN], shows=_list)
