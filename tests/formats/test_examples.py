"""The example in the docstring of every format's folder is right."""

import doctest
import importlib

import pytest

from tablekeeper.formats import FORMATS

MODULES = sorted({type(form).__module__.rpartition(".")[0] for form in FORMATS.values()})


@pytest.mark.parametrize("name", MODULES)
def test_a_module_shows_an_event_and_its_standings(name):
    seen = doctest.testmod(importlib.import_module(name))
    assert seen.attempted > 0, f"{name} shows no example"
    assert seen.failed == 0
