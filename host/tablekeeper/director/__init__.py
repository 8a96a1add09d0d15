"""The director's service: pages and commands use only this package for queries and actions."""
