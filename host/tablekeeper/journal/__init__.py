"""The one mechanism for what people do: actions that are numbered, never changed, and undone by another one.

Events, the desk, the register of people, rankings and the director's own actions keep journals of this shape.
What boards write are records, not actions (`tablecore.records`).
"""
