"""Pictures as SVG text: of events, rankings, ratings, positions and dice. Pure.

`drawing`, `crosstable` and `race` are what formats draw their events with; `event` puts a title and the
standings in words around that.
"""
