"""`python change.py ROOT` writes again what is made from the table of kinds."""

import os
import subprocess
import sys

KINDS = ("pytest", "-q", "-p", "no:xdist", "tests/tablecore/test_protocol.py", "--renew-golden")
VECTORS = ("tests.golden.make",)

if __name__ == "__main__":
    root = sys.argv[1]
    places = os.pathsep.join(os.path.join(root, house) for house in ("firmware/lib", "host", "simulator"))
    for words in (KINDS, VECTORS):
        environment = {**os.environ, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-m", *words], cwd=root, check=True, env=environment)
