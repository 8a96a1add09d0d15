"""What the host asks: done once, or refused with the reason, and then nothing has changed."""

import pytest

from tablecore import hostlink, messages, records
from tabledevice import texts
from tabledevice.texts import dispute
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN, Host


def match_stub(length=5, version=match.VERSION, options=1, number=77):
    return (records.MATCH, version, length, options, number, 0)


TIME = (records.TIME, 255, 1, 0, 600_000, 0)


def test_a_match_of_the_hosts_is_written_and_answered(table, host):
    assert host.set_up(length=7, number=12) == (messages.DONE, table.last, "")
    assert (table.sheet.match_id, table.sheet.length) == (12, 7)
    assert records.unpack(table.record(table.last))[7] == 1
    assert len(host.store[table.app.journal.id]) == table.last


@pytest.mark.parametrize(
    ("stubs", "why"),
    [
        ([], "the set-up cannot be read"),
        ([TIME], "the set-up cannot be read"),
        ([match_stub(), (records.GAME, 1, 0, 0, 1, 0)], "the set-up cannot be read"),
        ([match_stub()] * (messages.MOST_STUBS + 1), "the set-up cannot be read"),
        ([match_stub(version=0)], "the set-up has numbers that are out of range"),
        ([match_stub(version=match.VERSION + 1)], "this firmware is too old for that match"),
        ([match_stub(), match_stub()], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.TIME, 2, 1, 0, 600_000, 0)], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.TIME, 0, 9, 0, 600_000, 0)], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.TIME, 0, 1, 0, 1 << 31, 0)], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.SCORE, 5, 0, 0, 0, 0)], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.CUBE, 11, 0, 0, 0, 0)], "the set-up has numbers that are out of range"),
        ([match_stub(), (records.RESERVES, 0, 0, 0, 1 << 30, 0)],
         "the set-up has numbers that are out of range"),
    ],
)  # fmt: skip
def test_a_senseless_set_up_is_refused_whole(table, host, stubs, why):
    before = table.sheet.pack()
    assert host.run(*stubs) == (messages.REFUSED, 0, why)
    assert len(table.log()) == 1
    assert table.sheet.pack() == before
    assert table.app.fold.stopped == 0


def test_a_set_up_that_the_sheet_stumbles_over_is_refused_and_the_board_goes_on(table, host, monkeypatch):
    def stumbles(draft, seats):
        raise AttributeError("a mistake of ours")

    monkeypatch.setattr("tablecore.sheets.draft.clock_of", stumbles)
    refused = (messages.REFUSED, 0, "the set-up has numbers that are out of range")
    assert host.run(match_stub()) == refused
    assert len(table.log()) == 1
    assert table.board.crashes == []
    monkeypatch.undo()
    assert host.run(match_stub(), (records.TIME, 255, 0, 0, 0, 0))[0] == messages.DONE


@pytest.mark.parametrize("size", [1, 11, 13])
def test_half_a_stub_is_refused(table, host, size):
    for verb in (messages.RUN, messages.RECORD):
        assert host.order(verb, (messages.stub(*match_stub()) * 2)[:size])[0] == messages.REFUSED
    assert len(table.log()) == 1


def test_a_handover_within_a_game_goes_on_where_it_was(table, host):
    answer = host.run(
        match_stub(length=7), TIME, (records.SCORE, 3, 5, 0, 8, 0), (records.CUBE, 1, 1, 1, 1, 0),
        (records.RESERVES, 0, 0, 0, 300_000, 290_000),
    )
    assert answer[0] == messages.DONE
    sheet = table.sheet
    assert (sheet.score, sheet.cube_value(), sheet.owner, sheet.turn, sheet.game) == ([3, 5], 2, 1, 1, 9)
    assert not sheet.clock.running
    assert table.press(1).said == texts.PAUSED
    table.press("#", "6", "5", 1, 0)
    assert sheet.clock.turn == 1
    assert sheet.clock.reserve[0] < 300_000


@pytest.mark.parametrize(
    ("before", "order", "why"),
    [
        ((), (records.CONFIRM, 255), "there is no result to confirm"),
        ((), (records.RESULT, 0, 1, 3), "no game is in progress"),
        ((), (records.PAUSE, 5), "no game is in progress"),
        ((), (records.SEAL, 0, 0, 0, 1), "the order does not fit the table"),
        ((), (records.DICE, 0, 6, 1), "the order cannot be read"),
        ((), (records.GAME, 1, 0, 0, 1), "the order cannot be read"),
        ((), (records.UNDO, 0, 0, 0, 2), "the order cannot be read"),
        ((), (250, 0, 0, 0), "the order cannot be read"),
        (TO_TURN, (records.CLOSE,), "a game is in progress"),
        (TO_TURN, (records.CONFIRM, 255), "there is no result to confirm"),
        (TO_TURN, (records.RESULT, 2, 1, 3), "the order cannot be read"),
        (TO_TURN, (records.RESULT, 0, 5, 3), "the order cannot be read"),
        (TO_TURN, (records.PAUSE, 7, 0, 0), "the order cannot be read"),
        (TO_TURN, (records.PAUSE, 255, 0, 0), "the order cannot be read"),
        (TO_TURN, (records.RESULT, 0, 4, 9), "the order does not fit the table"),
        ((*TO_TURN, "9", "1", 0), (records.CONFIRM, 7), "the order does not fit the table"),
        ((*TO_TURN, "9", "1", 0), (records.RESULT, 0, 4, 3), "no game is in progress"),
        ((*TO_TURN, "9", "1", 0), (records.CLOSE,), "a game is in progress"),
    ],
)
def test_an_order_that_does_not_fit_is_refused(table, host, before, order, why):
    host.set_up()
    table.press(*before)
    after = table.last
    packed = table.sheet.pack()
    assert host.direct(*order) == (messages.REFUSED, 0, why)
    assert table.log(after) == []
    assert table.sheet.pack() == packed


def test_no_order_without_a_match_or_for_another_or_for_a_table_that_has_gone_on(table, host):
    assert host.direct(records.SEAL)[2] == "there is no match on this table"
    host.set_up(number=5)
    after = table.last
    assert host.direct(records.CLOSE, match=6)[2] == "another match is on this table"
    assert host.direct(records.CLOSE, match=5, expected=after - 1)[2] == "the table has gone on since"
    assert host.direct(records.CLOSE, match=5, void=table.now - 1)[2] == "the command came too late"
    assert host.order(99, b"")[2] == "this firmware does not know that command"
    assert host.direct(records.CLOSE, number=0)[2] == "a command needs a number"
    assert host.set_up(number=6)[2] == "a match is in progress on this table"
    assert table.log(after) == []
    assert host.direct(records.CLOSE, match=5, expected=after, void=table.now + 5000)[0] == messages.DONE
    assert table.log(after) == [("close", 0, 0, 0)]


def test_the_director_ends_a_game_and_the_match(table, host):
    host.set_up()
    table.press(*TO_TURN)
    assert host.direct(records.PAUSE, records.DIRECTOR)[0] == messages.DONE
    assert table.reads(texts.HASH_RESUME)
    assert table.hold("*").said == texts.ASK_DIRECTOR, "what the director did stays"
    assert host.direct(records.RESULT, 1, records.WHOLE_MATCH, records.FORFEITED, records.NONE)[0] == 0
    assert host.direct(records.CONFIRM, 255)[0] == messages.DONE
    assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 1)
    assert host.direct(records.SEAL, 0, 0, 0, 1)[0] == messages.DONE
    assert table.hold("*").said == texts.ASK_DIRECTOR
    assert host.direct(records.CLOSE)[0] == messages.DONE
    assert table.sheet.phase == match.EMPTY


def test_overtime_begins_once_and_then_the_match_is_lost(table, host):
    overtime = (records.OVERTIME, 255, 0, 0, 60_000, 0)
    assert host.run(match_stub(), (records.TIME, 255, 1, 0, 30_000, 0), overtime)[0] == messages.DONE
    table.press(*TO_TURN)
    began = table.sheet.clock.since
    after = table.last
    table.wait(31_000)
    assert table.log(after) == [("flag", 1, 1, 0)]
    assert records.unpack(table.record(table.last))[5] == began + 30_000
    assert table.said == texts.OVERTIME
    table.press("6", "5")
    assert table.sheet.phase == match.MOVE
    assert table.hold("*").log()[-1] == ("undo", 0, 0, 0)
    assert table.hold("*").said == texts.ASK_DIRECTOR, "a flag is not undone"
    table.power_cycle()
    host.session = 0
    host.open()
    table.press("#")
    table.wait(62_000)
    assert table.log()[-2:] == [("flag", 1, 0, 0), ("result", 0, 4, 4)]


def test_overtime_and_flag_within_one_stall_of_the_loop(table, host):
    overtime = (records.OVERTIME, 255, 0, 0, 500, 0)
    assert host.run(match_stub(), (records.TIME, 255, 1, 0, 30_000, 0), overtime)[0] == messages.DONE
    table.press(*TO_TURN)
    at = table.sheet.clock.flag_at()
    table.wait(at - table.now - 100)
    table.board.bus.stuck = True
    table.wait(5000)
    table.board.bus.stuck = False
    table.wait(5000)
    assert [row for row in table.log() if row[0] in ("flag", "result")] == [
        ("flag", 1, 1, 0), ("flag", 1, 0, 0), ("result", 0, 4, 4),
    ]  # fmt: skip
    stamps = [records.unpack(table.record(seq)) for seq in range(1, table.last + 1)]
    assert [one[5] for one in stamps if one[1] == records.FLAG] == [at, at + 500]


def test_the_director_corrects_a_clock_and_takes_a_flag_back(table, host):
    host.run(match_stub(), (records.TIME, 255, 1, 0, 30_000, 0))
    assert host.direct(records.CORRECT, 0, 255, 0, 45_000)[0] == messages.DONE
    assert table.sheet.clock.reserve == [45_000, 30_000]
    table.press(*TO_TURN)
    answer = host.direct(records.CORRECT, 1, 255, 0, 20_000)
    assert answer[0] == messages.DONE
    assert 18_000 < table.sheet.clock.remaining(1, table.now) <= 20_000
    assert table.hold("*").said == texts.ASK_DIRECTOR
    table.wait(25_000)
    assert table.sheet.phase == match.RESULT
    assert table.reads(texts.BOTH_CONFIRM)
    after = table.last
    assert table.press("*").app.view.question == dispute.IT_STANDS, "a flag is no claim"
    assert table.log(after) == []
    assert host.direct(records.CORRECT, 1, 255, 0, 60_000)[0] == messages.DONE
    # the refusal of * is read for a moment
    table.wait(2000)
    assert table.reads(texts.STAR_REJECT)
    table.press("*", "#", "6", "1", 1)
    assert table.log(after)[1:] == [
        ("reject", 0, 0, 0), ("resume", 1, 0, 0), ("dice", 1, 6, 1), ("press", 1, 0, 0),
    ]  # fmt: skip
    assert host.direct(records.CORRECT, 2, 255, 0, 60_000)[2] == "the order does not fit the table"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("keys", "more"),
    [((), [("game", 1, 0, 0)]), (TO_TURN, []), ((*TO_TURN, "0", "5"), []), (("#",), [])],
    ids=["before a game", "in a turn", "stopped", "opening"],
)
def test_a_clock_that_the_director_sets_to_nothing_loses_the_match(table, host, keys, more, seat):
    host.run(match_stub(), (records.TIME, 255, 3, 0, 30_000, 12_000))
    table.press(*keys)
    after = table.last
    assert host.direct(records.CORRECT, seat, 255, 0, 0)[0] == messages.DONE
    lost = ("result", 1 - seat, records.WHOLE_MATCH, records.ON_TIME)
    assert [one for one in table.log(after) if one[0] != "flag"] == [("correct", seat, 255, 0), *more, lost]
    table.wait(1500)
    assert table.press("*").app.view.question == dispute.IT_STANDS
    assert table.hold("*").app.view.question == "", "a hold drops the question first"
    assert table.hold("*").said == texts.ASK_DIRECTOR
    table.press(0, 1)
    assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 1 - seat)


def test_an_overtime_follows_a_clock_that_was_set_to_nothing(table, host):
    host.run(match_stub(), (records.TIME, 255, 1, 0, 30_000, 0), (records.OVERTIME, 255, 0, 0, 60_000, 0))
    table.press(*TO_TURN)
    turn = table.sheet.turn
    host.direct(records.CORRECT, 1 - turn, 255, 0, 0)
    assert table.sheet.phase == match.TURN
    table.press("6", "1", turn)
    assert table.sheet.clock.fell[1 - turn] == 1
    host.direct(records.CORRECT, 1 - turn, 255, 0, 0)
    table.wait(100)
    assert (table.sheet.phase, table.sheet.how) == (match.RESULT, records.ON_TIME)


def test_a_control_without_a_reserve_is_not_lost_by_a_correction(table, host):
    host.run(match_stub(), (records.TIME, 255, 2, 0, 0, 12_000))
    table.press(*TO_TURN)
    host.direct(records.CORRECT, 1 - table.sheet.turn, 255, 0, 0)
    table.wait(11_000)
    assert table.sheet.phase == match.TURN
    table.wait(3_000)
    assert (table.sheet.phase, table.sheet.how) == (match.RESULT, records.ON_TIME)
    table.wait(1500)
    assert table.press("*").app.view.question == dispute.IT_STANDS


def test_what_is_half_typed_gives_way_to_the_director(table, host):
    host.set_up()
    table.press(*TO_TURN, "9", "3")
    host.direct(records.PAUSE, records.DIRECTOR)
    after = table.last
    assert table.press(0).said == texts.PAUSED
    assert table.log(after) == []


@pytest.mark.parametrize("reboot", [False, True])
@pytest.mark.parametrize("what", ["run", "pause", "result", "confirm", "seal", "close", "correct"])
def test_a_repeat_is_recognised(table, host, reboot, what):
    def ask(number):
        if what == "run":
            return host.set_up(number=5)
        order = {
            "pause": (records.PAUSE, records.DIRECTOR), "confirm": (records.CONFIRM, 255),
            "result": (records.RESULT, 1, records.SINGLE, records.FORFEITED, records.NONE),
            "seal": (records.SEAL, 0, 0, 0, 0), "close": (records.CLOSE,),
            "correct": (records.CORRECT, 1, 255, 0, 9_000),
        }[what]  # fmt: skip
        return host.direct(*order, number=number)

    if what != "run":
        host.set_up(number=5)
    if what in ("pause", "result", "confirm"):
        table.press(*TO_TURN)
    if what == "confirm":
        table.press("9", "1", 0)
    host.number = 900
    first = ask(901)
    assert first[0] == messages.DONE
    if reboot:
        host.session = 0
        table.power_cycle()
        host.open()
        table.wait(2500)
    host.number = 900
    packed = table.sheet.pack()
    assert ask(901) == (messages.REPEATED, first[1], "")
    assert table.sheet.pack() == packed


@pytest.mark.parametrize(
    "tail", [b"", b"\x02Ann", b"\x00" + b"x" * 21, b"\x00\xff\xfe", b"\x00A\nB", b"\x00A\x00", b"\x01\x1b[2J"]
)
def test_a_name_that_is_none_is_refused(table, host, tail):
    host.set_up()
    assert host.order(messages.NAME, tail)[::2] == (messages.REFUSED, "the name cannot be read")
    assert table.app.view.names == [""] * 6


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Zoë Å", "東京"), ("W" * 20, "ÿ" * 20), ("", "Bob")])
def test_names_are_shown_kept_and_found_again(table, host, names):
    host.set_up()
    for seat, name in enumerate(names):
        assert host.order(messages.NAME, bytes([seat]) + name.encode())[0] == messages.DONE
    assert table.app.view.names[:2] == list(names)
    shown = table.board.pixels
    host.close()
    table.power_cycle()
    # what does not fit the memory is shortened, never torn
    for seat, name in enumerate(names):
        kept = table.app.view.names[seat]
        assert name.startswith(kept)
        assert kept == name or len(kept.encode()) > 22
    table.wait(500)
    assert table.board.pixels[:128] == shown[:128] or max(len(one.encode()) for one in names) > 22


def test_a_new_match_of_the_host_shows_no_name_of_the_one_before(table, host):
    host.set_up(length=1, number=5)
    for seat, name in enumerate((b"Ann", b"Gus")):
        host.order(messages.NAME, bytes([seat]) + name)
    table.press(*TO_TURN).press("9", "1", 0).press(0, 1)
    assert table.app.view.names[:2] == ["Ann", "Gus"]
    # its own names come later, each in an order of its own
    assert host.set_up(length=1, number=6)[0] == messages.DONE
    assert table.app.view.names == [""] * 6


def test_rubbish_on_the_wire_changes_nothing(table, host):
    host.set_up()
    table.press(*TO_TURN)
    after = table.last
    packed = table.sheet.pack()
    for line in (b"hello\n", b"\n" * 300, b"A" * 1000 + b"\n", bytes(range(256)), b"\x03\x04\x0d\n"):
        host.say(line)
        table.wait(300)
    for payload in (b"c", b"c" + bytes(16), b"h" + bytes(14), b"a" + bytes(8), b"z" * 30, b"R" + bytes(32)):
        host.frame(payload)
        table.wait(300)
    assert table.log(after) == []
    assert table.sheet.pack() == packed
    assert host.direct(records.PAUSE, records.DIRECTOR)[0] == messages.DONE


def test_a_host_of_another_major_version_is_told_on_the_screen(table):
    host = Host(table)
    host.link.welcome = lambda session, journal, stored: host.frame(
        messages.pack(messages.WELCOME, messages.MAJOR + 1, 0, session, journal, stored)
    )
    for _ in range(40):
        table.wait(100)
        if table.said:
            break
    assert table.said == texts.HOST_VERSION
    assert table.reads(texts.HOST_VERSION)
    hellos = len(host.events)
    table.wait(20_000)
    assert len(host.events) == hellos, "it falls silent"
    table.set_up().press(*TO_TURN)
    assert table.sheet.phase == match.TURN
    assert all(event[0] == hostlink.HELLO for event in host.events)
