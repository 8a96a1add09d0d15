"""Standings: places from named criteria that say which of them separated whom, and with which figures."""
