"""The page for playing or recording a match of TARA, its files, and the followed table.

Anybody may play: the match is in the address, and nothing is stored. Only the director can save a match as an
event, or add its new games to an event.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.director.events.sentences import sentence
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.games.tara.picture import description
from tablekeeper.games.tara.score import score
from tablekeeper.games.tara.turn import OUT, Turn
from tablekeeper.languages import _, ngettext
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import counted

from .fragments import Fragment
from .securedpage import SecuredPage
from .taraboard import board, by_reason
from .tarafollow import differences, followed, recording
from .taramatch import TaraMatch, read_match

#: the name of an event that a document without one gets
_NAMELESS = "TARA"


class TaraPages(SecuredPage):
    """Shows a match of TARA, and saves it for the director."""

    # --- the page -----------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """GET /tara, GET /tara?player=NAME&...&game=TURNS: the match, or the form that begins one."""
        sent = request.query_params.multi_items()
        if not any(key in ("player", "seats") for key, _ in sent):
            return await asyncio.to_thread(self._begin, request)
        match = read_match(sent)
        said = request.query_params.get("say")
        if not any(key == "game" for key, _ in sent):
            # from the form: redirect to the address of the match, which has all fields
            return RedirectResponse(match.address(), status_code=303)
        problem = ""
        if said is not None:
            answer = match.said(said)
            if isinstance(answer, Turn):
                return RedirectResponse(match.played(answer), status_code=303)
            problem = answer
        return await asyncio.to_thread(self._match, request, match, problem)

    def _begin(self, request: Request) -> Response:
        found = [(table, recording(table)) for table in self.pages.service.overview.hall().tables]
        tables = [(table, match.address()) for table, match in found if match is not None]
        return self.pages.page(request, "tara_begin.html", tables=tables)

    def _match(self, request: Request, match: TaraMatch, problem: str) -> Response:
        tables = [table for table in self.pages.service.overview.hall().tables if followed(table.match)]
        part = self._part(match) if match.table else None
        session = request.state.session
        directs = session is not None and session.may(DIRECTOR)
        return self.pages.page(
            request, "tara.html", match=match, board=board(match), state=state(match), problem=problem,
            reasons=by_reason(match), counted=score(match.position), told=description(match.position),
            skip=_skip(match), undo=_undo(match), turns=_turns(match), tables=tables, part=part,
            part_html="" if part is None else part.body.decode(),
            now_ms=self.pages.service.clock.now_ms() if part is None else part.now_ms,
            kept=self._continued(match) if directs else [], finished=len(match.scores()),
        )  # fmt: skip

    # --- a table beside it --------------------------------------------------------------------

    def _part(self, match: TaraMatch) -> Fragment:
        """Return the part that shows the followed table, and its differences."""
        table = self._table(match.table)
        found = None if table is None else followed(table.match)
        differs = [] if found is None else differences(match, *found)
        now = self.pages.service.clock.now_ms()
        return self.pages.part("_tara_table.html", now, table=table, found=found, differs=differs)

    def _table(self, uid: str) -> TableView | None:
        try:
            return self.pages.service.overview.table(uid, shown=0).table
        except NotFound:
            # the record may be older than the present tables, so its table may not exist any more
            return None

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/tara?table=UID&...: the followed table, as in the page."""
        match = read_match(request.query_params.multi_items())
        return self.pages.fragment(request, await asyncio.to_thread(self._part, match))

    # --- files --------------------------------------------------------------------------------

    async def notation(self, request: Request) -> Response:
        """GET /tara.txt?...: the match as `tablekeeper tara` reads it."""
        match = read_match(request.query_params.multi_items())
        return _file(str(match.record), "text/plain; charset=utf-8", "match.tara")

    async def document(self, request: Request) -> Response:
        """GET /tara.json?...: the match as an event file."""
        match = read_match(request.query_params.multi_items())
        text = json.dumps(match.document(), indent=2, ensure_ascii=False) + "\n"
        return _file(text, "application/json", "tara.json")

    # --- the director -------------------------------------------------------------------------

    async def save(self, request: Request) -> Response:
        """POST /tara: the match's fields, and `event`, a running event's number, or `name` of a new one."""
        form = await self.auth.form(request)
        match = read_match([(key, str(value)) for key, value in form.multi_items()])
        try:
            event = await asyncio.to_thread(self._save, match, form, request.state.session.person)
        except DocumentError as problem:
            raise UserError(sentence(problem)) from problem
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _save(self, match: TaraMatch, form: FormData, actor: str) -> int:
        events = self.pages.service.events
        document = match.document(whole_games=True)
        if not document["results"]:
            raise UserError(_("No game is over yet: save the match when one is."))
        chosen = str(form.get("event", ""))
        if chosen:
            for view in self._continued(match):
                if str(view.id) == chosen:
                    for result in document["results"][_results(view) :]:
                        events.result(view.id, result, actor=actor)
                    return view.id
            raise UserError(_("That event does not begin with the games of this match: reload the page."))
        name = " ".join(str(form.get("name", "")).split())
        if not name:
            raise UserError(_("The event has no name: give it one."))
        now_ms = self.pages.service.clock.now_ms()
        return events.take_in(Cursor({**document, "name": name}), _NAMELESS, now_ms, actor=actor)

    def _continued(self, match: TaraMatch) -> list[EventView]:
        """Return the running events that have the first games of this match, but not all finished ones."""
        document = match.document(whole_games=True)
        games, found = document["results"], []
        for summary in self.pages.service.events.all():
            if summary.title != "Tara match play" or summary.phase != "running":
                continue
            view = self.pages.service.events.get(summary.id)
            entered = [one.result for one in view.entered if one.result is not None]
            options = {option.key: option.default for option in view.form.options} | dict(view.options)
            same = view.players == match.record.players and options == document["options"]
            if same and len(entered) < len(games) and entered == games[: len(entered)]:
                found.append(view)
        return found


def _results(view: EventView) -> int:
    return sum(one.result is not None for one in view.entered)


def _file(text: str, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)


# --- sentences of the page -----------------------------------------------------------------------


def state(match: TaraMatch) -> str:
    """Return a sentence: the player on turn with the next action, or the end of the game."""
    position = match.position
    if position.over:
        return _ended(match)
    who = match.who(position.turn)
    if match.before_battle:
        return _("%(who)s has no placement left and calls BATTLE.", who=who)
    if not position.hills():
        return (
            _("%(who)s has no turn.", who=who)
            if position.rules.seats == 2
            else _("%(who)s has no turn and is out.", who=who)
        )
    if not (position.battle or match.called):
        return _("Manoeuvres: %(who)s builds.", who=who)
    left = position.left
    last = (
        "" if left is None else _(" After OUT %(turns)s left.", turns=counted(left, "turn is", "turns are"))
    )
    if position.rules.level == 1:
        if position.captures(position.turn):
            return _("Battle: %(who)s captures.", who=who) + last
        return _("Battle: %(who)s builds and links.", who=who) + last
    if position.lull():
        return _("Battle: %(who)s is at a lull: any OP1 hill.", who=who) + last
    return _("Battle: %(who)s plays the highest OP.", who=who) + last


def _ended(match: TaraMatch) -> str:
    red, blue = score(match.position).points
    game = _("Game %(courses)s is drawn, 1 point each.", courses=len(match.courses))
    if red != blue:
        side = 0 if red > blue else 1
        game = ngettext(
            "%(team)s wins game %(game)s with %(points)s points.",
            "%(team)s win game %(game)s with %(points)s points.",
            match.rules.seats // 2, team=match.team(side), game=len(match.courses), points=max(red, blue),
        )  # fmt: skip
    if not match.complete:
        return game
    points = match.points()
    if points[0] == points[1]:
        return _("%(game)s The match is drawn, %(points)s each.", game=game, points=points[0])
    side = 0 if points[0] > points[1] else 1
    return ngettext(
        "%(game)s %(team)s wins the match, %(points)s to %(points2)s.",
        "%(game)s %(team)s win the match, %(points)s to %(points2)s.",
        match.rules.seats // 2, game=game, team=match.team(side), points=max(points), points2=min(points),
    )  # fmt: skip


def _skip(match: TaraMatch) -> tuple[str, str] | None:
    """Return the label and address of the button for a turn without a hill, if such a turn is legal."""
    for turn in match.turns():
        if not turn.hill:
            label = "OUT" if turn.kind == OUT else _("No turn: pass")
            return label, match.played(turn)
    return None


def _undo(match: TaraMatch) -> tuple[str, str] | None:
    """Return the turn that an undo removes, and the address after the undo."""
    if match.called:
        return "BATTLE", match.address(called=False) + "#board"
    game = len(match.courses) - 1
    turns = match.record.games[game]
    if not turns:
        if not game:
            return None
        return _("the start of game %(game)s", game=game + 1), match.turned(
            game - 1, len(match.record.games[game - 1])
        )
    who = match.record.players[match.courses[game][len(turns) - 1].turn]
    return f"{_said(turns[-1])}, {who}", match.turned(game, len(turns) - 1)


def _turns(match: TaraMatch) -> Sequence[tuple[int, list[dict[str, Any]]]]:
    """Return every game's turns, newest game first: the turn, its player, and the address after it."""
    found = []
    for game, (turns, course) in enumerate(zip(match.record.games, match.courses, strict=True)):
        lines = [
            {"who": match.record.players[before.turn], "text": _said(turn),
             "address": match.turned(game, count), "side": before.turn & 1}
            for count, (turn, before) in enumerate(zip(turns, course, strict=False), 1)
        ]  # fmt: skip
        found.append((game + 1, lines))
    return found[::-1]


def _said(turn: Turn) -> str:
    return f"{'BATTLE, ' if turn.announces else ''}{str(turn).removeprefix('battle ')}"
