"""The bytes of messages: what is written is read again, and nothing else is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.errors import UserError
from tablekeeper.federation.messages import (
    Between,
    Enquiry,
    Fork,
    Held,
    Mark,
    Over,
    Receipt,
    RemovalDone,
    Replaced,
    Rewritten,
    Shipment,
    ShippingSession,
    Welcome,
)
from tablekeeper.federation.wire import decode, encode
from tests.nonempty import nonempty

NOW = ShippingSession(3, "5f")
END = Mark(7, "c" * 32)
EXAMPLES = (
    Enquiry("udine", "5f", 1),
    Shipment("udine", NOW, "board/0123456789abcdef/0000abcd", 8, "c" * 32, "d" * 32, '{"name": "Žižek"}'),
    Fork("udine", NOW, "event/3", 9, (Mark(0, "b"), END)),
    Welcome("udine", NOW, 1, (("desk", END), ("event/3", Mark(0, "b"))), (("desk", 4),)),
    Welcome("udine", NOW, 2, (), ()),
    Receipt("udine", NOW, "desk", END),
    Between("udine", NOW, "desk", 3, 7),
    Held("udine", NOW, "desk", 3),
    Over("udine", NOW),
    Rewritten("udine", NOW, "desk", END, Mark(3, "b")),
    RemovalDone("udine", NOW, 4),
    Replaced("udine", NOW, "desk", END),
    Welcome("udine", NOW, 3, (), (), (("desk", END),), ((1, (4, 7)), (2, ()))),
)


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda one: type(one).__name__)
def test_a_message_is_read_as_it_was_written(message):
    assert decode(encode(message)) == message


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("venue", "Udine", "small letters"),
        ("venue", "udine.*", "small letters"),
        ("journal", "event/>", "small letters"),
        ("journal", "desk.other", "small letters"),
        ("number", -1, "out of range"),
        ("number", 2**63, "out of range"),
        ("number", True, "whole number"),
        ("session", [1], "give 2 here"),
        ("session", [1, 2], "a text"),
        ("content", None, "a text"),
        ("kind", "other", "is not one of"),
        ("extra", 1, "extra"),
    ],
)
def test_what_is_no_message_is_refused(field, value, reason):
    told = json.loads(encode(EXAMPLES[1])) | {field: value}
    with pytest.raises(UserError, match=reason):
        decode(json.dumps(told).encode())


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda one: type(one).__name__)
def test_no_field_may_be_missing(message):
    told = json.loads(encode(message))
    for name in nonempty(told):
        with pytest.raises(UserError):
            decode(json.dumps({key: value for key, value in told.items() if key != name}).encode())


@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_bytes_are_refused_or_read(message, data):
    raw = bytearray(encode(message))
    raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = decode(bytes(raw))
    except UserError:
        return
    assert decode(encode(found)) == found
