"""First games: a script beside each game, and the coach who follows a table by it. Nothing here shows anything."""
