"""Pure values and decisions: stdlib and msgspec, no I/O, no Qt, no clock of its own."""
