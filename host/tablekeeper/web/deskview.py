"""The layout of the rows of an event's desk: sections, groups, crosstables, the next step. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from tablekeeper.director.desk.entries import Ruling
from tablekeeper.director.events import journal
from tablekeeper.director.events.matchrows import (
    CALLED,
    CLAIM,
    DONE,
    OVERDUE,
    PLAYING,
    SEAT,
    WAITING,
    MatchRow,
)
from tablekeeper.director.events.views import EventView
from tablekeeper.formats.apart import SEEDS, WISHES
from tablekeeper.formats.board import named_players
from tablekeeper.languages import _, ngettext, pgettext
from tablekeeper.regulation.finding import WARNING
from tablekeeper.text import listing

from .wording import entrants

#: a list with more rows is folded by group
LONG = 12
#: from this number of games, players who meet each other get a crosstable
MANY_GAMES = 30
#: sections of the desk: address, title, states, and whether it is folded away
_SECTIONS = (
    ("needs", _("Needs you"), (CALLED, CLAIM, OVERDUE), False),
    ("seat", _("To be seated"), (SEAT,), False),
    ("playing", _("Playing"), (PLAYING,), False),
    ("waiting", _("Waiting"), (WAITING,), False),
    ("done", _("Done"), (DONE,), True),
)
#: fields that only a crosstable shows
_CROSSED = (SEAT, WAITING, DONE)


@dataclass(frozen=True, slots=True)
class DeskSection:
    """Rows under a heading, by group; a short list is one group without a name."""

    key: str
    title: str
    groups: tuple[tuple[str, tuple[MatchRow, ...]], ...]
    count: int
    folded: bool


@dataclass(frozen=True, slots=True)
class GameMarks:
    """The letters for a player's results in a crosstable."""

    won: str
    lost: str
    gone: str  # timed out or resigned


GAME_MARKS = GameMarks(
    pgettext("mark of a game", "W"), pgettext("mark of a game", "L"), pgettext("mark of a game", "T")
)


@dataclass(frozen=True, slots=True)
class GamesTable:
    """The games of players most of whom meet each other, by both players."""

    title: str
    players: tuple[str, ...]
    cells: Mapping[tuple[str, str], MatchRow]
    #: the fields of a result that name a player who has timed out or resigned
    gone: tuple[str, ...] = ()
    marks: GameMarks = GAME_MARKS

    def mark(self, row: MatchRow, player: str) -> str:
        """Return the letter for a player's finished game: won, lost, timed out; "–" without a winner."""
        result = row.result or {}
        winner = result.get("winner")
        gone = [result[key] for key in self.gone if result.get(key)]
        if winner is None and not gone:
            return "–"
        marks = self.marks
        won = player == winner or (gone and player not in gone)
        return marks.won if won else marks.gone if gone else marks.lost

    def tally(self, player: str) -> tuple[int, int]:
        """Return the numbers of a player's open and finished games."""
        mine = [row for (one, _), row in self.cells.items() if one == player]
        done = sum(row.state == DONE for row in mine)
        return len(mine) - done, done


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step: a sentence and the address for it; `what` is a form of the event's page.

    A scorer gets no link to a page that only a director may open (`directs`).
    """

    sentence: str
    button: str = ""
    href: str = ""
    what: str = ""
    directs: bool = False


def games_tables(rows: Iterable[MatchRow], gone: tuple[str, ...] = ()) -> tuple[GamesTable, ...]:
    """Return a crosstable for each group of players who play many games against each other."""
    games = [row for row in rows if len(row.players) == 2 and (row.pairing or row.result)]
    if len(games) <= MANY_GAMES:
        return ()
    found = []
    for players in _circles(games):
        cells: dict[tuple[str, str], MatchRow] = {}
        for row in games:
            one, other = row.players
            if one in players and (one, other) not in cells:
                cells[one, other] = cells[other, one] = row
        # at least half of the possible pairs
        if len(players) > 4 and len(cells) >= len(players) * (len(players) - 1) // 2:
            titles = {row.group for row in cells.values()}
            title = titles.pop() if len(titles) == 1 else ""
            found.append(GamesTable(title or _("Games"), players, cells, gone))
    return tuple(found)


def _circles(games: Sequence[MatchRow]) -> list[tuple[str, ...]]:
    """Return groups of players who are connected by games, sorted by name."""
    circle: dict[str, set[str]] = {}
    for row in games:
        one, other = (circle.setdefault(name, {name}) for name in row.players)
        if one is not other:
            one |= other
            for name in other:
                circle[name] = one
    whole = {id(names): names for names in circle.values()}
    return [tuple(sorted(names)) for names in whole.values()]


def sections(rows: Sequence[MatchRow], tables: Sequence[GamesTable]) -> tuple[DeskSection, ...]:
    """Return the rows in their sections; a crosstable's game is listed only if it needs attention."""
    crossed = {row.key for table in tables for row in table.cells.values()}
    found = []
    for key, title, states, folded in _SECTIONS:
        mine = [
            row for row in rows
            if row.state in states and not (row.state in _CROSSED and row.key in crossed)
        ]  # fmt: skip
        if mine:
            found.append(DeskSection(key, title, _groups(mine), len(mine), folded))
    return tuple(found)


def _groups(rows: Sequence[MatchRow]) -> tuple[tuple[str, tuple[MatchRow, ...]], ...]:
    names = dict.fromkeys(row.group for row in rows)
    if len(rows) <= LONG or len(names) < 2:
        return (("", tuple(rows)),)
    return tuple((name or _("Other"), tuple(row for row in rows if row.group == name)) for name in names)


def ruled(
    view: EventView, rows: Iterable[MatchRow], rulings: Iterable[Ruling]
) -> Mapping[str, tuple[str, ...]]:
    """Return the rulings about open matches without a board to show them: sentences by row."""
    about = [one for one in rulings if one.event == view.id and one.match is None and one.counts]
    entered_ms = {one.seq: one.at_ms for one in view.history}
    found = {}
    for row in rows if about else ():
        if row.pairing is None or row.tables:
            continue
        pair = set(row.players)
        # a ruling before an earlier match of the same players was about that match
        since = max(
            (entered_ms[one.seq] for one in view.entered if set(named_players(one.result or {})) == pair),
            default=0,
        )
        found[row.key] = tuple(
            _("Ruling %(seq)s: %(sentence)s", seq=one.seq, sentence=effect.sentence())
            for one in about
            if set(one.players) == pair and one.at_ms >= since
            for effect in one.effects
            if effect.kind != WARNING
        )
    return found


def next_step(
    view: EventView, rows: Sequence[MatchRow], draws: bool, *, free_tables: int = 0, settled: int = 0
) -> NextStep:
    """Return the director's next step, which is also shown on empty pages.

    `settled` is the number of tables with a decided match, which can be freed.
    """
    if view.phase == "discarded":
        return NextStep(_("This event was discarded before it started."))
    if view.phase == "finished":
        return NextStep(
            _("This event is finished. Its results stand."),
            _("See what it is worth"),
            f"/entries/{view.id}",
            directs=True,
        )
    if view.phase == "entries":
        return _before_start(view, draws)
    needs = sum(row.state in (CALLED, CLAIM) for row in rows)
    if needs:
        return NextStep(
            ngettext("%(num)s match needs you.", "%(num)s matches need you.", needs),
            _("Look at it"),
            "#desk-needs",
        )
    drawing = [row for row in rows if "draw" in row.can]
    if drawing:
        name = drawing[0].group or _("The next round")
        return NextStep(_("%(name)s has to be drawn.", name=name), _("Draw it"), what=journal.DRAW)
    throwing = [row for row in rows if "throw" in row.can]
    if throwing:
        told = _("%(players)s throw %(told)s.", players=listing(throwing[0].players), told=throwing[0].told)
        return NextStep(told, _("Enter the throws"), address(view, throwing[0]))
    free = [row for row in rows if row.state in (SEAT, OVERDUE) and "seat" in row.can]
    playing = sum(row.state == PLAYING for row in rows)
    if free and not free_tables and settled:
        told = ngettext(
            "No table is free. %(num)s table can be freed: its result is entered.",
            "No table is free. %(num)s tables can be freed: their results are entered.", settled,
        )  # fmt: skip
        return NextStep(told, _("Free a table"), f"/events/{view.id}/seating")
    if free and not free_tables and playing:
        told = ngettext(
            "%(num)s match waits for a free table.", "%(num)s matches wait for a free table.", len(free)
        )  # fmt: skip
        return NextStep(told + ngettext(" %(num)s is being played.", " %(num)s are being played.", playing))
    if free and free_tables:
        also = ngettext(" %(num)s is being played.", " %(num)s are being played.", playing) if playing else ""
        at_once = min(_at_once(free), free_tables)
        if at_once == len(free):
            told = (
                ngettext("%(num)s match is to be seated.", "%(num)s matches are to be seated.", at_once)
                + also
            )
        else:
            told = _(
                "%(free)s matches are to be played, %(at_once)s of them can be seated now.",
                free=len(free), at_once=at_once,
            ) + also  # fmt: skip
        return NextStep(told, _("Seat the round"), f"/events/{view.id}/seating")
    if view.phase == "over":
        return NextStep(_("Everything is played."), _("Finish the event"), what=journal.FINISH)
    if playing:
        return NextStep(
            ngettext(
                "%(num)s match is being played. Nothing waits for you.",
                "%(num)s matches are being played. Nothing waits for you.",
                playing,
            )
        )
    by_hand = [row for row in rows if row.state in (SEAT, OVERDUE) and "result" in row.can]
    if by_hand:
        told = ngettext(
            "%(num)s match is to be played away from the boards.",
            "%(num)s matches are to be played away from the boards.", len(by_hand),
        )  # fmt: skip
        return NextStep(told, _("Enter the result"), address(view, by_hand[0]))
    return NextStep(_("Nothing is to be played now."))


def _at_once(rows: Iterable[MatchRow]) -> int:
    """Return the number of matches, in their order, that can be played at the same time."""
    busy: set[str] = set()
    count = 0
    for row in rows:
        if busy.isdisjoint(row.players):
            busy.update(row.players)
            count += 1
    return count


def _before_start(view: EventView, draws: bool) -> NextStep:
    missing = view.form.least - len(view.players)
    if missing > 0:
        told = (
            _("Nobody has entered yet.")
            if not view.players
            else _("%(players)s entered.", players=len(view.players))
        )
        told += ngettext(" %(num)s player is missing.", " %(num)s players are missing.", missing)
        return NextStep(told, _("Enter players"), f"/events/{view.id}/players")
    drawn = any(one.action == journal.DRAW and not one.undone for one in view.history)
    entered = _("%(counted)s entered", counted=entrants(len(view.players), view.form))
    if draws and not drawn and {*view.form.draws} <= {*WISHES, SEEDS} and view.options.get("seed") is None:
        told = _("%(entered)s. Nothing is drawn yet.", entered=entered)
        return NextStep(told, _("Draw"), f"/events/{view.id}/draw", directs=True)
    return NextStep(
        _("%(entered)s, and drawn.", entered=entered) if drawn else _("%(entered)s.", entered=entered),
        _("Start the event"),
        what=journal.START,
    )


def address(view: EventView, row: MatchRow) -> str:
    """Return the address of a match's page."""
    return f"/events/{view.id}/matches/{row.key}"


def rulings_address(view: EventView, row: MatchRow, case: str = "") -> str:
    """Return the address of the rulings about a match of two, or of one kind of case."""
    name = (row.pairing or row.result or {}).get("match")
    told = {"match": str(name)} if name is not None and row.pairing is not None else {"players": row.players}
    query = urlencode(told, doseq=True, quote_via=quote)
    return f"/events/{view.id}/rulings{'/' + case if case else ''}?{query}"
