"""Pictures as SVG text: of events, rankings, ratings, positions and dice. Pure.

Formats draw their events with `drawing`, `crosstable` and `race`; `event` adds a title and the
standings in words.
"""
