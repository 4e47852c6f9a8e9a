"""First games: a script beside each game, and the coach who follows a table by it. No page or terminal is known here."""
