"""Who may sign in: accounts with a role, their passwords and tokens, and the journal of logins.

They are this user's, not a database's: two files beside the user's own database that nobody else can read.
A running host and the commands read and change the same files; each sees at once what the other has changed.
"""
