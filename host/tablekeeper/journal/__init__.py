"""Journals of actions: numbered, never changed; an undo is another action.

Events, the desk, the register of people, rankings and the director's own actions all use these journals.
Boards write records, not actions (`tablecore.records`).
"""
