"""Commands beside a running host: the same words, exit status and database as with the hall closed."""

import contextlib
import json
import shlex
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.web.hallsocket import HallSocket
from tests.cli.test_help import COMMANDS
from tests.director.conftest import Room
from tests.guards.sample import scenario, todays
from tests.readerwords import program_words
from tests.startedevent import started_event

#: these are the host, or show it
HOSTS = {"demo", "serve", "watch", "doctor", "support"}
#: each command with a database, in an order in which most of them succeed
EVENING = r"""
event new championship "Spring cup" --first-to 2
event new league-2t League --drr 1
event new ttt Tourney --turns-a-day 2
event enter Tourney Ann Bob Cid Dan
event draw Tourney --seed 7 --show
event draw Tourney --seed 7
event new championship-3 "Club evening"
event enter "Club evening" --file players.csv --dry-run
event enter "Club evening" --file players.csv
event enter "Spring cup" Ann Bob Cid
event checkin "Spring cup" Ann Bob
event checkin "Spring cup"
event start "Spring cup"
event enter League Ann Bob Cid
event enter League Ann
event set League --drr 2
event withdraw League Cid --reason ill
event enter League Cid
event draw League --seed 7
event timetable Tourney --control none
event timetable League 7 --start "2027-01-15 08:00"
event timetable Tourney --clear length
event start Tourney
event seat Tourney --dry-run
event next Tourney
event player Tourney Ann
event turn Tourney Ann Bob
event overdue Tourney
venue join udine --server nats://127.0.0.1:4222
venue join trieste --server nats://127.0.0.1:4222
venue status
venue status --json
venue leave
venue leave
event results Tourney results.csv --confirm
event results Tourney results.csv --confirm
event throw League "Bob 5, Ann 3"
event new knockout Rain
event discard Rain --reason rain
event start "Spring cup" --absent
event start League
event fees League --fee 20 --percent 60,40
event paid League Ann
event payout League
event colours "Spring cup" "Ann red+blue, Bob green+yellow, Cid black+white"
event next "Spring cup"
event result "Spring cup" --winner Ann
event result "Spring cup" --winner Nobody
event result "Spring cup"
event rule "Spring cup" 5 "the die was cocked" --winner Bob
event cancel League Ann Bob
event confirm "Table cup" 5
event reject "Table cup" 7 "another table"
claim rule "Table cup" director
claim report "Table cup" Ann --winner Ann
claim report League Ann --winner Ann
claim list
claim agree "Table cup" Bob 9
claim accept "Table cup" 9
claim refuse "Table cup" 9 --reason "another table"
event undo "Spring cup" --reason "it was not"
event undo "Spring cup" 99
event result "Spring cup" --winner Ann
event standings "Spring cup" --explain
event list
event history "Spring cup"
event picture "Spring cup" --output cup.svg
event print "Spring cup"
publish site --event "Spring cup"
event finish "Spring cup" --reason "dark outside"
event reopen "Spring cup" "one game was forgotten"
event finish "Spring cup" --reason "dark outside"
event export "Spring cup" --output cup.json
event import cup.json
event import wrong.json
rankings entries
rankings propose 2 --level 2 --date 2026-05-03
rankings confirm 2 --level 2 --date 2026-05-03
rankings correct 2 "the video" --cp 2 --cp-reason pace --preview
rankings correct 2 "the video" --name "The cup"
rankings show
rankings history
rankings player Ann
rankings export world --output world.csv
rankings withdraw 1 "a test" --preview
rankings withdraw 1 "a test"
rankings restore 1
rankings restore 7
rankings adopt world.json
rankings adopt wrong.json
people enter "Ann Lee" "A. Lee" Zoe
people enter Ann
people name "Ann Lee" "Lee Ann"
people call "Ann Lee" "Lee Ann"
people board Zoe "Zoe B" --language zh
people consent Zoe private
people merge "Ann Lee" "A. Lee" --preview
people merge "Ann Lee" "A. Lee"
people split "A. Lee"
people undo
people undo 77
people remove Zoe --preview
people remove Zoe
people remove Bob --yes
people sweep
people list
people show Ann
people history
club new Riverside
club join Riverside Ann --since 2020-01-01
club leave Riverside Ann --until 2021-01-01
club leave Riverside Ann --until 2021-01-01
club list
club members Riverside
committee set Eve Finn Gil
committee show
penalty ladder "warning, 1 point, disqualification" --counting all
penalty warn Ann Cid --cause noise --reason "sang all the time"
penalty points 2 Ann Cid --reason pace
penalty disqualify Cid Ann --reason "changed the dice" --event League
penalty disqualify Cid Dan --reason "changed the dice" --event League
penalty escalate Ann Cid --cause noise
penalty list
late start Ann Cid --scheduled "2027-01-15 08:00" --length 7
late grant 8 "the train" --until "2027-01-15 09:00"
late arrived 8 --at "2027-01-15 09:12"
late start Ann Cid --scheduled "2027-01-15 08:00" --length 7 --arrived "2027-01-15 08:30"
late list
break allow Ann Cid --length 13
break take Ann Cid --length 13 --at "2027-01-15 08:00"
break take Ann Cid --match 555
break take Ann --match MATCH
break list
break back 12 --at "2027-01-15 08:27"
break exceeded Ann Cid --took 14:30
appeal raise 3 Ann
committee substitute 3 Eve Hal --reason friend
appeal decide 15 --director uphold --vote Finn=overturn --vote Gil=overturn --heard Ann --heard Cid
appeal decide 99 --director uphold
appeal list
ruling length Ann Cid --stated 7 --played 5 --score 4,2 --dry-run
ruling length Ann Cid --stated 7 --played 5 --score 4,2
ruling undo --reason "the wrong table"
ruling carry 3
ruling list
ruling history
ruling report --output report.md
announce "Round 3 begins at 20:30"
announce
announce --end 99
hall pause "Lunch until 13:30"
hall resume
hall screen tables next standings --seconds 20 --event League
hall screen --table "Board aaaaaa"
hall screen
request ask 1 come --text "the dice are missing"
request ask 1 name --text "Ann Lee"
request list
request accept 1
request refuse 2 --reason "it is right"
request refuse 99
call list
call done aaaaaaaaaaaaaaaa-away
dice set red --table "Board aaaaaa"
dice set blue --match MATCH
dice set blue --match 77
dice sets
dice report
journal --event League --actor director --since "2001-01-01 10:00"
journal --text result --json
journal --subject desk
journal --actor director
board quarantine list
board quarantine show 1
board quarantine release 1 --reason "a test"
board quarantine release 1 --reason "a test"
board quarantine discard 1 --reason "a test"
table list
table replace "Board aaaaaa" "Board aaaaaa" --dry-run
table name "Board aaaaaa" "Table 1"
table order "Table 1"
table identify --stop
table list
table undo --show
table undo --reason "the old order"
table seal "Table 1"
table confirm "Table 1"
table pause "Table 1"
table end "Table 1"
table forfeit "Table 1" --winner Ann
table clock "Table 1" "10m b12"
table time "Table 1" Ann 5:05 --reason "a test"
table points "Table 1" Ann 1 --reason "a test"
table restore "Table 1" --show
table clear "Table 1"
table close "Table 1"
table set-up "Table 1" backgammon Ann Bob --set length=7
table undo --reason "the wrong table"
table new Final --count 2 --zone Balcony
table new Final
table rename "Table 2" Stage
table zone "Small hall" Stage Final
table service Stage --out "the lamp is broken"
table service Stage
table service Stage --back
table remove "Table 3" Final
table undo --show
table undo --reason "it is needed"
table stand "Table 1" Stage
table stand Stage Stage
table undo --reason "another board"
table remove "Table 1"
table free
table plan "Table 4" 2 1
table plan
table reserve Balcony League
table detach "Table 1"
table detach "Table 1"
table card "Table 4" --day 2027-01-15 --output cards.html --address http://192.168.1.5:8080
table link "Table 4" --day 2027-01-15
table list --json
phone invite "Table 99" --address http://192.168.1.5:8080
phone list
backup make copy.db --expires 2030-01-01
backup make copy.age --recipient age1
backup list
backup restore copy.db --dry-run
backup restore cup.json
backup prune
verify
"""
#: commands whose words name a database, although the parser lists only their kinds
NAMED_BY_KIND = {"event new", "ruling"}


def evening() -> list[list[str]]:
    return [shlex.split(line) for line in EVENING.strip().splitlines()]


#: what somebody may write in the place of a value
ODD = ("", "no such \N{SNOWMAN}", "-3", "9" * 12, "7,7,7,7,7,7,7")


def odd_lines() -> Iterator[tuple[str, list[str]]]:
    """Yield each line of the evening with one of its values in another way: the value, and the words."""
    for words in evening():
        path = next(n for n in (3, 2, 1) if f"tablekeeper {' '.join(words[:n])}" in COMMANDS)
        for place in range(path, len(words)):
            if not words[place].startswith("--"):
                yield from ((odd, [*words[:place], odd, *words[place + 1 :]]) for odd in ODD)


def keeps(name: str, command: click.Command) -> bool:
    """Say whether a command of the parser uses a database."""
    return any(parameter.name == "database" for parameter in command.params) and name not in HOSTS


WITH_DATABASE = {
    name.removeprefix("tablekeeper ") for name, command in COMMANDS.items()
    if keeps(name.removeprefix("tablekeeper "), command)
}  # fmt: skip


@contextlib.contextmanager
def open_hall(path: Path):
    """A host over a database, as `serve` runs it."""
    clock = HallClock()
    with open_store(str(path), now=clock.now_ms) as store:
        director = Director(store, clock)
        with HallSocket(director):
            yield director
        director.topics.close()


def prepare(path: Path) -> int:
    """Make a database in which a table has played: a match (its number), two claims, a record set aside."""
    room = Room(str(path))
    _, played = room.contradicted(13)
    events = room.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Table cup", "championship", {"first_to": 3})
    for match, winner in enumerate(("Ann", "Bob"), 1):
        events.link(cup, match, events.get(cup).answer.next[0])
        events.claim(cup, match, {"winner": winner}, actor="Board a")
    room.close()
    return played


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Runs the evening in a folder of its own; returns what was said, the files and what is stored."""
    # the wall clock stands still, so that two runs write the same times
    monkeypatch.setattr(time, "time_ns", lambda: 1_800_000_000_000_000_000)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    played = str(prepare(tmp_path / "prepared.db"))

    def run(name: str, *, hall: bool) -> tuple[list[Any], dict[str, str], list[str]]:
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        shutil.copy(tmp_path / "prepared.db", "hall.db")
        Path("wrong.json").write_text('{"players": 7}')
        Path("players.csv").write_text("name;club\nAnn;Rome\nBob;\nBob;\n")
        Path("results.csv").write_text("player1,player2,winner\nAnn,Bob,Ann\n")
        Path("world.json").write_text(json.dumps(WORLD))
        said = []
        with open_hall(folder / "hall.db") if hall else contextlib.nullcontext():
            for words in evening():
                words = [played if word == "MATCH" else word for word in words]
                result = CliRunner().invoke(main, [*words, "--database", "hall.db"], input="y\n")
                assert isinstance(result.exception, SystemExit | None), (words, result.exc_info)
                said.append((words, result.exit_code, result.output.replace(str(folder), "FOLDER")))
        files = {
            str(one.relative_to(folder)): one.read_bytes().decode("utf-8", "surrogateescape")
            for one in folder.rglob("*")
            if one.is_file() and ".db" not in one.name
        }
        with contextlib.closing(sqlite3.connect("hall.db")) as connection:
            # an open hall also tells its boards, such as a name that was removed: these are orders to them
            stored = [line for line in connection.iterdump() if "commands" not in line]
        return said, files, stored

    return run


WORLD = {
    "ranking": "world",
    "tournaments": [{"name": "Open", "date": "2025-01-02", "level": 1, "style": "3T+",
                     "wins": {"Ann": 3, "Bob": 1, "Cid": 0}}],
}


def uses(name: str) -> bool:
    """Say whether the evening has a command."""
    return any(words[: len(name.split())] == name.split() for words in evening())


def test_every_command_with_a_database_is_in_the_evening():
    assert [name for name in sorted(WITH_DATABASE | NAMED_BY_KIND) if not uses(name)] == []
    assert len(WITH_DATABASE) > 70


@scenario("each command beside a running hall")
def test_each_command_says_and_stores_the_same_with_the_hall_open(told):
    closed, files_closed, stored_closed = told("closed", hall=False)
    opened, files_opened, stored_opened = told("opened", hall=True)
    for without, beside in zip(closed, opened, strict=True):
        assert beside == without
    assert files_opened == files_closed
    assert stored_opened == stored_closed
    # and most of it was done, not only refused
    refused = [" ".join(words) for words, status, _ in opened if status]
    assert len(refused) < len(opened) / 3, refused
    # a value that cannot be is refused in words of the help
    Path("odd").mkdir()
    shutil.copy("hall.db", "odd/hall.db")
    wrong, count = [], 0
    for odd, words in todays([*odd_lines()], 12):
        result = CliRunner().invoke(main, [*words, "--database", "odd/hall.db"], input="y\n")
        assert isinstance(result.exception, SystemExit | None), (words, result.exc_info)
        if result.stderr.startswith("Error: "):
            count += 1
            # the folder of the test is no word of ours
            if found := program_words(result.stderr.replace(str(Path.cwd()), ""), odd):
                wrong.append(f"{shlex.join(words)}: {result.stderr} {found}")
    assert not wrong, "\n".join(wrong)
    assert count > 10
