"""The pages for rulings: what is written there reaches the desk and the board; the director alone sees it."""

import re
from html import unescape

import pytest

from tablecore import records
from tablekeeper.regulation.moment import clock_time
from tests.director.test_lost_on_time import lose_on_time
from tests.startedevent import started_event
from tests.web.conftest import room_pages, signed, text_of
from tests.web.pageforms import form_of

serving = room_pages
director = signed
MINUTE = 60_000
UNDO = {"what": "undo", "entry": "1"}
#: the button of the ladder for Ann's noise, before anything was ruled
NOISE = {"what": "offence", "chosen": "noise|0|Ann is warned (noise or attitude)"}


@pytest.fixture
def board(room):
    """A board on which Ann and Bob play to 7: 3-1 after two games."""
    board = room.board("a")
    room.number = room.match(board, 7)
    board.play(0, records.BACKGAMMON)
    board.play(1)
    room.send(board)
    return board


@pytest.fixture
def event(room):
    """A round robin of four that has started."""
    return started_event(room.director.events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "round-robin")


def at(board):
    return f"/tables/{board.uid}/rulings"


def send(browser, path, status=303, **form):
    """Send one of a page's forms; return the page that follows."""
    found = browser.get(path).text
    match = found.partition('name="match" value="')[2].partition('"')[0]
    answer = browser.submit(path, **{"match": match, **form})
    assert answer.status_code == status, answer.text
    return answer if status != 303 else browser.get(answer.headers["location"])


def ruled(room):
    """Return the last ruling."""
    rulings = room.director.desk.state().rulings
    return rulings[max(rulings)]


# --- who sees it ------------------------------------------------------------------------------------


def test_only_the_director_sees_the_pages_and_the_way_to_them(browser, board, room, event):
    pages = (at(board), f"{at(board)}/penalty", f"/events/{event}/rulings")
    for page in pages:
        assert "Sign in first" in text_of(browser.get(page), 401)
        assert browser.post(page, data=UNDO, headers=browser.origin).status_code == 401
    assert at(board) not in browser.get(f"/tables/{board.uid}").text
    browser.sign_in()
    assert at(board) in browser.get(f"/tables/{board.uid}").text
    assert browser.post(at(board), data=UNDO, headers=browser.origin).status_code == 403
    assert browser.get("/tables/nobody/rulings").status_code == 404
    assert browser.get(f"{at(board)}/coronation").status_code == 404
    assert room.director.desk.history() == ()


def test_a_page_without_a_match_says_so(director, room, board):
    free = room.board("b")
    page = director.get(at(free)).text
    assert "No match is at this table" in page
    assert 'name="chosen"' not in page
    assert director.get(f"{at(free)}/penalty").status_code == 409


# --- the ladder, lateness and breaks ---------------------------------------------------------------


def test_the_ladders_step_is_on_the_button_and_given_by_it(director, room, board):
    page = director.get(at(board)).text
    assert 'value="noise|0|Ann is warned (noise or attitude)"' in page
    page = send(director, at(board), **NOISE, reason="sang").text
    assert ruled(room).match == room.number
    assert (ruled(room).sentence, ruled(room).reason, ruled(room).actor) == (
        "Ann: noise or attitude, offence 1", "sang", "director",
    )  # fmt: skip
    assert "Bob gets 1 point (Ann: noise or attitude)" in page, "the next step"
    room.deliver(board)
    assert '<span class="good">carried out</span>' in director.get(at(board)).text
    # another director was faster: what the button said does not follow any more
    stale = send(director, at(board), 409, **NOISE)
    assert "The case has changed. The next step is now: Bob gets 1 point" in stale.text
    assert len(room.director.desk.state().rulings) == 1


def test_a_step_that_ends_the_match_shows_what_follows_and_leads_back_to_a_page(director, room):
    events = room.director.events
    cup = started_event(events, ["Eve", "Finn", "Gus", "Hana"], "Cup", "knockout", {"length": 5})
    one = events.get(cup).answer.next[0]
    room.director.desk.set_options(ladder="disqualification")
    path = f"/events/{cup}/rulings?match={one['match']}"
    page = director.get(path).text
    assert 'name="chosen" value="noise|0|' not in page
    [link] = re.findall(r'<a href="([^"]+&amp;field-cause=noise|[^"]+seat=0&field-cause=noise)"', page)
    page = director.get(unescape(link)).text
    loser, winner = one["players"]
    assert f"{loser} is out of Cup." in page
    assert f"Not played: match {one['match']}: {loser} v {winner}." in page
    assert not room.director.desk.state().rulings
    found = form_of(page, "decide", unescape(link))
    answer = director.post(found.action, data=found.fields, headers=director.origin)
    assert answer.status_code == 303, answer.text
    assert set(events.get(cup).withdrawn) == {loser}
    # the match is over and has no result: the page is still that of its players
    assert f"{loser} is disqualified and loses the match" in text_of(director.get(answer.headers["location"]))
    assert director.get(f"/events/{cup}/rulings?match=none").status_code == 404


def test_somebody_is_missing_and_arrives_for_the_points_that_are_shown(director, room, board):
    send(director, at(board), what="late", seat="1", scheduled=clock_time(room.now))
    [(late, _)] = room.director.desk.timekeeping.missing()
    assert (late.player, late.opponent, late.length, late.scheduled_ms) == ("Bob", "Ann", 7, room.now)
    page = director.get(at(board)).text
    assert "Bob has arrived: nothing follows" in page
    room.now += 36 * MINUTE
    page = director.get(at(board)).text
    assert "Bob has arrived: Ann gets 3 points (Bob: late arrival)" in page
    assert "§13" in page
    # five minutes later the page is old: the director looks again
    form = {"what": "arrived", "late": str(late.seq)}
    stale = send(director, at(board), 409, **form, shown="Ann gets 2 points (Bob: late arrival)")
    assert "The case has changed. What follows now: Ann gets 3 points" in stale.text
    send(director, at(board), **form, shown="Ann gets 3 points (Bob: late arrival)")
    room.deliver(board)
    assert room.row(board).match.details.score == (6, 1)
    send(director, at(board), 409, **form, shown="")


def test_the_timetable_says_when_a_match_should_have_begun(director, room, event):
    room.director.events.timetables.change(event, {"1": {"start_ms": room.now - 30 * MINUTE}})
    path = f"/events/{event}/rulings?players=Ann&players=Dan"
    page = director.get(path).text
    assert "by the timetable" in page
    assert f'value="{clock_time(room.now - 30 * MINUTE)[11:16]}"' in page
    send(director, path, what="late", seat="0", scheduled="", length="7")
    [(late, _)] = room.director.desk.timekeeping.missing()
    assert (late.scheduled_ms, late.length, late.event) == (room.now - 30 * MINUTE, 7, event)


def test_a_granted_delay_and_a_decision_of_the_directors_own(director, room, board):
    send(director, at(board), what="late", seat="0", scheduled=clock_time(room.now))
    [(late, _)] = room.director.desk.timekeeping.missing()
    form = {"what": "grant", "late": str(late.seq)}
    refused = send(director, at(board), 409, **form, until="late", reason="train").text
    assert "write it like 20:00" in refused
    assert 'value="train"' in refused
    send(director, at(board), **form, until="", reason="the train stands still")
    assert room.director.desk.timekeeping.missing()[0][0].granted
    form = {"what": "arrived", "late": str(late.seq), "decision": "points", "points": "1"}
    assert "needs a reason" in send(director, at(board), 409, **form).text
    send(director, at(board), **form, reason="second time")
    assert [one.points for one in ruled(room).effects] == [1]


def test_a_break_and_one_that_is_too_long(director, room, board):
    assert "Ann takes break 1 of 1: 10 minutes" in director.get(at(board)).text
    send(director, at(board), what="break", seat="0")
    room.now += 12 * MINUTE
    page = director.get(at(board)).text
    assert "Ann has taken 1 break of 1 already" in page
    seen = "Bob gets 1 point (Ann: break too long)"
    assert f"Ann is back: {seen}" in page
    [number] = room.director.desk.state().breaks
    send(director, at(board), what="back", **{"break": str(number)}, shown=seen)
    assert ruled(room).kind == "break"
    refused = send(director, at(board), 409, what="break", seat="0", consent="")
    assert "the director may allow it, with a reason" in refused.text
    send(director, at(board), what="break", seat="0", consent="ill")
    assert len(room.director.desk.state().breaks) == 1


# --- cases ------------------------------------------------------------------------------------------


def test_a_disqualification_shows_what_follows_before_it_is_decided(director, room, board, event):
    path = f"/events/{event}/rulings"
    assert "Ann v Bob" in director.get(path).text
    path += "/penalty?players=Ann&players=Bob"
    page = director.get(f"{path}&decision=disqualification&seat=0").text
    assert "Ann is out of Cup." in page
    assert "Not played: Ann v Dan, Ann v Cid, Ann v Bob." in page
    form = {"seat": "0", "decision": "disqualification", "cause": "dice", "reason": "loaded dice"}
    shown = director.submit(path, **form)
    assert (shown.status_code, room.director.desk.rulings()) == (200, ())
    seen = shown.text.partition('name="shown" value="')[2].partition('"')[0]
    answer = director.submit(path, shown=seen, **form)
    assert answer.headers["location"] == f"/events/{event}/rulings?players=Ann&players=Bob"
    assert set(room.director.events.get(event).withdrawn) == {"Ann"}
    page = director.get(answer.headers["location"]).text
    assert "loaded dice" in page
    undo = {"what": "undo", "entry": str(ruled(room).seq), "match": ""}
    assert director.submit(path, answer.headers["location"], **undo).status_code == 303
    assert not room.director.events.get(event).withdrawn


def test_a_disqualification_for_a_cause_of_the_regulation_needs_no_typing(director, room, board):
    path = f"{at(board)}/penalty"
    page = director.get(f"{path}?decision=disqualification&seat=0").text
    # what it is for comes first
    assert ">Decide it for<" in page
    assert ">Decide so<" not in page
    form = {"what": "decide", "seat": "0", "decision": "disqualification", "reason": ""}
    page = send(director, path, 200, **form, cause="signals").text
    assert ">Decide so<" in page
    seen = unescape(page.partition('name="shown" value="')[2].partition('"')[0])
    send(director, path, **form, cause="signals", shown=seen)
    assert (ruled(room).effects[0].kind, ruled(room).effects[0].cause) == ("disqualification", "signals")
    refused = send(director, path, 200, **{**form, "seat": "1"}, cause="other").text
    seen = unescape(refused.partition('name="shown" value="')[2].partition('"')[0])
    refused = send(director, path, 409, **{**form, "seat": "1"}, cause="other", shown=seen).text
    assert 'id="problem-decide-reason"' in refused


def test_a_match_lost_on_time_by_mistake_goes_on_in_one_step(director, room, board):
    number = room.match(room.board("b"), 5)
    assert "was not lost on time" in unescape(director.get(f"/matches/{number}/restore").text)
    assert director.get("/matches/99/restore").status_code == 404
    flagged(room, board)
    path = f"/matches/{room.number}/restore"
    assert f'href="{path}"' in director.get(at(board)).text
    assert f'href="{path}"' in director.get(f"/matches/{room.number}").text
    page = unescape(director.get(path).text)
    assert "The match goes on at Board aaaaaa from Ann 3, Bob 1, in game 3, its clocks stopped" in page
    shown = page.partition('name="shown" value="')[2].partition('"')[0]
    form = {"what": "restore", "shown": shown, "reason": "The flag should not have fallen"}
    assert "like 5:05" in unescape(send(director, path, 409, **form, left="five").text)
    assert "needs a reason" in unescape(send(director, path, 409, **{**form, "reason": ""}, left="5:00").text)
    stale = send(director, path, 409, **{**form, "shown": "0"}, left="5:00")
    assert "look again at what would change" in unescape(stale.text)
    send(director, path, **form, left="5:00")
    room.deliver(board)
    assert board.sheet.in_game()
    assert board.sheet.score == [3, 1]
    assert "not lost on time" in unescape(director.get("/journal").text)


def flagged(room, board):
    """Let the third game of the match be lost on time."""
    room.director.match_orders.introduce_clock(room.number, "10m")
    room.deliver(board)
    board.begin(6, 1)
    board.turn()
    lose_on_time(room, board, board.sheet.turn)


def test_a_tourney_asks_what_becomes_of_the_games(director, room):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid", "Dan"], "Tourney", "ttt")
    path = f"/events/{event}/rulings/penalty?players=Ann&players=Bob"
    form = {"what": "decide", "seat": "0", "decision": "disqualification", "reason": "loaded dice"}
    page = send(director, path, 200, **form, games="").text
    assert "Say what happens to the games of Ann." in page
    seen = page.partition('name="shown" value="')[2].partition('"')[0]
    refused = send(director, path, 409, **form, games="", shown=seen).text
    assert 'id="problem-decide-games"' in refused
    page = send(director, path, 200, **form, games="removed", shown=seen).text
    seen = page.partition('name="shown" value="')[2].partition('"')[0]
    send(director, path, **form, games="removed", shown=seen)
    assert ruled(room).games == "removed"


def test_a_case_from_which_nothing_follows_is_entered_at_once(director, room, board):
    path = f"{at(board)}/equipment"
    cups = {"what": "decide", "field-what": "cups", "field-asked_by": "Ann", "field-irregular": "yes"}
    send(director, path, **cups)
    assert ruled(room).sentence.startswith("Ann gets other cups for the game that begins")
    assert "Other equipment" in director.get(path).text
    nobody = {"what": "decide", "field-conduct": "comment", "field-spectator": ""}
    missing = send(director, f"{at(board)}/spectator", 409, **nobody)
    assert 'id="problem-decide-field-spectator"' in missing.text
    # the regulation leaves it to the director
    form = {"what": "decide", "field-spectator": "Eve", "field-conduct": "comment", "seat": ""}
    page = send(director, f"{at(board)}/spectator", 200, **form).text
    assert "leaves it to the director" in page
    form |= {"decision": "warning", "against": "1", "reason": "heard twice"}
    page = send(director, f"{at(board)}/spectator", 200, **form).text
    seen = page.partition('name="shown" value="')[2].partition('"')[0]
    send(director, f"{at(board)}/spectator", **form, shown=seen)
    assert [(one.kind, one.player) for one in ruled(room).effects] == [("warning", "Bob")]


# --- appeals, undo, and the board itself --------------------------------------------------------------


def test_a_ruling_is_appealed_and_undone_where_it_stands(director, room, board):
    send(director, at(board), what="offence", chosen="pace|1|Bob is warned (slow play)")
    seq = ruled(room).seq
    page = send(director, at(board), what="appeal", ruling=str(seq), by="Bob", reason="").text
    assert "appeal by Bob: open" in page
    send(director, at(board), 409, what="appeal", ruling=str(seq), by="Bob")
    [appeal] = room.director.desk.state().appeals
    send(director, at(board), what="undo", entry=str(appeal), reason="withdrawn")
    send(director, at(board), what="undo", entry=str(seq))
    assert room.director.desk.rulings() == ()
    assert "Unknown action" in send(director, at(board), 400, what="coronation").text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"what": "clock", "control": "3m/pt b12"}, "introduces the clock 3m/pt b12"),
        ({"what": "award", "seat": "0", "points": "2", "cause": "1", "reason": "late"},
         "awards 2 points to Ann"),
        ({"what": "award", "seat": "0", "points": "1", "cause": "0", "back": "1", "reason": "no"},
         "takes 1 point back from Ann"),
    ],
)  # fmt: skip
def test_an_order_reaches_the_board_and_is_listed(director, room, board, form, said):
    assert said in send(director, at(board), **form).text


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("form", "field", "sentence"),
    [
        ({"what": "correct", "seat": "0", "left": "five"}, "left", "like 5:05"),
        ({"what": "correct", "seat": "0", "left": "1:60"}, "left", "like 5:05"),
        ({"what": "correct", "seat": "", "left": "1:00"}, "seat", "The player is missing"),
        ({"what": "award", "seat": "0", "points": "-1", "cause": "0"}, "points", "How many points"),
        ({"what": "late", "seat": "7", "scheduled": ""}, "seat", "Choose the player"),
        ({"what": "late", "seat": "0", "scheduled": ""}, "scheduled", "say when the match should have begun"),
        ({"what": "late", "seat": "0", "scheduled": "soon"}, "scheduled", "write it like 20:00"),
        ({"what": "clock", "control": "sundial"}, "", "sundial"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_beside_its_field(director, room, board, form, field, sentence):
    page = send(director, at(board), 409, **form, reason="why").text
    assert sentence in page
    assert (f'id="problem-{form["what"]}-{field}"' in page) == bool(field)
    assert room.director.desk.history() == ()


def test_a_match_that_has_changed_is_refused(director, room, board):
    answer = send(director, at(board), 409, what="offence", chosen="noise|0|x", match="999")
    assert "has another match now" in answer.text
