"""The regulation of tournaments as functions: what it says in a case, with the paragraphs.

Pure: times are whole milliseconds, and answers are values (`finding.Finding`). A finding is a proposal, not
a decision. The director may decide differently at any time, with a reason (paragraph 1).
"""
