"""`python change.py ROOT` writes the modules of texts again: the menu gets the program's name."""

import os
import subprocess
import sys

if __name__ == "__main__":
    root = sys.argv[1]
    places = os.pathsep.join(os.path.join(root, house) for house in ("firmware/lib", "host", "simulator"))
    environment = {**os.environ, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"}
    program = os.path.join(root, "tests", "tabledevice", "make_texts.py")
    subprocess.run([sys.executable, program], check=True, env=environment, stdout=subprocess.DEVNULL)
