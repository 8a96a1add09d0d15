"""The templates of pages and prints, and the version of the static files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import jinja2

from tablekeeper import text
from tablekeeper.languages import recognised
from tablekeeper.version import __version__

from . import languages, wording
from .settings import Settings

HERE = Path(__file__).parent


def _edition(folder: Path) -> str:
    # the static files' addresses change with their contents, so that browsers may keep them
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def environment(settings: Settings) -> jinja2.Environment:
    """Return the templates of the pages and prints, with the words that all of them use."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        words=wording,
        text=text,
        recognised=recognised,
        settings=settings,
        version=__version__,
        static_edition=_edition(HERE / "static"),
    )
    languages.install(environment)
    return environment
