"""Known vulnerabilities of all pinned packages: `make check` asks pip-audit's service for them.

On a computer that cannot reach this service a sentence says so, and nothing fails. If a newer version of a
package fixes a problem, the check fails: `make lock` takes that version. Licences are always tested, by
`test_dependencies.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PINNED = Path(__file__).resolve().parent.parent / "constraints.txt"
UNREACHED = (
    "Known vulnerabilities of dependencies were not looked up: pip-audit's service did not answer."
    " Run make check on a machine that reaches it."
)
#: seconds for an answer, and for all of them
PATIENCE_S, LONGEST_S = 5, 300


def asked(pinned: list[str]) -> dict[str, Any] | None:
    """Return pip-audit's findings about some `name==version`; None if it did not finish."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pinned.txt")
        file.write_text("\n".join(pinned) + "\n", "utf-8")
        words = ["-r", str(file), "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
        command = [sys.executable, "-m", "pip_audit", *words, "--timeout", str(PATIENCE_S)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
        except subprocess.TimeoutExpired:
            return None
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return None
    return found


def verdict(found: dict[str, Any] | None) -> tuple[list[str], int]:
    """Return the message about pip-audit's answer, and the exit status."""
    packages = [] if found is None else [one for one in found["dependencies"] if "skip_reason" not in one]
    if not packages:
        return [UNREACHED], 0
    said, status = [], 0
    for one in packages:
        for known in one["vulns"]:
            mended = ", ".join(known["fix_versions"])
            status = 1 if mended else status
            told = f"mended in {mended}: run make lock" if mended else "no version mends it yet"
            said.append(f"{one['name']} {one['version']} has {known['id']}, {told}.")
    return said, status


def main() -> int:
    """Ask about one package first; if there is no answer, do not ask about the others."""
    pinned = PINNED.read_text("utf-8").split()
    found = asked(pinned[-1:])
    said, status = verdict(found)
    if said != [UNREACHED]:
        said, status = verdict(asked(pinned))
    print(*said, sep="\n", end="\n" if said else "")
    return status


if __name__ == "__main__":
    sys.exit(main())
