"""The prints of an event: the data of each print, and its layout on A4 pages.

A print is one HTML document: at an address of the event, and from `tablekeeper event print` as a file
that needs no other files. Long names take several lines; nothing is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import wrap
from typing import Any

from tablekeeper.director.events.fees import EventMoney
from tablekeeper.director.events.matchrows import DONE, MatchRow, match_rows
from tablekeeper.director.events.views import EventView
from tablekeeper.director.service import Director
from tablekeeper.director.views import TableView
from tablekeeper.errors import UserError
from tablekeeper.feeds.prizes import places_text, prize_lines
from tablekeeper.formats.board import named_players
from tablekeeper.formats.paper import PaperBracket, PaperMatch, PaperRound
from tablekeeper.languages import _, joined
from tablekeeper.pictures import qr
from tablekeeper.text import number, value_text

from . import wording
from .environment import HERE, environment
from .settings import Settings

#: sizes of a tree's page, the first that fits is used: matches of its first round, rounds side by side
_TREES = ((16, 5), (16, 4), (16, 3), (8, 4), (8, 3))
#: rounds side by side on a page -> bold letters in a line of a name (A4 portrait, 8 pt)
_LETTERS = {5: 15, 4: 20, 3: 29}
#: heights in mm: a tree on a page, a match's name above its seats, the smallest seat, a line of a
#: player's name, and the space around these lines (`print.css`)
_TREE_HIGH, _CAPTION, _SEAT, _NAME_LINE, _AROUND = 240.0, 2.8, 5.2, 3.1, 1.2
#: columns of a crosstable and of a wall chart on one page
TABLE_COLUMNS, CHART_COLUMNS = 24, 12
#: lines of a score sheet for games: the most, and without a known length; a race is one game and has none
_LINES, _GAMES = 13, 7
#: fields of a result with a line on a score sheet, in addition to the final figures
_WRITTEN = ("points", "cube", "order", "first_colour", "first_both")
_FIGURES = ("wholes", "decimal")


@dataclass(frozen=True, slots=True)
class EventPaper:
    """The data for the prints of one event."""

    view: EventView
    rows: tuple[MatchRow, ...]
    tables: tuple[TableView, ...]
    money: EventMoney
    report: Mapping[str, Any]
    now_ms: int
    #: the address of the pages for readers, such as http://192.168.1.5:8080; "" if there is none
    base: str = ""
    #: the key of a match, or the name of a round or a player: print only this; "" = all
    match: str = ""
    round: str = ""
    player: str = ""

    @property
    def open(self) -> tuple[MatchRow, ...]:
        """The open matches with known players; no throws, no draw.

        Only those of the requested match, round or player.
        """
        return tuple(
            row
            for row in self._playable
            if self.match in ("", row.key) and self.round in ("", row.group)
            and self.player in ("", *row.players)
        )

    @property
    def rounds(self) -> tuple[str, ...]:
        """The names of the rounds with open matches, if there are several."""
        found = tuple(dict.fromkeys(row.group for row in self._playable if row.group))
        return found if len(found) > 1 else ()

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players with open matches, in the order of the event."""
        found = {name for row in self._playable for name in row.players}
        return tuple(name for name in self.view.players if name in found)

    @property
    def _playable(self) -> tuple[MatchRow, ...]:
        return tuple(
            row
            for row in self.rows
            if row.state != DONE and row.pairing and len(row.players) > 1
            and not row.pairing.get("draw") and not self.view.form.round_of(row.pairing)
        )  # fmt: skip

    def code(self, path: str, label: str) -> Mapping[str, str] | None:
        """Return an address of this host with its QR code; None if no reader can reach it."""
        if not self.base:
            return None
        return {"address": f"{self.base}{path}", "picture": qr.svg(f"{self.base}{path}", label)}


def event_paper(
    service: Director, event: int, base: str = "", *, match: str = "", round_name: str = "", player: str = ""
) -> EventPaper:
    """Return the data for prints of an event, or of one match, round or player. NotFound: no such event."""
    view = service.events.get(event)
    hall = service.overview.hall()
    rows = match_rows(view, hall.tables, hall.now_ms)
    return EventPaper(
        view, rows, hall.tables, service.events.fees.money(event),
        service.desk.report(event=event), hall.now_ms, base, match, round_name, player,
    )  # fmt: skip


# --- one function for each print: None if there is nothing to print ---------------------------------


def _match_facts(paper: EventPaper, row: MatchRow) -> dict[str, Any]:
    plan = paper.view.plan(row.pairing or {})
    return {
        "row": row,
        # the name PC1-2 already contains the round PC1
        "title": joined(
            text for text in (row.group, row.name) if text and (text == row.name or text not in row.name)
        ),
        "tables": ", ".join(table.name for table in row.tables),
        "control": plan.control or "",
        "starts": "" if plan.start_ms is None else wording.moment(plan.start_ms),
    }


def _codes(paper: EventPaper, names: Collection[str]) -> dict[str, Mapping[str, str] | None]:
    """Return a code for each of these players, in the order of the event; a player may have many matches."""
    return {
        name: paper.code(f"/events/{paper.view.id}/players/{place}", _("player's page"))
        for place, name in enumerate(paper.view.players, 1)
        if name in names
    }


def _fields(paper: EventPaper, row: MatchRow) -> list[str]:
    """Return the fields on a match's score sheet beside the winner."""
    form = paper.view.form
    return [
        one.label
        for one in form.asked(row.pairing or {})
        if one.key in _WRITTEN or (one.kind in _FIGURES and one.key not in form.unplayed)
    ]


def _sheets(paper: EventPaper) -> Mapping[str, Any] | None:
    form = paper.view.form
    rows = paper.open
    codes = _codes(paper, {name for row in rows for name in row.players})
    sheets = []
    for row in rows:
        fields = _fields(paper, row)
        lines = min(_LINES, 2 * row.points - 1) if row.points else _GAMES
        if form.board.race_rules or len(row.players) > 4:
            lines = 0
        own = [(name, codes[name]) for name in row.players if name in codes]
        sheets.append(_match_facts(paper, row) | {"codes": own, "lines": lines, "fields": fields})
    return {"sheets": sheets} if sheets else None


def _player_sheets(paper: EventPaper) -> Mapping[str, Any] | None:
    rows = paper.open
    names = {paper.player} if paper.player else {name for row in rows for name in row.players}
    sheets: list[dict[str, Any]] = []
    for name, code in _codes(paper, names).items():
        matches = [
            _match_facts(paper, row)
            | {"others": [one for one in row.players if one != name], "fields": _fields(paper, row)}
            for row in rows
            if name in row.players
        ]
        if matches:
            fields = list(dict.fromkeys(label for one in matches for label in one["fields"]))
            sheets.append({"name": name, "code": code, "matches": matches, "fields": fields})
    # if no player has several matches, each match gets a score sheet
    several = any(len(one["matches"]) > 1 for one in sheets)
    return {"sheets": sheets} if several else None


def _cards(paper: EventPaper) -> Mapping[str, Any] | None:
    cards = [
        _match_facts(paper, row)
        | {"code": paper.code(f"/events/{paper.view.id}/matches/{row.key}", _("match's page"))}
        for row in paper.open
    ]
    return {"cards": cards} if cards else None


def _by_name(paper: EventPaper) -> Mapping[str, Any] | None:
    found = [
        _match_facts(paper, row) | {"name": name, "others": [one for one in row.players if one != name]}
        for row in paper.open
        for name in row.players
    ]
    found.sort(key=lambda one: str(one["name"]).casefold())
    return {"pairings": found, "by_name": True} if found else None


def _by_table(paper: EventPaper) -> Mapping[str, Any] | None:
    places = {table.uid: place for place, table in enumerate(paper.tables)}

    def place(row: MatchRow) -> int:
        return min((places[one.uid] for one in row.tables), default=len(places))

    rows = sorted(paper.open, key=place)
    return {"pairings": [_match_facts(paper, row) for row in rows], "by_name": False} if rows else None


def _signs(paper: EventPaper) -> Mapping[str, Any] | None:
    signs = [
        (table, paper.code(f"/tables/{table.uid}", _("page of %(name)s", name=table.name)))
        for table in paper.tables
    ]
    return {"signs": signs} if signs else None


def _standings(paper: EventPaper) -> Mapping[str, Any] | None:
    return {} if paper.view.answer is not None and paper.view.answer.rows else None


@dataclass(frozen=True, slots=True)
class TreePage:
    """A page of a bracket: the same part of some rounds; `first` is its first round (from 0)."""

    title: str
    rounds: tuple[PaperRound, ...]
    first: int
    #: whether the last round is the last of the whole tree
    is_end: bool


def tree_pages(bracket: PaperBracket) -> tuple[TreePage, ...]:
    """Return the pages of a tree: parts of its first rounds, then the later rounds.

    A page has 16 matches of its first round and five rounds; fewer if long names would make it too high.
    No page has only the final.
    """
    pages: list[TreePage] = []
    first = 0
    while first < len(bracket.rounds):
        matches = bracket.rounds[first].matches
        left = len(bracket.rounds) - first
        fitting = (one for one in _TREES if left - one[1] != 1 and _high(matches, *one) <= _TREE_HIGH)
        each, most = next(fitting, _TREES[-1])
        rounds = bracket.rounds[first : first + most]
        parts = max(1, len(matches) // each)
        for part in range(parts):
            cut = tuple(
                PaperRound(one.title, one.matches[part * len(one.matches) // parts :
                                                  (part + 1) * len(one.matches) // parts])
                for one in rounds
            )  # fmt: skip
            whole = _("part %(part)s of %(parts)s", part=part + 1, parts=parts) if parts > 1 else ""
            names = (
                rounds[0].title
                if len(rounds) == 1
                else _("%(title)s to %(title2)s", title=rounds[0].title, title2=rounds[-1].title)
            )
            title = joined(text for text in (bracket.title, names, whole) if text)
            pages.append(TreePage(title, cut, first, first + len(rounds) == len(bracket.rounds)))
        first += len(rounds)
    return tuple(pages)


def _high(matches: Sequence[PaperMatch], each: int, beside: int) -> float:
    """Return the height in mm of a round's highest part, with this number of matches and rounds beside it."""
    highs = []
    for start in range(0, len(matches), each):
        seats = [seat for match in matches[start : start + each] for seat in match.seats]
        # the text beside a name is smaller, and must not be split
        texts = (f"{seat.player} {'x' * (len(seat.aside) * 4 // 5)}" for seat in seats)
        lines = (wrap(text, _LETTERS[beside]) for text in texts)
        names = sum(max(_SEAT, len(one) * _NAME_LINE + _AROUND) for one in lines)
        highs.append(names + len(seats) / 2 * _CAPTION)
    return max(highs)


def _bracket(paper: EventPaper) -> Mapping[str, Any] | None:
    view = paper.view
    brackets = () if view.answer is None else view.form.brackets(view.played)
    if not brackets:
        return None
    return {"brackets": [(one, tree_pages(one) if one.is_tree else ()) for one in brackets]}


def _crosstable(paper: EventPaper) -> Mapping[str, Any] | None:
    view = paper.view
    found = () if view.answer is None else view.form.crosstables(view.played, view.answer)
    tables = [one for one in found if one.rows]
    return {"tables": [(one, _shared(len(one.rows), TABLE_COLUMNS)) for one in tables]} if tables else None


def _shared(columns: int, most: int) -> list[tuple[int, int]]:
    """Return (first, last + 1) of blocks of at most `most` columns, as equal as possible.

    >>> _shared(24, 24), _shared(25, 24)
    ([(0, 24)], [(0, 12), (12, 25)])
    """
    count = max(1, -(-columns // most))
    edges = [columns * part // count for part in range(count + 1)]
    return list(pairwise(edges))


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line of a wall chart: a cell for each played match ("W 12", "7-3")."""

    number: int
    player: str
    cells: tuple[tuple[str, str], ...]


def _chart(paper: EventPaper) -> Mapping[str, Any] | None:
    if paper.view.answer is None:
        return None
    place = {name: at for at, name in enumerate(paper.view.players, 1)}
    cells: dict[str, list[tuple[str, str]]] = {name: [] for name in place}
    done = [row for row in paper.rows if row.result is not None and row.entries]
    for row in sorted(done, key=lambda row: row.entries[-1].seq):
        result = row.result or {}
        names = [name for name in named_players(result) if name in place]
        for name in names if len(names) > 1 else ():
            cells[name].append(_chart_cell(result, name, names, place))
    # in the order of rounds, so that each finds the cells of the rounds before it
    for at, given in paper.view.form.given(paper.view.played):
        names = list(named_players(given))
        for name in names:
            cells[name].insert(at - 1, _chart_cell(given, name, names, place))
    lines = [ChartLine(place[name], name, tuple(found)) for name, found in cells.items()]
    columns = max((len(line.cells) for line in lines), default=0)
    # empty columns for handwriting, if the page has room
    columns = max(columns, min(CHART_COLUMNS, columns + 4), 6)
    if not lines:
        return None
    return {"lines": lines, "blocks": _shared(columns, CHART_COLUMNS)}


def _chart_cell(
    result: Mapping[str, Any], name: str, names: Sequence[str], place: Mapping[str, int]
) -> tuple[str, str]:
    won = result.get("winner")
    if len(names) == 1:
        return (_("bye") if won else "–", "")
    sign = "" if won is None else ("W " if won == name else "L ")
    others = " ".join(str(place[one]) for one in names if one != name)
    score = result.get("score")
    if not isinstance(score, list | tuple) or len(score) != len(names):
        return f"{sign}{others}", ""
    own = names.index(name)
    told = "-".join(str(number(one)) for one in (score[own], *score[:own], *score[own + 1 :]))
    return f"{sign}{others}", told


def _payout(paper: EventPaper) -> Mapping[str, Any] | None:
    return None if paper.money.sheet is None else {"money": paper.money, "sheet": paper.money.sheet}


def _report(paper: EventPaper) -> Mapping[str, Any] | None:
    return {"told": paper.report}


@dataclass(frozen=True, slots=True)
class PrintKind:
    """A kind of print of an event."""

    key: str
    title: str
    about: str
    template: str
    needed: Callable[[EventPaper], Mapping[str, Any] | None]
    #: "portrait", "landscape" or "double": two sheets on a page
    page: str = "portrait"
    #: whether only a director may see it
    directors: bool = False
    #: whether it can be limited to one match, one round or one player
    by_match: bool = False
    #: the member with the list of its items, and the items per page; "" = only the browser knows the pages
    sheets: tuple[str, int] = ("", 1)


PRINTS = (
    PrintKind("score-sheets", _("Score sheets"),
              _("One for each match to be played, two on a page, with QR codes of the players' pages."),
              "print_sheets.html", _sheets, by_match=True, sheets=("sheets", 2)),
    PrintKind("player-sheets", _("Players' sheets"),
              _("One for each player, with all matches to be played and room for their results."),
              "print_player_sheets.html", _player_sheets, by_match=True, sheets=("sheets", 1)),
    PrintKind("match-cards", _("Match cards"),
              _("One for each match to be played, eight on a page, with the QR code of its page."),
              "print_cards.html", _cards, by_match=True, sheets=("cards", 8)),
    PrintKind("pairings", _("Pairings by name"), _("Every player with opponent and table, to hang up."),
              "print_pairings.html", _by_name, by_match=True),
    PrintKind("pairings-by-table", _("Pairings by table"), _("The matches in the order of the tables."),
              "print_pairings.html", _by_table, by_match=True),
    PrintKind("table-signs", _("Table signs"), _("A page for each table, with the QR code of its page."),
              "print_signs.html", _signs, "landscape", sheets=("signs", 1)),
    PrintKind("standings", _("Standings"), _("Places, figures and what decided."), "print_standings.html",
              _standings),
    PrintKind("bracket", _("Bracket"),
              _("The Main over as many pages as it needs, and the stages beside it."),
              "print_bracket.html", _bracket),
    PrintKind("crosstable", _("Crosstable"), _("Everybody against everybody."), "print_crosstable.html",
              _crosstable, "landscape"),
    PrintKind("wall-chart", _("Wall chart"),
              _("Each player's matches in order, with room to write further ones."),
              "print_chart.html", _chart, "landscape"),
    PrintKind("payout", _("Payout sheet"), _("The pool, who gets what, and room for signatures."),
              "print_payout.html", _payout, directors=True),
    PrintKind("incident-report", _("Incident report"), _("What the desk decided in this event."),
              "print_report.html", _report, directors=True),
)  # fmt: skip
BY_KEY: Mapping[str, PrintKind] = {one.key: one for one in PRINTS}


def available(paper: EventPaper, directs: bool) -> dict[PrintKind, int]:
    """Return the possible prints for a director or for anybody, with their numbers of pages (0: unknown)."""
    # without an address no QR code is made
    bare = replace(paper, base="")
    found = {}
    for kind in PRINTS:
        if (directs or not kind.directors) and (needed := kind.needed(bare)) is not None:
            member, each = kind.sheets
            found[kind] = -(-len(needed[member]) // each) if member else 0
    return found


def context(paper: EventPaper, kind: PrintKind) -> dict[str, Any]:
    """Return the data for the template of a print; raise UserError if there is nothing to print."""
    needed = kind.needed(paper)
    if needed is None:
        raise UserError(_(
            "%(name)s: there is nothing to print as '%(kind)s' now.",
            name=paper.view.name, kind=kind.title,
        ))
    return {
        "paper": paper, "event": paper.view, "kind": kind, "now": wording.moment(paper.now_ms),
        "value_text": value_text, "places_text": places_text,
        "prize_lines": prize_lines, **needed,
    }  # fmt: skip


def print_file(paper: EventPaper, kind: PrintKind) -> str:
    """Return a print as a self-contained file; raise UserError if there is nothing to print."""
    told = context(paper, kind)
    style = (HERE / "static" / "print.css").read_text(encoding="utf-8")
    return environment(Settings()).get_template(kind.template).render(told, style=style)


def cards_file(links: Sequence[tuple[str, str]], day: str) -> str:
    """Return the cards of tables, (name, address of the link), as a self-contained file."""
    style = (HERE / "static" / "print.css").read_text(encoding="utf-8")
    cards = [
        (name, {"address": one, "picture": qr.svg(one, _("QR code of the address"))}) for name, one in links
    ]
    found = environment(Settings()).get_template("print_table_cards.html")
    return found.render(cards=cards, day=day, style=style)
