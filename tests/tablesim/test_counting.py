"""What a program allocates, statement by statement: held against MicroPython's own figures, and its heap."""


import pytest

from tablesim import costs, counting
from tablesim.heap import Heap
from tests.vm import machine

#: statement of a function `f(data, view, text, numbers, one)`, and the bytes it allocates on a 32-bit board
STATEMENTS = {
    "one = 5 + one": 0,
    "one = (1, 2, 3)": 0,
    "one, text = text, one": 0,
    "for i in range(8): pass": 0,
    "for i in numbers: pass": 0,
    "plain(one)": 0,
    "thing.method(one)": 0,
    "thing.value = one": 0,
    "one = thing.value": 0,
    "one = data[2]": 0,
    "view[1] = 7": 0,
    "one = view == view": 0,
    "one = len(data)": 0,
    "struct.pack_into('<I', data, 0, one)": 0,
    "one = (one, 2)": 16,
    "one = (one, 2, 3)": 32,
    "one = [one]": 32,
    "one = {one: 2}": 32,
    "one = view[one:6]": 32,
    "view[one:4] = view[4:7]": 48,
    "one = view[2:6]": 32,
    "view[2:4] = view[4:6]": 48,
    "one = data[:20]": 64,
    "one = bytes(data)": 96,
    "one = bytearray(100)": 128,
    "one = memoryview(data)": 16,
    "one = text + 'and some more of it'": 48,
    "one = 0x3FFFFFFF + one": 32,
    "one = binascii.crc32(data)": 32,
    "one = '%d-%d' % (one, one)": 48,
    "one = f'{one}-{one}'": 32,
    "one = [i for i in numbers]": 48,
    "one = data.hex()": 160,
    "one = text.encode()": 16,
    "raises()": 48,
    "one = struct.pack('<II', one, one)": 32,
    "one = struct.unpack('<HHH', data[:6])": 80,
    "numbers.append(one)": 0,
    "one = Thing()": 32,
    "many(one, one)": 16,
}
SURROUNDINGS = """
import binascii, struct
def raises():
    try:
        raise OSError(5)
    except OSError:
        pass
def plain(a):
    return a
def many(*all):
    return 0
class Thing:
    def __init__(self):
        self.value = 1
    def method(self, a):
        return a
thing = Thing()
def f(data, view, text, numbers, one):
    {statement}
"""


def allocated(statement, slice_bytes=costs.SLICE_BYTES):
    """Return what one call of the function with this statement takes, by the model."""
    heap = Heap(lambda us: None, 1 << 30)
    names = {"__builtins__": {**vars(__import__("builtins")), **counting.functions(heap, slice_bytes)}}
    source = SURROUNDINGS.format(statement=statement)
    exec(compile(counting.counted(source, "counted"), "counted", "exec"), names)
    data = bytearray(range(70))
    arguments = (data, memoryview(data), "abcdefgh", [1, 2, 3], 1)
    before = heap.taken
    names["f"](*arguments)
    return heap.taken - before


@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_a_statement_allocates(statement):
    assert allocated(statement) == STATEMENTS[statement]


def test_micropython_allocates_as_much(repository, tmp_path):
    """The same statements in the 32-bit VM: differences of one call and of two."""
    machine.required()
    steps = ["import gc\nrecorded = []"]
    for number, statement in enumerate(STATEMENTS):
        source = SURROUNDINGS.format(statement=statement)
        calls = "data = bytearray(range(70))\nview = memoryview(data)\n"
        steps += [
            f"{source}\n{calls}numbers = [1, 2, 3]\nmore = [1, 2, 3]",
            # the second piece's own text takes as much as the first one's
            "before = gc.mem_alloc()\nf(data, view, 'abcdefgh', numbers, 1)\nonce = gc.mem_alloc() - before",
            "before = gc.mem_alloc()\nplain(0)\nnothing = gc.mem_alloc() - before",
            f"print('took-{number}', once - nothing)",
        ]
    order = {"heap": 1 << 20, "pystack": 1024, "sealed": False, "folders": [], "steps": steps}
    run = machine._read(machine._run(tmp_path, order, 120))
    found = {statement: int(run.words[f"took-{number}"]) for number, statement in enumerate(STATEMENTS)}
    # this version has no object for a slice, the one in CircuitPython may have
    expected = {one: allocated(one, 0) for one in STATEMENTS}
    wrong = {one: (found[one], expected[one]) for one in found if found[one] != expected[one]}
    shown = "\n".join(f"{one}: {pair}" for one, pair in wrong.items())
    assert not wrong, f"statement: (in MicroPython, in the model)\n{shown}"
