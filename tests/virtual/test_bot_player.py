"""The bot players of a virtual tourney: legal games from real dice, to their end."""

import random
from collections import Counter

from tablekeeper.games.backgammon.board import START_VIEW
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.virtual.botplayer import play_match, worth_of


def played(seed):
    return play_match(("Ann", "Bob"), 7, random.Random(seed))


def test_every_game_is_legal_and_played_to_its_end():
    turns, kinds, starters = [], Counter(), Counter()
    for seed in range(120):
        transcript = played(seed)
        [game] = transcript.games
        examination = examine(transcript)
        assert examination.illegal == ()
        [report] = examination.games
        assert report.derived == (report.winner, report.kind)
        assert (transcript.length, transcript.match, report.stated) == (1, 7, True)
        assert [turn.seat for turn in game.turns] == [
            (game.turns[0].seat + place) % 2 for place in range(len(game.turns))
        ]
        turns.append(len(game.turns))
        kinds[report.kind] += 1
        starters[game.turns[0].seat] += 1
    # "about 60 turns"; a game of the table below is worth 1, 2 or 3
    assert 50 <= sum(turns) / len(turns) <= 70
    assert set(kinds) == {"single", "gammon", "backgammon"}
    assert kinds["single"] > kinds["gammon"] > kinds["backgammon"]
    assert min(starters.values()) > 30


def test_the_dice_are_fair_and_the_starter_has_the_higher_one():
    faces = Counter()
    for seed in range(120):
        [game] = played(seed).games
        first = game.turns[0]
        assert first.dice[first.seat] > first.dice[1 - first.seat]
        faces.update(die for turn in game.turns[1:] for die in turn.dice)
    rolled = sum(faces.values())
    assert set(faces) == set(range(1, 7))
    assert all(abs(count - rolled / 6) < rolled / 60 for count in faces.values())


def test_the_same_chance_gives_the_same_game():
    assert played(3) == played(3)
    assert played(3) != played(4)


def test_what_a_bot_player_prefers():
    # 3-1 makes the five point, 6-5 runs with a man behind
    for dice, kept in (((3, 1), {5: 2, 6: 4, 8: 2}), ((6, 5), {24: 1, 13: 6})):
        best = max(legal_plays(START_VIEW, *dice), key=worth_of)
        assert {point: best[point] for point in kept} == kept
    # a blot that can be hit is worth less than one that nobody is before
    hit = [0] * 26
    hit[10], hit[4] = 1, -2
    safe = [0] * 26
    safe[10], safe[20] = 1, -2
    assert worth_of(tuple(safe)) > worth_of(tuple(hit))
