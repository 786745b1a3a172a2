"""SQLite through peewee: rows never leave this room, core values do."""
