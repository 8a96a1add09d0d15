"""What leaves the house for other programs: tables as CSV and XLSX, rankings as JSON, events as an Atom feed.

Everything here is made from what `director.published` lets everybody read, so a name that must not be
published cannot get in. Texts come from people; none of them is ever taken for a formula or for markup.
"""
