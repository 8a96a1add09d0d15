"""`python -m tests.guards NAME 'Sentence.' TEST...` writes a patch from the changes in the working tree."""

import subprocess
import sys

from tests.guards.guardpatch import FOLDER
from tests.guards.writing import written

CODE = ("firmware", "host", "simulator")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, cwd=FOLDER).stdout


def main(words: list[str]) -> str | None:
    """Write the patch; return the problem, or None."""
    if len(words) < 3:
        return (
            "Say a name, a sentence, and the tests that fail: python -m tests.guards NAME 'Sentence.' TEST..."
        )
    name, sentence, *fails = words
    diff = _git("diff", "-U1", "--no-ext-diff", "--", *(f":/{folder}" for folder in CODE))
    try:
        text = written(name, sentence, fails, diff, lambda path: _git("show", f":{path}"))
    except ValueError as problem:
        return str(problem)
    (FOLDER / f"{name}.patch").write_text(text, "utf-8")
    files = " ".join(line.removeprefix("+++ b/") for line in text.splitlines() if line.startswith("+++ "))
    print("Now put the guard back and try the patch:")
    print(f"  git checkout {files}\n  make test GUARDS={name} ARGS=tests/guards")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
