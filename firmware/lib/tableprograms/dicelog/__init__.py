"""A log of one or two dice."""
