"""The examples in docstrings show what the code does."""

import doctest
import importlib
import pathlib

import pytest

import tablekeeper

HOST = pathlib.Path(tablekeeper.__file__).parent
MODULES = sorted(
    ".".join(("tablekeeper", *path.relative_to(HOST).with_suffix("").parts))
    for path in HOST.rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    seen = doctest.testmod(importlib.import_module(name))
    assert seen.attempted
    assert not seen.failed
