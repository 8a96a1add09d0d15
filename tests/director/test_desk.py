"""The desk in the director's service: what is decided, kept, undone, and carried out at the tables.

The board is a scribe that obeys as the firmware does, as in the tests of rulings.
"""

import pytest

from tablecore import records
from tablekeeper.director.desk.report import markdown
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.regulation.appeal import ABSTAIN, OVERTURN, UPHOLD
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.regulation.finding import DISQUALIFICATION, POINTS, WARNING, Effect
from tablekeeper.store.commands import REFUSED
from tests.director.conftest import only
from tests.refusal import refusal
from tests.startedevent import started_event

MINUTE = 60_000


# --- lateness at a table ---------------------------------------------------------------------------


def test_lateness_costs_points_at_the_table_and_in_the_ledger(room, desk, waiting):
    board, match_id = waiting
    late = desk.act("late", {"player": "Bob", "scheduled_ms": room.now - 40 * MINUTE, "match": match_id})
    [(noted, finding)] = desk.timekeeping.missing()
    assert (noted.player, noted.opponent, noted.length, noted.clock) == ("Bob", "Ann", 7, False)
    assert finding.effects == (Effect(DISQUALIFICATION, "Bob", to="Ann", cause="late"),)
    seq = desk.act("arrived", {"late": late, "at_ms": room.now - 5 * MINUTE})
    assert desk.timekeeping.missing() == ()
    assert desk.state().rulings[seq].effects == (Effect(POINTS, "Bob", 3, "Ann", "late"),)
    assert only(desk, seq) == "ordered; the board has not answered yet"
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert board.sheet.score == [3, 0]
    assert room.row(board).match.details.score == (3, 0)
    # the cause is on the board, and the number of the ruling beside it
    assert records.unpack(board.log[-1])[1:5] == (records.AWARD, 0, 3, records.LATE)
    assert f"(ruling {seq})" in room.director.match_orders.decisions(board.uid)[0].text


def test_who_is_too_late_has_lost_the_match_before_it_began(room, desk, waiting):
    board, match_id = waiting
    late = desk.act("late", {"player": "Bob", "scheduled_ms": room.now - 40 * MINUTE, "match": match_id})
    seq = desk.act("arrived", {"late": late})
    assert [one.kind for one in desk.state().rulings[seq].effects] == [DISQUALIFICATION]
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    shown = room.row(board).match
    assert (shown.details.score, shown.phase, shown.details.champion) == ((7, 0), "over", 0)


def test_a_granted_hour(room, desk, waiting):
    _, match_id = waiting
    late = desk.act("late", {"player": "Bob", "scheduled_ms": room.now - 40 * MINUTE, "match": match_id})
    desk.act("grant", {"late": late, "reason": "the train stands still"})
    assert desk.timekeeping.missing()[0][1].effects == ()
    seq = desk.act("arrived", {"late": late, "at_ms": room.now + 30 * MINUTE})
    assert desk.state().rulings[seq].effects == (Effect(POINTS, "Bob", 2, "Ann", "late"),)


def test_with_a_clock_in_use_the_late_players_clock_runs(room, desk):
    board = room.board("a")
    match_id = room.match(board, 7, "3m/pt b12")
    late = desk.act("late", {"player": "Bob", "scheduled_ms": room.now - 27 * MINUTE, "match": match_id})
    seq = desk.act("arrived", {"late": late})
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert [clock.remaining_ms for clock in room.row(board).match.clocks] == [21 * MINUTE, 14 * MINUTE]


def test_who_is_missing_is_missing_once(room, desk, waiting):
    _, match_id = waiting
    desk.act("late", {"player": "Bob", "scheduled_ms": room.now, "match": match_id})
    with pytest.raises(UserError, match="Bob is missing already"):
        desk.act("late", {"player": "Bob", "scheduled_ms": room.now, "match": match_id})


# --- penalties and orders --------------------------------------------------------------------------


def test_the_ladder_climbs_and_the_board_follows(room, desk, at_three_one):
    board, match_id = at_three_one
    steps = [desk.rule("offence", ["Ann"], {"cause": "noise"}, match=match_id) for _ in range(3)]
    room.deliver(board)
    assert [desk.state().rulings[seq].effects[0].kind for seq in steps] == [WARNING, POINTS, POINTS]
    assert [only(desk, seq) for seq in steps] == ["carried out"] * 3
    assert board.sheet.score == [3, 4]
    assert desk.pending() == ()
    out = desk.rule("offence", ["Ann"], {"cause": "noise"}, match=match_id)
    room.deliver(board)
    assert only(desk, out) == "carried out"
    assert board.sheet.winner == 1


def test_other_causes_begin_at_the_bottom_unless_all_count(desk):
    desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"})
    assert desk.propose("offence", ["Ann", "Bob"], {"cause": "pace"}).effects[0].kind == WARNING
    desk.set_options(counting="all")
    assert desk.propose("offence", ["Ann", "Bob"], {"cause": "pace"}).effects[0].points == 1


def test_offences_are_counted_within_their_event(room, desk):
    one, two = (room.director.events.new(name, "knockout") for name in ("One", "Two"))
    for event in (one, two):
        room.director.events.enter(event, ["Ann", "Bob", "Cid", "Dan"])
    kinds = []
    for event in (one, one, two, None, one):
        seq = desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"}, event=event)
        kinds += [(effect.kind, effect.points) for effect in desk.state().rulings[seq].effects]
    assert kinds == [(WARNING, 0), (POINTS, 1), (WARNING, 0), (WARNING, 0), (POINTS, 2)]


def test_an_offence_after_a_disqualification_is_remarked_upon(room, desk):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout")
    out = desk.penalise(Effect(DISQUALIFICATION, "Ann", cause="noise"), "shouting", event=event)
    said = f"; Ann is disqualified already (ruling {out})"
    assert said in desk.propose("offence", ["Ann", "Bob"], {"cause": "noise"}, event=event).sentence
    assert said not in desk.propose("offence", ["Ann", "Bob"], {"cause": "noise"}).sentence


def test_an_undone_ruling_is_taken_back_at_the_table_and_comes_again(room, desk, at_three_one):
    board, match_id = at_three_one
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "eight minutes for a move", match=match_id)
    room.deliver(board)
    assert board.sheet.score == [3, 3]
    assert "Bob gets 2 points" in desk.undo(seq)
    room.deliver(board)
    assert board.sheet.score == [3, 1]
    assert only(desk, seq) == "taken back"
    assert desk.state().ledger() == []
    undo = next(line.seq for line in desk.history() if line.action == "undo")
    desk.undo(undo)
    room.deliver(board)
    assert board.sheet.score == [3, 3]
    assert only(desk, seq) == "carried out"


def test_at_an_offline_table_a_ruling_is_kept_and_carried_out_later(room, desk, at_three_one):
    board, match_id = at_three_one
    room.director.boards.offline(board.uid, "unplugged")
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "slow", match=match_id)
    assert only(desk, seq).startswith("not carried out. ")
    assert "is offline" in only(desk, seq)
    assert desk.pending() == (seq,)
    assert desk.state().ledger()[0][1].points == 2
    entries = len(desk.history())
    # the same hindrance again is not told twice
    desk.carry_out(seq)
    assert len(desk.history()) == entries
    room.connect(board)
    desk.carry_out(seq)
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert desk.pending() == ()
    assert board.sheet.score == [3, 3]
    # nothing is ordered a second time
    desk.carry_out(seq)
    assert room.deliver(board) == []


def test_what_a_board_refuses_is_shown_and_may_be_ordered_again(room, desk, at_three_one):
    board, match_id = at_three_one
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "slow", match=match_id)
    for command in room.store.commands.open(board.uid):
        room.store.commands.answered(command.id, REFUSED, None, "not now")
        room.director.boards.answered(board.uid, command.id, REFUSED, None, "not now")
    room.store.flush()
    assert "The board refused it" in only(desk, seq)
    assert desk.pending() == (seq,)
    desk.carry_out(seq)
    room.deliver(board)
    assert board.sheet.score == [3, 3]


def test_a_forfeit_cannot_be_taken_back_from_the_desk(room, desk, at_three_one):
    board, match_id = at_three_one
    seq = desk.rule("video", [], {"refused_by": "Bob"}, match=match_id)
    room.deliver(board)
    assert board.sheet.winner == 0
    desk.undo(seq)
    [filed] = desk.rulings(only_open=True)
    assert (filed.ruling.seq, filed.undone) == (seq, True)
    assert desk.rulings() == ()
    assert only(desk, seq).startswith("still stands. This stays as it is (Bob loses the match by forfeit)")


def test_a_clock_is_introduced(room, desk, at_three_one):
    board, match_id = at_three_one
    seq = desk.rule("clock", [], {"control": "3m/pt b12", "within_game": True}, match=match_id)
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert room.row(board).match.control == "15m b12"
    with pytest.raises(UserError):
        desk.rule("clock", [], {"control": "soon"}, match=match_id)


def test_the_score_of_the_board_prevails(desk, at_three_one):
    _, match_id = at_three_one
    finding = desk.propose("score", [], {"first": [4, 1], "second": [3, 2]}, match=match_id)
    assert finding.sentence == "the scoreboard prevails: Ann 3, Bob 1"
    finding = desk.propose("score", ["Bob", "Ann"], {}, match=match_id)
    assert finding.sentence == "the scoreboard prevails: Bob 1, Ann 3"


# --- the director's discretion ---------------------------------------------------------------------


def test_a_decision_otherwise_needs_a_reason_which_is_kept(desk):
    late = desk.act("late", {"player": "Ann", "opponent": "Bob", "length": 7, "scheduled_ms": 0})
    assert "needs a reason" in refusal(desk.act, "arrived", {
        "late": late, "at_ms": 30 * MINUTE, "instead": [],
    })
    assert len(desk.history()) == 1
    seq = desk.act("arrived", {
        "late": late, "at_ms": 30 * MINUTE, "instead": [], "reason": "the lift was stuck",
    })
    ruling = desk.state().rulings[seq]
    assert ruling.effects == ()
    assert ruling.proposed == (Effect(POINTS, "Ann", 2, "Bob", "late"),)
    assert ruling.reason == "the lift was stuck"
    assert ruling.paragraphs == ("lateness", "discretion")
    assert desk.state().ledger() == []


def test_deciding_what_the_regulation_says_is_no_exception(desk):
    same = (Effect(WARNING, "Ann", cause="noise"),)
    seq = desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"}, instead=same)
    assert desk.state().rulings[seq].proposed is None


def test_what_the_text_leaves_open_is_decided_with_a_reason(desk):
    assert "director decides: say what" in refusal(desk.rule, "score", ["Ann", "Bob"], {})
    seq = desk.rule("score", ["Ann", "Bob"], {}, reason="4-3, as both remember")
    assert desk.state().rulings[seq].proposed == ()


def test_effects_are_for_those_in_the_case(desk):
    with pytest.raises(UserError, match="Cid is not in this case"):
        desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"}, instead=[Effect(WARNING, "Cid")], reason="x")
    assert "needs a reason" in refusal(desk.penalise, Effect(WARNING, "Ann"), " ")


# --- breaks ----------------------------------------------------------------------------------------


def test_a_break_is_taken_and_exceeded(room, desk):
    number = desk.act("break", {"player": "Ann", "opponent": "Bob", "length": 7})
    assert desk.timekeeping.may_break("Ann", "Bob", length=7).open
    room.now += 12 * MINUTE
    seq = desk.act("back", {"break": number})
    assert desk.state().rulings[seq].effects == (Effect(POINTS, "Ann", 1, "Bob", "break"),)
    with pytest.raises(UserError, match="Ann has taken 1 break of 1 already: the director may allow"):
        desk.act("break", {"player": "Ann", "opponent": "Bob", "length": 7})
    allowed = desk.act("break", {"player": "Ann", "opponent": "Bob", "length": 7, "consent": "feels unwell"})
    room.now += 9 * MINUTE
    seq = desk.act("back", {"break": allowed})
    assert desk.state().rulings[seq].effects == ()
    assert "No break has the number" in refusal(desk.act, "back", {"break": allowed})
    # another match is another count
    assert not desk.timekeeping.may_break("Ann", "Cid", length=7).open
    assert not desk.timekeeping.may_break("Ann", "Bob", length=13).open


def test_a_break_timed_by_the_board_is_ruled_on(desk):
    desk.set_options(overtime="lateness")
    seq = desk.act("exceeded", {"player": "Ann", "opponent": "Bob", "took_ms": 20 * MINUTE})
    assert desk.state().rulings[seq].effects == (Effect(POINTS, "Ann", 2, "Bob", "break"),)


# --- appeals ---------------------------------------------------------------------------------------


@pytest.fixture
def fined(room, desk, at_three_one):
    """A ruling at the table that gave Bob two points for Ann's fault, and a committee: (board, ruling)."""
    board, match_id = at_three_one
    desk.act("committee", {"members": ["Eve", "Finn", "Gus"]})
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "slow", match=match_id)
    room.deliver(board)
    return board, seq


def test_an_appeal_that_succeeds_takes_the_points_back(room, desk, fined):
    board, ruling = fined
    appeal = desk.act("appeal", {"ruling": ruling, "by": "Ann"})
    votes = {DIRECTOR: UPHOLD, "Eve": OVERTURN, "Finn": OVERTURN}
    with pytest.raises(UserError, match="hears both players first: say that it has heard Bob"):
        desk.decide(appeal, votes, heard=["Ann"])
    outcome = desk.decide(appeal, votes, heard=["Ann", "Bob"], instead=[Effect(WARNING, "Ann", cause="pace")])
    assert outcome == OVERTURN
    room.deliver(board)
    assert board.sheet.score == [3, 1]
    assert only(desk, ruling) == "taken back"
    [(new, effect)] = desk.state().ledger()
    assert (effect.kind, desk.state().rulings[ruling].overturned_by) == (WARNING, new.seq)
    assert only(desk, new.seq) == "carried out"
    assert "decided already" in refusal(desk.decide, appeal, votes, heard=["Ann", "Bob"])
    said = {"ruling": new.seq, "by": "Bob"}
    assert "only a director's ruling is appealed" in refusal(desk.act, "appeal", said)
    # the verdict is undone: the points come back
    desk.undo(new.seq)
    room.deliver(board)
    assert board.sheet.score == [3, 3]


def test_without_a_majority_nothing_is_decided(desk, fined):
    _, ruling = fined
    appeal = desk.act("appeal", {"ruling": ruling, "by": "Ann"})
    level = {DIRECTOR: UPHOLD, "Eve": OVERTURN, "Finn": ABSTAIN}
    assert desk.decide(appeal, level, heard=["Ann", "Bob"]) == "undecided"
    assert desk.state().rulings[ruling].counts
    assert desk.decide(appeal, level | {"Finn": UPHOLD}, heard=["Ann", "Bob"]) == UPHOLD


def test_an_appeal_comes_at_once_or_with_a_reason(room, desk, fined):
    _, ruling = fined
    room.now += 6 * MINUTE
    said = {"ruling": ruling, "by": "Ann"}
    assert "not at once: the director may admit it" in refusal(desk.act, "appeal", said)
    said = {"ruling": ruling, "by": "Cid", "reason": "only watched"}
    assert "Cid is not in the dispute" in refusal(desk.act, "appeal", said)
    assert desk.act("appeal", {"ruling": ruling, "by": "Ann", "reason": "the director was away"})
    said = {"ruling": ruling, "by": "Bob", "reason": "the director was away"}
    assert "appealed already" in refusal(desk.act, "appeal", said)


def test_a_member_in_the_dispute_is_substituted(desk):
    desk.act("committee", {"members": ["Eve", "Finn", "Gus"]})
    seq = desk.rule("offence", ["Eve", "Bob"], {"cause": "noise"})
    appeal = desk.act("appeal", {"ruling": seq, "by": "Eve"})
    assert desk.panel(seq) == ("Finn", "Gus")
    with pytest.raises(UserError, match="Eve cannot vote on it: Finn, Gus can"):
        desk.decide(appeal, {DIRECTOR: UPHOLD, "Eve": OVERTURN, "Finn": OVERTURN}, heard=["Eve", "Bob"])
    desk.act("substitute", {"ruling": seq, "out": "Eve", "new": "Hana", "reason": "she plays in it"})
    assert desk.panel(seq) == ("Hana", "Finn", "Gus")
    votes = {DIRECTOR: UPHOLD, "Hana": UPHOLD, "Finn": OVERTURN}
    assert desk.decide(appeal, votes, heard=["Eve", "Bob"]) == UPHOLD
    # in another dispute she is on the committee
    other = desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"})
    assert desk.panel(other) == ("Eve", "Finn", "Gus")


# --- events, names and reports ---------------------------------------------------------------------


def test_who_withdraws_or_is_excluded_leaves_the_event(room, desk):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    seq = desk.rule("withdraw", ["Ann"], {}, event=event)
    desk.rule("exclude", ["Bob"], {}, event=event)
    assert only(desk, seq) == "carried out"
    assert set(room.director.events.get(event).withdrawn) == {"Ann", "Bob"}
    # nothing is left to be done, and by hand it may have been done before
    assert desk.pending() == ()
    room.director.events.withdraw(event, "Cid")
    assert only(desk, desk.rule("withdraw", ["Cid"], {}, event=event)) == "carried out"
    assert "Dan is not among the players of event" in refusal(desk.rule, "withdraw", ["Dan"], {}, event=event)


@pytest.mark.parametrize(
    ("form", "options", "left"),
    [
        ("knockout", {}, 1),
        ("swing", {"stake": 9, "cpp": [3], "seed": 1}, 1),
        ("round-robin", {}, 3),
        ("tara", {}, 0),
    ],
)
def test_a_disqualification_decided_for_an_event_ends_it_for_the_player(room, desk, form, options, left):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid", "Dan"], "Cup", form, options)
    desk.penalise(Effect(DISQUALIFICATION, "Cid", cause="late"), "50 minutes late", event=event)
    assert not room.director.events.get(event).withdrawn, "lateness loses the match, not the event"
    desk.penalise(Effect(DISQUALIFICATION, "Ann", cause="dice"), "loaded dice", event=event)
    view = room.director.events.get(event)
    assert (set(view.withdrawn), ", without play: " in view.history[-1].text) == ({"Ann"}, True)
    assert [("Ann" in one["players"]) for one in view.answer.next] == [False] * left


def test_who_is_excluded_leaves_the_event_even_while_the_table_is_away(room, desk, at_three_one):
    board, match_id = at_three_one
    event = started_event(room.director.events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    room.director.boards.offline(board.uid, "unplugged")
    seq = desk.rule("exclude", ["Bob"], {}, match=match_id, event=event)
    assert set(room.director.events.get(event).withdrawn) == {"Bob"}
    assert "is offline" in only(desk, seq)
    room.connect(board)
    assert desk.carry_out(seq) == ("ordered; the board has not answered yet",)
    room.deliver(board)
    assert room.row(board).match.details.champion == 0
    assert only(desk, seq) == "carried out"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": ["Cid"], "match": 1}, "Cid does not play match 1"),
        ({"players": ["Ann"], "match": 99}, "There is no match 99"),
        ({"players": ["Ann"], "event": 99}, "There is no event 99"),
        ({"players": ["ann", "Bob"]}, "The desk knows 'Ann'"),
        ({"players": ["Ann", " Ann"]}, "Ann is named twice: name two different players"),
        ({"players": ["A" * 61, "Bob"]}, "at most 60 letters"),
    ],
)
def test_names_that_cannot_be_are_refused_and_change_nothing(desk, waiting, given, sentence):
    desk.rule("offence", ["Ann", "Bob"], {"cause": "noise"})
    before = desk.history()
    match = {"match": waiting[1]} if given.get("match") == 1 else {}
    with pytest.raises(UserError, match=sentence.replace("match 1", f"match {waiting[1]}")):
        desk.rule("offence", facts={"cause": "noise"}, **given | match)
    assert desk.history() == before


def test_the_report_holds_everything_about_a_match_a_player_or_an_event(desk, fined):
    _, ruling = fined
    desk.rule("offence", ["Cid", "Dan"], {"cause": "noise"})
    appeal = desk.act("appeal", {"ruling": ruling, "by": "Ann"})
    desk.undo(appeal)
    match_id = desk.state().rulings[ruling].match
    told = desk.report(match=match_id)
    assert told["about"] == {"match": match_id}
    assert [one["action"] for one in told["entries"]] == ["ruling", "order", "appeal", "undo"]
    first = told["entries"][0]
    assert [one["name"] for one in first["paragraphs"]] == ["pace", "violations", "discretion"]
    assert first["effects"] == [{"text": "Bob gets 2 points (Ann: slow play)", "at_table": "carried out"}]
    assert told["ledger"][0] | {"entries": []} == {
        "player": "Ann", "warnings": 0, "points": 2, "others": [], "entries": [],
    }  # fmt: skip
    text = markdown(told)
    assert "Ruling committee: Eve, Finn, Gus." in text
    assert "**undone**" in text
    assert "- §53 pace:" in text
    assert "Cid" not in text
    cid = desk.report(player="Cid")
    assert [one["action"] for one in cid["entries"]] == ["ruling"]
    assert {one["action"] for one in desk.report()["entries"]} >= {"committee", "ruling", "order"}
    assert desk.report(event=7)["entries"] == []
    # a spectator who takes part is penalised in somebody else's match
    signals = {"spectator": "Eve", "conduct": "signal", "player": "Cid", "takes_part": True}
    seen = desk.rule("spectator", ["Cid", "Dan"], signals)
    eve = desk.report(player="Eve")
    assert [one["seq"] for one in eve["entries"]] == [seen]
    assert eve["ledger"][0]["others"] == ["disqualification", "no prize"]
    assert "Nothing." in markdown(desk.report(event=7))


def test_names_cannot_disguise_themselves_as_markdown(desk):
    desk.rule("offence", ["[Ann](x)", "B*b"], {"cause": "noise"})
    text = markdown(desk.report())
    assert "[Ann](x)" not in text
    assert "\\[Ann\\](x)" in text


def test_whoever_watches_the_hall_hears_of_the_desk(room, desk):
    topics = room.director.topics
    assert isinstance(topics, Topics)
    before = topics.revision("hall")
    desk.act("committee", {"members": ["Eve", "Finn", "Gus"]})
    assert topics.revision("hall") > before
    assert desk.committee() == ("Eve", "Finn", "Gus")


def test_the_desk_is_as_it_was_after_a_restart(room, desk, fined):
    _, ruling = fined
    told = desk.report()
    room.restart()
    assert room.director.desk.report() == told
    assert only(room.director.desk, ruling) == "carried out"
