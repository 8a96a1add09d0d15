"""Whatever bytes arrive, the reader gives transcripts or one `UserError`, and the referee never stumbles."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped
from tests.guards import sample
from tests.nonempty import nonempty

REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "mat"
SOURCES = [path.read_bytes() for path in (*shipped(), *sorted(REAL.glob("*.mat")))]

PIECES = """\
5 point match|0 point match| Game 1| Game 2| Game 99999| Ann : 0     Bob : 0| : 0   : 0|  1) | 2)|\
31: 8/5 6/5|42: 8/4 6/4|66: ????|11:|77: 1/0|65: Bar/off|55: 25/0(4)|Cannot Move|²³)|٣١:|: 1 : 2 : 3|\
 Doubles => 2| Doubles => 99999999999999999999| Takes| Drops|Resigns|Wins 1 point|Wins 0 point|\
Wins 999999999 points|Losses 2 point|; [Player 1 ""]|; [Crawford "Off"]|                    |\
\t\t\t|\n|\r\n|\ufeff|\x00""".split("|")


def survives(data: bytes) -> tuple[Transcript, ...]:
    """Reads and judges; checks what must hold for any transcript."""
    try:
        transcripts = read_mat(data, "fuzzed.mat")
    except UserError as refusal:
        message = str(refusal)
        assert re.fullmatch(r"fuzzed\.mat [^\n]*\.", message)
        return ()
    lines = max(data.count(b"\n") + data.count(b"\r"), 1) + 1
    for number, transcript in enumerate(transcripts, 1):
        examination = examine(transcript)
        assert transcript.match == number
        assert len(examination.games) == len(transcript.games) >= 1
        for game, report in zip(transcript.games, examination.games, strict=True):
            rolls = [turn for turn in game.turns if turn.action == "roll"]
            assert [turn.ply for turn in rolls] == list(range(1, len(rolls) + 1))
            assert report.plies == len(rolls)
            assert report.unreadable_plies == sum(turn.play is None for turn in rolls)
            assert all(1 <= turn.line <= lines for turn in game.turns)
        for problem in examination.problems:
            assert str(problem)
            assert "\n" not in str(problem)
    return transcripts


@given(st.binary(max_size=400))
def test_random_bytes(data: bytes) -> None:
    survives(data)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["utf-8", "utf-16"]))
def test_the_format_s_own_pieces_in_any_order(pieces: list[str], encoding: str) -> None:
    survives("".join(pieces).encode(encoding))
    survives(("5 point match\n Game 1\n Ann : 0      Bob : 0\n" + "\n".join(pieces)).encode(encoding))


def mutated(source: bytes, rng: random.Random) -> bytes:
    """Damages a real transcript: bytes changed, lines lost, doubled, swapped, cut or shifted."""
    if rng.random() < 0.3:
        data = bytearray(source)
        for _ in range(rng.randint(1, 12)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    lines = source.split(b"\n")
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0 and len(lines) > 2:
            del lines[at]
        elif kind == 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif kind == 2:
            to = rng.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 3:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif kind == 4:
            lines[at] = b" " * rng.randint(1, 40) + lines[at]
        else:
            lines[at] = lines[at].replace(
                rng.choice([b" ", b":", b"/", b"1", b")"]), rng.choice([b"", b"\t", b"9"])
            )
    return b"\n".join(lines)


def campaign(number: int, seed: int) -> int:
    rng = random.Random(seed)
    return sum(len(survives(mutated(rng.choice(SOURCES), rng))) for _ in range(number))


@sample.scenario("damaged transcripts")
def test_damaged_transcripts() -> None:
    assert campaign(60, 1) > 50


@pytest.mark.soak
def test_many_damaged_transcripts() -> None:
    assert campaign(20_000, 2) > 18_000


@sample.scenario("the same bytes of a transcript")
def test_the_same_bytes_give_the_same_answer() -> None:
    for source in nonempty(SOURCES):
        first, second = read_mat(source, "x"), read_mat(source, "x")
        assert first == second
        assert [examine(transcript) for transcript in first] == [examine(transcript) for transcript in second]


@sample.scenario("damaged lines")
def test_a_damaged_line_never_adds_a_move() -> None:
    rng, checked = random.Random(3), 0
    for source in nonempty(SOURCES):
        text = source.decode("utf-8-sig")
        written = {word for word in text.replace(":", ": ").split() if "/" in word}
        (transcript,) = read_mat(source, "x")
        for game in transcript.games:
            for turn in game.turns:
                for word in turn.text.split()[1:] if turn.action == "roll" else ():
                    assert word in written or "/" not in word
                    checked += 1
        data = mutated(source, rng)
        for transcript in survives(data):
            texts = data.decode("utf-8", "replace")
            for game in transcript.games:
                for turn in game.turns:
                    if turn.action == "roll" and turn.play:
                        assert len(turn.text.split()) >= 2
                        assert turn.text.split()[-1] in texts.replace("\t", " ")
    assert checked


def test_an_endless_line_is_not_read() -> None:
    text = "5 point match\n Game 1\n Ann : 0      Bob : 0\n" + ": 1 " * 100_000 + "\n  1) 31: 8/5 6/5\n"
    (transcript,) = survives(text.encode())
    assert "characters and was not read" in " ".join(str(problem) for problem in transcript.problems)
