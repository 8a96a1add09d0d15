"""Tablekeeper's host: collects every table over USB, keeps the rules and shows the event live."""

from tablekeeper.version import __version__

__all__ = ["__version__"]
