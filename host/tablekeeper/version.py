"""The version of host, simulator and firmware, which are released together."""

__version__ = "0.1.0"
