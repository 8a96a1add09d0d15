"""Templates of pages that are compiled once for all applications of a process.

The conftest of a folder whose tests make many applications imports `templates_compiled_once`.
A template that is not a file is compiled as usual.
"""

from collections.abc import Iterator

import jinja2
import pytest


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Keep the compiled code of each template."""
    compiled = {}
    compile_template = jinja2.Environment.compile

    def compile_once(environment, source, name=None, filename=None, **options):
        if filename is None:
            return compile_template(environment, source, name, filename, **options)
        if filename not in compiled:
            compiled[filename] = compile_template(environment, source, name, filename, **options)
        return compiled[filename]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", compile_once)
        yield
