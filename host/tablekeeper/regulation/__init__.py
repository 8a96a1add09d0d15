"""The regulation of tournaments as functions: its answer to a case, with the paragraphs.

Pure: times are whole milliseconds, and answers are `finding.Finding` objects. A finding is a proposal, not a
decision. The director may decide differently at any time, with a reason (paragraph 1).
"""
