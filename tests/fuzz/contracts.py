"""The readers of bytes from strangers: each is a function that reads the bytes or raises its one error.

`CONTRACTS` has them by name. Each loads its modules only when it is used, so that a search instruments only
these. A function asserts the properties of everything that it has read. `tests/fuzz/corpus/NAME` has
inputs: valid examples, and every input that once broke the contract.
"""

import re
from collections.abc import Callable

Contract = Callable[[bytes], None]
#: the longest input in a search (bytes)
LONGEST = 4096


def _sentence(error: Exception) -> None:
    assert str(error), repr(error)
    # one line without control characters
    assert not re.search("[\0-\x1f\x7f-\x9f]", str(error)), repr(error)


def _refused(read: Callable[[bytes], object], refusal: type[Exception] | None = None) -> Contract:
    """Return the contract of a reader that refuses with one sentence for people, by default a UserError."""
    from tablekeeper.errors import UserError

    usual = refusal or UserError

    def contract(data: bytes) -> None:
        try:
            read(data)
        except usual as error:
            _sentence(error)

    return contract


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def frames() -> Contract:
    """Lines of a cable: never an error; the result does not depend on how the bytes are cut."""
    from tablecore import frames

    def contract(data: bytes) -> None:
        whole, cut = frames.Reader(strays=True), frames.Reader(strays=True)
        found = whole.receive(data)
        pieces = [one for place in range(0, len(data), 7) for one in cut.receive(data[place : place + 7])]
        assert found == pieces
        assert (whole.stray, whole.overlong, whole.text) == (cut.stray, cut.overlong, cut.text)
        for payload in found:
            if isinstance(payload, bytes):
                assert frames.decode(frames.encode(payload)[:-1]) == payload

    return contract


def link() -> Contract:
    """Payloads at both ends of a cable: each is a byte with its length, then its bytes; the rest is raw."""
    from tablecore import frames, records
    from tablecore.hostlink import HostLink
    from tablecore.link import DeviceLink
    from tablesim.hostile import MemoryJournal

    def contract(data: bytes) -> None:
        journal = MemoryJournal(0x1234ABCD)
        for _ in range(3):
            journal.add(records.DICE, b=6, c=2)
        board = DeviceLink(((0, 1, 0), bytes(8)), journal, lambda: (1, 160_000, 0, 255, 3, 1))
        host, now, place = HostLink(), 0, 0
        board.opened(now, 77)
        while place < len(data):
            size = data[place]
            piece = data[place + 1 : place + 1 + size]
            place += 1 + size
            line = frames.encode(piece) if 1 <= size <= frames.LARGEST_PAYLOAD and piece else piece
            now += 50
            host.receive(line)
            host.tick(now)
            board.receive(line, now)
            for number, *_ in list(board.commands):
                board.answer(number, 0)
            board.commands.clear()
            assert len(board.tick(now, 256)) <= frames.LONGEST_LINE

    return contract


def strict_json() -> Contract:
    """JSON of files and requests."""
    from tablekeeper.strictjson import loads

    return _refused(loads)


def event_file() -> Contract:
    """An event file: the event, its standings, and its text."""
    from tablekeeper import formats
    from tablekeeper.formats.answer import document
    from tablekeeper.strictjson import loads

    def read(data: bytes) -> None:
        form, event = formats.read_event(loads(data))
        assert document(form.answer(event))

    return _refused(read)


def ranking_file() -> Contract:
    """A file of rankings, and its table."""
    from tablekeeper import rankings
    from tablekeeper.strictjson import loads

    def read(data: bytes) -> None:
        rankings.read(loads(data))

    return _refused(read)


def transcript() -> Contract:
    """A match in .mat, Snowie's text or .sgf, and the referee's answer."""
    from tablekeeper.games.backgammon.check import examine
    from tablekeeper.games.backgammon.readers import read_transcript

    def read(data: bytes) -> None:
        for one in read_transcript(data, "fuzzed"):
            assert len(examine(one).games) == len(one.games) >= 1

    return _refused(read)


def position() -> Contract:
    """A position: XGID, GNU Backgammon's ids, or lists."""
    from tablekeeper.games.backgammon.positiontext import read_position

    return _refused(lambda data: read_position(_text(data)))


def players() -> Contract:
    """A list of players, as CSV or as a workbook."""
    from tablekeeper.director.events.entryfile import rows
    from tablekeeper.director.events.entrylist import look

    def read(data: bytes) -> None:
        found = look(rows(data), ["Ann"], ["Ann", "Bob"])
        assert all("\n" not in one.name for one in found.lines)

    return _refused(read)


def form() -> Contract:
    """The body of a browser's form, with a boundary x where it begins with --x."""
    import asyncio

    from starlette.exceptions import HTTPException
    from starlette.requests import Request

    from tablekeeper.web.auth import LARGEST_FIELD, MOST_FIELDS

    async def read(data: bytes) -> None:
        parts = data[:1] == b"-"
        kind = b"multipart/form-data; boundary=x" if parts else b"application/x-www-form-urlencoded"
        sent = iter([data[:100], data[100:]])

        async def receive() -> dict[str, object]:
            body = next(sent, None)
            return {"type": "http.request", "body": body or b"", "more_body": body is not None}

        # in an application, an unreadable form is refused with 400
        scope = {"type": "http", "method": "POST", "headers": [(b"content-type", kind)], "app": None}
        found = await Request(scope, receive).form(
            max_files=1, max_fields=MOST_FIELDS, max_part_size=LARGEST_FIELD
        )
        await found.close()

    def contract(data: bytes) -> None:
        try:
            asyncio.run(read(data))
        except HTTPException as error:
            if error.status_code != 400:
                raise

    return contract


def time_control() -> Contract:
    """The notation of a time control: writing and reading it again gives the same."""
    from tablekeeper.games.timecontrol import TimeControlError, parse, text

    def read(data: bytes) -> None:
        control = parse(_text(data))
        assert parse(text(control)) == control

    return _refused(read, TimeControlError)


def federation() -> Contract:
    """A message between a venue and its federation: writing and reading it again gives the same."""
    from tablekeeper.federation.wire import decode, encode

    def read(data: bytes) -> None:
        message = decode(data)
        assert decode(encode(message)) == message

    return _refused(read)


def shipped_rows() -> Contract:
    """An entry of a venue's journal: the name of the journal, a line break, its rows."""
    from tablekeeper.federation.content import rows

    def read(data: bytes) -> None:
        journal, _, content = _text(data).partition("\n")
        assert rows(journal, content)

    return _refused(read)


def tara_record() -> Contract:
    """The notation of matches of TARA."""
    from tablekeeper.games.tara.record import read_record

    return _refused(lambda data: read_record(_text(data)))


def race_record() -> Contract:
    """The notation of games of six-colour pawn race."""
    from tablekeeper.formats.race_record import read_record

    return _refused(lambda data: read_record(_text(data)))


CONTRACTS: dict[str, Callable[[], Contract]] = {
    one.__name__: one
    for one in (
        frames, link, strict_json, event_file, ranking_file, transcript, position, players, form,
        time_control, federation, shipped_rows, tara_record, race_record,
    )
}  # fmt: skip
