"""`python3 -m hw.carrier FOLDER`: makes the carrier with the Python that has KiCad's module."""

import sys
from pathlib import Path

from hw import design
from hw.carrier import layout

layout.make(design.read(), Path(sys.argv[1]))
