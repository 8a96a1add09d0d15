"""Whole events by commands alone, from an empty database, while a real host serves boards that play.

No name of a match and no JSON is typed. Half of the tables have boards; at the others the director enters
what the players tell. The host is killed in the middle of each event.
"""

import itertools
import json
import re

import pytest

from tests.cli.evening import Circle, circle, evening  # noqa: F401
from tests.guards import sample

#: another one each day, and never the one that test_evening_browser.py plays
EVENINGS = ("league", "tourney", "knockout")


def by_hand(hall, event, pairings):
    """Enter that the first of the alphabet wins each match, to one point."""
    for pairing in pairings:
        winner, loser = sorted(pairing.players())
        told = f"--winner {winner} --players {winner},{loser} --score {pairing.length},1"
        hall.type(f"event result {event} {told}")


def play_on(hall, event):
    """Play what is to be played: one half at the boards, the other entered by hand."""
    tables = len(hall.boards.uids)
    while found := hall.next(event):
        seated = hall.seat(event, range(1, 1 + min(tables, (len(found) + 1) // 2)))
        by_hand(hall, event, [one for one in found if frozenset(one.players()) not in seated])
        hall.wait(event, seated)


@sample.scenario("an evening's knockout by commands")
@sample.in_turn("knockout", EVENINGS, of=3)
def test_a_knockout_with_progressive_consolation(evening):  # noqa: F811
    hall = evening(4, min)
    say = hall.type
    say("event new backgammon-16 Cup --length 3,3,5 --consolation-length 3 --late 2 --seed 7")
    say("event enter Cup Ann Bob Cid Dan Eve Finn Gus Hana Ida Jon Kim Leo Mia Ned")
    say("event timetable Cup --control '3m/pt b12'")
    say("committee set Ida Leo Mia")
    say("event start Cup")
    assert say("event next Cup").count("waits in") == 2
    # four matches are set up at boards; two players arrive late
    hall.boards.playing.clear()
    seated = hall.seat("Cup", range(1, 5))
    say("event enter Cup Ola")
    say("event enter Cup Pia")
    assert len(hall.next("Cup")) == 8
    assert "no place" in hall.refused("event enter Cup Quin")
    # a penalty at a board: its player and the event say which match it is
    slow, other = sorted(max(seated, key=sorted))
    said = say(f"penalty points 1 {slow} --event Cup --cause pace --reason 'eight minutes'")
    hall.until_said("ruling list", "carried out")
    ruling = said.split()[1].rstrip(":")
    # the appeal: the committee overturns it, and the point is taken back
    say(f"appeal raise {ruling} {slow}")
    votes = "--director uphold --vote Leo=overturn --vote Mia=overturn"
    say(f"appeal decide 4 {votes} --heard {slow} --heard {other} --instead 'warn {slow}'")
    hall.until_said("ruling list", "taken back")
    # a second one stands
    say(f"penalty points 1 {other} --event Cup --cause noise --reason 'sang all the time'")
    hall.until_said("ruling list", f"{slow} gets 1 point ({other}: noise or attitude): carried out")
    # the host dies with four matches set up; the boards play on
    before = say("event history Cup")
    hall.boards.playing.set()
    hall.restart()
    assert say("event history Cup").startswith(before)
    hall.wait("Cup", seated)
    # one goes home
    gone = hall.next("Cup")[-1].one
    assert "decided without play" in hall.refused(f"event withdraw Cup {gone} --reason ill")
    assert "without play" in say(f"event withdraw Cup {gone} --reason ill --yes")
    # a wrong result is found when the next round has begun: it is undone, and the right one entered
    say("event result Cup --winner Ola --score 3,1")
    for _ in ("round A", "round B"):
        by_hand(hall, "Cup", [one for one in hall.next("Cup") if "Mia" in one.players()])
    wrong = hall.number("Cup", "winner Ola")
    assert "winner Ola" in say(f"event undo Cup {wrong} --reason 'the sheet was read wrongly'")
    say("event result Cup --winner Ned --score 3,2")
    play_on(hall, "Cup")
    say("event finish Cup")
    assert "everything was recounted, and agrees" in hall.recount("Cup")
    assert json.loads(say("event standings Cup --json"))["winner"] == "Ann"
    half = say("event history Cup").count(" Board 0")
    assert half >= 13


@sample.in_turn("league", EVENINGS, of=3)
def test_a_league_with_lots_colours_a_tie_of_three_and_playoffs(evening):  # noqa: F811
    hall = evening(1, Circle(3))
    say = hall.type
    say("event new league-2t-xl League --drr 1 --playoffs top2 --final-to 2")
    say("event enter League Ann Bob Cid")
    say("event start League")
    # lots
    assert "round of die-roll for the positions: Ann, Bob and Cid" in say("event next League")
    say("event throw League 'Ann 3, Bob 3, Cid 6'")
    say("event throw League 'Ann 5, Bob 2'")
    one, other, _ = hall.next("League")[0]
    say(f"event colours League '{one} red+green, {other} yellow+blue'")
    # at the board, which goes on by itself from game to game; the host dies in between
    hall.seat("League", [1])
    hall.until_said("event history League", "set up for game 2")
    hall.restart()
    hall.until_said("event history League", "set up for game 4")
    # the other half by hand; the board's last result of the first half turns out to be wrong
    for pairing in hall.next("League"):
        # the board has entered each player's last game: who is meant is said
        winner = circle(pairing.players())
        [loser] = {*pairing.players()} - {winner}
        say(f"event result League --winner {winner} --players {winner},{loser} --pawns 8,0 --colours 2,0")
    assert "to break the tie: Ann, Bob and Cid" in say("event next League")
    wrong = hall.number("League", "Board 000001: the result Ann v Bob")
    told = "--winner Bob --pawns 8,7 --colours 2,1 --minutes 31"
    say(f"event rule League {wrong} 'seven pawns were home' {told}")
    say("event undo League --reason 'they were not'")
    # the tie of three: who is level throws again; then the playoffs
    say("event throw League 'Ann 6, Bob 6, Cid 1'")
    [final] = hall.next("League")
    for winner in (final.one, final.other, final.other):
        say(f"event result League --winner {winner}")
    say("event finish League")
    assert "everything was recounted, and agrees" in hall.recount("League")
    assert json.loads(say("event standings League --json"))["winner"] == final.other


@sample.in_turn("tourney", EVENINGS, of=3)
@pytest.mark.gnubg
def test_a_tric_trac_tourney_with_a_timeout(evening):  # noqa: F811
    hall = evening(6, min)
    say = hall.type
    names = "Ann Bob Cid Dan Eve Finn Gus Hana Ida Jon Kim Leo".split()
    say("event new ttt-backgammon Tourney")
    say("event enter Tourney " + " ".join(names))
    say("event timetable Tourney --control '12m b12'")
    say("event start Tourney")
    # a timeout at a table without a board: GNU Backgammon says what the position was worth
    said = say("event result Tourney --timeout Leo --players Ann,Leo --position 4HPwATDgc/ABMA")
    assert re.search(r"GNU Backgammon .*2-ply, .*position 4HPwATDgc/ABMA, timeout Leo, wins [\d.]+", said)
    # half of the games at the boards; the host dies in between
    for number in itertools.count():
        if not (found := hall.next("Tourney")):
            break
        if number == 1:
            hall.restart()
        seated = hall.seat("Tourney", range(1, 7))
        busy = frozenset().union(*seated)
        free = [one for one in found if not busy & set(one.players())] or found
        by_hand = [one.players() for one in free if frozenset(one.players()) not in seated]
        for winner, loser in map(sorted, by_hand[: len(seated)]):
            say(f"event result Tourney --players {winner},{loser} --winner {winner} --kind gammon")
        hall.wait("Tourney", seated)
    # a result from the beginning was wrong
    wrong = hall.number("Tourney", "Ann v Bob, winner Ann")
    say(f"event undo Tourney {wrong} --reason 'the sheets were mixed up'")
    assert [one.players() for one in hall.next("Tourney")] in ([("Ann", "Bob")], [("Bob", "Ann")])
    say("event result Tourney --players Ann,Bob --winner Bob")
    assert say("event history Tourney").count("Board 0") >= 30
    say("event finish Tourney")
    assert "everything was recounted, and agrees" in hall.recount("Tourney")
    assert [row["played"] for row in json.loads(say("event standings Tourney --json"))["rows"]] == [11] * 12
