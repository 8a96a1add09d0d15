"""Exports for other programs: tables as CSV and XLSX, rankings as JSON, events as an Atom feed.

All data comes from `director.published`, so a name that must not be published cannot appear. Texts are
written by users, so they are always escaped: none becomes a formula or markup.
"""
