"""The director's service: the one place where pages and commands ask and act."""
