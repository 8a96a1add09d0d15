"""A copy of the repository in a folder, for tests that change it and run tests there."""

import shutil
from pathlib import Path

#: what the tests need
COPIED = ("benchmarks", "docs", "firmware", "host", "hw", "simulator", "tests", "pyproject.toml")


def copy(repository: Path, folder: Path) -> None:
    """Copy what the tests need, with the files' times, so that compiled files stay valid."""
    for name in COPIED:
        source, target = repository / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("build", ".pytest_cache"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy2(source, target)
