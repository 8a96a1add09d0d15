"""The host's end of the link: sans-IO, driven by `receive(bytes)` and `tick(now)`.

Received bytes become events: tuples whose first field is one of the names below. Outgoing messages are
queued, and `tick` returns them. A command is sent again until it is answered (the board answers a
repeat without doing it twice) or until it expires.

    HELLO     a board has introduced itself: fields as in catalogue.MESSAGES
    RECORDS   journal id, sequence before the first, list of records whose CRC is right
    STATUS, TIME, ANSWER, DISPLAY, CHECKED, PRESSED   fields as in catalogue.MESSAGES
    EXPIRED   command id: not answered in time
    STRAY     the bytes of a line that is no frame (log output or damage)

A session begins with `welcome`. Frames before that belong to an earlier session, whose end the board has not
noticed: the board is asked for a hello, at most every ASK_EVERY ms. A hello without such a request
ends the session.
"""

from tablecore import frames, messages, records

HELLO = "hello"
RECORDS = "records"
STATUS = "status"
TIME = "time"
ANSWER = "answer"
DISPLAY = "display"
CHECKED = "checked"
PRESSED = "pressed"
EXPIRED = "expired"
STRAY = "stray"
_SIMPLE = (
    (messages.HELLO, HELLO),
    (messages.STATUS, STATUS),
    (messages.TIME, TIME),
    (messages.ANSWER, ANSWER),
    (messages.DISPLAY, DISPLAY),
    (messages.CHECKED, CHECKED),
    (messages.PRESSED, PRESSED),
)
FIRST_WAIT = 300
LONGEST_WAIT = 4800
ASK_EVERY = 250
FOREVER = 0x3FFFFFFFFFFF


class HostLink:
    """Handles the protocol with one board; it knows nothing of ports, threads or the database.

    `damaged` counts records whose CRC was wrong inside a frame whose CRC was right (a broken memory, or
    a faulty program); they are never passed on.
    """

    def __init__(self):
        self.reader = frames.Reader(strays=True)
        self.malformed = 0
        self.damaged = 0
        #: 0: no session
        self.session = 0
        self._out = []
        self._commands = {}
        self._asks = False
        self._ask_at = 0

    def receive(self, data):
        """Take received bytes; return the events that are complete now."""
        events = []
        for payload in self.reader.receive(data):
            if isinstance(payload, tuple):
                events.append((STRAY, payload[0]))
                continue
            message = messages.unpack(payload)
            event = None if message is None else self._event(message)
            if event is None:
                self.malformed += 1
            else:
                events.append(event)
        return events

    def _event(self, message):
        letter = message[0]
        if letter == messages.HELLO:
            if self.session:
                # the board has not carried out the commands that were sent in the meantime
                self._send_again()
            self.session = 0
            self._asks = False
        elif self.session == 0:
            self._asks = True
        if letter == messages.RECORDS:
            _, journal, before, tail = message
            whole = []
            for place in range(0, len(tail), records.SIZE):
                record = tail[place : place + records.SIZE]
                if records.is_whole(record, journal):
                    whole.append(record)
                else:
                    self.damaged += 1
            return (RECORDS, journal, before, whole)
        for code, name in _SIMPLE:
            if letter == code:
                # before the session, this answers a command of an earlier host: the command is sent again
                if name == ANSWER and self.session:
                    self._commands.pop(message[1], None)
                return (name,) + message[1:]
        return None

    def reset(self):
        """Forget unfinished messages, because the port was opened again. Commands stay and are sent again."""
        self.reader.reset()
        self.session = 0
        self._asks = False
        self._out = []
        self._send_again()

    def call(self):
        """Ask the board for a hello, because it may not have noticed that the port was opened again."""
        self._asks = True

    def welcome(self, session, journal, stored):
        """Send a welcome to a board: it will send the records after `stored`."""
        self.session = session
        self._out.append(_welcome(session, journal, stored))

    def acknowledge(self, journal, seq):
        """Tell the board that everything up to `seq` is committed."""
        self._queue(messages.pack(messages.ACK, journal, seq))

    def ask_time(self, token):
        """Ask for the board's time."""
        self._queue(messages.pack(messages.ASK_TIME, token))

    def watch(self, ms):
        """Ask for copies of the display for the next `ms`."""
        self._queue(messages.pack(messages.WATCH, ms))

    def notice(self, ms, flags, text):
        """Show a text for `ms` (UTF-8, lines, the first a title); an empty text ends it."""
        self._queue(messages.pack(messages.NOTICE, ms, flags) + text)

    def expect(self, program):
        """Tell the board which program the host will set up next (255: not known)."""
        self._queue(messages.pack(messages.EXPECT, program))

    def command(self, number, verb, tail, match=0, expected=records.NONE, void=records.NONE, until=FOREVER):
        """Send a command until it is answered, but not after `until` (host ms)."""
        payload = messages.pack(messages.COMMAND, number, match, expected, void, verb) + tail
        self._commands[number] = [frames.encode(payload), 0, FIRST_WAIT, until]

    def pending(self):
        """Return the ids of commands not yet answered, oldest first."""
        return list(self._commands)

    def tick(self, now, ready=True):
        """Return (bytes to send, events) at `now`; commands wait while the board is not `ready`."""
        out = self._out
        self._out = []
        if self._asks and now >= self._ask_at:
            self._asks = False
            self._ask_at = now + ASK_EVERY
            out.append(_welcome(0, 0, 0))
        events = []
        for number, entry in list(self._commands.items()):
            frame, due, wait, until = entry
            if now >= until:
                del self._commands[number]
                events.append((EXPIRED, number))
            elif ready and now >= due:
                out.append(frame)
                entry[1] = now + wait
                entry[2] = min(2 * wait, LONGEST_WAIT)
        return b"".join(out), events

    def _send_again(self):
        for entry in self._commands.values():
            entry[1] = 0
            entry[2] = FIRST_WAIT

    def _queue(self, payload):
        self._out.append(frames.encode(payload))


def _welcome(session, journal, stored):
    # the empty line ends a line that another program may have left incomplete
    payload = messages.pack(messages.WELCOME, messages.MAJOR, messages.MINOR, session, journal, stored)
    return b"\n" + frames.encode(payload)
