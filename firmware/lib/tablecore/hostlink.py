"""The host's end of the link: sans-IO, driven by `receive(bytes)` and `tick(now)`.

What arrives becomes events, tuples whose first field is one of the names below. What is to be sent
is queued and leaves with `tick`. A command is sent again until it is answered (the board answers a
repeat without doing it twice) or until its time is over.

    HELLO     a board has introduced itself: fields as in catalogue.MESSAGES
    RECORDS   journal id, sequence before the first, list of records whose CRC is right
    STATUS, TIME, ANSWER, DISPLAY, CHECKED   fields as in catalogue.MESSAGES
    EXPIRED   command id: never answered in time
    STRAY     the bytes of a line that is no frame (log output or damage)
"""

from tablecore import frames, messages, records

HELLO = "hello"
RECORDS = "records"
STATUS = "status"
TIME = "time"
ANSWER = "answer"
DISPLAY = "display"
CHECKED = "checked"
EXPIRED = "expired"
STRAY = "stray"
_SIMPLE = (
    (messages.HELLO, HELLO),
    (messages.STATUS, STATUS),
    (messages.TIME, TIME),
    (messages.ANSWER, ANSWER),
    (messages.DISPLAY, DISPLAY),
    (messages.CHECKED, CHECKED),
)
FIRST_WAIT = 300
LONGEST_WAIT = 4800
FOREVER = 0x3FFFFFFFFFFF


class HostLink:
    """Understands one board; knows nothing of ports, threads or the database.

    `damaged` counts records whose CRC was wrong inside a frame that was right (a broken memory, or
    a program that lies); they are never passed on.
    """

    def __init__(self):
        self.reader = frames.Reader(strays=True)
        self.malformed = 0
        self.damaged = 0
        self._out = []
        self._commands = {}

    def receive(self, data):
        """Take received bytes; return the events they complete."""
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
                if name == ANSWER:
                    self._commands.pop(message[1], None)
                return (name,) + message[1:]
        return None

    def reset(self):
        """Forget what was under way: the port was opened anew. Commands stay, to be sent again."""
        self.reader.reset()
        self._out = []
        for entry in self._commands.values():
            entry[1] = 0
            entry[2] = FIRST_WAIT

    def welcome(self, session, journal, stored):
        """Greet a board: it will send what comes after `stored`."""
        self._queue(
            messages.pack(messages.WELCOME, messages.MAJOR, messages.MINOR, session, journal, stored)
        )

    def acknowledge(self, journal, seq):
        """Tell the board that everything up to `seq` is committed."""
        self._queue(messages.pack(messages.ACK, journal, seq))

    def ask_time(self, token):
        """Ask what time it is on the board."""
        self._queue(messages.pack(messages.ASK_TIME, token))

    def watch(self, ms):
        """Ask for the display for the next `ms`."""
        self._queue(messages.pack(messages.WATCH, ms))

    def command(self, number, verb, tail, match=0, expected=records.NONE, void=records.NONE, until=FOREVER):
        """Send a command until it is answered, at the latest until `until` (host ms)."""
        payload = messages.pack(messages.COMMAND, number, match, expected, void, verb) + tail
        self._commands[number] = [frames.encode(payload), 0, FIRST_WAIT, until]

    def pending(self):
        """Return the ids of commands not yet answered, oldest first."""
        return list(self._commands)

    def tick(self, now, ready=True):
        """Return (bytes to send, events) at `now`; commands wait while the board is not `ready`."""
        out = self._out
        self._out = []
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

    def _queue(self, payload):
        self._out.append(frames.encode(payload))
