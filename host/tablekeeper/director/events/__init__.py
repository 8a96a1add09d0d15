"""Events in the director's service: a journal of actions, the event it makes, and what may be added to it.

`journal` folds actions, `document` reads and writes exported events, `wording` says what was done, and
`service` is what pages and commands ask.
"""
