"""docs/formats.md holds what the formats say of themselves: option tables, and examples that are right.

A format's table stands below its marker `<!-- options KEY -->`; `--renew-golden` writes it again. An example
is a block of JSON, and below it what `tablekeeper standings` prints for it, line by line.
"""

import re

import pytest
from click.testing import CliRunner

from tablekeeper.cli.main import main
from tablekeeper.formats import FORMATS
from tablekeeper.formats.option import plain

MARKER = re.compile(r"<!-- options ([a-z0-9-]+) -->\n((?:\|.*\n)*)")
EXAMPLE = re.compile(r"```json\n(\{\"format\".*?)```\n(?:\s*```\n(.*?)```\n)?", re.DOTALL)


def value(option):
    """Return what an option may be, in words."""
    if option.choices:
        return ", ".join(f"`{choice}`" for choice in option.choices)
    words = {
        "whole": "a whole number",
        "flag": "true or false",
        "decimal": "a number",
        "text": "a text",
        "wholes": "a list of whole numbers",
        "texts": "a list of texts",
        "rounds": "see below",
        "lists": "see below",
        "throws": "see below",
        "table": "see below",
    }[option.kind]
    if option.low is not None:
        words += f" from {option.low}" + (f" to {option.high}" if option.high is not None else "")
    return words


def default(option):
    """Return an option's default, in words."""
    if option.needed:
        return "needed"
    shown = plain(option.default)
    words = {None: "none", True: "true", False: "false"}
    text = words[shown] if shown is None or isinstance(shown, bool) else f"`{shown}`"
    return text if option.fresh is None else f"{text}; in a new event `{option.fresh}`"


def table(form):
    """Return a format's options as the page has them."""
    rows = ["| option | meaning | value | default |", "|---|---|---|---|"]
    rows += [f"| `{o.key}` | {o.label} | {value(o)} | {default(o)} |" for o in form.options]
    return "".join(row + "\n" for row in rows)


def test_every_table_is_the_formats_own(repository, pytestconfig):
    page = repository / "docs" / "formats.md"
    text = page.read_text("utf-8")
    if pytestconfig.getoption("--renew-golden"):
        text = MARKER.sub(lambda found: f"<!-- options {found[1]} -->\n{table(FORMATS[found[1]])}", text)
        page.write_text(text, "utf-8")
    found = MARKER.findall(text)
    assert [key for key, _ in found if key not in FORMATS] == []
    assert set(FORMATS) <= {key for key, _ in found}, "a format has no section"
    for key, shown in found:
        assert shown == table(FORMATS[key]), key


def test_every_example_is_right(repository, tmp_path):
    text = (repository / "docs" / "formats.md").read_text("utf-8")
    examples = EXAMPLE.findall(text)
    assert examples
    for example, printed in examples:
        path = tmp_path / "event.json"
        path.write_text(example, "utf-8")
        seen = CliRunner().invoke(main, ["standings", str(path), "--explain"], env={"COLUMNS": "110"})
        assert seen.exit_code == 0, seen.output
        lines = [line.strip() for line in seen.output.splitlines()]
        for line in printed.splitlines():
            assert line.strip() in lines, (line, seen.output)


@pytest.mark.parametrize("key", ["league-2t", "swing"])
def test_a_table_names_every_option(key):
    assert all(f"`{option.key}`" in table(FORMATS[key]) for option in FORMATS[key].options)
