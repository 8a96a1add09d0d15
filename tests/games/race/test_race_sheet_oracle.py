"""The board's race sheet and the referee keep the same account: random games, right and wrong."""

import contextlib
import random
from itertools import product

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.formats.race_result import result
from tablekeeper.games.race.lineup import COLOURS, RULES, Lineup, usual
from tablekeeper.games.race.race import Race
from tablekeeper.games.race.view import placing
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as sheetrace
from tests.tableprograms.race.log import NOBODY, RaceLog

PLAYERS = ("Ann", "Bob", "Cid")
GAMES = 130


def drawn(rules, chance):
    """Return a line-up of the usual colours or of any, and its packed form."""
    wanted = RULES[rules]
    players = PLAYERS[: wanted.players]
    lineup = usual(rules, players)
    if chance.random() < 0.5:
        colours = chance.sample(COLOURS, wanted.players * wanted.colours)
        own = [tuple(colours[place :: wanted.players]) for place in range(wanted.players)]
        lineup = Lineup(rules, players, tuple(own))
    owner = [lineup.owner(colour) if colour in lineup.in_play else NOBODY for colour in COLOURS]
    return lineup, racerules.pack(owner)


def same(race, sheet):
    """Hold every figure of the referee against the sheet."""
    lineup = race.lineup
    for number, colour in enumerate(COLOURS):
        assert sheet.home[number] == race.pawns.get(colour, 0)
    assert tuple(COLOURS[number] for number in sheet.order) == race.completed
    assert sheet.is_decided() == race.decided
    assert tuple(COLOURS[number] for number in placing(sheet)) == race.order
    assert tuple(lineup.players[seat] for seat in sheet.finishers()) == race.finishers
    leader = sheet.leader()
    won = None if leader == NOBODY else lineup.players[leader]
    # the sheet calls the first of "Game 0" its winner, who for an event is only the first of an order
    assert won == (race.first_colour if lineup.rules == "3T-XS" and race.decided else race.winner)
    for seat in range(len(lineup.players)):
        assert sheet.counted(seat) == race.counted(seat)
        assert sheet.completed(seat) == race.colours_completed(seat)
    assert (sheet.phase == sheetrace.RESULT) == race.decided


EVERY = pytest.mark.parametrize(("rules", "logged"), list(product([*RULES, "TA"], [False, True])))


@EVERY
def test_the_sheet_and_the_referee_agree_on_random_games(rules, logged):
    play(rules, logged, GAMES, random.Random(f"{rules} {logged}"))


@pytest.mark.soak
@EVERY
def test_the_sheet_and_the_referee_agree_on_many_games(rules, logged, record_property):
    accepted, refused = play(rules, logged, 1500, random.Random(f"{rules} {logged} many"))
    record_property("figure", f"{rules}: 1,500 games, {accepted:,} acts taken, {refused:,} refused by both")


def play(rules, logged, games, chance):
    """Tell random games, right and wrong, to both; return how many acts both took and both refused."""
    options = racerules.LOGGED if logged else 0
    accepted = refused = 0
    for _ in range(games):
        played = "GP" if rules == "TA" else rules
        lineup, packed = drawn(played, chance)
        rows = ((records.SERIES, racerules.GRAND_PRIX, 2, 3),) if rules == "TA" else ()
        first = chance.randrange(len(lineup.players))
        log = RaceLog().run(racerules.NAMES.index(rules), options, *rows).game(first, packed)
        race, told = Race(lineup, triathlon=rules == "TA"), []
        for _ in range(chance.randrange(20, 90)):
            sheet = log.sheet
            if logged and sheet.phase == sheetrace.PLAY and not sheet.clock.running:
                log.fits(records.RESUME, sheet.turn)
            kind = chance.random()
            if kind < 0.1:
                if told:
                    log.add(records.UNDO, p=told.pop())
                    race = race.undo()
                    same(race, log.sheet)
                continue
            after = None
            if kind < 0.35 and logged:
                die, player = chance.randint(0, 7), chance.randrange(len(lineup.players))
                if chance.random() < 0.8:
                    player = first if race.thrower is None else race.thrower
                log.add(records.DICE, player, die)
                try:
                    # the game's first seat is the director's to say, and the referee's caller's
                    if race.thrower is None and player != first:
                        raise UserError("another one begins")
                    after = race.throw(die, player)
                except UserError:
                    pass
            else:
                colour = chance.choice(COLOURS)
                number = race.pawns.get(colour, 0) + 1
                seat = lineup.owner(colour) if colour in lineup.in_play else 0
                log.add(records.PAWN, seat, COLOURS.index(colour), number)
                with contextlib.suppress(UserError):
                    after = race.home(colour)
            assert (after is not None) == log.done
            if after is None:
                refused += 1
            else:
                accepted += 1
                race = after
                told.append(len(log.records))
            same(race, log.sheet)
        if race.decided:
            assert result(race)
            log.agree()
            assert log.sheet.mismatch == 0
    assert accepted > 5 * games
    assert refused > games
    return accepted, refused
