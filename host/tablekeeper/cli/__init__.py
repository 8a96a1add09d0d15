"""The command line: every verb is a call of a service; what goes wrong is one sentence, exit status 2."""

from tablekeeper.cli.main import main

__all__ = ["main"]
