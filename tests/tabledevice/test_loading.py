"""Modules take time to be loaded: meanwhile the display says so, and no key is lost."""

from itertools import count

import pytest

from tablecore import link, messages, records, sheets
from tabledevice import buzzer, keys, texts
from tabledevice.canvas import Canvas
from tabledevice.screens import MIDDLE
from tabledevice.texts import menu
from tableprograms.backgammon import sheet as match
from tablesim.processor import Processor
from tests.guards import sample
from tests.tabledevice.hands import Host, Table
from tests.tabledevice.test_app_sounds import lasted

#: from the press (a tap: from when the key is up again) to the picture that says so (us)
PICTURE_US = 50_000
#: to the menu; a tap is one when the key has stayed up
MENU_US = 120_000 + keys.CHATTER * 1000
#: to the first picture of the program that a host sets up, when it has named it or it is the last one
EXPECTED_US = 200_000
#: the largest module of a program
MODULE_US = 100_000
#: to the first picture of another program; what its six modules take is reported
PROGRAM_US = 450_000
#: within which a board has loaded what its host has named
NAMED_MS = 1000
#: at the worst moment of loading, and when an order is carried out
LEAST_FREE = 6 * 1024
HELD_MS = 80
#: a set-up of each game without its match id
OPENERS = {
    sheets.BACKGAMMON: (records.MATCH, match.VERSION, 5, match.CRAWFORD_RULE),
    sheets.RACE: (records.RACE, 1, 0, 2),
    sheets.TARA: (records.TARA, 1, 2, 0),
    sheets.PLAIN: (records.PLAIN, 1, 2, 0),
    sheets.DICELOG: (records.DICELOG, 1, 2, 0),
}


class Watched(Table):
    """A table whose processor takes time, with every picture that its display has shown."""

    def __init__(self):
        super().__init__(processor=Processor())
        self.wait(3000)
        #: (microsecond, the pixels) after each change of the display
        self.pictures = []
        show = self.app.oled.show

        def showing(*arguments):
            sent = show(*arguments)
            if sent:
                self.pictures.append((self.timeline.now_us, self.board.pixels))
            return sent

        self.app.oled.show = showing

    def after(self, key, wait=1500, held=HELD_MS):
        """Press a key; return (us from when it acted, pixels) of each picture that followed."""
        acted = self.timeline.now_us
        if key == "#":
            acted += (keys.HOLD if held > keys.HOLD else held) * 1000
        self.pictures.clear()
        self.board.press(key, hold_ms=held)
        self.wait(wait)
        return [(us - acted, pixels) for us, pixels in self.pictures if us > acted]


def says_loading(pixels):
    """Return whether the middle of the display says that something is being loaded."""
    drawn = bytearray(1024)
    Canvas(drawn).large_centre(MIDDLE, texts.LOADING, True)
    place = slice(MIDDLE * 128, (MIDDLE + 2) * 128)
    return bytes(pixels[place]) == bytes(drawn[place])


@pytest.fixture
def table():
    made = Watched()
    yield made
    made.put_away()


@pytest.mark.parametrize("held", [HELD_MS, 1000])
def test_the_menu_says_that_it_comes_and_comes(table, held, record_property):
    (first, picture), (second, drawn), *_ = table.after("#", held=held)
    record_property("figure", f"{first / 1000:.0f} ms to the picture, {second / 1000:.0f} ms to the menu")
    assert says_loading(picture)
    assert first <= PICTURE_US
    assert not says_loading(drawn)
    assert second <= MENU_US
    assert table.app.view.title == menu.GAME_TITLE


def test_what_was_set_up_before_is_shown_when_the_menu_stands(table):
    table.set_up()
    # back to the menu before anything was thrown
    (_, picture), (menu_at, _), (again_at, _), *_ = table.after("#", held=1000)
    assert says_loading(picture)
    assert menu_at < again_at
    assert table.app.view.lines[-1] == "# Bg 5: up"
    assert table.app.view.hint == menu.HINT_AGAIN


def test_the_last_set_up_is_taken_without_waiting_for_its_line(table):
    """`#`, `#`: the second one may come before it is shown."""
    table.set_up()
    last = table.last
    table.board.press("#", hold_ms=1000)
    table.wait(1030)
    table.board.press("#", hold_ms=40)
    table.wait(2000)
    assert [name for name, *_ in table.log(last)] == ["match", "time", "commit"]


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("game", "answers"),
    [(sheets.RACE, "161"), (sheets.TARA, "111"), (sheets.PLAIN, "21"), (sheets.DICELOG, "11")],
)
def test_another_program_says_that_it_comes(table, game, answers, record_property):
    shown = table.press("#", gap=1500).after(str(game + 1))
    assert says_loading(shown[0][1]), "its questions are loaded as well"
    assert shown[0][0] <= PICTURE_US
    for key in answers:
        (first, picture), *more = table.after(key)
        if game == table.app.program.NUMBER:
            break
    assert game == table.app.program.NUMBER
    assert says_loading(picture)
    assert first <= PICTURE_US
    program = next(us for us, pixels in more if not says_loading(pixels))
    record_property("figure", f"program {game}: picture after {first // 1000} ms, it after {program // 1000}")
    assert program <= PROGRAM_US
    assert not says_loading(more[-1][1])


def test_the_click_is_a_click_when_something_is_loaded(table):
    since = table.timeline.now_us
    table.press("#", gap=1500)
    [(hertz, ms)] = lasted(table, since)
    assert hertz == buzzer.CLICK[1]
    assert buzzer.CLICK[2] - 1 <= ms <= buzzer.CLICK[2] + 5


def test_keys_that_are_pressed_while_something_is_loaded_are_heard(table):
    """The number of a game and its first digits, faster than its questions are there."""
    table.press("#", gap=1500)
    for key in ("1", "7"):
        table.board.press(key, hold_ms=30)
        table.wait(45)
    table.wait(1500)
    assert table.app.view.lines == ["7"]
    assert table.app.keys.overflows == 0


def test_what_the_host_is_expected_to_set_up_is_there_within_200_ms(table, record_property):
    """The program of the last game, at a new board backgammon: it is loaded as soon as there is a host."""
    host = Host(table)
    table.wait(3000)
    heap = table.board.processor.heap
    taken = []
    # twice: before the second time the director closes the match
    for number in (77, 78):
        table.pictures.clear()
        heap.least_free = heap.free
        began = table.timeline.now_us
        assert host.set_up(number=number, wait=1500)[0] == messages.DONE
        assert table.app.program.NUMBER == sheets.BACKGAMMON
        taken.append(next(us for us, pixels in table.pictures if not says_loading(pixels)) - began)
        assert heap.least_free >= 6 * 1024
        assert host.direct(records.CLOSE, wait=3000)[0] == messages.DONE
    record_property("figure", f"a program set up by the host: {[us // 1000 for us in taken]} ms")
    assert max(taken) <= EXPECTED_US


def test_a_press_while_a_program_is_loaded_in_advance_is_heard(table):
    """Behind the module in hand: the menu comes at most so much later."""
    Host(table)
    while table.app.link.phase != link.UP:
        table.wait(5)
    shown = table.after("#")
    assert table.app.view.title == menu.GAME_TITLE
    # before it the sign of the host may change
    said = next(us for us, pixels in shown if says_loading(pixels))
    assert there([one for one in shown if one[0] > said]) <= MENU_US + MODULE_US


def set_up_by_host(host, game, number):
    """Set a table up for a game; return what the display showed, as (us since the order was sent, pixels)."""
    table = host.table
    table.pictures.clear()
    began = table.timeline.now_us
    host.number += 1
    tail = messages.stub(*OPENERS[game], number, 0)
    if game != sheets.DICELOG:
        tail += messages.stub(records.TIME, 255, 5)
    # without waiting for the one answer: the host asks again meanwhile
    host.link.command(host.number, messages.RUN, tail, 0, records.NONE, records.NONE)
    table.wait(1500)
    assert table.sheet.match_id == number
    assert game == table.app.program.NUMBER
    return [(us - began, pixels) for us, pixels in table.pictures]


def there(shown):
    """Return when the picture of the program stood (us)."""
    return next(us for us, pixels in shown if not says_loading(pixels))


@pytest.mark.parametrize("game", [sheets.RACE, sheets.PLAIN])
def test_what_the_host_sets_up_says_so_too(table, game, record_property):
    """Another game than the board expects: a race has the largest modules."""
    host = Host(table)
    table.wait(3000)
    shown = set_up_by_host(host, game, 77)
    said = [says_loading(pixels) for _, pixels in shown]
    assert said[0] is True
    assert said[-1] is False
    record_property("figure", f"game {game}, set up by the host, not named: {there(shown) // 1000} ms")
    assert there(shown) <= PROGRAM_US


@pytest.mark.parametrize("last", sample.drawn(tuple(OPENERS), of=5))
def test_what_the_host_has_named_is_there_within_200_ms(table, last, record_property):
    """Whatever was played before, and however much the heap holds of it."""
    host = Host(table)
    table.wait(3000)
    heap = table.board.processor.heap
    match_id = count(77)
    taken = {}
    for game in OPENERS:
        for wanted in (last, game):
            host.link.expect(wanted)
            table.wait(NAMED_MS)
            heap.least_free = heap.free
            took = there(set_up_by_host(host, wanted, next(match_id)))
            assert took <= EXPECTED_US, (last, game, wanted)
            assert heap.least_free >= LEAST_FREE
            assert host.direct(records.CLOSE)[0] == messages.DONE
        taken[game] = took // 1000
    record_property("figure", f"behind game {last}, named before: {taken} ms")


def test_nothing_but_time_follows_from_what_the_host_has_named(table):
    """It changes no picture and no record, may be nonsense, and waits while the menu stands."""
    host = Host(table)
    table.wait(3000)
    before = table.last
    table.pictures.clear()
    for said in (sheets.RACE, 200, sheets.TARA, 255, sheets.TARA, sheets.RACE):
        host.link.expect(said)
        table.wait(120)
    table.wait(1500)
    assert table.pictures == []
    assert table.last == before
    # a key that comes while it is loaded opens the menu, in its place; behind the menu it is loaded again
    host.link.expect(sheets.TARA)
    table.wait(60)
    shown = table.after("#")
    assert there(shown) <= MENU_US + MODULE_US
    assert table.app.view.title == menu.GAME_TITLE
    host.link.expect(sheets.PLAIN)
    table.wait(1500)
    assert table.app.view.title == menu.GAME_TITLE
    table.press("*", gap=1500)
    assert table.last == before
    assert there(set_up_by_host(host, sheets.PLAIN, 77)) <= EXPECTED_US
    # while a match is on the table it is only noted
    host.link.expect(sheets.RACE)
    table.pictures.clear()
    table.wait(600)
    assert not [pixels for _, pixels in table.pictures if says_loading(pixels)]
    assert table.app.program.NUMBER == sheets.PLAIN
    assert host.direct(records.CLOSE, wait=NAMED_MS)[0] == messages.DONE
    assert there(set_up_by_host(host, sheets.RACE, 78)) <= EXPECTED_US


def test_what_the_host_has_named_is_forgotten_with_its_session(table):
    host = Host(table)
    table.wait(1000)
    host.link.expect(sheets.RACE)
    table.wait(NAMED_MS)
    host.close()
    table.wait(500)
    host.open()
    table.wait(3000)
    assert there(set_up_by_host(host, sheets.BACKGAMMON, 77)) <= EXPECTED_US


def test_the_self_test_says_so_when_it_comes_and_when_it_goes(table):
    host = Host(table)
    table.wait(3000)
    table.pictures.clear()
    assert host.order(messages.CHECK, b"", wait=1000)[0] == messages.DONE
    assert says_loading(table.pictures[0][1])
    assert not says_loading(table.pictures[-1][1])
    table.pictures.clear()
    host.close()
    table.wait(3000)
    assert table.app.checking is None
    said = [says_loading(pixels) for _, pixels in table.pictures]
    assert True in said
    assert said[-1] is False
