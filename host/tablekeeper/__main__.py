"""`python -m tablekeeper` is the command `tablekeeper`."""

from tablekeeper.cli import main

main(prog_name="tablekeeper")
