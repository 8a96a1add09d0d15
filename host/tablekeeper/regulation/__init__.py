"""The regulation of tournaments as a tool: what it says in a case, with the paragraphs it follows from.

Pure: times come in as whole milliseconds, answers are values (`finding.Finding`) that propose, never
decide. The director may decide otherwise at any time, with a reason (paragraph 1).
"""
