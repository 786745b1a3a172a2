"""Momentry Desk: deep scans of a creator's footage, in a queue that survives whatever happens."""

__version__ = "0.1.0"
