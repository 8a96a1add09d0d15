"""What is made compact does what it did before: small programs for each rule, and what is refused."""

import os
import subprocess
import sys

import pytest

from tablekeeper.boardkit.compact import compact
from tablekeeper.errors import UserError

PACKAGE = {"lib/ours/__init__.py": b""}


def program(text):
    """Return the files of a program: its modules in lib/ours and its code.py."""
    parts = dict(part.split("\n", 1) for part in text.split("--- ")[1:])
    code = parts.pop("code").encode()
    return {
        **PACKAGE,
        **{f"lib/ours/{name}.py": part.encode() for name, part in parts.items()},
        "code.py": code,
    }


def printed(files, folder):
    """Return what a program prints."""
    for path, data in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "code.py"], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder / "lib")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def origin(path, data):
    """Return the path of the readable file that a compact one was made from: its first line says it."""
    first = data.decode().partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# lib/") else path


def made(text):
    """Return the texts of a program made compact, by the paths they were made from."""
    files = compact(program(text), ("ours",))
    return {origin(path, data): data.decode() for path, data in files.items()}


#: name -> modules of lib/ours, each behind its name; the last one is `code.py`
PROGRAMS = {
    "constants": """
--- numbers
ONE, TWO = range(1, 3)
BOTH = ONE | TWO << 4
FAR = 1 << 30
SIGN = 'x'
GONE = -BOTH
--- user
from ours import numbers as n
from ours.numbers import BOTH, FAR as AWAY
def tell(k=n.TWO):
    return [n.ONE, k, BOTH, AWAY, n.SIGN * 3, n.GONE, -n.TWO ** 2, n.GONE ** 2, ~n.ONE]
--- code
from ours import user
print(user.tell())
""",
    "names": """
--- first
count = 5
class Base:
    kind = 1
    def __init__(self, size):
        self.size = size
        self.rest = 0
    def area(self):
        return self.size * self._factor()
    def _factor(self):
        return count
class Derived(Base):
    kind = 2
    other = kind * 3
    def __init__(self, size):
        super().__init__(size)
        self.deep = [size for size in range(size)]
    def _factor(self):
        return self.kind + self.other
--- second
from ours.first import Derived as Thing, count
from ours import first
def area(size, count):
    inner = Thing(size)
    first_ = [first.count for _ in inner.deep]
    try:
        raise OSError(size)
    except OSError as error:
        inner.rest = error.args[0]
    return inner.area(), first_, inner.rest, count, getattr(inner, 'late', 'no'), inner.deep.count(1)
def total():
    import binascii
    return area(3, 4), count, binascii.crc32(b'x')
--- code
from ours import second
print(second.total())
""",
    "a variable like its function": """
--- one
def total(total):
    total = total + 1
    return total
def run():
    return total(4)
--- code
from ours import one
print(one.run())
""",
    "said by text": """
--- one
class Late:
    def __init__(self):
        self.here = 1
def run():
    late = Late()
    setattr(late, 'there', 2)
    return hasattr(late, 'here'), getattr(late, 'there'), late.here
--- code
from ours import one
print(one.run())
""",
    "set by others": """
--- one
class One:
    def __init__(self):
        self.mine = 1
--- two
class Two:
    def __init__(self):
        self.theirs = 2
--- both
from ours.one import One
from ours.two import Two
def run():
    one, two = One(), Two()
    one.theirs = 3
    return one.mine, one.theirs, two.theirs
--- code
from ours import both
print(both.run())
""",
    "relatives": """
--- one
class A:
    def __init__(self):
        self.first = 1
class B(A):
    def __init__(self):
        super().__init__()
        self.second = 2
class C(A):
    def __init__(self):
        super().__init__()
        self.third = 3
class D(B, C):
    pass
def run():
    d = D()
    return d.first, d.second, d.third
--- code
from ours import one
print(one.run())
""",
    "loaded late": """
--- one
def run(which):
    if which:
        from ours.late import Late as Any
    else:
        from ours.never import Never as Any
    return Any().name()
--- late
class Late:
    def name(self):
        return 'late'
--- never
class Never:
    def name(self):
        return 'never'
--- code
from ours import one
print(one.run(1), one.run(0))
""",
    "everything in packages": """
--- __init__
NAME = 'a name that is longer than a word'
--- inner/__init__
from ours import NAME
FIRST = NAME + '.'
--- inner/deep
from ours import inner, NAME as name, other
from ours.inner import FIRST
def run():
    from ours.inner import late
    from ours.other import same as like
    return inner.FIRST == FIRST, name, late.run(other), like(), other.same()
--- inner/late
TEXT = 'said in one place only'
def run(what):
    return TEXT + what.TEXT
--- inner/other
def never():
    return 0
--- other
TEXT = 'said in another place'
def same():
    return TEXT + TEXT
--- code
from ours.inner import deep
print(deep.run())
import sys
print('ours.inner.deep' in sys.modules)
""",
    "in one file": """
--- first
import binascii
VALUE = [1]
def check(count, VALUE):
    return binascii.crc32(bytes(count)) + VALUE + len(_own())
def _own():
    return VALUE
--- second
from ours import first
from ours.first import check, VALUE as begun
VALUE = [2, 2]
def both(first_, check_=check):
    from ours.first import check as again
    from ours import first as whole
    begun.append(first_)
    return check_(3, 4) == again(3, 4) == whole.check(3, 4), first.VALUE, whole.VALUE is begun, _own()
def _own():
    return VALUE
class Second:
    VALUE = 5
    def __init__(self):
        self.check = check(1, self.VALUE)
--- third
import binascii
from ours import first, second
from ours.second import Second
def check():
    return first.check(0, 1), second.both(7), Second().check, Second.VALUE, binascii.crc32(b'a')
--- start
from ours import third
def run():
    check = 3
    return third.check(), check
--- code
from ours import start
print(start.run())
""",
    "held and not read": """
--- one
import sys
class Held:
    def __init__(self, what):
        self.held = what
        self.counted = 0
    def drop(self):
        self.held = None
        self.counted += 1
def run():
    thing = [1]
    before = sys.getrefcount(thing)
    held = Held(thing)
    with_it = sys.getrefcount(thing)
    held.drop()
    return with_it - before, sys.getrefcount(thing) - before
--- code
from ours import one
print(one.run())
""",
    "words at the end": """
--- one
def sign(n):
    if n < 0:
        return 'minus'
    elif n > 0:
        return 'plus'
    else:
        return 'none'
def run():
    found = []
    for n in 2, -2, 0:
        found.append(sign(n))
    else:
        found.append('end')
    while found:
        found.pop()
        if len(found) < 3:
            break
    try:
        found[9]
    except (IndexError, KeyError):
        pass
    finally:
        found.append('done')
    return found
--- code
from ours import one
print(one.run())
""",
    "a name that calls its namesake": """
--- inner
def label(number): return 'no. %d' % number
--- outer
from ours import inner
def label(number): return inner.label(number + 1)
--- chosen
def load():
    from ours import outer as form
    return form
--- shown
from ours import chosen
def run():
    return chosen.load().label(4)
--- code
from ours import shown
print(shown.run())
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_small_program_prints_the_same(name, tmp_path):
    files = program(PROGRAMS[name])
    small = compact(files, ("ours",))
    before = printed(files, tmp_path / "before")
    assert before.strip()
    assert printed(small, tmp_path / "after") == before


def test_a_constant_is_a_number_where_it_is_used_and_gone_where_it_was():
    files = made(PROGRAMS["constants"])
    assert "33" in files["lib/ours/user.py"]
    # but not where a sign would change its meaning
    assert files["lib/ours/user.py"].count(" ** 2") == files["lib/ours/user.py"].count("a.") == 2
    # too large for a small integer: an object that keeps a name, unless it is used in one place
    assert "FAR" not in files["lib/ours/numbers.py"]
    assert files["lib/ours/numbers.py"].count("1 << 30") == 1


UNUSED = """
--- one
import binascii
import struct
'Why.'
UNUSED = (1, 2)
class Used:
    def __init__(self):
        self.lost = 0
        self.kept = 4
    def asked(self):
        if not self.kept:
            raise ValueError("%d is told by its line" % self.kept)
        return self.kept
    def unasked(self):
        return self.unasked()
def run():
    return Used().asked()
def unused():
    return struct.pack('B', 1)
--- two
def nothing():
    return 1
--- code
from ours import one
print(one.run())
"""


def test_modules_that_are_loaded_together_share_a_file():
    files = made(PROGRAMS["in one file"])
    together = "lib/ours/first.py, from 1000 on lib/ours/second.py, from 2000 on lib/ours/third.py"
    assert set(files) == {together, "lib/ours/start.py", "lib/ours/__init__.py", "code.py"}
    assert files[together].count("import binascii") == 1
    # what is loaded later stays by itself
    assert not any(" on " in path for path in made(PROGRAMS["loaded late"]))


def test_what_nobody_asks_for_goes():
    files = made(UNUSED)
    assert "lib/ours/two.py" not in files
    [text] = [text for path, text in files.items() if path == "lib/ours/one.py"]
    for word in ("import", "Why", "UNUSED", "lost", "pack", "(1, 2)", "told"):
        assert word not in text, word
    assert text.count("def ") == 3


def test_a_module_that_does_something_when_loaded_stays():
    text = "--- one\nfrom ours import two\n--- two\nprint('loaded')\n--- code\nfrom ours import one\n"
    assert "import tk_two" in made(text)["lib/ours/one.py"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def run():\n    global x\n    x = 1\n", "uses Global in line 2"),
        ("def run(x):\n    return getattr(x, x)\n", "calls getattr with a computed name in line 2"),
        ("def run():\n    return globals()\n", "calls globals in line 2"),
        ("import ours.one\n", "imports a module of its own without `from` in line 1"),
        ("import os.path\n", "imports a module within a package without `from` in line 1"),
        ("from ours.one import *\n", "imports without full names in line 1"),
        ("from . import one\n", "imports without full names in line 1"),
        ("from ours import one\none.x = 1\n", "sets a name of another module in line 2"),
        ("def run():\n    class A:\n        pass\n", "has a class within a function in line 1"),
        ("class A:\n    def run(this):\n        pass\n", "has a method without `self` in line 2"),
        ("def run(x):\n    return run(**x)\n", "hands over a dictionary of arguments in line 2"),
    ],
)
def test_what_cannot_be_followed_is_refused(text, said):
    files = program(f"--- one\nx = 1\n--- bad\n{text}--- code\nfrom ours import bad\n")
    with pytest.raises(UserError) as refused:
        compact(files, ("ours",))
    assert str(refused.value) == (
        f"The firmware's lib/ours/bad.py {said}, and can't be made compact: install it with --readable."
    )
