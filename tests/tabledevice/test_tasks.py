"""The table of tasks and presses in docs/board.md: each row is played at a virtual board.

`--renew-golden` writes the table again.
"""

import re

import pytest

from tests.tabledevice.tasks import TASKS, begun, play, pressed

HEADING = "How many keys it takes"
_TABLE = re.compile(rf"(?<=\n## {HEADING}\n)(.*?\|---[^\n]*\n)(?:\|[^\n]*\n)+", re.DOTALL)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_the_keys_of_a_row_do_what_it_says(task):
    table = begun(task)
    assert not task.done(table), "it is done before it is begun"
    play(table, task.keys)
    assert task.done(table)
    table.put_away()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_no_task_needs_more_keys_than_at_first(task):
    if task.first is None:
        return
    now, first = pressed(task.keys), pressed(task.first)
    assert (sum(now) < sum(first)) == task.fewer, "mark the row as `fewer`"
    assert (sum(now) > sum(first)) == (task.more != ""), "needs more keys than at first"


def test_there_are_thirty_tasks_and_no_two_are_the_same():
    assert len({task.name for task in TASKS}) == len(TASKS) >= 30


def told(keys):
    """Return how many keys a row has, as a cell: "2 + 1 held"."""
    if keys is None:
        return "impossible"
    tapped, held = pressed(keys)
    return " + ".join([str(tapped)] * bool(tapped or not held) + [f"{held} held"] * bool(held))


def test_the_table_of_the_page_is_what_was_played(repository, request):
    path = repository / "docs" / "board.md"
    page = path.read_text("utf-8")
    rows = "".join(
        f"| {task.name}{f' ({task.more})' if task.more else ''} | {named(task.keys)} | "
        f"{f'**{told(task.keys)}**' if task.fewer or task.first is None else told(task.keys)} | "
        f"{told(task.first)} |\n"
        for task in TASKS
    )
    renewed, found = _TABLE.subn(lambda table: table[1] + rows, page)
    assert found == 1
    if request.config.getoption("--renew-golden"):
        path.write_text(renewed, "utf-8")
        page = renewed
    assert page == renewed, "another table; renew with --renew-golden and look at it"


def named(keys):
    """Return the keys of a row as a cell; a key that comes many times in a row is counted."""
    found = []
    for key in keys.split():
        if found and found[-1][0] == key:
            found[-1][1] += 1
        else:
            found.append([key, 1])
    return ", ".join(_named(key) + (f" {count} times" if count > 4 else f", {_named(key)}" * (count - 1))
                     for key, count in found)  # fmt: skip


def _named(key):
    _, _, rest = key.partition("hold-")
    if not rest:
        return f"`{key}`"
    held, _, seconds = rest.partition("-")
    return f"`{held}` held" + (f" for {seconds} s" if seconds else "")
