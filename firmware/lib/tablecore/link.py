"""The board's end of the link: sans-IO, driven by `receive(bytes)` and `tick(now, room)`.

    state      until                                 sends
    DOWN       the host opens the port (`opened`)     nothing
    CALLING    a welcome with this session            hello, once a second
    UP         the port is closed (`closed`);         records, status, answers, time, display
               a welcome with another session, or
               _SILENCE ms without a frame: CALLING

A port may be closed and reopened without the board noticing. So a host that has not received a hello asks
for one with a welcome of session 0. A frame of another session is answered with a hello, at most every
_CALL_AGAIN ms. After each welcome of this session, sending starts after the last record stored by the host.
Records are sent in order, at most WINDOW ahead of the acknowledgement. If no acknowledgement arrives
in time, sending starts again after the last one (the wait doubles up to _LONGEST_WAIT). If a record cannot
be read now, the link waits for it: only records that are lost for good are skipped. The host acknowledges
after its commit; only then may the journal reuse the record's place. A host asks for the time every few
seconds, so a long silence means that it has restarted: then the board sends a hello again.
"""

from micropython import const

from tablecore import frames, messages
from tablecore.records import SIZE
from tablecore.sheets import BLANK

DOWN, CALLING, UP = range(3)
WINDOW = 42
_PER_FRAME = const(7)
_FIRST_WAIT = const(1200)
_LONGEST_WAIT = const(9600)
_CALL_EVERY = const(1000)
#: wait between two hellos that answer frames of another session
_CALL_AGAIN = const(250)
_STATUS_EVERY = const(2000)
#: longer than the host needs for three time requests, if each of them is lost
_SILENCE = const(20000)
#: how long to wait before reading a memory again that does not answer
_MEMORY_REST = const(1000)
#: the most answers and commands that may wait; the host repeats a request without an answer
_MOST_WAITING = const(16)
_NEVER = const(0x3FFFFFFF)


class DeviceLink:
    """Sends a journal's records until they are acknowledged, and takes commands.

    `identity` is (firmware version as 3 numbers, uid of 8 bytes); `journal` has `id`, `first`,
    `last`, `acked`, `read(seq)`, `refuses` (whether what the last read returned is not for sending now)
    and `acknowledge(seq)`; `state()` returns (time base sequence, free
    memory, faults, battery, boot number, reset reason). Commands are collected in `commands` as
    (id, match id, expected sequence, void after, verb, tail) for the application to answer.
    """

    def __init__(self, identity, journal, state):
        self.identity = identity
        self.journal = journal
        self._state = state
        self.phase = DOWN
        self.session = 0
        self.reader = frames.Reader()
        self.malformed = 0
        self.commands = []
        self.host_minor = 0
        self.refused_major = 0
        self.watched_until = -1
        #: a text from the host for the players, until the application takes it: (ms, flags, text in UTF-8)
        self.notice = None
        #: the program that the host will set up next; BLANK if it has named none
        self.expected = BLANK
        self._answers = []
        self._acked = 0
        self._sent = 0
        self._wait = _FIRST_WAIT
        self._resend_at = _NEVER
        self._call_at = 0
        self._called_at = -_CALL_AGAIN
        self._status_at = 0
        self._silent_at = 0
        self._rest_until = _NEVER

    # --- the cable ---

    def opened(self, now, session):
        """Begin a session (a random number): the host has opened the port."""
        self.phase = CALLING
        self.session = session
        self.reader.reset()
        self._answers = []
        # the previous session's notice and next program are no longer valid
        self.notice = (0, 0, b"")
        self.expected = BLANK
        self._call_at = now
        self._called_at = now - _CALL_AGAIN
        self.watched_until = -1
        self.refused_major = 0

    def closed(self):
        """End the session: the port is closed or the cable is out."""
        self.phase = DOWN

    def rebased(self, ended):
        """Follow the time base, which has been set back by `ended` ms."""
        if self._resend_at != _NEVER:
            self._resend_at -= ended
        self._call_at -= ended
        self._called_at -= ended
        self._status_at -= ended
        self._silent_at -= ended
        self._rest_until = _NEVER
        self.watched_until = -1

    # --- receiving ---

    def receive(self, data, now):
        """Take received bytes."""
        for payload in self.reader.receive(data):
            message = messages.unpack(payload)
            if message is None:
                self.malformed += 1
            else:
                self._silent_at = now + _SILENCE
                self._take(message, now)

    def _take(self, message, now):
        letter = message[0]
        if self.phase == DOWN:
            self.malformed += 1
        elif letter == messages.WELCOME:
            self._welcome(message, now)
        elif self.phase != UP:
            # a message of an earlier session, or from a host that believes that the session is still up
            self.malformed += 1
            self._call_again(now)
        elif letter == messages.ACK:
            self._acknowledge(message[1], message[2], now)
        elif letter == messages.ASK_TIME:
            if len(self._answers) < _MOST_WAITING:
                self._answers.append((messages.TIME, message[1], 0, b""))
        elif letter == messages.COMMAND:
            if len(self.commands) < _MOST_WAITING:
                self.commands.append(message[1:])
        elif letter == messages.WATCH:
            self.watched_until = now + min(message[1], 600000)
        elif letter == messages.NOTICE:
            self.notice = message[1:]
        elif letter == messages.EXPECT:
            self.expected = message[1]
        else:
            self.malformed += 1

    def _welcome(self, message, now):
        _, major, minor, session, journal, stored, _ = message
        if session != self.session:
            self.malformed += 1
            # the host may be a new one with a compatible version
            self.refused_major = 0
            self._call_again(now)
            return
        # also during a session: the welcome may come from another host, which holds fewer records
        self._answers = []
        if major != messages.MAJOR:
            self.phase = CALLING
            self.refused_major = major
            return
        self.host_minor = minor
        self.refused_major = 0
        self.phase = UP
        self._status_at = now
        self._acked = 0
        if journal == self.journal.id and stored <= self.journal.last:
            self._acked = stored
            self.journal.acknowledge(stored)
        self._sent = self._acked
        self._wait = _FIRST_WAIT
        self._resend_at = _NEVER

    def _call_again(self, now):
        # send the hello at once, but do not repeat it for each of many such frames
        self.phase = CALLING
        self._answers = []
        self.watched_until = -1
        self._call_at = max(now, self._called_at + _CALL_AGAIN)

    def _acknowledge(self, journal, seq, now):
        if journal != self.journal.id or seq > self.journal.last:
            self.malformed += 1
            return
        if seq > self._acked:
            self._acked = seq
            self.journal.acknowledge(seq)
            self._wait = _FIRST_WAIT
            if self._sent < seq:
                self._sent = seq
            self._resend_at = now + self._wait if self._sent > seq else _NEVER

    def answer(self, command, status, seq=0, reason=""):
        """Answer a command by its id."""
        if self.phase == UP and len(self._answers) < 2 * _MOST_WAITING:
            self._answers.append((messages.ANSWER, command, status, seq, reason.encode()[:100]))

    def report(self, step, state, why):
        """Report the progress of the self-test."""
        if self.phase == UP and len(self._answers) < 2 * _MOST_WAITING:
            self._answers.append((messages.CHECKED, step, state, why, b""))

    def pressed(self, key):
        """Report that a key was pressed while a notice asked for one."""
        if self.phase == UP and len(self._answers) < 2 * _MOST_WAITING:
            self._answers.append((messages.PRESSED, key, b""))

    # --- sending ---

    def tick(self, now, room):
        """Return the next frame to send, at most `room` bytes long, or b"" when there is none."""
        if self.phase == DOWN or room < frames.LONGEST_LINE:
            return b""
        if self.phase == UP and now >= self._silent_at:
            self.phase = CALLING
            self._call_at = now
        if self.phase == CALLING:
            if now < self._call_at or self.refused_major:
                return b""
            self._called_at = now
            self._call_at = now + _CALL_EVERY
            return self._hello(now)
        if self._answers:
            return self._answer(now)
        if now >= self._resend_at:
            self._sent = self._acked
            self._wait = min(2 * self._wait, _LONGEST_WAIT)
            self._resend_at = _NEVER
        if now >= self._rest_until:
            self._rest_until = _NEVER
        if self._may_send():
            return self._records(now)
        if now >= self._status_at:
            self._status_at = now + _STATUS_EVERY
            base, memory, faults, battery, _, _ = self._state()
            return frames.encode(
                messages.pack(messages.STATUS, now, base, self.journal.last, memory, faults, battery)
            )
        return b""

    def deadline(self):
        """Return when `tick` will have something to do even if nothing else happens (ms)."""
        if self.phase == DOWN:
            return _NEVER
        if self.phase == CALLING:
            return _NEVER if self.refused_major else self._call_at
        return min(self._status_at, self._resend_at, self._silent_at, self._rest_until)

    def is_pending(self):
        """Return whether `tick` has something to send now."""
        return self.phase == UP and (len(self._answers) > 0 or self._may_send())

    def _may_send(self):
        return (
            self._rest_until == _NEVER
            and self._sent < self.journal.last
            and self._sent - self._acked < WINDOW
        )

    def _hello(self, now):
        version, uid = self.identity
        _, memory, _, _, boot, reason = self._state()
        journal = self.journal
        # the empty line ends a line that an earlier host has read only in part
        return b"\n" + frames.encode(
            messages.pack(
                messages.HELLO, messages.MAJOR, messages.MINOR, version[0], version[1], version[2], uid,
                journal.id, boot, reason, journal.first, journal.last, journal.acked, memory, now,
                self.session,
            )
        )

    def _answer(self, now):
        answer = self._answers.pop(0)
        if answer[0] == messages.TIME:
            return frames.encode(messages.pack(messages.TIME, answer[1], now, self._state()[0]))
        return frames.encode(messages.pack(*answer[:-1]) + answer[-1])

    def _records(self, now):
        before = self._sent
        held = b""
        # a host that is far behind gets the oldest record that is still held, and sees the gap
        seq = max(before, self.journal.first - 1)
        while seq < self.journal.last and len(held) < _PER_FRAME * SIZE:
            record = self.journal.read(seq + 1)
            if self.journal.refuses:
                self._rest_until = now + _MEMORY_REST
                break
            if record is not None:
                held += record
            seq += 1
        self._sent = seq
        self._resend_at = now + self._wait
        if not held:
            return b""
        return frames.encode(messages.pack(messages.RECORDS, self.journal.id, before) + held)

    def display(self, page, column, data):
        """Return the frame that shows a span of the display to a watching host."""
        return frames.encode(messages.pack(messages.DISPLAY, page, column) + data)
