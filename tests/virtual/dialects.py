"""The same matches in the formats of other programs: one table with the format of each program.

No program documents its `.mat` files. These variants were found in real files; a transcript that is written
in any of them must be read, and played, as the same match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tablekeeper.games.backgammon.plays import Play
from tablekeeper.games.backgammon.transcript import Transcript, TranscriptGame, TranscriptTurn


@dataclass(frozen=True)
class Dialect:
    """The format of a program: words, columns, and the text around them."""

    name: str
    heading: str = " {length} point match"
    before: tuple[str, ...] = ()
    game: str = " Game {number}"
    score: str = " {left} : {a}                       {right} : {b}"
    number: str = "{n:>3}) "
    width: int = 31
    gap: str = " "
    dice: str = "{0}{1}:"
    bar: str = "25"
    off: str = "0"
    hit: str = "*"
    merged: bool = False
    dance: str = ""
    double: str = " Doubles => {value}"
    redouble: str | None = None
    take: str = " Takes"
    drop: str = " Drops"
    wins: str = " Wins {points} point{s}{last}"
    last: str = ""
    numbered_result: bool = False
    blank: int = 1
    end: str = "\n"
    encoding: str = "utf-8"
    trailing: str = ""
    upper: bool = False
    names: tuple[str, str] | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def write(self, transcript: Transcript) -> bytes:
        """Return the file."""
        lines = list(self._lines(transcript))
        text = self.end.join(line + self.trailing for line in lines) + self.end
        return text.encode(self.encoding)

    def _lines(self, match: Transcript) -> Iterator[str]:
        left, right = self.names or match.players
        yield from self.before
        for key, value in self.headers.items():
            yield f'; [{key} "{value.format(left=left, right=right, length=match.length)}"]'
        yield self.heading.format(length=match.length)
        for place, game in enumerate(match.games):
            yield from [""] * self.blank
            yield self.game.format(number=game.number)
            a, b = game.score_before
            yield self.score.format(left=left, right=right, a=a, b=b)
            yield from self._game(game, place == len(match.games) - 1)

    def _game(self, game: TranscriptGame, last: bool) -> Iterator[str]:
        cells: list[tuple[int, str]] = []
        cube = 1
        for turn in game.turns:
            if turn.action == "double":
                cube *= 2
            cells.append((turn.seat, self._cell(turn, cube)))
        n = 0
        while cells:
            n += 1
            seat, text = cells.pop(0)
            first, second = ("", text) if seat == 1 else (text, "")
            if seat == 0 and cells and cells[0][0] == 1:
                second = cells.pop(0)[1]
            line = f"{first:<{self.width}}{self.gap}{second}" if second else first
            yield self.number.format(n=n) + line
        assert game.result is not None
        points = game.result.points
        text = self.wins.format(points=points, s="" if points == 1 else "s", last=self.last if last else "")
        text = text.upper() if self.upper else text
        indent = "\t" if self.number.endswith("\t") else " " * 5
        number = self.number.format(n=n + 1) if self.numbered_result else indent
        yield number + (text if game.result.winner == 0 else f"{'':<{self.width}}{self.gap}{text}")

    def _cell(self, turn: TranscriptTurn, cube: int) -> str:
        if turn.action == "roll":
            assert turn.dice is not None
            assert turn.play is not None
            text = f"{self.dice.format(*turn.dice)} {self._play(turn.play) or self.dance}".rstrip()
        elif turn.action == "double":
            word = self.redouble if cube > 2 and self.redouble is not None else self.double
            text = word.format(value=cube)
        else:
            text = self.take if turn.action == "take" else self.drop
        return text.upper() if self.upper else text

    def _play(self, play: Play) -> str:
        words = []
        for origin, target, hit in self._merge(play) if self.merged else play:
            start = self.bar if origin == 25 else str(origin)
            stop = self.off if target == 0 else str(target)
            words.append(f"{start}/{stop}{self.hit if hit else ''}")
        if not self.merged:
            return " ".join(words)
        counted = {word: words.count(word) for word in words}
        return " ".join(word if times == 1 else f"{word}({times})" for word, times in counted.items())

    @staticmethod
    def _merge(play: Play) -> list[tuple[int, int, bool]]:
        # moves of one checker are joined, unless it hit on its way
        steps: list[tuple[int, int, bool]] = []
        for origin, target, hit in play:
            if steps and steps[-1][1] == origin and not steps[-1][2] and len(play) == 2:
                steps[-1] = (steps[-1][0], target, hit)
            else:
                steps.append((origin, target, hit))
        return steps


DIALECTS = (
    Dialect("GNU Backgammon"),
    Dialect(
        "Jellyfish", heading="{length} point match", game="Game {number}",
        score="{left} : {a}                  {right} : {b}", number="{n:>2}) ", width=27, dice="{0}{1}:",
        dance="Cannot Move", merged=True, last=" and the match", numbered_result=True,
    ),
    Dialect(
        "eXtreme Gammon",
        headers={
            "Site": "a server", "Match ID": "77120348", "Player 1": "{left}", "Player 2": "{right}",
            "Player 1 Elo": "1611.42/412", "EventDate": "2024.02.30", "Variation": "Backgammon",
            "Unrated": "Off", "Crawford": "On", "CubeLimit": "1024",
        },
        heading="{length} point match",
        bar="Bar",
        off="Off",
        dance="Cannot Move",
        merged=True,
        last=" and the match",
        end="\r\n",
    ),
    Dialect(
        "XG Mobile",
        headers={"Player 1": "{right}", "Player 2": "{left}", "Variation": "Backgammon"},
        width=27,
        bar="bar",
        off="off",
        hit="",
        wins="Wins {points} point{s}{last}",
        encoding="utf-8-sig",
        trailing="  ",
    ),
    Dialect(
        "GridGammon",
        score=" {left}(1534) : {a}                 {right}(1612) : {b}",
        number="{n:>3}) ",
        double="Doubles => {value}",
        take="Takes",
        drop="Drops",
        dance="Can't move",
        blank=0,
    ),
    Dialect(
        "BGBlitz",
        before=("; BGBlitz 2", ""),
        heading=" {length} point match",
        number="{n}) ",
        dice="{0}{1}:",
        bar="bar",
        off="off",
        double="Double => {value}",
        redouble="Redouble => {value}",
        take="Take",
        drop="Pass",
        blank=2,
        dance="no move",
        wins="Wins {points} point(s){last}",
    ),
    Dialect(
        "FIBS converted",
        names=("kim_l", "leo7"),
        heading="{length} Point Match",
        number="{n:>3}. ",
        dice="({0} {1}):",
        bar="bar",
        off="off",
        double="doubles",
        take="accepts",
        drop="rejects",
        dance="can't move",
        wins="wins {points} point{s}{last}",
        last=" and the match",
        width=40,
    ),
    Dialect(
        "Snowie", heading=" Match to {length} points", game=" Game {number}:", number="{n:>4}) ",
        dice="{0}-{1}:", double="Doubles to {value}", redouble="Redoubles to {value}", take="Accept",
        drop="Decline", dance="(no play)", width=34, end="\r\n",
    ),
    Dialect(
        "tabs", number="{n})\t", width=0, gap="\t", wins="Wins {points} point{s}{last}",
        double="Doubles => {value}", take="Takes", drop="Drops", score="{left} : {a}\t{right} : {b}",
        encoding="utf-16",
    ),
    Dialect(
        "capitals", upper=True, number="{n:>3}) ", game="GAME {number}", heading="{length} POINT MATCH",
        bar="BAR", off="OFF", dance="CANNOT MOVE", trailing="\t ",
    ),
    Dialect(
        "narrow", width=0, gap=" ", double="Doubles => {value}", take="Takes", drop="Drops",
        numbered_result=True, blank=0,
    ),
    Dialect(
        "old Mac",
        end="\r",
        number="{n:>2}) ",
        score="  {left}  : {a}    {right}  : {b}",
        dice="{0},{1}:",
        encoding="cp1252",
        names=("Ren\xe9e Zo\xeb", "J\xfcrgen: 2nd"),
        dance="----",
    ),
)
