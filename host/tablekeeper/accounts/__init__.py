"""The accounts of people who may sign in: roles, passwords, tokens, and the journal of logins.

They belong to this user, not to a database: two files beside the user's own database that only the user can
read. A running host and the commands read and change the same files; each sees the other's changes at once.
"""
