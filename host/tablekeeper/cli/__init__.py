"""The command line: every verb calls a service. An error is printed as one sentence, with exit status 2."""

from tablekeeper.cli.main import main

__all__ = ["main"]
