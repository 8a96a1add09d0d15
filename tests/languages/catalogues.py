"""Brings the catalogues up to date with the code: `make texts`.

Every text that `_`, `ngettext`, `pgettext` or `{% trans %}` names gets an entry in both catalogues; entries
that nothing names are dropped. Entries are in the order of their English, without line numbers, so that two
changes seldom touch the same lines. `--check` writes nothing and ends with 1 if something would change.
"""

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tablekeeper.languages.catalogues import ENGLISH, FOLDER, LANGUAGES

HOST = Path(__file__).resolve().parents[2] / "host" / "tablekeeper"
METHODS = [("**.py", "python"), ("web/templates/**.html", "jinja2")]
OPTIONS = {
    "web/templates/**.html": {
        "trimmed": "true", "newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true",
        "silent": "false",
    },
}  # fmt: skip
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]


def counted() -> Iterator[tuple[str, str]]:
    """Yield both forms of every noun that `tablekeeper.text.counted` is called with."""
    for path in sorted(HOST.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "counted":
                nouns = [one.value for one in node.args[1:] if isinstance(one, ast.Constant)]
                if nouns:
                    many = nouns[1] if len(nouns) > 1 else f"{nouns[0]}s"
                    yield f"%(num)s {nouns[0]}", f"%(num)s {many}"


def extracted() -> Catalog:
    """Return every text of the code and the templates."""
    found = Catalog()
    for pair in counted():
        found.add(pair)
    for _, _, message, _, context in extract_from_dir(HOST, METHODS, OPTIONS, KEYWORDS):
        found.add(message, context=context)
    return found


def stored(code: str) -> Catalog:
    """Return a catalogue as it lies in the repository."""
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
    """Write the catalogues, or with --check say whether they are up to date."""
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
