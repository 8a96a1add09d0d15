"""Brings the catalogues up to date with the code: `make texts`.

Every text in `_`, `ngettext`, `pgettext` or `{% trans %}`, in our code and in Click's, gets an entry in both
catalogues; unused entries are dropped. Entries are sorted by their English text, without line numbers, so
that two changes seldom touch the same lines. `--check` writes nothing and exits with 1 if something would
change.
"""

import ast
import inspect
import io
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tablekeeper.cli import clicktexts, helptexts
from tablekeeper.cli import main as tablekeeper
from tablekeeper.languages.catalogues import ENGLISH, FOLDER, LANGUAGES

HOST = Path(__file__).resolve().parents[2] / "host" / "tablekeeper"
METHODS = [("web/templates/**.html", "jinja2")]
OPTIONS = {
    "web/templates/**.html": {
        "trimmed": "true", "newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true",
        "silent": "false",
    },
}  # fmt: skip
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
#: errors whose sentence is not their first argument
BEFORE = {"HttpError": 1, "DocumentError": 1}
TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]


def counted() -> Iterator[tuple[str, str]]:
    """Yield both forms of every noun in calls of `tablekeeper.text.counted`."""
    for node in chain(*nodes().values()):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "counted":
            nouns = [one.value for one in node.args[1:] if isinstance(one, ast.Constant)]
            if nouns:
                many = nouns[1] if len(nouns) > 1 else f"{nouns[0]}s"
                yield f"%(num)s {nouns[0]}", f"%(num)s {many}"


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the host's modules."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(HOST.rglob("*.py"))}


@cache
def nodes() -> dict[Path, list[ast.AST]]:
    """Return the calls and classes of each module of the host; cached, because walking all takes a second."""
    kinds = (ast.Call, ast.ClassDef)
    return {path: [one for one in ast.walk(tree) if isinstance(one, kinds)] for path, tree in trees().items()}


def named(function: ast.expr) -> str:
    """Return the last part of a name: "UserError" of `errors.UserError`."""
    return getattr(function, "id", getattr(function, "attr", ""))


@cache
def errors() -> frozenset[str]:
    """Return the names of the errors for people: those of `tablekeeper.errors` and their subclasses."""
    found = {"UserError", "ResourceError"}
    classes = [one for one in chain(*nodes().values()) if isinstance(one, ast.ClassDef)]
    while more := {one.name for one in classes if found & {named(base) for base in one.bases}} - found:
        found |= more
    return frozenset(found)


def refusals() -> Iterator[tuple[Path, ast.expr]]:
    """Yield the sentence of every error for people, and the reasons for refusing places in documents."""
    for path, found in nodes().items():
        own = [one for one in found if isinstance(one, ast.ClassDef) and one.name in errors()]
        above = {
            id(call) for one in own for call in ast.walk(one)
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__"
        }  # fmt: skip
        for node in found:
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = named(node.func)
            # the audit refuses only data that the format has accepted, so readers do not see its reasons
            refuses = name == "refuse" and "audit" not in path.parts
            if name in errors() or id(node) in above or refuses:
                # the first argument of the function `refuse` of time controls is the refused text
                before = 1 if refuses and isinstance(node.func, ast.Name) else BEFORE.get(name, 0)
                yield path, node.args[min(before, len(node.args) - 1)]


def named_in_python(nodes: Iterable[ast.AST]) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Yield the texts in Python code, with their context, also in the arguments of another call.

    Babel's own reader skips a call in the arguments of another call.
    """
    for node in nodes:
        if not isinstance(node, ast.Call) or named(node.func) not in KEYWORDS:
            continue
        told = [one.value for one in node.args if isinstance(one, ast.Constant)]
        told = [one for one in told if isinstance(one, str)]
        if named(node.func) == "ngettext" and len(told) > 1:
            yield (told[0], told[1]), None
        elif named(node.func) == "pgettext" and len(told) > 1:
            yield told[1], told[0]
        elif named(node.func) in ("_", "gettext") and told:
            yield told[0], None


def extracted() -> Catalog:
    """Return every text of the code and the templates."""
    found = Catalog()
    for pair in counted():
        found.add(pair)
    for text in filter(None, helptexts.texts(tablekeeper)):
        found.add(text.replace("%", "%%"))
    for _, sentence in refusals():
        if isinstance(sentence, ast.Constant) and sentence.value:
            found.add(sentence.value)
    clicks = (ast.walk(ast.parse(inspect.getsource(one))) for one in clicktexts.modules())
    for message, context in named_in_python(chain(*nodes().values(), *clicks)):
        found.add(message, context=context)
    for _, _, message, _, context in extract_from_dir(HOST, METHODS, OPTIONS, KEYWORDS):
        found.add(message, context=context)
    return found


def stored(code: str) -> Catalog:
    """Return a catalogue from the repository."""
    with (FOLDER / f"{code}.po").open("rb") as source:
        return read_po(source, locale=code, abort_invalid=True)


def renewed(code: str, texts: Catalog) -> bytes:
    """Return the file of a catalogue with exactly these texts."""
    path = FOLDER / f"{code}.po"
    before = stored(code) if path.exists() else Catalog(locale=code)
    after = Catalog(locale=code, fuzzy=False)
    for message in texts:
        if message.id:
            known = before.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
            told = known.string if known is not None and known.id == message.id else None
            after.add(message.id, told, context=message.context)
    written = io.BytesIO()
    write_po(written, after, width=110, no_location=True, omit_header=True, sort_output=True)
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: {code}\\n"\n"Plural-Forms: {after.plural_forms}\\n"\n\n'
    )
    return header.encode() + written.getvalue().replace(b"#, python-format\n", b"")


def main(arguments: list[str]) -> int:
    """Write the catalogues, or with --check report whether they are up to date; return the exit status."""
    texts = extracted()
    stale = []
    for code in TRANSLATED:
        path, content = FOLDER / f"{code}.po", renewed(code, texts)
        if path.exists() and path.read_bytes() == content:
            continue
        stale.append(path.name)
        if "--check" not in arguments:
            path.write_bytes(content)
    if stale and "--check" in arguments:
        print(f"The catalogues {' and '.join(stale)} are out of date with the code: run `make texts`.")
        return 1
    for code in TRANSLATED:
        told = [[one.string] if isinstance(one.string, str) else one.string for one in stored(code) if one.id]
        print(f"{code}: {len(told)} texts, {sum(not all(forms) for forms in told)} without a translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
