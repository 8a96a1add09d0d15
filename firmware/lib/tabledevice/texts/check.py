"""The texts of check, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

YES_NO = "#: yes      *: no"
STAR_ENDS = "hold *: it fails"
PASSED = "Test: all is right"
FAILED = "Test: not all right"
TITLES = (
    "Test",
    "Test 1/5: memory",
    "Test 2/5: display",
    "Test 3/5: lamps",
    "Test 4/5: sound",
    "Test 5/5: keys",
)
LINES = (
    "",
    "",
    "All dots are lit\nbut these letters?",
    "All lamps blink?",
    "Do you hear it?",
    "Press each once:",
)
