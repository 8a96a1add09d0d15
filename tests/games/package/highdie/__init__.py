"""High die as the host meets it: the whole half of a game that a package ships."""

from tablecore import records
from tablekeeper.games.game import Game
from tablekeeper.games.orders import check_winner, result_stub
from tablekeeper.games.sentences import how_said, said, seat
from tablekeeper.games.setupoption import SetUpOption
from tablekeeper.games.setupplan import Plan
from tablekeeper.games.view import FinishedGame, MatchView, SeatView
from tablekeeper.text import counted
from tableprograms.highdie import sheet as board

PHASES = {board.READY: "ready", board.PLAY: "play", board.RESULT: "result", board.OVER: "over"}


def plan(answers):
    """Return the set-up of a match to so many games."""
    opener = (board.HIGHDIE, board.HighDieSheet.VERSION, int(answers["target"]), 0, 0, 0)
    return Plan(board.HighDieSheet.PROGRAM, 2, (opener,), "none")


def view(match_id, sheet, players, device_now, offset):
    """Return the view of a match, None when there is none."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    wins = [f"{players[number]} {sheet.wins[number]}" for number in (0, 1)]
    notes = [f"threw {die}" if die and phase == "play" else "" for die in sheet.thrown]
    seats = tuple(
        SeatView(name, str(sheet.wins[number]), tuple(filter(None, [notes[number]])), None,
                 phase == "play" and not sheet.thrown[number],
                 phase == "over" and sheet.winner == number)
        for number, name in enumerate(players)
    )  # fmt: skip
    state = {"ready": "Not begun", "play": "Throwing", "over": f"{players[sheet.winner % 2]} wins the match"}
    return MatchView(
        id=match_id, program="highdie", title=f"High die to {sheet.target}", seats=seats, phase=phase,
        state=state.get(phase, f"{players[sheet.winner % 2]} has the higher die"), facts=(),
        standing=", ".join(wins), counted="Games won", dice=(), game=sheet.games + 1, control="none",
        winners=tuple(enumerate(players)) if phase == "play" else (),
    )  # fmt: skip


def finished(before, sheet, fields, uid):
    """Return what a game came to: both dice."""
    winner, _, how, _ = fields
    first, second = before.thrown
    return FinishedGame(
        sheet.games, winner, said(f"{first} to {second}", how_said(how)), how_said(how),
        f"{sheet.wins[0]}-{sheet.wins[1]}", uid,
    )  # fmt: skip


def end_order(table, sheet, winner):
    """Return the order that gives the game in progress to a seat."""
    check_winner(table, winner, 2, sheet.phase == board.PLAY)
    return result_stub(winner, records.PLAYED)


SENTENCES = {
    board.HIGHDIE: lambda who, a, b, c, p, q: f"match {p}: high die, {counted(b, 'game')} win it",
    records.DICE: lambda who, a, b, c, p, q: f"{seat(who, a)} throws a {b}",
}

GAME = Game(
    key="highdie", program=board.HighDieSheet.PROGRAM, title="High die",
    options=(SetUpOption("target", "Games", (("1", "one"), ("2", "two"), ("3", "three")), "2"),),
    most_seats=2, seats=lambda answers: 2, plan=plan, view=view, finished=finished, end_order=end_order,
    sentences=SENTENCES,
)  # fmt: skip
