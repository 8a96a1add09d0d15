"""What the host tells the players: on the whole display, in a match on the lowest line only."""


from tablecore import hostlink, messages
from tabledevice import notice, texts
from tabledevice.canvas import Canvas

LINES = ("20:31", "Lunch until 13:30, or", "when you are ready")
#: where clocks, names, score and status stand
ABOVE = slice(0, 7 * 128)
TURN_MS = 2500


def tell(table, host, lines=LINES, ms=60_000, flags=0):
    host.link.notice(ms, flags, "\n".join(lines).encode())
    table.wait(1000)


def hints(table, count=4):
    """Return what the lowest line shows in so many turns: a line of the notice, or "" for anything else."""
    found = []
    for _ in range(count):
        table.wait(TURN_MS)
        found.append(next((line for line in LINES[1:] if table.reads(line)), ""))
    return found


def titled(table, title):
    drawn = bytearray(1024)
    canvas = Canvas(drawn)
    canvas.fill(0, 0, 128, 0xFF)
    canvas.text(1, 0, title, True)
    return table.board.pixels[:128] == bytes(drawn[:128])


def test_a_table_that_is_not_set_up_shows_it_instead_of_the_welcome(table, host):
    last = table.last
    tell(table, host)
    assert titled(table, "20:31")
    assert table.reads(LINES[1], 2)
    assert table.reads(LINES[2], 3)
    assert table.reads(texts.HASH_NEW_MATCH)
    # another text in its place; then none any more
    tell(table, host, ("20:40", "Round 3 begins"))
    assert titled(table, "20:40")
    assert table.reads("Round 3 begins", 2)
    tell(table, host, (), ms=0)
    assert not titled(table, "20:40")
    assert table.app.notice is None
    # a menu is not covered
    tell(table, host)
    table.press("#")
    table.wait(1000)
    assert table.app.menu is not None
    assert not titled(table, "20:31")
    assert table.last == last


def test_it_goes_when_the_host_does_not_say_it_again_or_a_new_session_begins(table, host):
    tell(table, host, ms=5_000)
    table.wait(6_000)
    assert not titled(table, "20:31")
    tell(table, host)
    table.board.unplug()
    table.wait(3_000)
    # without a cable it stays for its time
    assert titled(table, "20:31")
    table.wait(60_000)
    assert not titled(table, "20:31")


def test_in_a_match_its_lines_take_turns_with_the_hint_and_nothing_else_changes(table, host):
    table.set_up().press("#", "3", "1", 1)
    table.wait(3_000)
    clock = table.sheet.clock
    assert clock.running
    tell(table, host)
    assert set(hints(table, 6)) == {"", LINES[1], LINES[2]}
    assert table.app.lamps._shown == 1 << table.sheet.turn
    # a question is never covered: what its keys mean is needed
    table.press("0")
    assert set(hints(table, 4)) == {""}
    assert table.app.view.question
    assert table.shows_hint()
    table.press("*", "*")
    tell(table, host, (), ms=0)
    assert set(hints(table, 4)) == {""}


def test_while_the_clock_is_stopped_it_has_the_whole_screen_in_turns(table, host):
    # a die fell: a stop that asks nothing more
    table.set_up().press("#", "3", "1", 1, "0", "3")
    still = table.board.pixels
    tell(table, host)
    assert titled(table, "20:31")
    assert table.reads(texts.HASH_RESUME), "what the keys mean is still said"
    table.wait(5_000)
    assert table.board.pixels[ABOVE] == still[ABOVE]
    table.wait(5_000)
    assert titled(table, "20:31")
    # a key's answer is not covered, and with the clock running it moves to the lowest line
    table.press("#")
    assert not titled(table, "20:31")
    assert set(hints(table, 6)) == {"", LINES[1], LINES[2]}
    # a result is read and agreed to
    table.press("9", "1", 0)
    table.wait(1_000)
    assert not titled(table, "20:31")


def test_a_new_text_sounds_once(table, host):
    played = []
    table.app.buzzer.play = played.append
    tell(table, host)
    tell(table, host)
    assert played == [notice.SOUND]
    tell(table, host, ("20:40", "Round 3 begins"))
    assert played == [notice.SOUND] * 2
    del table.app.buzzer.play


def test_a_call_for_a_key_leaves_the_lamp_of_the_seat_on_turn_lit(table, host):
    table.set_up().press("#", "3", "1", 1)
    tell(table, host, ("Table 3", "Press any key here"), flags=messages.NOTICE_CALLS)
    turn = table.sheet.turn
    seen = set()
    for _ in range(20):
        table.wait(100)
        seen.add(table.app.lamps._shown)
    assert seen == {1 << turn, 15}, "the others blink"


def test_while_it_calls_for_a_key_a_key_is_told_and_does_nothing(table, host):
    last = table.last
    tell(table, host, ("Table 3", "Press any key here"), flags=messages.NOTICE_CALLS)
    assert titled(table, "Table 3")
    for key in (0, "#", "5"):
        table.press(key)
        table.wait(500)
    told = [one[1] for one in host.events if one[0] == hostlink.PRESSED]
    assert len(told) == 3
    assert told[0] == 0
    assert (table.app.menu, table.last) == (None, last)
    # a match is set up meanwhile: its keys are its own
    host.set_up(length=5)
    table.wait(500)
    table.press("#", "3", "1", 1)
    assert table.sheet.in_game()


def test_what_cannot_be_read_is_passed_over(table, host):
    tell(table, host)
    host.link.notice(60_000, 0, b"\xff\xfe")
    table.wait(1_000)
    assert titled(table, "20:31")
    # an hour goes by with the host saying it again and again
    for _ in range(6):
        tell(table, host)
        table.wait(20_000)
    assert titled(table, "20:31")
