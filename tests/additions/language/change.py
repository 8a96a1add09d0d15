"""`python change.py ROOT` gives every row of the table of texts a fourth language, with the English words."""

import re
import sys
from pathlib import Path

TEXT = re.compile(r'\ben( = (?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]))(,|\n)')

if __name__ == "__main__":
    table = Path(sys.argv[1]) / "firmware" / "texts.toml"
    table.write_text(TEXT.sub(r"en\1\2 nl\1\2", table.read_text("utf-8")), "utf-8")
