"""A phone's line and its invitation, without a browser: who may speak, for which board, and what ends it."""

import random
import time

import pytest

from tablekeeper.accounts import phones
from tablekeeper.web import requests
from tablesim.hostile import KINDS, HostileBoard
from tests.patience import until
from tests.phone.phonehall import Line
from tests.tables.conftest import Board

SIGN = "\x05"
REVOKED, NEWER, NO_TEXT, LATER = 4403, 4409, 1003, 1013


class SpeakingLine(Line):
    """A line whose other end is a board that speaks the protocol."""

    def __init__(self, hall, token, uid):
        super().__init__(hall, token)
        self.board = Board(uid=uid)
        self.board.open(self._now())

    @staticmethod
    def _now():
        return int(time.monotonic() * 1000) & 0x1FFFFFFF

    def pump(self):
        """Send what the board has to say, and give it what the host has sent."""
        if said := self.board.give(self._now()):
            self.send(said.decode())
        self.send(SIGN)
        self._read()
        self.board.take(self.text.replace(SIGN, "").encode(), self._now())
        self.text = ""


def online(line, hall, uid):
    """Wait until the hall shows the board of this line."""
    until(lambda: (line.pump(), on(hall, uid))[1], "the board is not online", every=0.02)


def on(hall, uid):
    """Return whether the hall shows this board as connected."""
    return any(one.uid == uid and one.online for one in hall.director.overview.hall().tables)


def refused(answer, status, words):
    """Check that an answer refuses in one sentence."""
    assert answer.status_code == status, answer.text
    sentence = answer.json()["error"]
    assert words in sentence
    assert sentence.endswith(".")
    assert "tablekeeper-board" not in answer.headers.get("set-cookie", "")


# --- the line -----------------------------------------------------------------------------------


def test_a_phone_is_a_board_like_any_other(phone_hall):
    uid, token = phone_hall.paired("Table 1")
    assert phone_hall.table("Table 1").uid == uid
    with SpeakingLine(phone_hall, token, uid) as line:
        assert line.opened
        online(line, phone_hall, uid)
        seq = line.board.journal.add(1, ms=5)
        until(lambda: (line.pump(), line.board.journal.acked >= seq)[1], "not acknowledged", every=0.02)
    until(lambda: not on(phone_hall, uid), "a closed line is a board that is away")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
    ],
    ids=["foreign name", "rebinding", "foreign origin", "no origin", "empty origin"],
)
def test_a_foreign_page_opens_no_line(phone_hall, headers, status):
    _uid, token = phone_hall.paired()
    with Line(phone_hall, token, **headers) as line:
        assert not line.opened
        assert line.status == status
        until(lambda: line.refusal.endswith(b".\n") or not line._read(), "no sentence")
        assert line.refusal.count(b".\n") == 1


def test_no_other_address_takes_a_websocket(phone_hall):
    _uid, token = phone_hall.paired()
    with Line(phone_hall, token, path="/tables") as line:
        assert (line.opened, line.status) == (False, 403)


@pytest.mark.parametrize("token", ["", "x" * 43, "ü"], ids=["none", "a guess", "no ASCII"])
def test_without_a_right_the_line_ends_for_good(phone_hall, token):
    phone_hall.paired()
    with Line(phone_hall, token) as line:
        assert line.ended() == REVOKED


def test_a_phone_speaks_only_for_its_own_board(phone_hall):
    mine, token = phone_hall.paired("Table 1")
    other, others = phone_hall.paired("Table 2")
    with SpeakingLine(phone_hall, others, other) as honest, SpeakingLine(phone_hall, token, other) as liar:
        online(honest, phone_hall, other)
        until(lambda: (liar.code is not None, liar.code is None and liar.pump())[0], "it is read", every=0.02)
        assert liar.code == LATER
        assert not on(phone_hall, mine)
        # the right one is not disturbed
        online(honest, phone_hall, other)
        assert honest.code is None
    assert any("Another board" in (sentence or "") for _port, sentence in phone_hall.said)


def test_a_revoked_phone_is_cut_at_once(phone_hall):
    uid, token = phone_hall.paired("Table 1")
    other, others = phone_hall.paired("Table 2")
    with SpeakingLine(phone_hall, token, uid) as line, SpeakingLine(phone_hall, others, other) as stays:
        online(line, phone_hall, uid)
        online(stays, phone_hall, other)
        phone_hall.accounts.phones.revoke("phone 1", by="director")
        assert line.ended() == REVOKED
        online(stays, phone_hall, other)
    with Line(phone_hall, token) as line:
        assert line.ended() == REVOKED


def test_a_newer_line_of_a_phone_replaces_the_older(phone_hall):
    uid, token = phone_hall.paired()
    with SpeakingLine(phone_hall, token, uid) as older:
        online(older, phone_hall, uid)
        with SpeakingLine(phone_hall, token, uid) as newer:
            assert older.ended() == NEWER
            online(newer, phone_hall, uid)
            assert list(phone_hall.hub.connections()) == [f"phone {uid}"]


def test_what_is_no_text_ends_the_line(phone_hall):
    _uid, token = phone_hall.paired()
    with Line(phone_hall, token) as line:
        line.send(b"\x00\xff")
        assert line.ended() == NO_TEXT
    with Line(phone_hall, token) as line:
        line.send("x" * 100_000)
        assert line.ended() == 1009


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_phone_that_sends_rubbish_slows_nobody(phone_hall, kind):
    uid, token = phone_hall.paired("Table 1")
    other, others = phone_hall.paired("Table 2")
    hostile = HostileBoard(kind, bytes.fromhex(uid), random.Random(7))
    with SpeakingLine(phone_hall, others, other) as honest, Line(phone_hall, token) as line:
        online(honest, phone_hall, other)
        line._socket.settimeout(0.05)
        for _ in range(40):
            try:
                line.send(hostile.give(0).decode("ascii", "replace"))
            except OSError:
                # it is read slowly, or it was cut off
                break
        seq = honest.board.journal.add(1, ms=5)
        until(lambda: (honest.pump(), honest.board.journal.acked >= seq)[1], "others wait", every=0.02)


def test_an_open_line_is_no_late_request(phone_hall, monkeypatch):
    _uid, token = phone_hall.paired()
    monkeypatch.setattr(requests.TimedRequests, "request_s", 0.1)
    with Line(phone_hall, token) as line:
        time.sleep(0.3)
        line.send(SIGN)
        line.heard(SIGN)


def test_a_closed_line_does_not_count_any_more(phone_hall, monkeypatch):
    uid, token = phone_hall.paired()
    monkeypatch.setattr(requests, "is_loopback", lambda address: False)
    monkeypatch.setattr(requests.TimedRequests, "most_of_sender", 5)
    for _ in range(12):
        with Line(phone_hall, token) as line:
            assert line.opened
        until(lambda: not sum(sum(one.values()) for one in requests._HELD.values()), "it still counts")
    assert uid


# --- the invitation -----------------------------------------------------------------------------


def test_an_invitation_is_valid_once(phone_hall):
    secret = phone_hall.invite()
    assert phone_hall.pair(secret).status_code == 204
    refused(phone_hall.pair(secret), 409, "was used")
    assert len(phone_hall.accounts.phones.all()) == 1


def test_an_invitation_is_valid_for_ten_minutes(phone_hall, monkeypatch):
    secret = phone_hall.invite()
    now = phone_hall.accounts.phones._now()
    monkeypatch.setattr(phone_hall.accounts.phones, "_now", lambda: now + phones.VALID_MS + 2000)
    refused(phone_hall.pair(secret), 409, "older than ten minutes")


def test_an_invitation_is_used_by_a_page_of_this_host_only(phone_hall):
    secret = phone_hall.invite()
    refused(phone_hall.pair(secret, origin="http://evil.example"), 403, "did not come from a page")
    assert phone_hall.pair(secret, host="evil.example").status_code == 421
    assert phone_hall.pair(secret).status_code == 204


def test_guesses_are_limited_and_change_nothing(phone_hall):
    before = phone_hall.accounts.phones.path.exists()
    for _ in range(10):
        refused(phone_hall.pair("guess"), 409, "was used")
    refused(phone_hall.pair("guess"), 429, "wait")
    assert phone_hall.accounts.phones.path.exists() == before


def test_an_invitation_to_a_table_with_a_match_stays_valid(phone_hall):
    secret, table = phone_hall.invite(), phone_hall.table("Table 1").uid
    match = phone_hall.director.matches.create(table, ("Ada Quist", "Bo Lindahl"), 3, "9m b12")
    refused(phone_hall.pair(secret), 409, "Table 1")
    assert phone_hall.accounts.phones.all() == ()
    assert len(phone_hall.director.overview.hall().tables) == 2
    phone_hall.director.matches.close(match)
    assert phone_hall.pair(secret).status_code == 204


def test_a_phone_moves_to_another_table_by_its_code(phone_hall):
    uid, token = phone_hall.paired("Table 1")
    answer = phone_hall.pair(phone_hall.invite("Table 2"), token)
    assert answer.status_code == 204
    assert "set-cookie" not in answer.headers
    assert phone_hall.table("Table 2").uid == uid
    assert sorted(one.name for one in phone_hall.director.overview.hall().tables) == ["Table 1", "Table 2"]
    assert [one.uid for one in phone_hall.accounts.phones.all()] == [uid]


def test_no_secret_is_stored(phone_hall):
    secret = phone_hall.invite()
    _uid, token = phone_hall.paired("Table 2")
    file = phone_hall.accounts.phones.path
    assert file.stat().st_mode & 0o077 == 0
    assert secret not in file.read_text()
    assert token not in file.read_text()


def test_phones_are_renamed_and_each_name_is_one_phone(phone_hall):
    phone_hall.paired("Table 1")
    phone_hall.paired("Table 2")
    kept = phone_hall.accounts.phones
    kept.rename("phone 1", "Tablet of the club")
    assert [one.name for one in kept.all()] == ["Tablet of the club", "Phone 2"]
    with pytest.raises(Exception, match="Another phone is called"):
        kept.rename("Phone 2", "tablet of the club")
    with pytest.raises(Exception, match="no phone 'Phone 9'"):
        kept.revoke("Phone 9", by="director")
