"""The table in a terminal: asking, showing and reading, for any game."""
