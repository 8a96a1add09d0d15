"""Pictures of events as SVG text: crosstables, brackets, grids of games, races.

Pure: an event in, text out. Everything shown is what the event's format answers.
"""

from tablekeeper.pictures.event import picture

__all__ = ["picture"]
